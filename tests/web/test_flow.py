"""A game in its flow: looking back, replays, skipping, automatic moves, announcements, and a broken connection."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.common.loops import some
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.listening import SPEECH
from tests.web.table import BrowserMatch
from tests.web.test_access import violations
from tests.web.test_handling import PICKING, watch_for

START = "Rx4/Rx4 1 -"
# Note a lesson as done.
LEARN_ONE = """() => {
  const kept = JSON.parse(localStorage.getItem("banmen"));
  localStorage.setItem("banmen", JSON.stringify({ ...kept, "learnt-qubism": [1] }));
}"""


def position_shown(page: Page) -> str | None:
    return page.get_attribute("#board svg", "data-position")


def second_window(table: BrowserMatch) -> BrowserMatch:
    other = BrowserMatch(table.page.context.new_page(), table.house)
    other.match = table.match
    other.open()
    return other


def test_earlier_moves_are_looked_at_and_nothing_is_taken_back(table: BrowserMatch) -> None:
    table.begin("qubism")
    page = table.page
    start = position_shown(page)
    for move in ("c2", "c4", "c3"):
        table.make(next(one for one in table.view["moves"] if one["move"] == move))
    now, status = position_shown(page), page.locator("#status")
    lines = page.locator("#past [data-step]")
    expect(lines).to_have_count(3)
    expect(lines.nth(2)).to_have_attribute("aria-current", "step")
    page.keyboard.press(",")
    expect(status).to_have_text("Looking at move 2 of 3")
    expect(lines.nth(1)).to_have_attribute("aria-current", "step")
    assert position_shown(page) not in (start, now)
    expect(page.locator("#undo-button")).to_be_disabled()
    for key in ("ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(status).to_have_text("Looking at the start (of 3 moves)")
    assert position_shown(page) == start
    assert table.places("source") == set()
    other = second_window(table)  # the game goes on meanwhile, and waits to be shown
    before = other.seq
    other.make(other.view["moves"][0])
    page.locator('[data-action="look-on"]').click()
    expect(status).to_have_text("Looking at move 1 of 3")
    page.locator("#to-now").click()
    table.changed(before)
    assert position_shown(page) == table.view["position"]
    expect(lines).to_have_count(4)
    expect(page.locator("body")).not_to_have_class(re.compile("looking"))
    table.undo()
    expect(lines).to_have_count(3)


def test_the_list_of_moves_is_a_sheet_on_a_phone(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(phone=True, viewport={"width": 390, "height": 664}), house, touch=True)
    table.begin("kariuchi", start="Rx4/Rx4 1 4")
    for _ in range(3):  # a bonus throw: both moves belong to one turn
        table.throw() if table.due == "throw" else table.make(table.view["moves"][0])
    page = table.page
    expect(page.locator("#see-again")).to_be_in_viewport(ratio=1)
    expect(page.locator("#past-dialog")).to_be_hidden()
    page.locator("#past-button").tap()
    expect(page.locator(".turn-line").first.locator("button")).to_have_count(2)
    assert not violations(page), "the list"
    page.locator("#past [data-step]").first.tap()
    expect(page.locator("#past-dialog")).to_be_hidden()
    expect(page.locator("#status")).to_have_text("Looking at move 1 of 2")
    assert not violations(page), "looking back"
    expect(page.locator("#to-now")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    page.locator("#to-now").tap()
    assert table.due in ("throw", "move")


def test_what_the_others_did_is_seen_again(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(reduced_motion="no-preference"), house)
    table.begin("qubism", who={"w": "human", "b": "level:1"})
    page = table.page
    table.make(table.view["moves"][0])
    view = table.view
    page.clock.install()
    page.reload()
    page.locator("body[data-seq]").first.wait_for()
    page.clock.pause_at("2099-01-01")  # the animation is frozen
    page.locator("#again-button").click()
    expect(page.locator("#status")).to_contain_text("What the others did")
    expect(page.locator("#message")).to_contain_text("Black:")
    expect(page.locator("svg .ghost")).to_have_count(1)
    page.locator('#past [data-step="1"]').click()  # an earlier move is looked at instead
    page.clock.resume()
    expect(page.locator("#status")).to_have_text("Looking at move 1 of 2")
    page.locator("#to-now").click()
    expect(page.locator("#status")).to_contain_text("Your turn: move your pawn")
    assert position_shown(page) == view["position"]
    assert table.seq == str(view["seq"])


def test_a_tap_or_a_key_ends_what_moves(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(reduced_motion="no-preference"), house)
    table.begin("kariuchi", start="Rx3,4/Rx4 1 -")
    page = table.page
    page.clock.install()
    page.clock.pause_at("2099-01-01")  # from now on no animation would ever end by itself
    before = table.seq
    table.press("#throw")
    expect(page.locator("#status")).to_contain_text("tumbling")
    page.locator("#board").click(position={"x": 5, "y": 5})
    table.changed(before)
    before = table.seq
    table.press_place("R", ".source")
    table.press(".place.target")
    expect(page.locator("svg .ghost")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator("svg .ghost")).to_have_count(0)
    expect(page.locator("body")).not_to_have_attribute("data-seq", before)


def test_what_there_is_no_choice_about_goes_by_itself_as_set(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(newcomer=True), house)
    page = table.page
    page.clock.install()
    passing = "24,28;0;2/1,8,16;1;1 1 4"
    table.begin("holes58", start=passing)
    page.locator("#welcome-play").click()
    expect(page.locator("#only")).to_have_attribute("data-move", "pass")
    before = table.seq
    page.clock.run_for(5000)
    table.changed(before)
    assert table.view["last"]["move"] == "pass"
    assert table.due == "throw", "the sticks wait to be thrown"
    page.clock.run_for(5000)
    assert table.seq == str(table.view["seq"])
    assert table.due == "throw"
    page.locator("#settings-button").click()
    page.locator("#throws").check()
    page.locator("#forced").select_option("none")
    page.keyboard.press("Escape")
    before = table.seq
    page.clock.run_for(5000)
    table.changed(before)
    assert table.view["thrown"]
    table.begin("holes58", start=passing)
    page.clock.run_for(5000)
    expect(page.locator("#only")).to_be_visible()


def test_newcomers_see_the_goal_once_and_are_offered_a_lesson(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit("ja", phone=True, newcomer=True), house, touch=True)
    table.begin("kariuchi")
    page = table.page
    expect(page.locator("#welcome")).to_contain_text("先にあがらせたら勝ち")
    assert not violations(page)
    match = page.url
    page.locator("#welcome-learn").tap()
    page.wait_for_url("**/learn/kariuchi*")
    assert match.endswith(page.evaluate("sessionStorage.getItem('banmen-back-kariuchi')")), "the lessons lead back here"
    page.goto(match)
    page.locator("body[data-seq]").first.wait_for()
    expect(page.locator("#welcome")).to_have_count(0)
    page.evaluate(LEARN_ONE)
    table.begin("qubism")
    expect(page.locator("#welcome-learn")).to_have_text("レッスンのつづき")
    page.locator("#welcome").tap(position={"x": 8, "y": 8})  # anywhere
    expect(page.locator("#welcome")).to_have_count(0)
    assert table.view["last"] is None
    table.begin("qubism")
    page.locator("body[data-due=move]").first.wait_for()
    expect(page.locator("#welcome")).to_have_count(0)
    table.begin("kuniumi", who={"1": "level:1", "2": "human"})  # the computer begins, and nothing of that is seen yet
    expect(page.locator("#welcome")).to_be_visible()
    expect(page.locator("#status")).to_be_hidden()
    page.locator("#welcome-play").tap()
    expect(page.locator("#status")).to_be_visible()


def test_a_bonus_throw_is_shown_and_said_once_as_is_everything(visit: Opening, house: House) -> None:
    page = visit()
    watch_for(page, "cheer")
    page.add_init_script(SPEECH)
    told: dict[int, str] = {}  # what happened, by its number: the page receives most of it twice

    def note(frame: str | bytes) -> None:
        told.update(
            {one["seq"]: one["words"] for one in json.loads(frame).get("events", []) if one["kind"] in ("throw", "move")}
        )

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start="Rx4/Rx4 1 4", who={"1": "human", "2": "level:1"})
    table.press("#only")
    expect(page.locator("#status")).to_have_text("Bonus throw! Your turn: throw again.")
    expect(page.locator("html")).to_have_attribute("data-noted", "cheer")
    said: list[str] = []
    while not any("Player 2 threw" in one for one in said):
        table.throw() if table.due == "throw" else table.make(table.view["moves"][0])
        said = page.evaluate("said")
    assert "Bonus throw! Your turn: throw again." in said
    for words in some(set(told.values())):
        assert " ".join(said).count(words) == " ".join(told.values()).count(words), said


def test_labels_say_whose_places_and_pieces_these_are(table: BrowserMatch) -> None:
    def label(key: str) -> str:
        return str(table.page.locator(f'.place[data-key="{key}"]').get_attribute("aria-label"))

    table.begin("kariuchi", start="R,5x2,A/Rx2,8,30 1 3", who={"1": "human", "2": "level:1"})
    assert label("R@1").startswith("Reserve (yours): plain piece")
    assert label("R@2").startswith("Reserve (theirs): 2 × ringed piece")
    assert label("H@2").startswith("Home (theirs): empty")
    assert label("5@").startswith("Point 5, corner あ: 2 × plain piece (yours)")
    assert label("20c@").startswith("Point 20c, the 1st point out towards corner え: empty")
    assert label("8@").startswith("Point 8: ringed piece (theirs)")
    table.begin("kuniumi", start="6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l")
    assert label("c4@").startswith("Space c4: Earth God (of Player 1)")


def test_keys_are_listed(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    page, sheet = table.page, table.page.locator("#keys-dialog")
    page.keyboard.press("?")
    expect(sheet.locator("dt")).to_have_count(9)
    assert not violations(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator("#settings-button").click()
    page.locator("#keys-button").click()
    expect(sheet).to_be_visible()


def test_the_focus_stays_through_an_action(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    page = table.page
    page.locator('.place[data-at="5"]').focus()
    page.keyboard.press("Enter")
    place = page.locator(".place:focus").get_attribute("data-at")
    before = table.seq
    page.keyboard.press("Enter")
    table.changed(before)
    expect(page.locator(".place:focus")).to_have_attribute("data-at", str(place))


def test_without_a_connection_a_tap_is_acknowledged_and_sent_later(table: BrowserMatch) -> None:
    sockets: list[WebSocketRoute] = []
    away = False

    def pass_on(socket: WebSocketRoute) -> None:
        if away:
            socket.close()
            return
        socket.connect_to_server()
        sockets.append(socket)

    page = table.page
    page.route_web_socket("**/live?*", pass_on)
    table.begin("kariuchi", start=PICKING)
    other = second_window(table)
    away = True
    page.route("**/actions?*", lambda route: route.abort())
    sockets[0].close()
    expect(page.locator("#offline")).to_be_visible()
    before = table.seq
    table.press_place("5", ".source")
    table.press(".place.target")
    said = page.locator("#message")
    expect(said).to_contain_text("nothing has been played yet")
    table.press_place("A", ".source")  # one more is not sent, and that is shown as well
    assert table.view["seq"] == int(before)
    other.make(other.view["moves"][-1])  # meanwhile a move is played elsewhere
    away = False
    page.unroute("**/actions?*")
    expect(page.locator("#offline")).to_be_hidden()
    table.changed(before)
    view: dict[str, Any] = table.view
    assert view["seq"] == int(before) + 1, "the old tap was not played on top"
    assert position_shown(page) == view["position"]
    expect(page.locator("#status")).to_have_text(view["status"])
    expect(page.locator(".player.turn")).to_have_attribute("data-player", view["turn"])
    expect(said).to_contain_text("went on in another window")


def test_what_was_picked_stays_picked_while_the_connection_is_made_again(table: BrowserMatch) -> None:
    sockets: list[WebSocketRoute] = []
    heard: list[str | bytes] = []

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()

        def hear(frame: str | bytes) -> None:
            heard.append(frame)
            socket.send(frame)

        server.on_message(hear)

    page = table.page
    page.route_web_socket("**/live?*", pass_on)
    table.begin("kariuchi", start=PICKING)
    table.pick("5")
    known = len(heard)
    sockets[0].close()
    while len(heard) == known:
        page.wait_for_timeout(20)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator(".marks .mark-picked")).to_have_count(1)
    table.make(next(move for move in table.view["moves"] if move["move"] == "5>8"))


def test_it_is_said_where_one_waits_that_strong_computers_get_ready(table: BrowserMatch) -> None:
    page = table.page
    told = {"done": 3, "total": 12, "what": "", "ready": False}
    page.route("**/api/warm?game=kariuchi", lambda route: route.fulfill(json=told))
    page.route_web_socket("**/live?*", lambda socket: None)  # the computer's move does not arrive
    table.begin("kariuchi", start="Rx4/Rx4 1 3", who={"1": "human", "2": "level:8"})
    box = page.locator("#toolbar").bounding_box()
    table.press("#only")
    expect(page.locator("#actions")).to_contain_text("The strong computer players are getting ready (3 of 12).")
    assert page.locator("#toolbar").bounding_box() == box, "the tools do not jump"


def test_a_game_whose_answer_was_lost_is_begun_once(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/qubism")
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)  # it reaches the server, but the answer does not come back
        return route.abort()

    page.route("**/api/matches", lose_first)
    page.locator("#play").click()
    expect(page.locator("#problem")).not_to_be_empty()
    page.locator("#play").click()
    page.wait_for_url("**/play/*")
    assert lost == [201]
    assert page.request.get(f"{house.address}/api/history").json()["all"] == 1
