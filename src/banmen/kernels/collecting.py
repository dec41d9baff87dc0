"""Python's search for garbage, which is paused while very many objects are made and hardly any is thrown away."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Look for no garbage meanwhile: a tenth of the time would go there when numba is imported or compiles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def importing() -> Iterator[None]:
    """Look for no garbage among what a program imports when it begins, now or later: it is there to stay."""
    with paused():
        yield
        gc.freeze()
