"""Two threads against one, in wall-clock time, with a check that the machine had two cores to spare."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import banmen
from banmen.engine import playouts
from bench.ours import BATCHES, TITLES

THREADS = 2
QUIET = 0.95  # the share of a processor that two processes must get at the same time
SPIN = """
import time
began, used = time.perf_counter(), time.process_time()
while time.perf_counter() - began < 0.3: pass
print((time.process_time() - used) / (time.perf_counter() - began))
"""


@dataclass(frozen=True)
class Scaling:
    """How many times as fast two threads are as one; `share` is what two other processes got of a processor each."""

    name: str
    times: float
    share: float

    @property
    def quiet(self) -> bool:
        """Whether the machine was quiet enough for a valid result."""
        return self.share >= QUIET


def measure_processor_share() -> float:
    """Let two processes of their own count time, and return the smaller share of a processor that one of them got."""
    if (os.cpu_count() or 1) < THREADS:
        return 0.0
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN], stdout=subprocess.PIPE, text=True) for _ in range(THREADS)]
    return min(float(process.communicate()[0]) for process in spinning)


def time_games(name: str, games: int, threads: int) -> float:
    """Return how long some random games take by the clock."""
    began = time.perf_counter()
    playouts.play(banmen.game(name), games, threads=threads, counting=False)
    return time.perf_counter() - began


def measure_threads(names: list[str], rounds: int, batches: int, done: Callable[[str], None]) -> list[Scaling]:
    """Play the same number of games on one thread and on two, in turns."""
    found: dict[str, list[Scaling]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            games = BATCHES[name] * batches
            before = measure_processor_share()
            times = time_games(name, games, 1) / time_games(name, games, THREADS)
            found[name].append(Scaling(TITLES[name], times, min(before, measure_processor_share())))
            done(TITLES[name])
    return [find_middle(scalings) for scalings in found.values()]


def find_middle(scalings: list[Scaling]) -> Scaling:
    """Return the medians over the rounds in which the machine was quiet, or over all if it never was."""
    valid = [scaling for scaling in scalings if scaling.quiet] or scalings
    times = statistics.median(scaling.times for scaling in valid)
    return Scaling(valid[0].name, times, statistics.median(scaling.share for scaling in valid))
