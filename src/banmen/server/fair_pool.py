"""Threads that do long work for many: whoever has used them least comes first, and nobody can fill the queue for others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from banmen.server.problems import ProblemError

Answer = TypeVar("Answer")


@dataclass(frozen=True, order=True)
class Asker:
    """Who asks for something: a visitor at an address. Visitors are made up easily, addresses are not."""

    address: str = ""
    visitor: str = ""


@dataclass(eq=False)
class _Job(Generic[Answer]):
    asker: Asker
    work: Callable[[], Answer]
    done: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairPool:
    """A bounded number of threads, and a queue in front of them in which addresses, and visitors at one address, take turns."""

    def __init__(self, name: str, threads: int, most_waiting: int, most_each: int) -> None:
        """Begin; `most_waiting` may wait in all, and `most_each` of one address."""
        self._threads, self._most_waiting, self._most_each = threads, most_waiting, most_each
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=f"banmen-{name}")
        self._waiting: list[_Job[Any]] = []
        self._running = 0
        self._used: Counter[str | Asker] = Counter()  # seconds, of addresses and of visitors; forgotten when all is done

    async def run(self, asker: Asker, work: Callable[[], Answer]) -> Answer:
        """Do some work in a thread when it is this asker's turn; raise ProblemError where too much waits already."""
        at_address = sum(job.asker.address == asker.address for job in self._waiting)
        if len(self._waiting) >= self._most_waiting or at_address >= self._most_each:
            raise ProblemError("too_busy")
        job = _Job(asker, work)
        self._catch_up(asker)
        self._waiting.append(job)
        self._go_on()
        try:
            return await asyncio.shield(job.done)
        except asyncio.CancelledError:
            if job in self._waiting:  # nobody wants it any more
                self._waiting.remove(job)
            raise

    def close(self) -> None:
        """Take no more work; what runs is not waited for."""
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _catch_up(self, asker: Asker) -> None:
        """Let a newcomer begin level with whoever has used least, so that nobody saves up turns."""
        for key in (asker.address, asker):
            others = [used for other, used in self._used.items() if type(other) is type(key)]
            if key not in self._used:
                self._used[key] = min(others, default=0.0)  # type: ignore[assignment]

    def _go_on(self) -> None:
        """Begin as much as there are threads for."""
        while self._waiting and self._running < self._threads:
            job = min(self._waiting, key=lambda job: (self._used[job.asker.address], self._used[job.asker]))
            self._waiting.remove(job)
            self._running += 1
            began = asyncio.get_running_loop().time()
            running = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            running.add_done_callback(partial(self._end, job, began))

    def _end(self, job: _Job[Any], began: float, ended: asyncio.Future[Any]) -> None:
        spent = asyncio.get_running_loop().time() - began
        self._running -= 1
        for key in (job.asker.address, job.asker):
            self._used[key] += spent  # type: ignore[assignment]
        if not self._running and not self._waiting:
            self._used.clear()
        if not job.done.done():
            if ended.cancelled():
                job.done.cancel()
            elif error := ended.exception():
                job.done.set_exception(error)
            else:
                job.done.set_result(ended.result())
        self._go_on()
