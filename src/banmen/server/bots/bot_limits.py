"""How fast a bot may act."""

from __future__ import annotations

import time
from collections.abc import Callable

from banmen.server.problems import ProblemError


class BurstLimit:
    """A token bucket: a burst at once, and a rate in the long run.

    >>> limit = BurstLimit(rate=2.0, burst=3, clock=lambda: 0.0)
    >>> [limit.find_wait() for _ in range(4)]
    [0.0, 0.0, 0.0, 0.5]
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = max(rate, 1e-6), max(burst, 1.0), clock
        self._left, self._since = self._burst, clock()

    def find_wait(self) -> float:
        """Return 0 and count it if something may be done now, or else in how many seconds it may."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return (1 - self._left) / self._rate
        self._left -= 1
        return 0.0

    def check(self) -> None:
        """Raise ProblemError for what comes too early."""
        if wait := self.find_wait():
            raise ProblemError("bot_too_fast", retry_after=round(wait, 3))
