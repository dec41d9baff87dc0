"""Layout: nothing jumps during play, the board is turned and named as it is referred to, screens are used."""

import random
import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.company import Guest
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import SEATS, BrowserMatch
from tests.web.test_phone import CUT, CUT_LABELS, GAMES, box_of, boxes_of, check_in_view

ACTIONS = 10
# Records the positions of the toolbar and the board at every painted frame.
WATCH = """() => {
  window.places = { "#toolbar": new Set(), "#board": new Set() };
  const look = () => {
    for (const [name, seen] of Object.entries(window.places)) {
      const { x, y, width } = document.querySelector(name).getBoundingClientRect();
      seen.add([x, y + scrollY, width].map(Math.round).join(" "));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
JUMPS = "() => Object.values(window.places).reduce((sum, seen) => sum + seen.size - 1, 0)"


@pytest.mark.parametrize(
    ("game", "size"), [("kariuchi", (1280, 800)), ("kariuchi", (390, 664)), ("qubism", (844, 390))], ids=str
)
def test_nothing_jumps_while_playing(visit: Opening, house: House, game: str, size: tuple[int, int]) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    table = BrowserMatch(page, house)
    seats = {"kariuchi": {"1": "human", "2": "level:1"}, "qubism": {"w": "human", "b": "level:1"}}[game]
    table.begin(game, who=seats)
    page.evaluate(WATCH)
    rng = random.Random(3)
    for _ in range(ACTIONS):
        if table.due == "over":
            break
        table.step(rng)
    assert page.evaluate(JUMPS) == 0, page.evaluate("Object.values(window.places).map((seen) => [...seen])")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_names_levels_and_tools_are_whole_beside_the_board(visit: Opening, house: House, lang: str) -> None:
    table = BrowserMatch(visit(lang), house)
    for game in GAMES:
        table.begin(game, who={seat: "level:3" if number else "human" for number, seat in enumerate(SEATS[game])})
        page = table.page
        assert page.locator(".player .name").evaluate_all(CUT) == [], game
        assert page.locator(".player .who").evaluate_all(CUT_LABELS) == [], game
        lines = page.locator(".tool:visible span").evaluate_all(
            "all => all.map((name) => Math.round(name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)))"
        )
        assert max(lines) <= 2, game
    if lang == "ja":
        words = page.locator("#why-button span").evaluate("name => [...name.childNodes].map((part) => part.textContent)")
        assert words == ["なぜ", "", "動けない？"], "it may be broken before a word only"


def test_all_listed_moves_are_seen_beside_the_board(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(), house)
    table.begin("kariuchi", start="5x4/Rx4 1 3")  # one to four together, either way
    table.press_place("5", ".source")
    moves = table.page.locator("#moves")
    expect(moves.get_by_role("button")).to_have_count(8)
    assert moves.evaluate("list => list.scrollHeight <= list.clientHeight + 1")


def height_of(page: Page, place: str) -> float:
    return box_of(page.locator(f'.place[data-at="{place}"]').first)["y"]


def test_the_player_sits_below_and_can_turn_the_board(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(), house)
    table.begin("qubism", start="2B2/2>2/5/1^3/2W2 7 b", who={"w": "level:1", "b": "human"})
    page = table.page
    assert height_of(page, "a5") > height_of(page, "a1"), "Black sits below"
    table.press_place("b2", ".source")
    arrows = page.locator("[data-target] [data-pointing]")
    expect(arrows).to_have_count(3)  # the arrow that comes up, on each square that the cube can slide to
    assert {arrows.nth(index).get_attribute("data-pointing") for index in range(3)} == {">"}
    assert "rotate(270)" in str(arrows.first.get_attribute("transform")), "as it is seen from there"
    page.keyboard.press("f")
    page.locator(".board > svg:not([data-turned])").first.wait_for()
    expect(arrows).to_have_count(3)  # the pick is kept
    assert height_of(page, "a5") < height_of(page, "a1")
    page.locator("#turn-button").click()
    page.locator(".board > svg[data-turned]").first.wait_for()
    page.goto(f"{house.address}/replay?match={table.match}")
    page.locator(".board > svg[data-turned]").first.wait_for()
    page.locator("#turn-button").click()
    page.locator(".board > svg:not([data-turned])").first.wait_for()


def test_an_analysis_can_be_turned_and_keeps_its_line(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/board/qubism")
    page.locator('.place.source[data-at="c1"]').click()
    page.locator('.place.target[data-at="c2"]').click()
    expect(page.locator("#line button")).to_have_count(2)
    page.locator("#turn-button").click()
    page.locator(".board > svg[data-turned]").first.wait_for()
    expect(page.locator("#line button")).to_have_count(2)
    assert height_of(page, "c1") < height_of(page, "c2")
    page.goto(f"{house.address}/board/holes58")
    page.locator(".board > svg").first.wait_for()
    expect(page.locator("#turn-button")).to_be_hidden()  # its lanes are side by side
    page.locator("#position").fill("nonsense")
    page.locator("#set button").click()
    expect(page.locator("#problem")).to_be_visible()
    check_in_view(page, "#problem")


def test_two_people_may_let_the_board_turn_to_the_mover(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(), house)
    table.begin("qubism")
    page = table.page
    page.locator("#settings-button").click()
    page.evaluate("document.querySelector('#board > svg').dataset.old = 'yes'")
    page.locator("#facing").check()
    expect(page.locator("#board > svg:not([data-old])")).to_have_count(1)  # it has arrived in the other form
    page.keyboard.press("Escape")
    table.make(next(move for move in table.view["moves"] if move["move"] == "c2"))
    page.locator('body[data-seq="1"] .board > svg[data-turned]').first.wait_for()  # what can be picked is highlighted by then
    table.make(next(move for move in table.view["moves"] if move["move"] == "c4"))
    page.locator(".board > svg:not([data-turned])").first.wait_for()


def shown_names(page: Page) -> set[str]:
    return set(page.locator("[data-name-of].named").evaluate_all("all => all.map((one) => one.textContent)"))


def test_names_are_shown_where_the_text_speaks_of_places(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(), house)
    table.begin("kariuchi", start="Rx2,5,A/Rx3,8 1 3")
    page = table.page
    moves = table.view["moves"]
    assert shown_names(page) == {"3", "8"}, "corners and paths have signs of their own"
    table.press_place("12")  # nothing can go there, and the answer names it
    expect(page.locator('[data-name-of="12"]')).to_have_class(re.compile("named"))
    table.make(next(move for move in moves if move["move"] == "5>8"))
    assert shown_names(page) == {"8"}, "the move that is told"
    lying = page.locator(".board > svg").evaluate("svg => svg.lastElementChild.id")
    assert lying == "kariuchi-coordinates", "nothing lies over names"
    page.locator("#settings-button").click()
    page.locator("#coordinates").check()
    assert len(shown_names(page)) == 49


def test_the_first_button_to_play_by_and_all_levels_are_on_a_phones_screen(visit: Opening, house: House) -> None:
    page = visit(phone=True, viewport={"width": 390, "height": 664})
    page.goto(house.address)
    check_in_view(page, ".play-button", ".home-people [href='/lobby']", ".home-people [href='/you']")
    page.goto(f"{house.address}/new/kariuchi")
    last = box_of(page.locator(".level").last)
    assert last["y"] + last["height"] <= box_of(page.locator(".begin"))["y"]
    for name in ("kariuchi", "qubism"):
        page.goto(f"{house.address}/new/{name}")
        for number in range(8):
            page.locator(".level input").nth(number).check()
            check_in_view(page, "#character", "#play")
            told, button = boxes_of(page, "#character", "#play").values()
            assert told["y"] + told["height"] <= button["y"], "the button lies over who it is"


@pytest.mark.parametrize("lang", ["en", "ja", "ja-easy"])
def test_the_button_to_play_is_on_a_desktops_screen(visit: Opening, house: House, lang: str) -> None:
    page = visit(lang.removesuffix("-easy"))
    if lang.endswith("-easy"):
        page.context.add_cookies([{"name": "banmen_easy", "value": "on", "url": house.address}])
    for game in ("kariuchi", "holes58", "kuniumi", "qubism", "moontrek?players=4"):
        page.goto(f"{house.address}/new/{game}")
        for width, height in ((1280, 800), (1366, 650), (1024, 700)):
            page.set_viewport_size({"width": width, "height": height})
            check_in_view(page, "#play")
        page.set_viewport_size({"width": 1280, "height": 800})
        if "?" not in game:
            sides = box_of(page.locator("#sides"))
            assert sides["y"] + sides["height"] <= box_of(page.locator(".begin"))["y"], f"{game}: a choice is covered"


def test_on_a_phone_on_its_side_nothing_covers_what_is_to_be_done(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(phone=True, viewport={"width": 740, "height": 360}), house, touch=True)
    table.begin("moontrek")
    if table.due == "move":
        table.make(table.view["moves"][0])
    check_in_view(table.page, "#board", "#status", "#throw", "#toolbar")
    button, tools, board = boxes_of(table.page, "#throw", "#toolbar", "#board").values()
    assert button["y"] + button["height"] <= tools["y"]
    assert board["height"] >= 0.8 * 360, "the board is as large as fits"


@pytest.mark.parametrize("size", [(390, 664), (1280, 800), (844, 390)], ids=str)
def test_a_notice_leaves_everything_where_it_is(visit: Opening, house: House, size: tuple[int, int]) -> None:
    table = BrowserMatch(visit(viewport={"width": size[0], "height": size[1]}), house)
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    names = ("#board", "#players", "#status", "#throw", "#toolbar")
    before = boxes_of(table.page, *names)
    table.page.evaluate("document.querySelector('#offline').hidden = false")
    assert boxes_of(table.page, *names) == before
    notice = box_of(table.page.locator("#offline"))
    assert notice["y"] + notice["height"] <= before["#board"]["y"] + 10


# Texts and numbers beside the board that a piece covers, except those on a piece or a stack, and names of
# places.
COVERED = """svg => {
  const box = (one) => one.getBoundingClientRect();
  const pieces = [...svg.querySelectorAll("[data-piece]")].map(box);
  const inner = (one) => one.closest("[data-piece], [data-stack], [data-name-of], [data-place], .marks");
  return [...svg.querySelectorAll("text")].filter((text) => !inner(text)).filter((text) => {
    const { left, right, top, bottom } = box(text);
    const spare = (bottom - top) / 5; // letters are not as high as their line
    return pieces.some((one) => one.left < right && one.right > left && one.top < bottom - spare && one.bottom > top + spare);
  }).map((text) => text.textContent);
}"""


# Texts on a board in overlapping pairs, and those cut off by the edge of the screen.
OVERLAPPING = """svg => {
  const shown = [...svg.querySelectorAll("text")].filter((text) => text.getClientRects().length);
  const boxes = shown.map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const spare = (bottom - top) / 5; // letters are not as high as their line
    return { words: text.textContent, left, right, top: top + spare, bottom: bottom - spare };
  });
  const abreast = (one, other) => one.top < other.bottom && other.top < one.bottom;
  const meet = (one, other) => one.left < other.right && other.left < one.right && abreast(one, other);
  const others = (one, index) => boxes.slice(index + 1).filter((other) => one.words !== other.words);
  const pairs = boxes.flatMap((one, index) => others(one, index).filter((other) => meet(one, other))
    .map((other) => `${one.words} and ${other.words}`));
  return [...pairs, ...boxes.filter(({ left, right }) => left < 0 || right > innerWidth).map(({ words }) => `${words} is cut`)];
}"""
STACKED = {
    "kariuchi": (None, "10x2,20x2/5x2,15x2 1 3", "7x2,25x2/3x2,23x2 2 3"),
    "moontrek": (None, "1:C,5:AAA,8:B,20c:DDD,25:BBB,A:A 0,0,3,1 0,0,0,0 A|B|C|D A 3"),
    "holes58": (None, "1,27,28;0;2/27,28,29;0;2 1 1"),
    "kuniumi": (None, "6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l"),
    "qubism": (None, "2B1v/5/vv^v1/5/2W2 4 w"),
}


NAME_ALL = "document.querySelectorAll('[data-name-of]').forEach((name) => name.classList.add('named'))"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_nothing_lies_over_what_is_written_on_a_board_or_beside_it(visit: Opening, house: House, lang: str) -> None:
    table = BrowserMatch(visit(lang), house)
    page, board = table.page, table.page.locator("#board > svg")
    upright = ViewportSize(width=390, height=664)
    lying = ViewportSize(width=1280, height=800)
    cases = [(game, start) for game, starts in STACKED.items() for start in starts]
    assert len(cases) >= 5
    for game, start in cases:
        page.set_viewport_size(upright)
        table.begin(game, start=start)
        for size in (upright, lying):
            if size is lying:  # the board arrives in another form
                board.evaluate("svg => { svg.dataset.old = 'yes'; }")
                page.set_viewport_size(size)
                expect(page.locator("#board > svg:not([data-old])")).to_have_count(1)
            assert start or board.evaluate(COVERED) == [], game  # pieces on points may cover their signs
            assert board.evaluate(OVERLAPPING) == [], (game, start, size)
            page.evaluate(NAME_ALL)
            assert board.evaluate(OVERLAPPING) == [], (game, start, size, "with all names")


def test_on_a_small_phone_on_its_side_names_clocks_and_the_button_are_whole(visit: Opening, house: House) -> None:
    small = {"width": 664, "height": 390}
    table = BrowserMatch(visit(lang="ja", phone=True, viewport=small), house, touch=True)
    table.begin("kariuchi", start="Rx4/Rx4 1 -", who={"1": "human", "2": "level:3"})
    check_in_view(table.page, "#board", "#status", "#throw", "#toolbar")
    button, tools = boxes_of(table.page, "#throw", "#toolbar").values()
    assert button["y"] + button["height"] <= tools["y"]
    table.begin("moontrek", who=dict.fromkeys("ABCD", "human"), players=4)
    assert table.page.locator(".player .name").evaluate_all(CUT) == []
    for game in ("moontrek", "kuniumi"):  # whose reserves lie beside the board on wider screens
        table.begin(game)
        assert box_of(table.page.locator("#board"))["height"] >= 0.84 * small["height"], "the board is as large as fits"
    ann, bob = (
        Guest(visit(lang="ja", phone=True, viewport=small), house, "Christopher"),
        Guest(visit(), house, "A name of 24 characters."),
    )
    links = ann.begin(game="kariuchi", seats={"1": "human", "2": "human"}, own=["1"], clock={"kind": "total", "seconds": 300})
    bob.page.set_viewport_size({"width": small["width"], "height": small["height"]})
    bob.join(ann.match, links["2"])
    for guest in (ann, bob):
        for width, height in ((664, 390), (320, 568)):
            guest.page.set_viewport_size({"width": width, "height": height})
            expect(guest.page.locator(".clock")).to_have_count(2)
            check_in_view(guest.page, ".player:first-child .clock", ".player:last-child .clock")
            assert guest.page.locator(".player:first-child .name").evaluate_all(CUT) == []
        guest.page.set_viewport_size({"width": 1280, "height": 800})
        assert guest.page.locator(".player .name").evaluate_all(CUT) == []


@pytest.mark.parametrize(("lang", "size"), [("ja", (664, 390)), ("en", (360, 560))])
def test_an_invitation_is_all_on_a_phones_screen(visit: Opening, house: House, lang: str, size: tuple[int, int]) -> None:
    ann, page = Guest(visit(), house, "Ann"), visit(lang=lang, phone=True, viewport={"width": size[0], "height": size[1]})
    links = ann.begin(clock={"kind": "total", "seconds": 300})
    page.goto(f"{house.address}/join/{ann.match}#{links['b']}")
    expect(page.locator("#invited-facts")).to_contain_text({"ja": "持ち時間は5分です。", "en": "5 min each."}[lang])
    check_in_view(page, "#invited-heading", "#invited-name", "#invited-sit")
