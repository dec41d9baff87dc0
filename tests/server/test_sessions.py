"""Matches in memory: watchers miss nothing, whatever is dropped, read anew or temporarily unreadable."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from banmen.match.actions import Intent, plan_move
from banmen.match.events import Event, number_events
from banmen.server import computer_turns, sessions
from banmen.server.fair_pool import Asker
from banmen.server.http.match_list_views import list_match
from banmen.server.live.change_writers import PlainWriter
from banmen.server.live.play_connection import BROKEN, PlayConnection
from banmen.server.live.watching import open_held
from banmen.server.matches import Matches
from banmen.server.problems import ProblemError
from banmen.server.sessions import Action, MatchSession
from banmen.server.store.database import StoreError
from tests.server.noted_line import NotedLine
from tests.server.visiting import PEOPLE, House, problem

ASKER = Asker("here", "visitor")
PATIENCE = 60.0  # seconds
Scene = Callable[[Matches, MatchSession], Awaitable[None]]


def play(house: House, scene: Scene, seats: dict[str, str] = PEOPLE["qubism"]) -> None:
    """Create a match and let some events happen in it."""

    async def run() -> None:
        matches: Matches = house.app.state.matches
        async with asyncio.timeout(PATIENCE):
            await scene(matches, await matches.create(ASKER, "qubism", {}, seats, {}))

    house.run(run())


def look(matches: Matches, session: MatchSession, writer: Any = None) -> NotedLine:
    """Connect a watcher, and return its line."""
    line = NotedLine()
    PlayConnection(matches, session, -1, writer or PlainWriter("en"), line).begin()
    return line


def move(session: MatchSession, seq: int | None = None) -> Action:
    """Return a move of the player to move."""
    intent = Intent("move", next(iter(session.match.legal)))
    return Action(intent, session.match.seq if seq is None else seq, str(uuid.uuid4()))


async def write_elsewhere(matches: Matches, session: MatchSession) -> int:
    """Write a move as another process would, and return its number."""
    seq = session.match.seq + 1
    planned = plan_move(session.match, next(iter(session.match.legal)))
    await matches.store.append(session.match.id, number_events(planned, seq, 1.0), None, False)
    return seq


async def wait_for(fulfilled: Callable[[], bool]) -> None:
    while not fulfilled():
        await asyncio.sleep(0.005)


def test_lists_tell_what_was_written_elsewhere(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seq = await write_elsewhere(matches, session)
        matches.sessions.hear([(session.match.id, seq)])
        (listed,) = await matches.lists.list_owned(ASKER, partial(list_match, lang="en", person=ASKER.visitor))
        assert listed["seq"] == 1

    play(house, scene)


def test_actions_in_a_dropped_match_reach_its_new_session(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        matches.sessions.refresh_all()  # nobody watches, but somebody is about to act
        again = await matches.open(session.match.id, ASKER)
        assert again is not session
        line = look(matches, again)
        await matches.act(session, move(session))
        await wait_for(lambda: [event["seq"] for event in line.sent_events] == [0, 1])

    play(house, scene)


def test_a_match_that_is_removed_in_one_form_stays_held_in_no_other(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        matches.sessions.refresh_all()
        again = await matches.open(session.match.id, ASKER)
        matches.sessions.forget(session)
        assert matches.sessions.holds(again)
        await matches.remove(session.match.id, ASKER.visitor)
        assert again.removed
        with pytest.raises(ProblemError):
            await matches.open(session.match.id, ASKER)

    play(house, scene)


def test_events_written_during_two_reads_are_not_missed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        gates, waiting, read = [asyncio.Event(), asyncio.Event()], list[asyncio.Event](), matches.store.list_events_after

        async def read_slowly(match: str, seq: int, most: int | None = None) -> list[Event]:
            found = await read(match, seq, most)
            if len(waiting) < len(gates):
                waiting.append(gates[len(waiting)])
                await waiting[-1].wait()
            return found

        matches.sessions.refresh_all()
        monkeypatch.setattr(matches.store, "list_events_after", read_slowly)
        first, second = (asyncio.create_task(matches.sessions.find(session.match.id)) for _ in range(2))
        await wait_for(lambda: waiting == gates)
        gates[0].set()
        await asyncio.wait((first, second), return_when=asyncio.FIRST_COMPLETED)
        matches.sessions.refresh_all()  # it is dropped from memory
        seq = await write_elsewhere(matches, session)
        matches.sessions.hear([(session.match.id, seq)])
        gates[1].set()
        await asyncio.wait((first, second))
        held = matches.sessions[session.match.id]
        await wait_for(lambda: held.match.seq == seq)

    play(house, scene)


def test_failed_reads_are_retried_while_somebody_watches(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        line, read, failed = look(matches, session), matches.store.list_events_after, 0

        async def fail_twice(match: str, seq: int) -> list[Event]:
            nonlocal failed
            if failed == 2:
                return await read(match, seq)
            failed += 1
            raise StoreError("it does not answer")

        monkeypatch.setattr(sessions, "AGAIN", 0.0)
        monkeypatch.setattr(matches.store, "list_events_after", fail_twice)
        seq = await write_elsewhere(matches, session)
        matches.sessions.hear([(session.match.id, seq)])
        await wait_for(lambda: [event["seq"] for event in line.sent_events] == [0, 1])
        assert (failed, session.in_doubt) == (2, False)

    play(house, scene)


def test_those_who_look_do_not_wait_for_those_who_act_nor_the_other_way_round(house: House) -> None:
    ann, eve = house.visitor(), house.visitor("127.0.0.2")
    begun = ann.post("/api/gatherings", {"game": "qubism", "seats": PEOPLE["qubism"], "own": ["w", "b"]}).json()["view"]["id"]

    async def scene(matches: Matches, _: MatchSession) -> None:
        lock = matches.sessions[begun].lock
        assert lock.try_acquire()  # somebody is acting
        for path in ("", "/record", "/replay", "/threats"):
            assert (await eve.client.get(f"/api/matches/{begun}{path}")).status_code == 200
        invited = await eve.client.post(f"/api/matches/{begun}/invitation", json={})
        assert problem(invited) == (404, "no_seat")
        lock.release()

    play(house, scene)


def test_a_match_that_is_dropped_while_it_is_opened_is_read_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        read = matches.store.read

        async def read_and_drop(work: Callable[[Any], Any]) -> Any:
            found = await read(work)
            matches.sessions.refresh_all()
            return found

        with monkeypatch.context() as during:
            during.setattr(matches.store, "read", read_and_drop)
            opened = await matches.open(session.match.id, ASKER)
        assert opened is not session
        assert matches.sessions.holds(opened)

    play(house, scene)


def test_a_failing_listener_does_not_affect_others(house: House) -> None:
    class BrokenWriter(PlainWriter):
        def write(self, session: MatchSession, since: int) -> bytes:
            if since >= 0:
                raise RuntimeError("a bug")
            return super().write(session, since)

    async def scene(matches: Matches, session: MatchSession) -> None:
        await matches.flags.downtime.settle()  # else an action may have to wait for that
        lines = [look(matches, session, BrokenWriter("en") if number == 1 else None) for number in range(3)]
        for _ in range(2):
            done = asyncio.get_running_loop().create_future()
            assert matches.try_act(session, move(session), done.set_result)
            assert await done is None
            await wait_for(lambda: not session.lock.locked())
        assert [len(line.sent_events) for line in lines] == [3, 1, 3]
        assert set(lines[1].closed) == {BROKEN}

    play(house, scene)


def test_events_during_connecting_are_not_missed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watcher's blocks are requested in between, and the match is dropped from memory meanwhile."""
    bob = house.visitor()
    begun = bob.post("/api/gatherings", {"game": "qubism", "seats": PEOPLE["qubism"], "own": ["w", "b"]}).json()["view"]["id"]

    async def scene(matches: Matches, _: MatchSession) -> None:
        async def list_blocked(_person: str) -> tuple[str, ...]:
            if begun in matches.sessions and matches.sessions[begun].idle:
                matches.sessions.refresh_all()
            monkeypatch.undo()
            return ()

        monkeypatch.setattr(matches.blocks, "list_blocked", list_blocked)
        session, _reader = await open_held(matches, begun, ASKER, "en")
        assert matches.sessions.holds(session)

    play(house, scene)


def test_a_computer_moves_here_although_its_turn_was_read_for_a_stale_client(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        monkeypatch.setattr(computer_turns, "GRACE", 0.0)
        line = look(matches, session)
        seq = await write_elsewhere(matches, session)  # by a process that dies now
        stale = move(session)
        with pytest.raises(ProblemError, match="stale"):
            await matches.act(session, Action(Intent("move", "nowhere"), stale.seq, stale.client_id))
        matches.sessions.hear([(session.match.id, seq)])  # the notice arrives late
        await wait_for(lambda: [event["seq"] for event in line.sent_events] == [0, 1, 2])

    play(house, scene, {"w": "human", "b": "random"})
