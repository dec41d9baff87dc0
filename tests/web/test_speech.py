"""Announcements to screen readers: every event once, nothing twice, and nothing missing."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from playwright.sync_api import expect

from banmen.presentation.lessons import read_lessons
from tests.common.loops import some
from tests.web.company import Guest
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.listening import hear, listen, wait_to_hear
from tests.web.table import BrowserMatch
from tests.web.test_replay import LUCKY

TURN = "Your turn: move your pawn or place a cube."


def meet(visit: Opening, house: House, **more: Any) -> tuple[Guest, Guest]:
    """Return two guests in one match of Qubism, with all earlier announcements read."""
    ann, bob = (Guest(visit(), house, name) for name in ("Ann", "Bob"))
    for guest in (ann, bob):
        listen(guest.page)
    links = ann.begin(**more)
    bob.join(ann.match, links["b"])
    ann.expect_due("move")
    assert wait_to_hear(ann.page, TURN) == ["Bob has joined. You begin.", TURN]
    hear(bob.page)
    return ann, bob


def test_a_whole_game_is_announced_event_by_event(visit: Opening, house: House) -> None:
    page = visit()
    listen(page)
    events: dict[int, str] = {}  # what happened, by its number: the page receives most of it twice

    def note(frame: str | bytes) -> None:
        events.update(
            {one["seq"]: one["words"] for one in json.loads(frame).get("events", []) if one["kind"] in ("throw", "move")}
        )

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    table = BrowserMatch(page, house)
    table.begin("moontrek", who={"A": "human", "B": "level:1", "C": "level:1"}, players=3, pieces=1)
    table.play_through(seed=2)
    heard = [*wait_to_hear(page, " won"), *hear(page)]
    said = [words for words in heard if not words.startswith("To decide who begins: ")]  # its throws are no events
    shown = " ".join(events.values())
    assert len(events) > 10
    for words in some(set(events.values())):
        assert " ".join(said).count(words) == shown.count(words), said
    assert sum(" won" in words for words in said) == 1


def test_moves_proposals_and_talk_of_others_are_said_once(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    ann.type_move("c2")
    assert wait_to_hear(ann.page, "c2") == ["You: pawn to c2."]
    assert wait_to_hear(bob.page, TURN) == ["Ann: pawn to c2.", TURN]
    ann.page.click("#ask-undo")
    assert wait_to_hear(ann.page, "asked") == ["You have asked to take your move back."]
    assert wait_to_hear(bob.page, "take") == ["Ann would like to take a move back."]
    bob.page.click("#decline")
    expect(bob.page.locator("#main")).to_be_focused()  # what had the focus is gone: the next key continues from here
    assert wait_to_hear(ann.page, "declines") == ["Bob declines."]
    bob.page.click("#say-button")
    bob.page.click('[data-phrase="good_luck"]')
    assert wait_to_hear(ann.page, "luck") == ["Bob: Good luck!"]
    ann.page.click("#offer-draw")
    bob.page.click("#agree")
    assert wait_to_hear(ann.page, "A draw") == ["You have offered a draw.", "Bob agrees.", "A draw by agreement."]
    bob.page.click('[data-action="again"]')
    assert wait_to_hear(ann.page, "again") == ["Bob would like to play again."]


def test_a_departure_is_announced(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    ann.page.clock.install()
    bob.page.close()
    expect(ann.page.locator(".presence")).to_have_text("away")
    ann.page.clock.fast_forward(62_000)
    expect(ann.page.locator("#replace")).to_be_visible()
    ann.page.clock.run_for(2000)
    assert wait_to_hear(ann.page, "left") == ["Bob has left."]


def test_a_new_link_is_announced_once(visit: Opening, house: House) -> None:
    ann = Guest(visit(), house, "Ann")
    listen(ann.page)
    ann.begin()
    hear(ann.page)
    ann.page.get_by_role("button", name="New link").click()
    assert wait_to_hear(ann.page, "link") == ["Here is a new link. The old one no longer works."]


def test_lessons_say_how_a_try_went_and_nothing_while_one_looks_around(visit: Opening, house: House) -> None:
    page = visit()
    listen(page)
    lesson = read_lessons("kuniumi")[0]
    page.goto(f"{house.address}/learn/kuniumi#lesson=1")
    page.locator(".place.target").first.wait_for()
    assert wait_to_hear(page, lesson.steps[0].text["en"]) == [f"{lesson.title['en']}. {lesson.steps[0].text['en']}"]
    for place in page.locator(".place.target").all():
        place.focus()
    assert hear(page) == []  # the places describe themselves
    page.locator(".place.target").first.press("Enter")
    page.locator("#next, #finish, #again").first.wait_for()
    [words] = hear(page)
    assert words == page.locator("#goal").inner_text()


def test_the_analysis_board_says_each_thing_once(visit: Opening, house: House) -> None:
    page = visit()
    listen(page)
    page.goto(f"{house.address}/board/qubism")
    page.locator("#live").uncheck()
    page.locator('.place.source[data-at="c1"]').first.press("Enter")
    hear(page)
    page.locator('.place.target[data-at="c2"]').first.focus()
    expect(page.locator("#message")).to_contain_text("c2")
    assert hear(page) == []  # the place describes itself
    page.locator('.place[data-at="c4"]').first.press("Enter")
    assert len(wait_to_hear(page, "c4")) == 1
    page.locator('.place[data-at="c2"]').first.press("Enter")
    assert len(wait_to_hear(page, "Black")) == 1


def test_a_review_says_each_step_once_and_an_analysis_how_far_it_is_now_and_then(visit: Opening, house: House) -> None:
    page = visit()
    listen(page)
    page.goto(f"{house.address}/replay#record={quote(LUCKY)}")
    assert wait_to_hear(page, "start") == ["The start."]
    page.click("#forward")
    assert len(wait_to_hear(page, "Step 1 of 5.")) == 1
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).to_contain_text("Step 2")
    assert hear(page) == []  # the slider's value is read out
    assert page.get_attribute("#step", "aria-valuetext") == page.locator("#step-words").inner_text()
    page.click("#analyse-button")
    page.locator("body[data-analysis=done]").wait_for()
    told = wait_to_hear(page, "Every move has been looked at.")
    assert 2 <= len(told) <= 6, told


def test_coming_back_to_now_and_a_wrong_move_are_said(table: BrowserMatch) -> None:
    page = table.page
    listen(page)
    table.begin("qubism")
    table.make(next(one for one in table.view["moves"] if one["move"] == "c2"))
    hear(page)
    page.keyboard.press(",")
    assert wait_to_hear(page, "start") == ["Looking at the start (of 1 moves)", "The start."]
    page.keyboard.press("Escape")
    assert wait_to_hear(page, "Black") == ["Black: move your pawn or place a cube."]
    page.evaluate("document.querySelector('#in-words').open = true")
    page.fill("#typed-move", "zz")
    page.press("#typed-move", "Enter")
    assert wait_to_hear(page, "zz") == ["“zz” cannot be played now."]


def test_waiting_in_the_lobby_is_announced_by_the_focus_only(visit: Opening, house: House) -> None:
    page = visit()
    listen(page)
    page.goto(f"{house.address}/lobby?game=qubism")
    page.locator("#lobby-play:enabled").click()
    expect(page.locator("#lobby-waiting-text")).to_be_focused()
    assert hear(page) == []
    page.click("#lobby-cancel")
