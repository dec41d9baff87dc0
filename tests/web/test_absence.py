"""Absent people: one who has left, one who never joins, and one who looks at another page meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.http.test_network_door import CLOSED
from tests.web.company import Guest
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import COMPILING
from tests.web.test_together import SMALL, meet

# Headless browsers show no notifications: these are recorded instead.
NOTED = """() => {
  window.shown = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body, tag, data }) { window.shown.push([title, body, tag, data]); }
  };
  navigator.serviceWorker.getRegistration = async () => undefined;
}"""
# The pitches of sounds.
RINGS = """() => {
  window.rings = [];
  const make = BaseAudioContext.prototype.createBiquadFilter;
  BaseAudioContext.prototype.createBiquadFilter = function () {
    rings.push(make.call(this));
    return rings.at(-1);
  };
}"""
PITCHES = "rings.splice(0).map(({ frequency }) => Math.round(frequency.value))"
CALL = {540, 720}  # the knocks of "your turn"
HIDE = "hidden => Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })"


@pytest.fixture(scope="module")
def hasty_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for which people have left as soon as they disconnect."""
    with House(tmp_path_factory.mktemp("hasty"), away=0.0) as opened:
        yield opened


def let_time_pass(page: Page) -> None:
    """Advance a page's clock by more than a minute, after which it counts absent people as gone."""
    page.clock.fast_forward(62_000)


def test_a_computer_plays_on_for_somebody_who_has_left(visit: Opening, hasty_house: House) -> None:
    ann_page = visit(phone=True, viewport=SMALL)
    ann_page.clock.install()
    ann_page.route("**/api/network", lambda route: route.fulfill(json=CLOSED))
    ann, bob = Guest(ann_page, hasty_house, "Ann"), Guest(visit(), hasty_house, "Bob")
    links = ann.begin()
    bob.join(ann.match, links["b"])
    ann.expect_due("move")
    expect(ann.page.locator(".presence.here")).to_have_count(1)
    bob.page.goto("about:blank")
    expect(ann.page.locator(".presence:not(.here)")).to_have_text("away")
    expect(ann.page.locator("#bar")).to_contain_text("Other devices cannot reach this computer now.")
    ann.page.click("#let-join")
    expect(ann.page.locator("#join-open")).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.page.click("#leave-shut")
    expect(ann.page.locator("#bar")).to_have_count(0)  # nor does it count as having left after a moment
    let_time_pass(ann.page)
    expect(ann.page.locator("#bar")).to_contain_text("Bob has left.")
    ann.page.click("#wait-on")
    expect(ann.page.locator("#bar")).to_have_count(0)
    bob.open()
    expect(ann.page.locator(".presence.here")).to_have_count(1)
    bob.page.goto("about:blank")
    expect(ann.page.locator(".presence:not(.here)")).to_have_count(1)
    let_time_pass(ann.page)
    ann.page.click("#replace")
    expect(ann.page.locator("#message")).to_contain_text("A computer takes over for Bob.")
    ann.type_move("c2")
    expect(ann.page.locator('body[data-due="move"]')).to_have_count(1, timeout=COMPILING)  # the computer has answered
    let_time_pass(ann.page)
    expect(ann.page.locator("#bar")).to_have_count(0)
    bob.open()
    expect(bob.page.locator("#only-watching")).to_have_text("You are watching")


def test_a_computer_takes_a_seat_instead_of_waiting(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(phone=True, viewport=SMALL), house, "Ann"), Guest(visit(lang="ja"), house, "はなこ")
    links = ann.begin()
    expect(ann.page.locator("#send-b")).to_be_in_viewport()
    ann.page.get_by_role("button", name="Let a computer play Black").click()
    ann.expect_due("move")
    expect(ann.page.locator(".room")).to_have_count(0)
    ann.type_move("c2")
    ann.expect_due("move")
    bob.page.goto(f"{house.address}/join/{ann.match}#{links['b']}")
    expect(bob.page.locator("#invited-watch")).to_be_visible()
    expect(bob.page.locator("#invited-form")).to_be_hidden()


def test_waiting_players_are_alerted_by_sound_and_optionally_by_notification(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    ann.type_move("c2")
    bob.expect_due("move")
    ann.page.evaluate(NOTED)
    ann.page.click("#settings-button")
    ann.page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(ann.page.locator("#notify-button")).to_have_attribute("aria-pressed", "true")
    expect(ann.page.locator(".notify")).to_contain_text("even while you look at something else")
    ann.page.keyboard.press("Escape")
    ann.page.evaluate(RINGS)
    bob.type_move("c4")
    ann.expect_due("move")
    ann.page.wait_for_function("rings.some(({ frequency }) => frequency.value === 720)")
    assert set(ann.page.evaluate(PITCHES)) >= CALL
    assert ann.page.evaluate("shown") == []  # it is on the screen
    ann.type_move("b2")
    bob.expect_due("move")
    assert not CALL & set(ann.page.evaluate(PITCHES))  # nobody is alerted to their own move
    ann.page.click("#sound-button")
    ann.page.evaluate(HIDE, True)
    bob.type_move("b4")
    ann.expect_due("move")
    expect(ann.page).to_have_title("● Your turn · Qubism · Banmen")
    ((title, body, tag, path),) = ann.page.evaluate("shown")
    assert (title, tag, path) == ("Your turn", ann.match, f"/play/{ann.match}")
    assert "Your turn" in body or "Your move" in body
    assert ann.page.evaluate(PITCHES) == []  # sound is off
    ann.page.evaluate(HIDE, False)
    ann.page.click("#settings-button")
    ann.page.click("#notify-button")
    expect(ann.page.locator("#notify-button")).to_have_attribute("aria-pressed", "false")
