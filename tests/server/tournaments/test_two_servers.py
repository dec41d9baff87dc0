"""Tournaments that several processes run at once, and that go on after one was killed between two steps."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from banmen.server.store.tournament_rows import EntrantRow, MeetingRow, StoredTournament
from banmen.server.tournaments import tournament_service
from banmen.server.tournaments.tournament_service import Tournaments
from tests.server.test_several_devices import Device
from tests.server.test_two_processes import Server, open_server, run

PATIENCE = 60.0
CUP = {"name": "Cup", "game": "qubism", "clock": {"kind": "total", "seconds": 300}}


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_service, "TICK", 0.02)


async def call(server: Server, device: Device, path: str, body: Any = None) -> dict[str, Any]:
    answer = await device.ask(server, f"tournaments{path}", body)
    return {"status": answer.status_code, **answer.json()}


def service(server: Server) -> Tournaments:
    found: Tournaments = server.app.state.tournaments
    return found


def list_problems(found: StoredTournament, entered: int) -> list[str]:
    """Return what is wrong with a finished round-robin tournament."""
    wrong = [f"no match: {one}" for one in found.meetings if one.match is None and one.second is not None]
    wrong += [f"no scores: {one}" for one in found.meetings if one.scores is None]
    met = Counter(frozenset((one.first, one.second)) for one in found.meetings if one.second is not None)
    wrong += [f"met {times} times: {pair}" for pair, times in met.items() if times > 1]
    matches = Counter(one.match for one in found.meetings if one.match)
    wrong += [f"played for {times} meetings: {match}" for match, times in matches.items() if times > 1]
    return wrong if len(met) == entered * (entered - 1) // 2 else [*wrong, f"{len(met)} meetings"]


async def wait(server: Server, name: str, fulfilled: Callable[[StoredTournament], bool]) -> StoredTournament:
    """Poll a tournament until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not fulfilled(found := await service(server).find(name)):
            await asyncio.sleep(0.01)
        return found


def is_over(found: StoredTournament) -> bool:
    return found.row.state == "over"


async def resign(server: Server, device: Device, match: str, seq: int) -> None:
    """Resign, even if the computer moves at the same moment."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await device.act(server, match, "resign", seq)).status_code != 200:
            assert answer.json()["error"]["code"] == "stale"
            seq = (await device.ask(server, f"matches/{match}", method="GET")).json()["seq"]


async def play_round(servers: Sequence[Server], people: Mapping[str, Device], name: str, number: int) -> None:
    """Let people join their matches of a round at either server; the last to join resigns."""

    def is_ready(found: StoredTournament) -> bool:
        of_round = [one for one in found.meetings if one.round == number]
        return bool(of_round) and all(one.match or one.second is None for one in of_round)

    found = await wait(servers[0], name, is_ready)
    names = {one.number: one.name for one in found.entrants}
    for meeting in found.meetings:
        sitting = [people[names[one]] for one in (meeting.first, meeting.second) if one and names[one] in people]
        if meeting.round != number or meeting.match is None or not sitting:
            continue
        for server, device in zip(servers, sitting, strict=False):
            view = (await device.join(server, meeting.match)).json()["view"]
        assert view["together"]["begun"]
        await resign(server, device, meeting.match, view["seq"])


def test_two_servers_carry_a_tournament_to_its_end(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            people = {called: Device() for called in ("Ann", "Bob", "Cay")}
            owner = people["Ann"]
            name = (await call(one, owner, "", {**CUP, "kind": "robin", "computers": ["random"]}))["id"]
            entering = zip((one, two, one), people.items(), strict=True)
            entered = (call(server, device, f"/{name}/enter", {"name": called}) for server, (called, device) in entering)
            assert {answer["status"] for answer in await asyncio.gather(*entered)} == {200}
            starts = await asyncio.gather(*(call(server, owner, f"/{name}/start") for server in (one, two, one)))
            assert Counter(answer["status"] for answer in starts) == {200: 1, 409: 2}
            for number in (1, 2, 3):
                await play_round((two, one), people, name, number)
            found = await wait(two, name, is_over)
            assert list_problems(found, entered=4) == []
            assert sum(sum(meeting.scores or ()) for meeting in found.meetings) == 6

    run(work())


def test_nobody_enters_while_a_tournament_starts(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            owner, late = Device(), [Device() for _ in range(4)]
            for _ in range(5):
                view = await call(one, owner, "", {**CUP, "kind": "robin", "computers": ["random", "random", "random"]})
                name = view["id"]
                entering = [call(two, device, f"/{name}/enter", {"name": f"Late {place}"}) for place, device in enumerate(late)]
                started, *entered = await asyncio.gather(call(one, owner, f"/{name}/start"), *entering)
                assert started["status"] == 200
                came = sum(answer["status"] == 200 for answer in entered)
                assert {answer["status"] for answer in entered} <= {200, 409}
                found = await service(two).find(name)
                assert len(found.entrants) == 3 + came
                paired = {player for meeting in found.meetings for player in (meeting.first, meeting.second)}
                assert paired - {None} == {one.number for one in found.entrants}

    run(work())


def test_two_of_one_name_do_not_enter_at_once(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            name = (await call(one, Device(), "", CUP))["id"]
            entering = (call(server, Device(), f"/{name}/enter", {"name": "Ann"}) for server in (one, two) * 2)
            assert Counter(answer["status"] for answer in await asyncio.gather(*entering)) == {200: 1, 409: 3}

    run(work())


def test_a_round_paired_by_a_process_that_died_is_played(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is in the database, but its matches are not: the next process that checks creates them."""

    async def die(*_: object) -> None:
        raise asyncio.CancelledError

    async def work() -> None:
        async with open_server(database) as one:
            owner = Device()
            name = (await call(one, owner, "", {**CUP, "computers": ["random", "random"], "kind": "robin"}))["id"]
            with monkeypatch.context() as killed:
                killed.setattr(Tournaments, "_begin_match", die)
                killed.setattr(tournament_service, "TICK", 1000.0)
                with pytest.raises(asyncio.CancelledError):
                    await service(one).start(name, (await service(one).find(name)).row.owner)
            found = await service(one).find(name)
            assert (found.row.round, [meeting.match for meeting in found.meetings]) == (1, [None])
        async with open_server(database) as two:
            assert list_problems(await wait(two, name, is_over), entered=2) == []

    run(work())


def test_leaving_while_a_round_is_paired_affects_no_other_match(database: Path | str) -> None:
    """Two processes pair the same round, one of them before it knows that somebody has left: one pairing counts."""

    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            people = [Device() for _ in range(4)]
            name = (await call(one, people[0], "", {**CUP, "kind": "swiss"}))["id"]
            for place, device in enumerate(people):
                await call(one, device, f"/{name}/enter", {"name": f"P{place}"})
            before = await service(one).find(name)
            await call(two, people[1], f"/{name}/leave")
            after = await service(two).find(name)
            await asyncio.gather(service(one)._begin_round(before, 1), service(two)._begin_round(after, 1))
            found = await service(one).find(name)
            for meeting in found.meetings:
                if meeting.match is not None:
                    session = await one.app.state.gatherings.find(meeting.match)
                    kept = [seat.reserved for seat in session.match.seats.values()]
                    assert kept == [person_of(found.entrants, number) for number in (meeting.first, meeting.second)]

    run(work())


def person_of(entrants: list[EntrantRow], number: int | None) -> str | None:
    return next(one.person for one in entrants if one.number == number)


def test_scores_that_are_noted_remain(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one:
            name = (await call(one, Device(), "", {**CUP, "computers": ["random", "random"]}))["id"]
            store = service(one).store
            await store.close_entry(name)
            await store.add_round(name, 1, [MeetingRow(1, 1, 1, 2, "none", None, 0.0)])
            await store.set_scores(name, 1, 1, (1.0, 0.0))
            await store.set_scores(name, 1, 1, (0.0, 1.0))
            assert (await service(one).find(name)).meetings[0].scores == (1.0, 0.0)
            assert not await store.add_round(name, 3, [MeetingRow(3, 1, 1, 2, None, None, 0.0)])  # it would skip a round
            assert not await store.close_entry(name)

    run(work())
