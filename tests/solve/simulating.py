"""numba's GPU simulator, with threads that take turns: real ones would spend most of the time waiting for each other."""

from __future__ import annotations

import threading
from itertools import product
from types import SimpleNamespace
from typing import Any

from greenlet import getcurrent, greenlet
from numba import cuda

simulator: Any = cuda.simulator.kernel


class Turns(greenlet):  # type: ignore[misc]
    """A thread of a block: it runs until it waits at a barrier, and continues when all are there."""

    def __init__(self, manager: Any, place: Any, point: Any) -> None:
        super().__init__(manager._f)
        self._manager = manager
        self.blockIdx, self.threadIdx = simulator.Dim3(*place), simulator.Dim3(*point)
        block = simulator.Dim3(*manager._block_dim)
        self.thread_id = self.threadIdx.x + block.x * (self.threadIdx.y + block.y * self.threadIdx.z)

    def syncthreads(self) -> None:
        self.parent.switch()

    syncthreads_count = simulator.BlockThread.syncthreads_count
    syncthreads_and = simulator.BlockThread.syncthreads_and
    syncthreads_or = simulator.BlockThread.syncthreads_or


def run_block(manager: Any, place: Any, *arguments: Any) -> None:
    """Run all threads of a block to their end, in alternating order: a missing barrier is then noticed."""
    running = [Turns(manager, place, point) for point in product(*map(range, manager._block_dim))]
    given = arguments
    while running:
        for thread in running:
            thread.switch(*given)
        running = [thread for thread in reversed(running) if not thread.dead]
        given = ()


def install() -> None:
    """Make the simulator run its blocks in this way."""
    simulator.BlockManager.run = run_block
    cuda.simulator.kernelapi.threading = SimpleNamespace(current_thread=getcurrent, Lock=threading.Lock)
