"""Analyses as the page gets them, with progress reports."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any

from banmen.core.game import Position
from banmen.core.record import Record
from banmen.engine.analysis.analyse import GameAnalysis, analyse, analyse_steps, choose_analysis_engine
from banmen.engine.interface import Budget

AnalysisData = dict[str, Any]
Report = Callable[[float, AnalysisData], None]  # called with the fraction done, and the results so far
MOST_WORKERS = 2
PAUSE = 0.2  # seconds between two reports


def analyse_with_reports(
    subject: Position | Record, seconds: float, stop: threading.Event, report: Report, within: float | None = None
) -> AnalysisData:
    """Analyse a position, or every step of a record, for some seconds each and at most `within` in all; call `report`."""
    progress, budget = _Throttled(report, seconds), Budget(seconds=seconds)
    if isinstance(subject, Position):
        return dict(name_players(analyse(subject, budget, progress=progress, stop=stop).to_json()))
    found: GameAnalysis | None = None
    helpers = [choose_analysis_engine(subject.game) for _ in range(count_workers() - 1)]
    for found in analyse_steps(subject, budget, stop=stop, helpers=helpers, within=within):
        progress(found)
    return dict(name_players(found.to_json())) if found else {}


def count_workers() -> int:
    """Return how many steps of a record are analysed in parallel."""
    return min(MOST_WORKERS, os.cpu_count() or 1)


class _Throttled:
    """Forwards the progress of an analysis, no more often than a reader can follow."""

    def __init__(self, report: Report, seconds: float) -> None:
        self.report, self.seconds, self.began = report, seconds, time.monotonic()
        self.last = 0.0

    def __call__(self, found: Any) -> None:
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last = now
            done = getattr(found, "done", None)
            self.report(min(1.0, (now - self.began) / self.seconds) if done is None else done, name_players(found.to_json()))


def name_players(value: Any, key: str = "") -> Any:
    """Return an analysis with players given as strings under `player`, as everywhere in the API."""
    if isinstance(value, dict):
        if "moves" in value and "turn" in value:  # for a position, where it is not a number
            value = {"player" if inner == "turn" else inner: part for inner, part in value.items()}
        return {inner: name_players(part, inner) for inner, part in value.items()}
    if isinstance(value, list | tuple):
        return [name_players(part, key) for part in value]
    whose = key in ("player", "players", "sides", "result")
    return str(value) if whose and value is not None else value
