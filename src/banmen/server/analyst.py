"""Analyses as the page gets them, with reports meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from banmen.core.game import Position
from banmen.core.record import Record
from banmen.engine.analysis.analyse import analyse
from banmen.engine.interface import Budget

Found = dict[str, Any]
Told = Callable[[float, Found], None]  # how much is done, and what is known
PAUSE = 0.2  # seconds between two reports


def analysed(subject: Position | Record, seconds: float, stop: threading.Event, told: Told) -> Found:
    """Analyse a position for some seconds, or every step of a record for so long; `told` hears of it meanwhile."""
    found = analyse(subject, Budget(seconds=seconds), progress=_Seldom(told, seconds), stop=stop)
    return dict(named(found.to_json()))


class _Seldom:
    """Passes on what an analysis says, not more often than anybody can look at it."""

    def __init__(self, told: Told, seconds: float) -> None:
        self.told, self.seconds, self.began = told, seconds, time.monotonic()
        self.last = 0.0

    def __call__(self, found: Any) -> None:
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last = now
            done = getattr(found, "done", None)
            self.told(min(1.0, (now - self.began) / self.seconds) if done is None else done, named(found.to_json()))


def named(value: Any, key: str = "") -> Any:
    """Return an analysis with players named by text under `player`, as everywhere in the API."""
    if isinstance(value, dict):
        if "moves" in value and "turn" in value:  # of a position, where it is no number
            value = {"player" if inner == "turn" else inner: part for inner, part in value.items()}
        return {inner: named(part, inner) for inner, part in value.items()}
    if isinstance(value, list | tuple):
        return [named(part, key) for part in value]
    whose = key in ("player", "players", "sides", "result")
    return str(value) if whose and value is not None else value
