"""A request to a solver that works stratum by stratum, and the report it writes.

Such a solver (`holes58.pair_report`, `kariuchi.packed_report`) fills the memory of a GPU and keeps no table of the values:
all that is to be known of them is looked up while they are there.
"""

from __future__ import annotations

import json
import platform
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from banmen.core.game import Game
from banmen.solve.devices import Device
from banmen.solve.solve_progress import OnProgress, Progress, Stopped

REPORT, SAMPLE = "solved.json", "sample.npz"


@dataclass(frozen=True)
class StrataRequest:
    """What to compute and write besides the values of the start and of the first moves."""

    output: Path  # the folder for the report, the sample and the records
    check: int = 50_000_000  # positions of each stratum to compare with the rules, or all if that is quick; 0: none
    games: int = 4_000_000  # played by the values against each kind of opponent; 0: none
    sample: int = 300_000  # positions in the sample, two thirds of them from play
    records: int = 0  # positions recorded for teaching a network
    on_progress: OnProgress | None = None
    stop: threading.Event | None = None


class StrataReport:
    """The results of a solution so far, written after every stratum."""

    def __init__(self, game: Game, device: Device, request: StrataRequest) -> None:
        versions = {"python": platform.python_version()} | {name: version(name) for name in ("numba", "numpy")}
        self.request = request
        self.facts: dict[str, Any] = {
            "date": datetime.now(UTC).date().isoformat(),
            "game": game.name,
            "options": game.options,
            "versions": versions,
            device.name: device.describe(),
            "strata": [],
        }

    def add(self, **facts: Any) -> None:
        """Add some facts and write the report."""
        self.facts |= facts
        self.request.output.mkdir(parents=True, exist_ok=True)
        path = self.request.output / REPORT
        path.write_text(json.dumps(self.facts, indent=1) + "\n", encoding="utf-8")

    def add_stratum(self, row: dict[str, Any]) -> None:
        """Add a stratum and write the report."""
        self.add(strata=[*self.facts["strata"], row])


def watch_strata(request: StrataRequest, sizes: list[int]) -> Callable[[int, int, float, float, float], None]:
    """Return a call to be made after each sweep; it reports progress, and raises Stopped when the request says so.

    It takes the number of the stratum and of the sweep, the largest change as a chance, the share of the stratum that is done,
    and the positions a second. `sizes` are the positions of each stratum.
    """

    def report(stratum: int, sweeps: int, change: float, share: float, rate: float) -> None:
        if request.stop is not None and request.stop.is_set():
            raise Stopped
        if request.on_progress is not None:
            done = (sum(sizes[:stratum]) + share * sizes[stratum]) / sum(sizes)
            request.on_progress(Progress(stratum, len(sizes), sweeps, change, done, rate))

    return report
