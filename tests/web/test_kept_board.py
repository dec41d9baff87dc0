"""The board that the page keeps: whatever has happened, it is the same as on a newly opened page."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import SEATS, BrowserMatch

# The picture without what depends on the moment: rings around what can move, and the names of places just mentioned.
PICTURE = """
  () => {
    const picture = document.querySelector("#board > svg").cloneNode(true);
    picture.querySelector("g.marks")?.remove();
    for (const name of picture.querySelectorAll("[data-name-of]")) name.removeAttribute("class");
    const frame = Array.from(picture.attributes, ({ name, value }) => `${name}=${value}`).sort();
    return [...frame, picture.innerHTML].join("\\n");
  }
"""
# Animations are short, and the visitor knows the games.
HURRIED = """
  if (location.protocol === "http:") {
    localStorage.setItem("banmen", JSON.stringify({ ...JSON.parse(localStorage.getItem("banmen") || "{}"), speed: "fast" }));
  }
"""
STEPS = 14


def check_board(table: BrowserMatch) -> None:
    """Check that the page shows the same when it is reopened."""
    kept = table.page.evaluate(PICTURE)
    table.page.reload()
    table.page.locator("body[data-seq]").first.wait_for()
    assert kept == table.page.evaluate(PICTURE)


def listen(page: Page) -> list[dict[str, Any]]:
    """Record the messages on the page's connections."""
    told: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        told.append(json.loads(frame))

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    return told


@pytest.mark.parametrize("game", list(SEATS))
def test_after_many_moves_and_some_taken_back(table: BrowserMatch, game: str) -> None:
    told = listen(table.page)
    table.begin(game)
    rng = random.Random(3)
    for _ in range(STEPS):
        table.step(rng)
    table.undo()
    table.step(rng)
    changes = [one["picture"] for one in told if "picture" in one]
    assert len(changes) > STEPS
    new = [sum(len(part) for part in change if isinstance(part, str)) for change in changes]
    assert max(new[1:]) < new[0] / 3, "the board was sent once"
    check_board(table)


@pytest.mark.parametrize("game", ["kariuchi", "qubism", "kuniumi"])
def test_after_moves_that_were_seen_to_be_made(visit: Opening, house: House, game: str) -> None:
    page = visit(reduced_motion="no-preference")
    page.add_init_script(HURRIED)
    table = BrowserMatch(page, house)
    table.begin(game)
    rng = random.Random(4)
    for _ in range(6):
        table.step(rng)
    expect(page.locator("#board .ghost, #board .gone")).to_have_count(0)
    check_board(table)


def test_after_the_connection_was_lost_and_somebody_moved(table: BrowserMatch) -> None:
    sockets: list[WebSocketRoute] = []
    page = table.page

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/live?*", pass_on)
    table.begin("qubism")
    rng = random.Random(5)
    table.step(rng)
    other = BrowserMatch(page.context.new_page(), table.house)
    other.match = table.match
    other.open()
    sockets[0].close()
    other.step(rng)
    other.step(rng)
    page.locator(f'body[data-seq="{other.seq}"]').first.wait_for()
    assert len(sockets) > 1
    table.step(rng)  # which builds on what the new connection has sent
    other.page.locator(f'body[data-seq="{table.seq}"]').first.wait_for()
    check_board(other)
    check_board(table)


def test_after_an_action_that_went_by_a_request_of_its_own(table: BrowserMatch) -> None:
    """The next message of the connection builds on its own earlier ones, whatever the page has received otherwise."""
    page, deaf = table.page, [False]

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if deaf[0] else server.send(text))

    page.route_web_socket("**/live?*", pass_on)
    table.begin("kariuchi", start="Rx2,5,A/Rx3,12 1 3")
    deaf[0] = True
    table.step(random.Random(6))
    deaf[0] = False
    for _ in range(4):
        table.step(random.Random(7))
    check_board(table)


def test_after_other_colours_and_from_the_other_side(table: BrowserMatch) -> None:
    page = table.page
    table.begin("kariuchi")
    rng = random.Random(8)

    def look(wanted: str, change: Any) -> None:
        change()
        expect(page.locator(wanted)).to_have_count(1)
        for _ in range(3):
            table.step(rng)
        expect(page.locator(wanted)).to_have_count(1)
        check_board(table)

    look('#board > svg[data-turned="true"]', lambda: page.locator("#turn-button").click())
    look("#board > svg:not([data-turned])", lambda: page.locator("#turn-button").click())
    light = page.locator("#board > svg > rect").get_attribute("fill")
    look(f'#board > svg > rect:first-child:not([fill="{light}"])', lambda: page.locator("#theme-button").click())


def test_on_a_board_that_turns_to_the_mover(table: BrowserMatch) -> None:
    page = table.page
    table.begin("qubism")
    page.locator("#settings-button").click()
    page.locator("#facing").check()
    page.keyboard.press("Escape")
    rng = random.Random(9)
    for turned in ("true", None, "true"):
        table.step(rng)
        assert page.get_attribute("#board > svg", "data-turned") == turned
        check_board(table)
