"""Measures work per CPU second: many workloads interleaved, so that a busy machine disturbs all of them equally."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

GAMES, TYPED, LEAVES, SIMULATIONS, NODES = "games", "games as typed", "leaves", "simulations", "nodes"


@dataclass(frozen=True)
class Work:
    """What one call of a workload did: games, leaves, simulations or nodes, and the moves made on the way."""

    units: int
    steps: int


@dataclass(frozen=True)
class Workload:
    """Something to measure: `run(batch)` plays that many games, counts lines that often, or thinks with that many nodes."""

    name: str
    library: str
    unit: str
    run: Callable[[int], Work]
    batch: int = 1


@dataclass(frozen=True)
class Rate:
    """The speed of a workload: medians over the rounds, and their spread. None: it could not run."""

    name: str
    library: str
    unit: str
    per_second: float | None = None
    steps_per_second: float | None = None
    lowest: float | None = None
    highest: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Sample:
    """What one round gave."""

    units: int
    steps: int
    seconds: float


def take_sample(workload: Workload, seconds: float) -> Sample:
    """Run a workload for about so many CPU seconds of this process."""
    units, steps = 0, 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or not units:
        work = workload.run(workload.batch)
        units += work.units
        steps += work.steps
    return Sample(units, steps, spent)


def summarise(workload: Workload, samples: Iterable[Sample]) -> Rate:
    """Return the medians over the rounds of one workload."""
    samples = list(samples)
    speeds = [sample.units / sample.seconds for sample in samples]
    steps = statistics.median(sample.steps / sample.seconds for sample in samples)
    return Rate(
        workload.name,
        workload.library,
        workload.unit,
        statistics.median(speeds),
        steps or None,
        min(speeds),
        max(speeds),
    )


def take_turns(workloads: list[Workload], rounds: int) -> Iterator[tuple[int, Workload]]:
    """Yield every workload once a round: round 0 warms up and is not measured."""
    for number in range(rounds + 1):
        for workload in workloads:
            yield number, workload


def measure(workloads: list[Workload], rounds: int, seconds: float, done: Callable[[str], None]) -> list[Rate]:
    """Measure some workloads in turns; `done` is called with the name of each after its turn."""
    samples: dict[str, list[Sample]] = {workload.name: [] for workload in workloads}
    for number, workload in take_turns(workloads, rounds):
        if number == 0:
            workload.run(workload.batch)
            gc.freeze()  # what one library has loaded must not cost another one time at every garbage collection
        else:
            samples[workload.name].append(take_sample(workload, seconds))
        done(workload.name)
    return [summarise(workload, samples[workload.name]) for workload in workloads]
