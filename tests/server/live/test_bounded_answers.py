"""However often a client acts on an outdated state, and whether or not it reads, its answers stay few and short."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from banmen.match.events import MOST_SENT, MOVE, UNDO, PlannedEvent
from banmen.server.live.play_connection import MOST_REPEATED, MOST_WAITING
from banmen.server.matches import Matches
from banmen.server.sessions import MatchSession
from tests.server.live.connected_seat import Seat, play
from tests.server.visiting import House


async def lengthen(matches: Matches, session: MatchSession, events: int) -> None:
    """Move, and take it back, until there are so many events."""
    there_and_back = [PlannedEvent(MOVE, {"move": "L@c3"}), PlannedEvent(UNDO, {"to": 0})]
    async with session.lock:
        await matches.append(session, there_and_back * (events // 2))


def test_stale_actions_of_a_client_that_does_not_read_wait(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        await lengthen(matches, session, 100)
        slow = Seat(matches, session)
        for _ in range(MOST_WAITING):
            slow.say(type="move", move="L@c3", seq=0)
        slow.line.is_clogged = True  # the first of them is being carried out
        await slow.quiet()
        answers = slow.line.sent[1:]
        assert [answer["error"]["code"] for answer in answers] == ["stale"]
        slow.line.is_clogged = False
        slow.connection.catch_up()
        await slow.quiet()
        answers = slow.line.sent[1:]
        assert len(answers) == MOST_WAITING
        assert {len(answer["events"]) for answer in answers} == {MOST_REPEATED}

    play(house, scene)


def test_what_was_not_sent_yet_comes_with_the_answer_to_a_stale_action(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        slow = Seat(matches, session)
        slow.say(type="move", move="nowhere", seq=0)
        slow.line.is_clogged = True
        await lengthen(matches, session, 2 * MOST_REPEATED)
        await slow.quiet()
        slow.line.is_clogged = False
        slow.connection.catch_up()
        seen = [event["seq"] for event in slow.line.sent_events]
        assert seen == list(range(2 * MOST_REPEATED + 1))

    play(house, scene)


def test_a_long_match_is_sent_in_parts_as_far_as_the_client_reads(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        await lengthen(matches, session, 2 * MOST_SENT + 100)
        seat = Seat(matches, session)
        seat.line.is_clogged = True
        await asyncio.sleep(0)
        assert [len(sent["events"]) for sent in seat.line.sent] == [MOST_SENT]
        assert "turn" not in seat.last
        seat.line.is_clogged = False
        seat.connection.catch_up()
        await asyncio.sleep(0)
        assert [event["seq"] for event in seat.line.sent_events] == list(range(2 * MOST_SENT + 101))
        assert (seat.last["seq"], seat.last["turn"]) == (2 * MOST_SENT + 100, "1")

    play(house, scene)


def test_acting_before_all_of_a_long_match_has_come_repeats_nothing(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        await lengthen(matches, session, 3 * MOST_SENT)
        hasty = Seat(matches, session)
        assert (await hasty.done(type="move", move="L@c3", seq=0))["error"]["code"] == "stale"
        assert (await hasty.done(type="move", move="L@c3"))["seq"] == 3 * MOST_SENT + 1
        once = list(range(3 * MOST_SENT + 2))
        assert sorted({event["seq"] for event in hasty.line.sent_events}) == once
        assert len(hasty.line.sent_events) <= len(once) + MOST_REPEATED

    play(house, scene)


def test_an_action_that_cannot_even_be_planned_leaves_the_match_free(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise KeyError("oops")

    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        with monkeypatch.context() as broken:
            broken.setattr(matches, "_plan", fail)
            assert (await seat.done(type="move", move="L@c3"))["error"]["code"] == "broken"
        assert not session.lock.locked()
        assert (await seat.done(type="move", move="L@c3"))["seq"] == 1

    play(house, scene)
