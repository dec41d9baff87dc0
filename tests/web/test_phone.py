"""On a phone with the browser's bars showing, the board, whose turn it is and what to do next are on the screen together."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import SEATS, BrowserMatch
from tests.web.test_replay import LUCKY

SIZES = [(390, 664), (360, 560), (320, 568)]
LEAST = 11  # height of letters on the board in pixels
GAMES = ("kariuchi", "moontrek", "holes58", "kuniumi", "qubism")

# Names that would be cut off in bold, as for the player to move.
CUT = """all => all.filter((name) => {
  const line = name.closest(".player"), turn = line.classList.contains("turn");
  line.classList.add("turn");
  const cut = name.scrollWidth > name.clientWidth + 1;
  line.classList.toggle("turn", turn);
  return cut;
}).map((name) => name.textContent)"""


def open_phone(visit: Opening, house: House, size: tuple[int, int], lang: str) -> BrowserMatch:
    """Open a phone in a language; `ja-easy` is Japanese with readings and easy words."""
    page = visit(lang=lang.removesuffix("-easy"), phone=True, viewport={"width": size[0], "height": size[1]})
    if lang.endswith("-easy"):
        page.context.add_cookies([{"name": "banmen_easy", "value": "on", "url": house.address}])
    return BrowserMatch(page, house, touch=True)


def box_of(found: Locator) -> dict[str, float]:
    box: Any = found.bounding_box()
    assert box, f"{found} is not shown"
    return dict(box)


# The positions of some elements on the screen, in one query.
BOXES = """names => names.map((name) => {
  const found = document.querySelector(name);
  if (!found?.getClientRects().length) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x, y, width, height };
})"""


def boxes_of(page: Page, *selectors: str) -> dict[str, dict[str, float]]:
    """Return the box of the first element of each kind; one that is not there yet is waited for."""
    boxes = page.evaluate(BOXES, selectors)
    return {name: box or box_of(page.locator(name).first) for name, box in zip(selectors, boxes, strict=True)}


def check_in_view(page: Page, *selectors: str) -> None:
    """Check that each is completely on the screen."""
    size = page.viewport_size
    assert size
    boxes = boxes_of(page, *selectors)
    assert page.evaluate("scrollY") == 0
    for selector, box in boxes.items():
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= size["height"] + 0.5, f"{selector} is below the screen"
        assert box["x"] >= -0.5, selector
        assert box["x"] + box["width"] <= size["width"] + 0.5, f"{selector} is beside the screen"


def check_nothing_covers_the_board(page: Page) -> None:
    board, bar = boxes_of(page, "#board", ".due").values()
    assert board["y"] + board["height"] <= bar["y"] + 1, "what is to be done lies over the board"


def check_words_can_be_read(page: Page) -> None:
    """Check that title and names are complete, and that text on the board is large enough on a phone 390 wide."""
    cut = page.locator(".player .name").evaluate_all(CUT)
    assert not cut, "names are cut"
    assert page.locator("#game-title").evaluate("title => title.scrollWidth <= title.clientWidth"), "the title is cut"
    size = page.viewport_size
    if size and size["width"] >= SIZES[0][0]:
        names = page.locator(".board > svg text").evaluate_all(
            """all => all.map((text) => [text.textContent, text.getAttribute("font-size") * text.getScreenCTM().a])"""
        )
        assert not [name for name, high in names if high < LEAST and not name.startswith("×")]


def sizes_from(page: Page) -> list[tuple[int, int]]:
    """Return the sizes of phones, starting with the page's own, for which nothing has to be laid out again."""
    size = page.viewport_size
    return SIZES[::-1] if size and size["width"] == SIZES[-1][0] else SIZES


def on_each_phone(page: Page) -> Iterator[None]:
    """Show a page on phones of each size, beginning with its own; all are in portrait, so that it need not be reloaded."""
    for width, height in sizes_from(page):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_board_turn_and_the_thing_to_do_are_on_the_screen(visit: Opening, house: House, game: str, lang: str) -> None:
    table = open_phone(visit, house, SIZES[0], lang)
    table.begin(game)
    page, throws = table.page, table.due == "throw"
    for _ in on_each_phone(page):
        check_in_view(page, "#board", "#players", "#status", ".due", *(["#throw"] if throws else []))
        check_nothing_covers_the_board(page)
        check_words_can_be_read(page)
    if throws:
        table.throw()
        for _ in on_each_phone(page):
            check_in_view(page, "#board", "#players", ".due", *(["#only"] if page.locator("#only").count() else []))
            check_nothing_covers_the_board(page)


# Names of opponents that are cut off: three lines, or letters beyond the edge.
CUT_LABELS = """all => all.filter((who) => who.scrollWidth > who.clientWidth + 1 || who.scrollHeight > who.clientHeight + 2)
  .map((who) => who.textContent)"""


@pytest.mark.parametrize("lang", ["en", "ja", "ja-easy"])
def test_hint_and_take_back_are_on_the_screen_too(visit: Opening, house: House, lang: str) -> None:
    table = open_phone(visit, house, SIZES[0], lang)
    for game in GAMES:
        seats = SEATS[game]
        table.begin(game, who={seat: "level:1" if number else "human" for number, seat in enumerate(seats)})
        page = table.page
        page.locator('body:not([data-due="other"])').first.wait_for()
        if lang == "ja-easy":
            page.locator("html[data-read]").first.wait_for()
        for _ in on_each_phone(page):
            check_in_view(page, "#board", "#players", "#status", ".due", "#hint-button", "#undo-button")
            board, status = boxes_of(page, "#board", "#status").values()
            assert board["y"] + board["height"] <= status["y"] + 1, f"{game}: what is to be done lies over the board"
            assert page.locator(".player .who:visible").evaluate_all(CUT_LABELS) == [], game
        check_lying_phone(page, lang)
    table.begin("holes58", start="1,8,14,20;1;0/3,10,28;0;2 1 1")  # something can be done that is not a move on the board
    table.page.locator("#actions [data-move]").first.wait_for()
    for _ in on_each_phone(table.page):
        board, actions = boxes_of(table.page, "#board", "#actions").values()
        assert board["y"] + board["height"] <= actions["y"] + 1, "a long button lies over the board"


# Names covered by the dot of the player to move.
DOTTED = """all => all.filter((dot) => {
  const words = document.createRange(), one = dot.getBoundingClientRect();
  words.selectNodeContents(dot.closest(".player").querySelector(".name"));
  const name = words.getBoundingClientRect();
  return one.width && one.left < name.right && one.right > name.left && one.top < name.bottom && one.bottom > name.top;
}).map((dot) => dot.closest(".player").textContent)"""


def check_lying_phone(page: Page, lang: str) -> None:
    """Check on a phone in landscape that the tools are below what to do next, and the dot is beside the name."""
    page.set_viewport_size({"width": 664, "height": 390})
    tools = box_of(page.locator("#toolbar"))
    for button in page.locator("#throw:visible, #only:visible, #status:visible").all():
        box = box_of(button)
        assert box["y"] + box["height"] <= tools["y"] + 1
    assert page.locator(".player.turn .mark-turn:visible").evaluate_all(DOTTED) == []
    if lang == "ja-easy":  # whose texts are short: one line, with readings above it
        assert [name.inner_text() for name in page.locator(".tool:visible span").all() if name.evaluate(LINES) > 2] == []


def test_the_latest_of_a_long_message_is_seen_when_a_button_takes_its_room(visit: Opening, house: House) -> None:
    table = open_phone(visit, house, SIZES[0], "en")
    table.begin("kariuchi", who={"1": "human", "2": "level:1"})
    page, message = table.page, table.page.locator("#message")
    expect(message).not_to_be_empty()
    message.evaluate("(message, words) => message.append(words)", LONG * 2)
    page.locator("#actions").evaluate("one => { one.style.minHeight = '7rem'; }")
    expect(message).to_have_class(re.compile("cut"))
    page.wait_for_function(
        "one => one.scrollTop > 0 && one.scrollTop + one.clientHeight >= one.scrollHeight - 1", arg=message.element_handle()
    )


START = "1:C,5:AA,8:B 2,3,3,4 0,0,0,0 A|B|C|D A -"


def test_two_lines_above_a_prompt_of_two_are_seen_on_the_smallest_phone(visit: Opening, house: House) -> None:
    table = open_phone(visit, house, SIZES[2], "ja")
    table.begin("moontrek", who={seat: "level:1" if seat != "A" else "human" for seat in SEATS["moontrek"]}, start=START)
    message = table.page.locator("#message")
    words = "サル：2個いっしょに、5から中心点のほうへ。"
    message.evaluate("(message, words) => { message.textContent = words; }", words)
    table.page.locator("#see-again").evaluate("button => { button.hidden = false; }")  # as when others have moved
    assert message.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    above, prompt, button = boxes_of(table.page, "#message", "#status", "#throw").values()
    assert above["y"] + above["height"] <= prompt["y"] + 0.5, "the message and the prompt overlap"
    assert prompt["y"] + prompt["height"] <= button["y"] + 0.5
    check_in_view(table.page, "#message", "#throw", "#hint-button")


@pytest.mark.parametrize("lang", ["en", "ja-easy"])
def test_an_only_move_and_the_end_are_on_the_screen(visit: Opening, house: House, lang: str) -> None:
    table = open_phone(visit, house, SIZES[1], lang)
    table.begin("kariuchi", start="30,Hx3/R,Hx3 1 1")
    page = table.page
    check_in_view(page, "#board", "#players", "#status", "#only")
    table.press("#only")
    expect(page.locator("#result")).to_be_visible()
    check_in_view(page, "#result", '[data-action="again"]', "#look-back")
    table.begin("kuniumi", start="6/6/6/ss4/lLs3/1lS3 l s")
    table.press_place("a1", ".target")
    expect(page.locator("#result")).to_be_visible()
    for _ in on_each_phone(page):
        check_in_view(page, "#result-why", "#look-back")
        check_nothing_covers_the_board(page)


@pytest.mark.parametrize("game", ["kariuchi", "holes58"])
def test_a_tap_anywhere_on_the_board_throws(visit: Opening, house: House, game: str) -> None:
    table = open_phone(visit, house, SIZES[0], "en")
    table.begin(game)
    for across, down in ((0.5, 0.5), (0.3, 0.3), (0.5, 0.8)):
        while table.due == "move":  # at first the winner of the opening moves with that throw
            table.make(table.view["moves"][0])
        before, box = table.seq, box_of(table.page.locator("#board"))
        table.page.touchscreen.tap(box["x"] + box["width"] * across, box["y"] + box["height"] * down)
        table.changed(before)
        assert table.view["thrown"]


def test_a_message_is_seen_and_moves_nothing(visit: Opening, house: House) -> None:
    table = open_phone(visit, house, (390, 780), "en")  # the tools are on the screen as well
    table.begin("kariuchi", start="Rx2,5,A/Rx3,2 1 3")
    page = table.page
    places = boxes_of(page, "#board", "#players", "#toolbar")
    page.locator("#why-button").tap()
    expect(page.locator("#message")).not_to_be_empty()
    check_in_view(page, "#message", "#leave-why")
    assert boxes_of(page, *places) == places


@pytest.mark.parametrize("lang", ["en", "ja", "ja-easy"])
def test_the_answer_why_something_cannot_go_there_is_read_without_scrolling(visit: Opening, house: House, lang: str) -> None:
    table = open_phone(visit, house, (390, 664), lang)
    table.begin("kariuchi", start="Rx2,5,A/Rx3,2 1 2")
    table.page.locator("#why-button").tap()
    for place in ("5", "20"):
        table.press_place(place)
    message = table.page.locator("#message")
    expect(message).to_contain_text("8")
    assert message.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    check_in_view(table.page, "#message", "#leave-why")


# The number of lines of a text, regardless of readings above it.
LINES = "text => Math.round(text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight))"
SHORT = ("#hint-button", "#undo-button", "#dangers-button", "#why-button", "#resign-button")


@pytest.mark.parametrize("lang", ["en", "ja", "ja-easy"])
def test_large_print_keeps_titles_names_and_tools_whole(visit: Opening, house: House, lang: str) -> None:
    table = open_phone(visit, house, (390, 664), lang)
    page = table.page
    page.goto(house.address)
    page.evaluate("document.cookie = 'banmen_print=large; path=/'")
    for game in ("kariuchi", "moontrek", "qubism"):
        table.begin(game)
        expect(page.locator("html")).to_have_attribute("data-print", "large")
        if lang == "ja-easy":
            page.locator("html[data-read]").first.wait_for()
        elif game != "moontrek":  # whose title may take two
            assert page.locator("#game-title").evaluate(LINES) == 1
        check_in_view(page, "#game-title", "#hint-button", "#undo-button", "#dangers-button", "#why-button")
        check_nothing_covers_the_board(page)
        assert page.locator(".player .name").evaluate_all(CUT) == []
        if lang == "ja-easy":  # whose words are short
            assert [name for name in SHORT if page.locator(f"{name} span").evaluate(LINES) > 1] == []


@pytest.mark.parametrize("lang", ["en", "ja", "ja-easy"])
def test_choosing_an_arrow_shows_what_for_and_where(visit: Opening, house: House, lang: str) -> None:
    table = open_phone(visit, house, SIZES[0], lang)
    table.begin("qubism", start="2B2/5/5/5/2W2 9 w")
    table.press_place("supply", ".source")
    table.press_place("c3", ".target")
    page = table.page
    title = {"en": "Which way should it point?", "ja": "矢印をどちらに向ける？", "ja-easy": "どっちむきにしますか？"}[lang]
    expect(page.get_by_role("group", name=title)).to_be_visible()
    expect(page.locator(".chooser button:focus")).to_have_count(1)
    for width, height in (*SIZES, (1280, 800)):
        if width > height:  # the board arrives in another form, and the pick is kept
            page.evaluate("document.querySelector('#board > svg').dataset.old = 'yes'")
        page.set_viewport_size({"width": width, "height": height})
        if width > height:
            expect(page.locator("#board > svg:not([data-old])")).to_have_count(1)
        for square in ("c3", "a1", "e5"):
            if not table.places("target"):
                table.press_place("supply", ".source")
            table.press_place(square, ".target")
            check_in_view(page, ".chooser")
            about, plate = boxes_of(page, f'.place[data-at="{square}"]', ".chooser").values()
            beside = plate["x"] + plate["width"] <= about["x"] or about["x"] + about["width"] <= plate["x"]
            apart = plate["y"] + plate["height"] <= about["y"] or about["y"] + about["height"] <= plate["y"]
            assert beside or apart, f"{square} is covered at {width}"
            page.keyboard.press("Escape")


# Choices that the Play button covers even when they are scrolled to.
COVERED_CHOICES = """() => [...document.querySelectorAll("#new-game :is(label, select, summary)")].filter((one) => {
  if (!one.checkVisibility()) return false;
  one.scrollIntoView({ block: "center" });
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".begin");
}).map((one) => one.textContent)"""
# The selected option of a list that is wider than the list.
CUT_CHOICES = """all => all.map((one) => {
  const pen = document.createElement("canvas").getContext("2d"), { font, paddingLeft } = getComputedStyle(one);
  pen.font = font;
  const words = one.selectedOptions[0].textContent;
  return pen.measureText(words).width + parseFloat(paddingLeft) + 20 > one.clientWidth && words; // and its arrow
}).filter(Boolean)"""


@pytest.mark.parametrize("lang", ["en", "ja", "ja-easy"])
def test_all_that_is_chosen_before_a_game_can_be_seen(visit: Opening, house: House, lang: str) -> None:
    page = open_phone(visit, house, SIZES[0], lang).page
    for game in GAMES:
        page.goto(f"{house.address}/new/{game}")
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        for _ in on_each_phone(page):
            if game != "moontrek":  # which has more choices than fit on a phone's screen
                page.evaluate("scrollTo(0, 0)")
                check_in_view(page, "#play")
                sides, bar = boxes_of(page, "#sides", ".begin").values()
                assert sides["y"] + sides["height"] <= bar["y"] + 0.5, f"{game}: whom one plays is under the button"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(COVERED_CHOICES) == [], game
            assert page.locator("select:visible").evaluate_all(CUT_CHOICES) == [], game
    page.goto(house.address)
    for _ in on_each_phone(page):
        check_in_view(page, ".play-button")
    for path in ("/board/moontrek", "/learn/moontrek", f"/replay#record={quote(LUCKY)}"):
        page.goto(house.address + path)
        page.locator("main:not([inert]) #board svg").first.wait_for()
        for _ in on_each_phone(page):
            assert page.locator(".crumb").evaluate("title => title.offsetHeight < 60"), f"{path}: more than two lines"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


LONG = "The connection was lost for a while. " * 3


@pytest.mark.parametrize("lang", ["en", "ja-easy"])
@pytest.mark.parametrize(("game", "start"), [("kariuchi", "Rx4/Rx4 1 -"), ("kariuchi", "Rx2,5,A/Rx3,2 1 3"), ("qubism", None)])
def test_a_long_message_leaves_the_board_free(visit: Opening, house: House, lang: str, game: str, start: str | None) -> None:
    table = open_phone(visit, house, SIZES[0], lang)
    table.begin(game, start=start)
    page = table.page
    places = boxes_of(page, "#board", "#players", "#toolbar")
    page.locator("#message").evaluate("(message, words) => { message.textContent = words; }", LONG)
    check_in_view(page, "#message", "#status", "#hint-button")
    board, message, status = boxes_of(page, "#board", "#message", "#status").values()
    assert board["y"] + board["height"] <= message["y"] + 1, "the message lies over the board"
    assert message["height"] >= 30, "less than two lines are seen"
    assert message["y"] + message["height"] <= status["y"] + 1, "the message lies over what is to be done"
    assert boxes_of(page, *places) == places


def test_light_and_dark_can_be_chosen_while_playing(visit: Opening, house: House) -> None:
    table = open_phone(visit, house, SIZES[2], "en")
    table.begin("qubism")
    page = table.page
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#settings-button").tap()
    page.locator("#theme-choice").tap()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
