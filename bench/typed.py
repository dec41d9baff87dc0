"""Random games through the command as people type it: `banmen playouts`, start and table included."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable

from bench.measure import TYPED, Rate
from bench.ours import BATCHES, LIBRARY
from bench.starts import PACKAGES

LONG = 40  # batches: about two CPU seconds, compared with which the start of Python is negligible
FEW = 1000  # games that compile all that is needed


def run_command(name: str, games: int, seed: int) -> tuple[float, float]:
    """Play games by the command and return the CPU seconds of its process and the mean number of steps."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    finished = subprocess.run(
        [sys.executable, "-m", "banmen", "playouts", name, "-n", str(games), "--seed", str(seed), "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PACKAGES)},
        check=True,
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, json.loads(finished.stdout)["steps"]["mean"]


def measure_commands(names: list[str], rounds: int, done: Callable[[str], None], games: int | None = None) -> list[Rate]:
    """Measure the command for some games, with kernels compiled in advance."""
    rates = []
    for name in names:
        number = games or LONG * BATCHES[name]
        run_command(name, min(FEW, number), 0)
        runs = [run_command(name, number, seed) for seed in range(1, rounds + 1)]
        speeds = [number / seconds for seconds, _ in runs]
        steps = statistics.median(number * mean / seconds for seconds, mean in runs)
        label = f"banmen playouts {name}"
        rates.append(Rate(label, LIBRARY, TYPED, statistics.median(speeds), steps, min(speeds), max(speeds)))
        done(label)
    return rates
