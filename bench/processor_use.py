"""How long a process has used the processors, and how long it was ready to but had to wait for one, as Linux counts it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

NANOSECONDS = 1e9


@dataclass(frozen=True)
class ProcessorUse:
    """Seconds of some threads, all added up.

    >>> ProcessorUse(3.0, 0.5) - ProcessorUse(1.0, 0.25)
    ProcessorUse(used=2.0, waited=0.25)
    """

    used: float
    waited: float  # because other threads had the processors

    def __sub__(self, earlier: ProcessorUse) -> ProcessorUse:
        return ProcessorUse(self.used - earlier.used, self.waited - earlier.waited)


def read_use(process: int, thread: int | None = None) -> ProcessorUse:
    """Return what one thread of a process has used and waited, or all threads that it has now."""
    threads = Path(f"/proc/{process}/task")
    used = waited = 0
    for each in [threads / str(thread)] if thread else list(threads.iterdir()):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            fields = (each / "schedstat").read_text().split()
            used, waited = used + int(fields[0]), waited + int(fields[1])
    return ProcessorUse(used / NANOSECONDS, waited / NANOSECONDS)
