"""How the page handles visitors: too early, twice, in two windows, without a server, by keys only."""

import random
import re
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import COMPILING, BrowserMatch

MOON = "1:C,5:AAC,8:B,20c:DD,25:BDB,A:A 1,1,2,1 0,0,0,0 AC|BD A 3"
PICKING = "Rx2,5,A/Rx3,2 1 3"  # several pieces can go, to several places

# Records every position that the board has shown, however briefly.
POSITIONS = """
  const shown = window.shown = [];
  new MutationObserver(() => {
    const now = document.querySelector("#board > svg")?.dataset.position;
    if (now && now !== shown.at(-1)) shown.push(now);
  }).observe(document, { childList: true, subtree: true });
"""


def watch_for(page: Page, kind: str) -> None:
    """Make the page's root element record whether an element of a class has ever existed, however briefly."""
    page.add_init_script(f"""
      new MutationObserver((changes) => {{
        const added = changes.flatMap((change) => [...change.addedNodes]);
        if (added.some((node) => node.classList?.contains("{kind}"))) document.documentElement.dataset.noted = "{kind}";
      }}).observe(document, {{ childList: true, subtree: true }});
    """)


def hold_back(page: Page, what: str) -> list[Route]:
    """Hold back all requests of a kind until they are released."""
    held: list[Route] = []
    page.route(what, lambda route: held.append(route))  # Playwright does not accept a method of a list
    return held


def await_first(page: Page, held: list[Route]) -> Route:
    """Return the first request that was held back, once there is one: the page may be about to send it."""
    for _ in range(200):
        if held:
            break
        page.wait_for_timeout(50)
    return held[0]


def hold_back_actions(page: Page) -> tuple[list[str], list[WebSocketRoute]]:
    """Hold back what the page sends over its connection; return that, and the servers to which it can be forwarded."""
    held: list[str] = []
    servers: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        servers.append(socket.connect_to_server())
        socket.on_message(lambda message: held.append(str(message)))

    page.route_web_socket("**/live?*", connect)
    return held, servers


def test_taps_before_a_throw_was_answered_lose_nothing(table: BrowserMatch) -> None:
    page = table.page
    held, servers = hold_back_actions(page)
    table.begin("kariuchi", start="Rx3,4/Rx4 1 -")
    before = table.seq
    table.press("#throw")
    for place in ("4", "R", "15"):
        table.press(f'.place[data-at="{place}"]')
    page.locator("#throw").click(force=True)  # a second time, impatiently
    expect(page.locator("#throw")).to_have_attribute("aria-disabled", "true")
    page.wait_for_timeout(100)
    assert len(held) == 1, "the throw was sent once"
    servers[-1].send(held[0])
    table.changed(before)
    assert (table.due, table.seq) == ("move", str(int(before) + 1))
    table.make(table.view["moves"][0])  # which no longer gets through over the connection, and so goes another way


def test_a_tap_on_the_board_throws_when_that_is_due(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    before = table.seq
    table.press('.place[data-at="15"]')
    table.changed(before)
    assert table.due == "move"


def test_enter_on_a_place_throws_when_that_is_due(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    table.page.locator('.place[data-at="15"]').focus()
    before = table.seq
    table.page.keyboard.press("Enter")
    table.changed(before)
    assert table.due == "move"


@pytest.mark.parametrize(("start", "wanted"), [("Rx4/Rx4 1 -", "#throw"), ("Rx4/Rx4 1 3", "#only"), (PICKING, ".place:focus")])
@pytest.mark.parametrize("key", ["Enter", "ArrowUp"])
def test_one_key_reaches_what_is_to_be_done(table: BrowserMatch, start: str, wanted: str, key: str) -> None:
    table.begin("kariuchi", start=start)
    table.page.keyboard.press(key)
    expect(table.page.locator(wanted)).to_be_focused()


def test_after_a_number_or_a_move_of_the_same_piece_enter_goes_on(table: BrowserMatch) -> None:
    table.begin("qubism", who={"w": "human", "b": "level:1"})
    page, focused = table.page, table.page.locator(":focus")
    for _ in range(2):  # to the pawn, and to its first target
        page.keyboard.press("Enter")
    expect(focused).to_have_attribute("data-at", "b1")
    before = table.seq
    page.keyboard.press("2")  # to another one
    table.changed(before)
    expect(page.locator('#board [data-piece][data-place="d1"]')).to_have_count(1)
    expect(focused).to_have_class(re.compile("source"))  # the pawn, or a cube before it that the computer has put down
    page.keyboard.press("Enter")
    expect(focused).to_have_class(re.compile("target"))
    table.begin("kuniumi", start="6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l", who={"1": "human", "2": "level:1"})
    page.locator('.place[data-at="c4"]').focus()  # the God, which is picked automatically
    page.keyboard.press("Enter")
    expect(focused).to_have_class(re.compile("target"))


def test_escape_puts_down_what_was_picked_wherever_the_focus_is(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    page = table.page
    for focus in ('.place[data-at="5"]', "#hint-button", "#main"):
        table.pick("5")
        expect(page.locator(".marks .mark-picked")).to_have_count(1)
        page.locator(focus).focus()
        page.keyboard.press("Escape")
        expect(page.locator(".marks .mark-picked")).to_have_count(0)
        assert table.places("target") == set()


def test_arrow_keys_choose_an_arrow(table: BrowserMatch) -> None:
    table.begin("qubism", start="2B2/5/5/5/2W2 9 w")
    page = table.page
    table.press_place("supply", ".source")
    table.press_place("c3", ".target")
    for key, arrow in (("ArrowLeft", "<"), ("ArrowUp", "^"), ("ArrowRight", ">"), ("ArrowDown", "v")):
        page.keyboard.press(key)
        expect(page.locator(".chooser button:focus")).to_have_attribute("data-move", f"c3{arrow}")
    before = table.seq
    page.keyboard.press("Enter")
    table.changed(before)
    assert table.view["last"]["move"] == "c3v"


def test_a_hint_stands_alone_and_says_that_it_is_looked_for(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    page = table.page
    table.pick("5")
    late = hold_back(page, "**/hint")
    page.locator("#hint-button").click()
    expect(page.locator("#message")).to_have_text("Looking for a good move")
    expect(page.locator("#hint-button")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".marks .mark-picked, .marks .mark-ring")).to_have_count(0)
    await_first(page, late).continue_()
    expect(page.locator(".marks .mark-hint")).to_have_count(2, timeout=COMPILING)
    expect(page.locator(".marks .mark-picked, .marks .mark-ring, .marks .can")).to_have_count(0)
    table.pick("5")
    expect(page.locator(".marks .mark-hint")).to_have_count(0)


def test_rings_lie_around_pieces_and_not_on_them(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="R,5x2,A/Rx2,8,30 1 3")
    table.pick("5")
    for selector in (".mark-picked", '[data-target="8"] .mark-ring'):
        ring = table.page.locator(f".marks {selector}")
        assert ring.evaluate("element => getComputedStyle(element).fill") == "none"
        place = "5" if selector == ".mark-picked" else "8"
        piece = table.page.locator(f'[data-piece][data-place="{place}"]').first
        outer, inner = ring.bounding_box(), piece.bounding_box()
        assert outer
        assert inner
        assert outer["width"] > inner["width"]
    assert table.page.locator('[data-target="8"] .mark-capture-dot').count() == 0


@pytest.mark.parametrize(("game", "start", "place"), [("kariuchi", "R,5x2,A/Rx2,8,30 1 3", "5"), ("moontrek", MOON, "5")])
def test_a_ring_does_not_hide_how_many_there_are(table: BrowserMatch, game: str, start: str, place: str) -> None:
    options = {"teams": "2-2"} if game == "moontrek" else {}
    table.begin(game, start=start, who=None, **options)
    table.pick(place)
    plate = table.page.locator(f'[data-stack="{place}"] [data-height]').bounding_box()
    assert plate
    above = table.page.evaluate(
        """([x, y]) => {
          const marks = document.querySelector(".marks");
          marks.style.pointerEvents = "auto";
          for (const one of marks.querySelectorAll("*")) one.setAttribute("pointer-events", "all");
          document.querySelector(".places").hidden = true;
          return Boolean(document.elementFromPoint(x, y)?.closest("[data-height]"));
        }""",
        [plate["x"] + plate["width"] / 2, plate["y"] + plate["height"] / 2],
    )
    assert above


def test_a_player_without_pieces_keeps_a_symbol(table: BrowserMatch) -> None:
    table.begin("holes58", start="27;0;0/2;0;0 1 3")
    table.make(table.view["moves"][0])
    expect(table.page.locator("#result")).to_have_text("Hounds won!")
    expect(table.page.locator(".player .token:not(.plain)")).to_have_count(2)
    expect(table.page.locator(".player .token.plain")).to_have_count(0)


def test_two_windows_on_one_game_stay_together(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    other = BrowserMatch(table.page.context.new_page(), table.house)
    other.match = table.match
    other.open()
    before = table.seq
    table.make(table.view["moves"][0])
    other.changed(before)
    assert other.page.get_attribute("#board svg", "data-position") == table.view["position"]


def test_a_window_left_behind_says_that_the_game_went_on(table: BrowserMatch) -> None:
    table.page.route_web_socket("**/live?*", lambda socket: None)  # this window gets no news
    table.begin("kariuchi", start=PICKING)
    other = BrowserMatch(table.page.context.new_page(), table.house)
    other.match = table.match
    other.open()
    other.make(other.view["moves"][0])
    table.press_place("5", ".source")
    table.press(".place.target")
    expect(table.page.locator("#message")).to_contain_text("went on in another window")
    assert table.page.get_attribute("#board svg", "data-position") == table.view["position"]


def test_the_button_stays_while_the_server_is_away(visit: Opening, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        table = BrowserMatch(visit(), house)
        table.begin("kariuchi", start="Rx4/Rx4 1 -")
        house.kill()
        table.press("#throw")
        expect(table.page.locator("#offline")).to_contain_text("reconnecting")
        expect(table.page.locator("#throw")).to_be_visible()
        expect(table.page.locator("#throw")).to_have_attribute("aria-disabled", "true")
        house.open()
        expect(table.page.locator("body")).to_have_attribute("data-due", "move")
        expect(table.page.locator("#offline")).to_be_hidden()


def test_the_page_without_a_server_goes_on_by_itself(visit: Opening, house: House) -> None:
    page = visit(offline=True)
    page.goto(house.address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(f"{house.address}/new/kariuchi")
    expect(page.locator("h1")).to_have_text("No connection")
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Kariuchi")


def test_a_question_that_failed_offline_is_not_shown_for_ever(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(phone=True), house, touch=True)
    table.begin("kariuchi", start="Rx2,5,A/Rx3,2 1 3")
    message = table.page.locator("#message")
    table.page.context.set_offline(True)  # the socket stays open but gets no news
    table.press("#hint-button")
    expect(message).to_contain_text("Connection lost")
    table.page.context.set_offline(False)
    expect(message).to_be_empty()


def test_the_computers_first_moves_are_shown_and_announced(visit: Opening, house: House) -> None:
    page = visit(reduced_motion="no-preference")
    body: dict[str, Any] = {"game": "qubism", "seats": {"w": "level:1", "b": "human"}}
    match = page.request.post(f"{house.address}/api/matches", data=body).json()["id"]
    table = BrowserMatch(page, house)
    table.match = match
    while table.view["turn"] == "w":  # the computer moves before anybody looks
        page.wait_for_timeout(50)
    watch_for(page, "ghost")
    page.add_init_script(POSITIONS)
    page.goto(f"{house.address}/play/{match}")
    page.locator("body[data-due=move]").first.wait_for()
    assert page.evaluate("shown[0]") == "2B2/5/5/5/2W2 9 w"
    assert page.evaluate("shown.at(-1)") == table.view["position"]
    expect(page.locator("html")).to_have_attribute("data-noted", "ghost")
    expect(page.locator("#announce p").first).to_have_text("White begins.")
    expect(page.locator("#message")).to_contain_text("White:")


def test_petals_fall_where_a_person_wins(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(reduced_motion="no-preference"), house)
    watch_for(table.page, "petals")
    table.begin("qubism", start="5/2W2/5/4B/5 6 w", cubes=6)
    table.press_place("c4", ".source")
    table.press_place("c5", ".target")
    expect(table.page.locator("html")).to_have_attribute("data-noted", "petals")


def test_no_petals_fall_where_the_computer_wins(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(reduced_motion="no-preference"), house)
    watch_for(table.page, "petals")
    table.begin("qubism", who={"w": "human", "b": "level:1"})
    table.page.locator("#resign-button").click()
    table.page.locator("#resign-dialog button[value=yes]").click()
    expect(table.page.locator("#result")).to_be_visible()
    assert table.page.get_attribute("html", "data-noted") is None


def test_the_opening_throws_are_announced(table: BrowserMatch) -> None:
    table.begin("kariuchi", who={"1": "human", "2": "human"})
    opening = table.view["opening"]
    one, other = opening[-1]
    expect(table.page.locator("#message")).to_have_text(re.compile(rf"threw.* {one}\b.* {other}\. .* begins\."))


def test_continuing_a_match_does_not_announce_its_beginning(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(newcomer=True), house)
    table.begin("moontrek", players=2, who={"A": "human", "B": "human"})
    table.page.locator("#welcome-play").click()
    expect(table.page.locator("#message")).to_contain_text("To decide who begins")
    other = BrowserMatch(table.page.context.new_page(), house)  # nothing has been done yet
    other.match = table.match
    other.open()
    expect(other.page.locator("#message")).to_be_empty()
    table.step(random.Random(1))
    forgetful = BrowserMatch(visit(newcomer=True), house)  # the same person, with nothing in the browser but the cookie
    forgetful.page.context.add_cookies(cast(Any, table.page.context.cookies()))
    forgetful.match = table.match
    table.step(random.Random(1))
    forgetful.open()
    expect(forgetful.page.locator("#message")).to_be_empty()
    expect(forgetful.page.locator("#welcome")).to_have_count(0)  # which would offer to play what is already in progress


def test_the_rules_leave_the_board_and_the_button_free(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    page = table.page
    page.locator("#rules-button").click()
    expect(page.locator("#rules-dialog")).to_be_visible()
    boxes = {name: page.locator(name).bounding_box() for name in ("#rules-dialog", "#board", "#throw")}
    rules = boxes.pop("#rules-dialog")
    assert rules
    for name, box in boxes.items():
        assert box
        apart = box["x"] + box["width"] <= rules["x"] or box["y"] + box["height"] <= rules["y"]
        assert apart, name
    table.throw()
    page.locator("#rules-dialog .close").click()
    expect(page.locator("#rules-dialog")).to_be_hidden()
    expect(page.locator("#rules-button")).to_be_focused()
    asked = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/games')).length"
    assert page.evaluate(asked) == 0, "whom the game is owed to is looked up for whoever asks"
    page.get_by_text("Sources and credits").click()
    expect(page.locator("#credit")).to_contain_text("Nara National Research Institute")


def test_what_is_taken_back_need_not_be_the_latest_that_this_window_knows(table: BrowserMatch) -> None:
    table.page.route_web_socket("**/live?*", lambda socket: None)  # this window gets no news
    table.begin("qubism")
    table.make(table.view["moves"][0])
    other = BrowserMatch(table.page.context.new_page(), table.house)
    other.match = table.match
    other.open()
    before = other.seq
    other.make(other.view["moves"][0])
    table.press("#undo-button")  # while the other one has moved on
    other.changed(str(int(before) + 1))
    assert table.view["seq"] == int(before) + 2
    expect(table.page.locator("#message")).not_to_contain_text("another window")
    table.changed(before)
    assert table.page.get_attribute("#board svg", "data-position") == table.view["position"]


# Records the states of the sound on the page's root element.
SOUND = """() => {
  const states = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      this.addEventListener("statechange", () => {
        states.push(this.state);
        document.documentElement.dataset.sound = states.join(" ");
      });
    }
  };
}"""


def test_sound_rests_when_nothing_is_heard_and_comes_back(table: BrowserMatch) -> None:
    """Its output would keep a processor busy as long as the page is open."""
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    table.page.evaluate(SOUND)
    rng = random.Random(1)
    for times in (1, 2):
        table.step(rng)
        heard = " ".join(["running suspended"] * times)
        table.page.locator(f'html[data-sound^="{heard}"][data-sound$="suspended"]').first.wait_for(state="attached")
