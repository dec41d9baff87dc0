"""Tournaments on their pages: one is set up, people, a computer and a bot play it to its end, and somebody watches it."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banmen.server.bots.bot_client import BotClient
from tests.web.company import Guest
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import LOOKS, check_width, violations

SMALL = {"width": 390, "height": 664}


@contextmanager
def playing_bot(house: House, token: str) -> Iterator[None]:
    """Let a bot that moves at random join all its matches."""
    loop = asyncio.new_event_loop()
    playing = loop.create_task(BotClient(house.address, token, "random").run())

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(asyncio.gather(playing, return_exceptions=True))
        loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:  # otherwise the thread, and with it all tests, would not end
        loop.call_soon_threadsafe(playing.cancel)
        thread.join()


def set_up(guest: Guest, **more: Any) -> str:
    """Set up a tournament by the API, and return the address of its page."""
    body = {"name": "Cup", "game": "qubism", "clock": {"kind": "total", "seconds": 300}, **more}
    answer = guest.post("/api/tournaments", body)
    assert answer.status == 201, answer.text()
    return f"{guest.house.address}/tournaments/{answer.json()['id']}"


def resign(page: Page) -> None:
    """Play one's match in the shortest way, and return to the tournament."""
    page.wait_for_url("**/play/*")
    page.click("#resign-button")
    page.click("#resign-dialog .warn")
    page.click("#to-tournament")
    page.wait_for_url("**/tournaments/*")


def test_people_a_computer_and_a_bot_play_a_tournament_to_its_end(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(lang="ja", phone=True, viewport=SMALL), house, "はなこ")
    robo = f"robo{secrets.token_hex(3)}"  # names of bots are unique, also when a test is retried
    token = ann.post("/api/bots", {"name": robo, "games": ["qubism"]}).json()["token"]
    ann.page.goto(f"{house.address}/lobby?game=qubism")
    ann.page.get_by_role("link", name="Tournaments").click()
    ann.page.get_by_role("link", name="Set up a tournament").click()
    ann.page.fill("#tournament-title", "Spring Cup")
    for choice in ('[value="swiss"]', '[value="level:1"]', f'[value="bot:{robo}"]'):
        ann.page.locator(f"#tournament-form input{choice}").check(force=True)
    ann.page.select_option("#tournament-rounds", "2")
    ann.page.fill("#my-name", "Ann")
    ann.page.click("#tournament-begin")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Spring Cup")
    expect(ann.page.locator("#entrants li")).to_have_count(3)
    with playing_bot(house, token):
        bob.page.goto(ann.page.url)
        expect(bob.page.locator("#tournament-start")).to_have_count(0)  # it is not his
        bob.page.fill("#entrant-name", bob.name)
        bob.page.click("#tournament-enter")
        expect(bob.page.locator("#tournament-status")).to_have_text("参加しました！")
        eve = visit(phone=True, viewport={"width": 320, "height": 568})
        eve.goto(f"{house.address}/tournaments")
        eve.get_by_role("link", name="Spring Cup").click()
        expect(eve.locator("#entrants")).to_contain_text("はなこ")
        ann.page.get_by_role("button", name="Start the tournament").click()
        expect(eve.locator("#round-title")).to_have_text("Round 1 of 2")
        expect(eve.get_by_role("link", name="Watch")).to_have_count(2)
        for guest in (ann, bob):
            resign(guest.page)
        expect(eve.locator("#round-title")).to_have_text("Round 2 of 2")
        expect(eve.locator("#tournament-enter")).to_have_count(0)
        resign(ann.page)  # to Bob, who is at the board already
        bob.page.click("#to-tournament")
        for page, words in ((ann.page, "has won"), (eve, "has won"), (bob.page, "優勝")):
            expect(page.locator("#tournament-status")).to_contain_text(words)
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert eve.evaluate("document.documentElement.scrollWidth <= innerWidth")
    rows = eve.locator("#standings-rows tr")
    assert [row.split("\t")[2] for row in rows.all_inner_texts()] == ["2", "1", "1", "0"]
    expect(ann.page.locator("#standings-rows .yours")).to_contain_text("Ann")
    expect(eve.locator("#earlier-list .meetings li")).to_have_count(2)
    eve.get_by_role("link", name="Review").first.click()
    expect(eve.locator("main:not([inert]) #board svg").first).to_be_visible()


def test_a_failed_automatic_seat_is_taken_by_hand(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(), house, "Bob")
    address = set_up(ann)
    for guest in (ann, bob):
        guest.page.goto(address)
        guest.page.fill("#entrant-name", guest.name)
        guest.page.click("#tournament-enter")
        expect(guest.page.locator("#tournament-leave")).to_be_visible()
    busy = {"error": {"code": "too_busy", "message": "The server is busy."}}
    bob.page.route("**/join", lambda route: route.fulfill(status=429, json=busy), times=3)
    ann.page.click("#tournament-start")
    bob.page.wait_for_url("**/play/*")
    expect(bob.page.locator("#room-told")).to_have_text("The server is busy.")
    expect(bob.page.locator("#room-name")).to_have_count(0)  # it is known what he is called
    bob.page.click("#sit-down")
    for guest in (ann, bob):
        expect(guest.page.locator(".clock.running")).to_have_count(1)


def test_entering_and_leaving_by_keys_and_coming_back_to_ones_match(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(phone=True, viewport=SMALL), house, "Bob")
    address = set_up(ann)
    ann.page.goto(address)
    expect(ann.page.locator("#tournament-start")).to_be_disabled()
    ann.page.fill("#entrant-name", "Ann")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#tournament-leave")).to_be_visible()
    expect(ann.page.locator("#tournament-status")).to_be_focused()  # where the form was
    bob.page.goto(address)
    bob.page.fill("#entrant-name", "Ann")
    bob.page.click("#tournament-enter")
    expect(bob.page.get_by_role("alert")).to_contain_text("Someone else here already has this name")
    bob.page.fill("#entrant-name", "Bob")
    bob.page.click("#tournament-enter")
    ann.page.click("#tournament-call-off")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#call-off-dialog")).to_be_hidden()
    bob.page.click("#tournament-leave")
    expect(bob.page.locator("#entrants li")).to_have_count(1)
    bob.page.click("#tournament-enter")
    expect(bob.page.locator("#entrants li")).to_have_count(2)
    ann.page.click("#tournament-start")
    for guest in (ann, bob):
        guest.page.wait_for_url("**/play/*")  # taken there automatically
        expect(guest.page.locator(".clock.running")).to_have_count(1)
    ann.page.goto(address)  # to look at the table, and not taken away
    expect(ann.page.locator("#to-my-match")).to_be_visible()
    expect(ann.page).to_have_title("● Your match · Cup · Banmen")
    ann.page.click("#tournament-leave")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#leave-dialog")).to_be_hidden()
    ann.page.click("#tournament-leave")
    ann.page.click("#leave-dialog .warn")
    expect(ann.page.locator("#standings-rows .gone")).to_contain_text("has left")


def test_the_organiser_calls_it_off_and_whoever_waits_is_told(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(lang="ja", phone=True, viewport=SMALL), house, "Bob")
    address = set_up(ann)
    ann.page.goto(address)
    bob.page.goto(address)
    expect(bob.page.locator("#tournament-enter")).to_be_visible()
    expect(bob.page.locator("#tournament-call-off")).to_have_count(0)
    ann.page.click("#tournament-call-off")
    ann.page.click("#call-off-dialog .warn")
    ann.page.wait_for_url("**/tournaments")
    expect(bob.page.locator("#tournament-status")).to_have_text("この大会は中止になりました")
    expect(bob.page.locator("#tournament-actions button")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "lang"), LOOKS)
def test_no_violation_on_the_pages_of_tournaments(visit: Opening, house: House, scheme: str, lang: str) -> None:
    ann = Guest(visit(lang, color_scheme=scheme), house, "Ann")
    address = set_up(ann, kind="robin", computers=["random", "greedy", "random"])
    for path in (f"{house.address}/tournaments", f"{house.address}/tournaments/new?game=moontrek", address):
        ann.page.goto(path)
        expect(ann.page.locator("#tournament-share, #tournament-begin:enabled, .tournament-list a").first).to_be_visible()
        assert not violations(ann.page), path
        check_width(ann.page, path)
        ann.page.set_viewport_size({"width": 1280, "height": 800})
    ann.page.click("#tournament-start")
    expect(ann.page.locator("body.tournament-over")).to_have_count(1)
    ann.page.click("#earlier-part summary")
    assert not violations(ann.page), "over"
