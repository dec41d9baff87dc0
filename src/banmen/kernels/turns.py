"""Turns at compiling: where several processes want the same kernel, one compiles it and the others take it from the cache."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: everybody compiles
    fcntl = None  # type: ignore[assignment]

PATIENCE = 60.0  # seconds, after which a kernel is compiled here as well
LOOK_AGAIN = 0.02


class Turn:
    """A file that one process at a time has locked; the lock ends with its process, however that ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = -1

    def take(self) -> bool:
        """Wait until nobody else is compiling, and say so; tell whether somebody was."""
        waited, end = False, time.monotonic() + PATIENCE
        with suppress(OSError):  # there may be no folder that can be written to, or no locks there
            if self._file < 0:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            while not self._lock() and time.monotonic() < end:
                waited = True
                time.sleep(LOOK_AGAIN)
        return waited

    def _lock(self) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def end(self) -> None:
        """Let others have their turn."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
