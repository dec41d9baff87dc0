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
MOST_KNOWN = 1000  # addresses and visitors whose use is remembered while they have nothing to do


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
    """A bounded number of threads, and a queue in front of them in which addresses, and visitors at one address, take turns.

    One thread more than one address may use is kept, so that the next address need not wait for what takes long.
    """

    def __init__(self, name: str, threads_each: int, most_waiting: int, most_each: int) -> None:
        """Begin; one address may use `threads_each`; `most_waiting` may wait in all, and `most_each` of one address."""
        self._threads_each, self._threads = threads_each, threads_each + 1
        self._most_waiting, self._most_each = most_waiting, most_each
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix=f"banmen-{name}")
        self._waiting: list[_Job[Any]] = []
        self._running: Counter[str] = Counter()  # jobs, by address
        self._used: dict[str | Asker, float] = {}  # seconds, of addresses and of visitors who have something to do here

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
        if len(self._used) > MOST_KNOWN:
            self._forget_idle()
        for key in (asker.address, asker):
            if key not in self._used:
                self._used[key] = min((used for other, used in self._used.items() if type(other) is type(key)), default=0.0)

    def _forget_idle(self) -> None:
        """Forget who neither waits nor has anything running: visitors are made up easily."""
        waiting = {job.asker for job in self._waiting}
        busy = {*waiting, *(asker.address for asker in waiting), *self._running}
        self._used = {key: used for key, used in self._used.items() if key in busy}

    def _go_on(self) -> None:
        """Begin as much as there are threads for."""
        while self._running.total() < self._threads:
            ready = [job for job in self._waiting if self._running[job.asker.address] < self._threads_each]
            if not ready:
                return
            job = min(ready, key=lambda job: (self._used[job.asker.address], self._used[job.asker]))
            self._waiting.remove(job)
            self._running[job.asker.address] += 1
            began = asyncio.get_running_loop().time()
            running = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            running.add_done_callback(partial(self._end, job, began))

    def _end(self, job: _Job[Any], began: float, ended: asyncio.Future[Any]) -> None:
        spent = asyncio.get_running_loop().time() - began
        self._running[job.asker.address] -= 1
        self._running += Counter()  # whoever has nothing running is not kept
        for key in (job.asker.address, job.asker):
            self._used[key] = self._used.get(key, 0.0) + spent
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
