"""Pauses Python's garbage collector while many objects are created and hardly any are discarded."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Pause garbage collection, which would take a tenth of the time when numba is imported or compiles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def importing() -> Iterator[None]:
    """Exclude everything that a program imports at startup from garbage collection, now and later: it is permanent."""
    with paused():
        yield
        gc.freeze()
