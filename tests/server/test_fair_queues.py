"""Queues for long work: addresses and visitors take turns, nobody fills them for others, and unwatched work stops."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.server import analyses, computer, computer_turns, engine_processes, fair_pool
from banmen.server.engine_requests import EngineRequest
from banmen.server.fair_pool import Asker, FairPool
from banmen.server.problems import ProblemError
from tests.server.visiting import PATIENCE, House, View, Visitor, problem

POSITION = {"game": "kariuchi", "position": "Rx2,5,A/Rx3,8 1 3"}
CROWD, ALONE = Asker("crowd", "one"), Asker("alone", "two")


class Work:
    """Jobs that are released by name; `begun` lists them in the order in which they started."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.opened: dict[str, threading.Event] = {}
        self.changed = threading.Condition()

    def job(self, name: str) -> Any:
        opened = self.opened[name] = threading.Event()

        def work() -> str:
            with self.changed:
                self.begun.append(name)
                self.changed.notify_all()
            assert opened.wait(PATIENCE)
            return name

        return work

    async def await_begun(self, number: int) -> list[str]:
        def wait() -> None:
            with self.changed:
                assert self.changed.wait_for(lambda: len(self.begun) >= number, PATIENCE), self.begun

        await asyncio.to_thread(wait)
        return self.begun


def run(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(bounded())


def test_another_address_need_not_wait_for_what_takes_long() -> None:
    async def work() -> None:
        pool, jobs = FairPool("test", 2, 100, 100), Work()
        crowd = [asyncio.create_task(pool.run(CROWD, jobs.job(f"crowd {number}"))) for number in range(20)]
        await jobs.await_begun(2)
        alone = asyncio.create_task(pool.run(ALONE, jobs.job("alone")))
        assert await jobs.await_begun(3) == ["crowd 0", "crowd 1", "alone"]
        jobs.opened["alone"].set()
        assert await alone == "alone"
        assert len(jobs.begun) == 3, "the thread stays free for others"
        for opened in jobs.opened.values():
            opened.set()
        assert sorted(await asyncio.gather(*crowd)) == sorted(f"crowd {number}" for number in range(20))
        pool.close()

    run(work())


@pytest.mark.parametrize(
    "others", [[Asker("crowd", f"visitor {number}") for number in range(10)], [Asker("crowd", "one")] * 10]
)
def test_the_least_active_asker_comes_next(others: list[Asker]) -> None:
    async def work() -> None:
        pool, jobs = FairPool("test", 1, 100, 100), Work()
        crowd = [asyncio.create_task(pool.run(other, jobs.job(f"crowd {at}"))) for at, other in enumerate(others)]
        second = asyncio.create_task(pool.run(Asker("second", "x"), jobs.job("second")))
        await jobs.await_begun(2)  # one of each address
        alone = [asyncio.create_task(pool.run(ALONE, jobs.job(f"alone {number}"))) for number in range(2)]
        await asyncio.sleep(0)
        jobs.opened["second"].set()
        await second
        assert (await jobs.await_begun(3))[2:] == ["alone 0"]
        for opened in jobs.opened.values():
            opened.set()
        await asyncio.gather(*crowd, *alone)
        pool.close()

    run(work())


def test_visitors_at_one_address_take_turns() -> None:
    async def work() -> None:
        pool, jobs = FairPool("test", 1, 100, 100), Work()
        greedy = [asyncio.create_task(pool.run(Asker("home", "greedy"), jobs.job(f"greedy {at}"))) for at in range(3)]
        await jobs.await_begun(1)
        modest = asyncio.create_task(pool.run(Asker("home", "modest"), jobs.job("modest")))
        await asyncio.sleep(0)
        jobs.opened["greedy 0"].set()
        assert await jobs.await_begun(2) == ["greedy 0", "modest"]
        for opened in jobs.opened.values():
            opened.set()
        await asyncio.gather(*greedy, modest)
        pool.close()

    run(work())


def test_nobody_fills_the_queue_for_others() -> None:
    async def work() -> None:
        pool, jobs = FairPool("test", 1, 5, 3), Work()
        tasks = [asyncio.create_task(pool.run(Asker("crowd", str(at)), jobs.job(f"crowd {at}"))) for at in range(4)]
        await jobs.await_begun(1)
        with pytest.raises(ProblemError, match="too_busy"):
            await pool.run(Asker("crowd", "new"), jobs.job("refused"))
        tasks += [asyncio.create_task(pool.run(ALONE, jobs.job(f"alone {at}"))) for at in range(3)]
        await jobs.await_begun(2)
        with pytest.raises(ProblemError, match="too_busy"):  # five are waiting
            await pool.run(Asker("third", "x"), jobs.job("refused too"))
        for opened in jobs.opened.values():
            opened.set()
        assert len(await asyncio.gather(*tasks)) == 7
        pool.close()

    run(work())


def test_abandoned_jobs_are_not_started() -> None:
    async def work() -> None:
        pool, jobs = FairPool("test", 1, 100, 100), Work()
        first = asyncio.create_task(pool.run(CROWD, jobs.job("first")))
        second = asyncio.create_task(pool.run(CROWD, jobs.job("second")))
        third = asyncio.create_task(pool.run(CROWD, jobs.job("third")))
        await jobs.await_begun(1)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        for opened in jobs.opened.values():
            opened.set()
        assert [await first, await third] == ["first", "third"]
        assert jobs.begun == ["first", "third"]
        pool.close()

    run(work())


def test_made_up_visitors_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_pool, "MOST_KNOWN", 10)

    async def work() -> None:
        pool, jobs = FairPool("test", 1, 100, 100), Work()
        held = asyncio.create_task(pool.run(CROWD, jobs.job("held")))
        await jobs.await_begun(1)
        for number in range(50):
            await pool.run(Asker("alone", str(number)), lambda: None)
        assert len(pool._used) <= 12
        jobs.opened["held"].set()
        await held
        await pool.run(ALONE, lambda: None)
        assert not pool._used
        pool.close()

    run(work())


def test_an_error_in_a_job_reaches_its_asker() -> None:
    async def work() -> None:
        pool = FairPool("test", 1, 100, 100)
        with pytest.raises(ZeroDivisionError):
            await pool.run(ALONE, lambda: 1 // 0)
        assert await pool.run(ALONE, lambda: 5) == 5
        pool.close()

    run(work())


# Analyses.


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Analyses that run until they are stopped; the seconds requested for each."""
    begun: list[float] = []

    def analyse(_subject: object, seconds: float, stop: threading.Event, *_more: object) -> dict[str, Any]:
        begun.append(seconds)
        assert stop.wait(PATIENCE)
        return {}

    monkeypatch.setattr(analyses, "analyse_with_reports", analyse)
    return begun


def await_state(visitor: Visitor, analysis: str, state: str, look: bool = True) -> None:
    """Wait until an analysis is in a given state, by requesting it or only by inspecting it."""

    async def wait() -> None:
        async with asyncio.timeout(PATIENCE):
            while visitor.house.app.state.analyses._kept[analysis].state != state:
                if look:
                    await visitor.client.get(f"/api/analysis/{analysis}")
                await asyncio.sleep(0.005)

    visitor.house.run(wait())


def test_a_client_without_cookies_does_not_fill_the_analyses(house: House, endless: list[float]) -> None:
    for number in range(8):
        answer = house.visitor("192.0.2.1").post("/api/analysis", POSITION)  # a new visitor each time, for all the server knows
        assert answer.status_code == 202, number
    assert problem(house.visitor("192.0.2.1").post("/api/analysis", POSITION)) == (429, "too_many_analyses")
    honest = house.visitor("192.0.2.2")
    await_state(honest, honest.post("/api/analysis", {**POSITION, "seconds": 7}).json()["id"], "running")
    assert endless[-1] == 7
    assert len(endless) == 2, "one of each address"


def test_one_household_of_many_addresses_counts_as_one(house: House, endless: list[float]) -> None:
    answers = [house.visitor(f"2001:db8::{number}").post("/api/analysis", POSITION).status_code for number in range(1, 10)]
    assert answers == [202] * 8 + [429]
    assert house.visitor("2001:db8:0:1::1").post("/api/analysis", POSITION).status_code == 202


def test_an_unwatched_analysis_is_stopped(tmp_path: Path, endless: list[float]) -> None:
    with House(tmp_path, analysis_unwatched=0.0) as house:
        visitor = house.visitor()
        names = [visitor.post("/api/analysis", POSITION).json()["id"] for _ in range(3)]
        for name in names:
            await_state(visitor, name, "stopped", look=False)


def test_an_analysis_that_is_watched_goes_on(tmp_path: Path, endless: list[float]) -> None:
    with House(tmp_path, analysis_unwatched=0.0) as house:
        visitor = house.visitor()
        watched = visitor.post("/api/analysis", POSITION).json()["id"]
        kept = house.app.state.analyses._kept[watched]
        kept.watchers.add(asyncio.Event())
        await_state(visitor, visitor.post("/api/analysis", POSITION).json()["id"], "stopped", look=False)
        await_state(visitor, watched, "running", look=False)
        kept.watchers.clear()
        await_state(visitor, watched, "stopped", look=False)


def test_a_stopped_analysis_leaves_the_queue(house: House, endless: list[float]) -> None:
    visitor = house.visitor()
    first, second, third = (visitor.post("/api/analysis", POSITION).json()["id"] for _ in range(3))
    await_state(visitor, first, "running")
    visitor.delete(f"/api/analysis/{second}")
    visitor.delete(f"/api/analysis/{first}")
    await_state(visitor, third, "running")
    assert len(endless) == 2


# Computer players.


class Ponderers:
    """Computer players that think until told to stop; their names, in the order in which they started."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    def __call__(self, who: str, position: Position, _seed: int, stop: threading.Event) -> Move:
        self.begun.append(who)
        if who != "random":
            assert stop.wait(PATIENCE)
        return position.legal_moves()[0]

    def await_begun(self, visitor: Visitor, number: int) -> None:
        async def wait() -> None:
            async with asyncio.timeout(PATIENCE):
                while len(self.begun) < number:
                    await asyncio.sleep(0.005)

        visitor.house.run(wait())


class PonderingProcess:
    """An engine process with such players."""

    def __init__(self, players: Ponderers) -> None:
        self.players = players

    def ask(self, request: EngineRequest, stop: threading.Event) -> dict[str, Any]:
        return {"move": self.players(request.who, request.position, request.seed, stop).text}

    def end(self) -> None:
        """It ends with its thread."""


@pytest.fixture
def ponderers(monkeypatch: pytest.MonkeyPatch) -> Ponderers:
    found = Ponderers()
    monkeypatch.setattr(computer, "choose_move", found)
    monkeypatch.setattr(engine_processes, "EngineProcess", lambda: PonderingProcess(found))
    monkeypatch.setattr(computer.Computer, "prepare", lambda *_: None)
    return found


def think(visitor: Visitor, who: str) -> View:
    return visitor.done(visitor.begin("qubism", seats={"w": "human", "b": who}), "move", move="c2")


@pytest.mark.parametrize("setting", ["thinkers", "engine_processes"])
def test_strangers_matches_do_not_delay_an_answer(tmp_path: Path, ponderers: Ponderers, setting: str) -> None:
    with House(tmp_path, **{setting: 2}) as house:
        strangers = [house.visitor("192.0.2.1") for _ in range(20)]
        views = [think(stranger, "strongest:60s") for stranger in strangers]
        ponderers.await_begun(strangers[0], 2)
        honest = house.visitor("192.0.2.2")
        view = think(honest, "level:8")
        ponderers.await_begun(honest, 3)
        assert ponderers.begun == ["strongest:60s", "strongest:60s", "level:8"]
        honest.post(f"/api/matches/{view['id']}/stop")
        assert honest.awaited(view, lambda seen: seen["yours"])["seq"] == 2
        simple = think(strangers[0], "random")  # even they are answered at once if little thinking is going on
        assert strangers[0].awaited(simple, lambda seen: seen["yours"])["seq"] == 2
        assert ponderers.begun.count("strongest:60s") == 2
        assert not strangers[5].look(views[5]["id"])["yours"]


def test_unwatched_matches_get_little_thinking_time(
    house: House, ponderers: Ponderers, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = house.visitor()
    view = think(visitor, "strongest:60s")
    ponderers.await_begun(visitor, 1)
    session = house.app.state.matches.sessions[view["id"]]

    async def leave() -> None:
        monkeypatch.setattr(computer_turns, "LOOK", 0.01)
        monkeypatch.setattr(computer_turns, "UNWATCHED", 0.0)
        async with asyncio.timeout(PATIENCE):
            while session.match.seq < 2:
                await asyncio.sleep(0.005)

    house.run(leave())
    assert visitor.look(view["id"])["yours"], "it was decided at once"


def test_an_unwatched_match_waits(house: House, ponderers: Ponderers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_turns, "UNWATCHED", -1.0)  # it is never looked at
    visitor = house.visitor()
    view = think(visitor, "random")
    computing = house.app.state.matches.sessions[view["id"]].computing

    async def wait() -> None:
        await computing

    house.run(wait())
    assert ponderers.begun == []
    monkeypatch.setattr(computer_turns, "UNWATCHED", 60.0)
    assert visitor.awaited(view, lambda seen: seen["yours"])


def test_a_full_queue_of_searches_is_retried(house: House, ponderers: Ponderers, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[Asker] = []
    original = FairPool.run

    async def refuse_once(self: FairPool, asker: Asker, work: Any) -> Any:
        if not refused:
            refused.append(asker)
            raise ProblemError("too_busy")
        return await original(self, asker, work)

    visitor = house.visitor("192.0.2.3")
    view = visitor.begin("qubism", seats={"w": "human", "b": "random"})
    monkeypatch.setattr(FairPool, "run", refuse_once)
    visitor.done(view, "move", move="c2")
    session = house.app.state.matches.sessions[view["id"]]

    async def wait() -> None:  # without looking
        async with asyncio.timeout(PATIENCE):
            while session.match.seq < 2:
                await asyncio.sleep(0.005)

    house.run(wait())
    assert refused[0].address == "192.0.2.3"
