"""How long the first random game takes in a new process: with nothing compiled before, and with everything compiled."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import banmen
from bench.ours import TITLES

# The peers bring scipy and yaml along, which numba loads when it finds them; Banmen alone does not install them. For the same
# reason the process starts without the hooks that optional packages, numba-cuda among them, put into every start of Python.
FIRST_GAME = """
import sys, time
sys.modules["scipy"] = sys.modules["yaml"] = None
import banmen
from banmen.engine import playouts
playouts.tally(banmen.game(sys.argv[1]), 0, 1)
print(time.process_time())
"""


PACKAGES = (str(Path(banmen.__file__).parent.parent), sysconfig.get_paths()["purelib"])


@dataclass(frozen=True)
class Start:
    """Seconds from the start of the interpreter to the end of the first game, of CPU time and by the clock."""

    name: str
    cold: float
    cold_clock: float
    warm: float
    warm_clock: float


def time_first_game(name: str, cache: str) -> tuple[float, float]:
    """Play one game in a process of its own and return the CPU time and the wall-clock time in seconds."""
    began = time.perf_counter()
    finished = subprocess.run(
        [sys.executable, "-S", "-c", FIRST_GAME, name],
        env={**os.environ, "BANMEN_CACHE": cache, "PYTHONPATH": os.pathsep.join(PACKAGES)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return float(finished.stdout), time.perf_counter() - began


def measure_starts(names: list[str], rounds: int, done: Callable[[str], None]) -> list[Start]:
    """Start each game once with an empty compile cache, then some times with what that has left."""
    starts = []
    for name in names:
        with tempfile.TemporaryDirectory() as cache:
            cold, cold_clock = time_first_game(name, cache)
            warm = [time_first_game(name, cache) for _ in range(rounds)]
        starts.append(
            Start(
                TITLES[name],
                cold,
                cold_clock,
                statistics.median(cpu for cpu, _ in warm),
                statistics.median(clock for _, clock in warm),
            )
        )
        done(TITLES[name])
    return starts
