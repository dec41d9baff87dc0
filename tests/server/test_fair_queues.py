"""Queues for what takes long: addresses and visitors take turns, nobody fills them for others, and unwatched work stops."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

from banmen.server import fair_pool
from banmen.server.fair_pool import Asker, FairPool
from banmen.server.problems import ProblemError
from tests.server.visiting import PATIENCE

CROWD, ALONE = Asker("crowd", "one"), Asker("alone", "two")


class Work:
    """Jobs of which each is let go on by name; `begun` has them in the order in which they began."""

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
def test_who_has_used_least_comes_next(others: list[Asker]) -> None:
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


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
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
        assert await asyncio.gather(first, third) == ["first", "third"]
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


def test_an_error_of_the_work_reaches_whoever_asked() -> None:
    async def work() -> None:
        pool = FairPool("test", 1, 100, 100)
        with pytest.raises(ZeroDivisionError):
            await pool.run(ALONE, lambda: 1 // 0)
        assert await pool.run(ALONE, lambda: 5) == 5
        pool.close()

    run(work())
