"""Two strangers find each other in the lobby and meet at the board."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import violations

SMALL = {"width": 390, "height": 664}


def test_two_people_pair_quickly_and_meet_on_the_play_page(visit: Opening, house: House) -> None:
    ann, bob = visit(), visit(lang="ja", phone=True, viewport=SMALL, color_scheme="dark")
    ann.goto(house.address)
    ann.get_by_role("link", name="Play someone online").click()
    ann.locator('.lobby-games a[data-game="kariuchi"]').click()
    assert not violations(ann)
    expect(ann.locator("#lobby-none")).to_contain_text("Nobody is waiting")
    expect(ann.get_by_role("button", name="Play now")).to_be_enabled()
    ann.get_by_role("button", name="Play now").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator("#lobby-waiting-text")).to_contain_text("Looking for someone")
    expect(ann.locator("#lobby-waiting-text")).to_be_focused()
    ann.get_by_role("button", name="Stop waiting").click()
    expect(ann.get_by_role("button", name="Play now")).to_be_focused()
    ann.get_by_role("button", name="Post a challenge").click()
    for _ in range(2):  # and so it is after a reload
        expect(ann.locator("#lobby-waiting-text")).to_contain_text("Kariuchi")
        expect(ann.get_by_role("button", name="Stop waiting")).to_be_visible()
        expect(ann.locator("#lobby-form")).to_be_hidden()
        expect(ann.locator("#lobby-none")).to_have_text("Nobody else is waiting just now.")
        ann.reload()

    bob.goto(f"{house.address}/lobby?game=kariuchi")
    taking = bob.locator("#lobby-list button")
    expect(taking).to_have_count(1)
    expect(bob.locator("#lobby-list li")).to_contain_text("ゲスト")
    assert not violations(bob)
    assert bob.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    taking.click()
    for page in (ann, bob):
        page.wait_for_url("**/play/*")
    assert ann.url.rpartition("/")[2] == bob.url.rpartition("/")[2]
    view = bob.request.get(f"{house.address}/api/matches/{bob.url.rpartition('/')[2]}").json()
    assert view["together"]["begun"]
    for page in (ann, bob):  # also where the page came after them
        expect(page.locator("#message")).to_have_text(re.compile(r"{}\b.*{}\b".format(*view["opening"][-1])))


def test_leaderboards_and_ratings_can_be_read_by_everybody(visit: Opening, house: House) -> None:
    page = visit(phone=True, viewport=SMALL)
    for path in ("/leaderboard?game=qubism", "/ratings", "/lobby"):
        page.goto(f"{house.address}{path}")
        assert not violations(page)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("link", name="My ratings")).to_be_visible()
