"""Stops compiled code from outside: an array whose first words both sides read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # kernels import this file, and editing what they import recompiles them
    from banmen.engine.interface import Clock

STOP, NODES, LIMIT = 0, 1, 2  # set to stop the search; how many nodes it has seen; how many it may see
POLL_SECONDS = 0.005  # how often to check whether a running search should stop
NO_LIMIT = 2**61


@contextmanager
def enforce_budget(clock: Clock, control: Any) -> Iterator[None]:
    """Watch the clock while a search runs, and stop the search when the budget is used up."""
    control[LIMIT] = NO_LIMIT if clock.budget.nodes is None else clock.budget.nodes
    finished = threading.Event()

    def watch() -> None:
        while not finished.wait(POLL_SECONDS):
            if clock.over:
                control[STOP] = 1

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
