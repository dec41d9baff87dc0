"""A fair thread pool for long work: those who have used it least come first, and nobody can fill the queue for others."""

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
MOST_KNOWN = 1000  # idle addresses and visitors whose use is remembered


@dataclass(frozen=True, order=True)
class Asker:
    """Who asks: a visitor at an address. Visitors are made up easily, addresses are not."""

    address: str = ""
    visitor: str = ""


@dataclass(eq=False)
class _Job(Generic[Answer]):
    asker: Asker
    work: Callable[[], Answer]
    done: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairPool:
    """A bounded number of threads, and a queue in front of them in which addresses, and visitors at one address, take turns.

    It keeps one thread more than a single address may use, so that the next address need not wait behind long work.
    """

    def __init__(self, name: str, threads_each: int, most_waiting: int, most_each: int) -> None:
        """One address may use `threads_each`; in all `most_waiting` jobs may wait, and `most_each` of one address."""
        self._threads_each, self.threads = threads_each, threads_each + 1
        self._most_waiting, self._most_each = most_waiting, most_each
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix=f"banmen-{name}")
        self._waiting: list[_Job[Any]] = []
        self._running: Counter[str] = Counter()  # jobs, by address
        self._used: dict[str | Asker, float] = {}  # seconds used, by the addresses and visitors with jobs here

    async def run(self, asker: Asker, work: Callable[[], Answer]) -> Answer:
        """Run a function in a thread when it is this asker's turn; raise ProblemError if too much is waiting already."""
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
            if job in self._waiting:  # nobody wants the result any more
                self._waiting.remove(job)
            raise

    def close(self) -> None:
        """Accept no more jobs; do not wait for running ones."""
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _catch_up(self, asker: Asker) -> None:
        """Start a newcomer level with the asker who has used least, so that nobody saves up turns."""
        if len(self._used) > MOST_KNOWN:
            self._forget_idle()
        for key in (asker.address, asker):
            if key not in self._used:
                self._used[key] = min((used for other, used in self._used.items() if type(other) is type(key)), default=0.0)

    def _forget_idle(self) -> None:
        """Drop askers with neither waiting nor running jobs: visitors are made up easily."""
        waiting = {job.asker for job in self._waiting}
        busy = {*waiting, *(asker.address for asker in waiting), *self._running}
        self._used = {key: used for key, used in self._used.items() if key in busy}

    def _go_on(self) -> None:
        """Start as many jobs as there are free threads."""
        while self._running.total() < self.threads:
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
        self._running += Counter()  # askers with nothing running are not kept
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
