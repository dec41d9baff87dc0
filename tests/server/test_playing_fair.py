"""Abuse of a match with remote players: filling it, delaying it, or having others replaced."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banmen.server import presence
from banmen.server.http import connections
from banmen.server.live.change_writers import PlainWriter
from banmen.server.live.play_connection import PlayConnection
from banmen.server.live.watching import MOST_OWN, refuse_if_crowded
from banmen.server.matches import Matches
from banmen.server.presence import Presence
from banmen.server.problems import ProblemError
from banmen.server.sessions import MatchSession
from banmen.server.store.database import ConflictError
from banmen.server.store.identity import digest_token
from tests.server.noted_line import NotedLine
from tests.server.test_gatherings import begin, join, meet
from tests.server.visiting import House, Visitor, problem


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as made:
        yield made


def find_session(house: House, match: str) -> MatchSession:
    return house.run(house.app.state.gatherings.find(match))  # type: ignore[no-any-return]


def find_person(visitor: Visitor) -> str:
    return digest_token(visitor.client.cookies["banmen_visitor"])


class Spectator:
    """A person's connection to a match, opened in the server's event loop, and what it was sent."""

    def __init__(self, house: House, session: MatchSession, person: str) -> None:
        self.line = NotedLine()
        house.run(self._open(house.app.state.matches, session, person))

    async def _open(self, matches: Matches, session: MatchSession, person: str) -> None:
        self.connection = PlayConnection(matches, session, -1, PlainWriter("en"), self.line, person)
        self.connection.begin()

    @property
    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.line.sent_events]


def connect(house: House, session: MatchSession, person: str) -> Spectator:
    return Spectator(house, session, person)


# Clocks running out.


@pytest.mark.parametrize("seed", range(12))
def test_a_move_while_the_clock_falls_has_one_outcome_on_every_screen(house: House, seed: int) -> None:
    ann, bob, match = meet(house, clock={"kind": "move", "seconds": 5})
    session = find_session(house, match)
    eyes = [connect(house, session, person) for person in (find_person(ann), find_person(bob), "watcher")]
    clock = session.match.gathering.clock if session.match.gathering else None
    assert clock
    asked = {"type": "move", "move": "c2", "seq": session.match.seq, "client_id": str(uuid.uuid4())}

    async def race() -> tuple[int, str]:
        clock.since -= 5.0 + (seed - 6) * 0.002  # so that the time is over, or nearly
        falling = asyncio.create_task(house.app.state.matches.flags._fall(session))
        for _ in range(seed % 3):
            await asyncio.sleep(0)
        answer = await ann.client.post(f"/api/matches/{match}/actions", json=asked)
        await falling
        return answer.status_code, answer.json().get("error", {}).get("code", "")

    status, code = house.run(race())

    async def settle() -> None:
        async with asyncio.timeout(60):
            while status != 200 and not session.match.over:  # the flag falls a moment later
                await asyncio.sleep(0.01)

    house.run(settle())
    kinds = [event.kind for event in session.match.events]
    moved, fallen = kinds.count("move"), kinds.count("time_out")
    assert moved + fallen <= 1 or (moved == 1 and fallen == 1 and kinds.index("move") < kinds.index("time_out"))
    assert (status == 200) == (moved == 1), (code, kinds)
    assert code in ("", "time_over", "match_over", "stale")
    assert [eye.kinds for eye in eyes] == [kinds] * 3
    results = [visitor.look(match)["result"] for visitor in (ann, bob, house.visitor())]
    fallen = [event.kind for event in session.match.events].count("time_out")
    told = {None if result is None else (tuple(result["winners"]), result["by"]) for result in results}
    assert told == {(("b",), "time") if fallen and not moved else (("w",), "time") if fallen else None}


@pytest.mark.parametrize("error", [ConflictError(), RuntimeError("a bug")])
def test_a_sweep_of_clocks_survives_a_failure(house: House, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [meet(house, clock={"kind": "move", "seconds": 5})[2] for _ in range(3)]
    flags, looked = house.app.state.matches.flags, []

    async def look(match: str) -> None:
        looked.append(match)
        if match == matches[0]:
            raise error

    async def list_all(now: float, most: int) -> list[str]:
        return matches

    monkeypatch.setattr(flags, "_look", look)
    monkeypatch.setattr(house.app.state.store, "list_due", list_all)
    house.run(flags._sweep())
    assert looked == matches


def test_a_match_that_leaves_the_memory_takes_its_timer_along(tmp_path: Path) -> None:
    with House(tmp_path, matches_in_memory=1) as house:
        _, _, match = meet(house, clock={"kind": "days", "seconds": 24 * 3600})
        session = find_session(house, match)
        assert session.flag is not None
        house.visitor().begin("qubism")
        assert session.flag is None
        house.app.state.matches.flags.watch(session)  # a person had started to act in it
        assert session.flag is None
        assert find_session(house, match) is not session


# Watching.


def test_watchers_leave_room_for_players(house: House) -> None:
    ann, _, match = meet(house)
    session = find_session(house, match)
    for number in range(3):
        connect(house, session, f"watcher {number}")
    with pytest.raises(ProblemError, match="too_busy"):
        refuse_if_crowded(session, "one more", 3)
    refuse_if_crowded(session, find_person(ann), 3)
    for _ in range(MOST_OWN):
        connect(house, session, find_person(ann))
    with pytest.raises(ProblemError, match="too_busy"):
        refuse_if_crowded(session, find_person(ann), 3)


def test_actions_of_spectators_rarely_query_the_database(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match = meet(house)
    eve, asked = house.visitor(), 0
    view, sessions = eve.look(match), house.app.state.matches.sessions
    connect(house, find_session(house, match), find_person(ann))  # who would have to wait
    refresh = sessions.refresh

    async def count(session: MatchSession) -> None:
        nonlocal asked
        asked += 1
        await refresh(session)

    monkeypatch.setattr(sessions, "refresh", count)
    codes = {problem(eve.act(view, "move", move="c2")) for _ in range(20)}
    assert codes == {(403, "not_your_seat")}
    assert asked < 10
    ann.done(ann.look(match), "move", move="c2")


def test_spectators_neither_hurry_nor_pay_for_the_computer(house: House) -> None:
    ann, eve = house.visitor(), house.visitor("10.9.9.9")
    view, _ = begin(ann, seats={"w": "human", "b": "random"}, own=["w"])
    join(ann, view["id"])
    session = find_session(house, view["id"])
    eve.look(view["id"])
    assert session.asker.visitor == find_person(ann)
    assert problem(eve.post(f"/api/matches/{view['id']}/stop")) == (403, "not_your_seat")


def test_a_slow_watcher_delays_nobody_and_gets_presence_later(house: House) -> None:
    ann, bob, match = meet(house)
    session = find_session(house, match)
    slow, quick = connect(house, session, "slow"), connect(house, session, "quick")
    slow.line.is_clogged = True
    before = len(slow.line.sent)
    connect(house, session, find_person(bob))
    ann.done(ann.look(match), "say", what="hello")
    ann.done(ann.look(match), "move", move="c2")
    house.run(asyncio.sleep(0.3))
    assert len(slow.line.sent) == before
    assert quick.kinds[-2:] == ["say", "move"]
    slow.line.is_clogged = False
    slow.connection.catch_up()
    changed, present = slow.line.sent[before:]
    assert [event["kind"] for event in changed["events"]] == ["say", "move"]
    assert (present["present"], present["watching"]) == (["b"], 2)


def test_frequent_presence_changes_are_batched(house: House) -> None:
    _, _, match = meet(house)
    session = find_session(house, match)
    quiet = connect(house, session, "quiet")
    for number in range(30):
        connect(house, session, f"guest {number}").connection.end()
    house.run(asyncio.sleep(0.3))
    told = [one for one in quiet.line.sent if "present" in one]
    assert len(told) < 15
    assert told[-1]["watching"] == 1
    assert len(session.presence._left) <= 2  # nothing is kept of guests


# Filling a match, and having somebody replaced.


def test_what_happens_beside_the_board_leaves_room_for_playing(tmp_path: Path) -> None:
    with House(tmp_path, most_events=24, most_joined=1000) as house:
        ann, bob, match = meet(house)
        codes = [ann.post(f"/api/matches/{match}/invite", {"player": "w"}).status_code for _ in range(12)]
        assert codes[0] == 200
        assert codes[-1] == 409
        assert problem(ann.act(ann.look(match), "say", what="hello")) == (409, "match_full")
        ann.done(ann.look(match), "move", move="c2")
        bob.done(bob.look(match), "resign")


def test_only_processes_that_can_know_report_absence(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, match = meet(house)
    matches, session = house.app.state.matches, find_session(house, match)
    session.presence.since -= 1000  # the match has been in memory for long, and Bob has just been here without a connection
    assert problem(ann.act(ann.look(match), "propose", what="computer", player="b")) == (409, "not_away")
    monkeypatch.setattr(presence, "AWAY", -1.0)
    monkeypatch.setattr(matches.store, "is_shared", True)  # Bob may be connected to another process
    assert problem(ann.act(ann.look(match), "propose", what="computer", player="b")) == (409, "not_away")
    connect(house, session, find_person(ann))
    assert matches._knows_presence(session, find_person(ann))  # here Bob would be as well
    assert not matches._knows_presence(session, find_person(bob))
    monkeypatch.setattr(matches.store, "is_shared", False)
    assert ann.act(ann.look(match), "propose", what="computer", player="b").status_code == 200
    assert not bob.look(match)["together"]["own"]


def test_presence_counts_from_the_first_connection() -> None:
    here = Presence()
    assert here.come("ann")
    assert not here.has_been_here("ann")
    here._came["ann"] -= 2 * presence.AWAY
    assert here.has_been_here("ann")
    here.go("ann", plays=True)
    assert not here.has_been_here("ann")


def test_a_long_request_does_not_choose_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    class Homes:
        asked = 0

        def send_home(self, *_: object) -> bool:
            self.asked += 1
            return False

    homes: Any = Homes()
    protocol: Any = connections.BoundedProtocol.__new__(connections.BoundedProtocol)
    monkeypatch.setattr(connections.BoundedProtocol, "_find_socket", lambda _: None)
    monkeypatch.setattr(connections, "write_request", lambda _: b"x" * 70_000)
    assert protocol._go_home(homes, "/api/matches/x/play")  # it is closed
    monkeypatch.setattr(connections, "write_request", lambda _: b"x")
    assert not protocol._go_home(homes, "/api/matches/x/play")
    assert homes.asked == 1


def test_a_timer_is_set_once_and_again_only_where_time_is_shorter(house: House) -> None:
    ann, _, match = meet(house, clock={"kind": "total", "seconds": 300, "increment": 60})
    session = find_session(house, match)
    first = session.flag
    ann.done(ann.look(match), "move", move="c2")
    assert session.flag is first  # it looks when the first turn would have ended
    assert session.match.gathering
    assert session.match.gathering.clock
    session.match.gathering.clock.left["b"] = 10.0

    async def watch() -> None:
        house.app.state.matches.flags.watch(session)

    house.run(watch())
    assert session.flag is not first
    assert first is not None
    assert first.cancelled()
