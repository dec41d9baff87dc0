"""numba's simulator of a card, with threads that wait for each other; its own asks all of them again and again who waits."""

from __future__ import annotations

import threading
from itertools import product
from typing import Any

from numba import cuda

simulator: Any = cuda.simulator.kernel


class Meeting:
    """Where the threads of a block wait until all that are still running are there."""

    def __init__(self, number: int) -> None:
        self.running, self.waiting, self.round = number, 0, 0
        self.changed = threading.Condition()

    def wait(self) -> None:
        with self.changed:
            here = self.round
            self.waiting += 1
            self._go_on_if_complete()
            while self.round == here:
                self.changed.wait()

    def leave(self) -> None:
        with self.changed:
            self.running -= 1
            self._go_on_if_complete()

    def _go_on_if_complete(self) -> None:
        if self.waiting >= self.running:
            self.waiting, self.round = 0, self.round + 1
            self.changed.notify_all()


def run_block(manager: Any, place: Any, *arguments: Any) -> None:
    """Run all threads of a block to their end; raise what one of them raised."""
    points = list(product(*map(range, manager._block_dim)))
    manager.meeting = Meeting(len(points))

    def run_thread() -> None:
        try:
            manager._f(*arguments)
        finally:
            manager.meeting.leave()

    threads = [simulator.BlockThread(run_thread, manager, place, point, False) for point in points]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for thread in threads:
        if thread.exception:
            raise thread.exception[0].with_traceback(thread.exception[1])


def install() -> None:
    """Let the simulator run its blocks in this way."""
    simulator.BlockManager.run = run_block
    simulator.BlockThread.syncthreads = lambda thread: thread._manager.meeting.wait()
