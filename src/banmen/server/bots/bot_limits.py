"""The rate limit of a bot."""

from __future__ import annotations

import time
from collections.abc import Callable

from banmen.server.problems import ProblemError


class BurstLimit:
    """A token bucket: a burst at once, and a sustained rate.

    >>> limit = BurstLimit(rate=2.0, burst=3, clock=lambda: 0.0)
    >>> [limit.find_wait() for _ in range(4)]
    [0.0, 0.0, 0.0, 0.5]
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = max(rate, 1e-6), max(burst, 1.0), clock
        self._left, self._since = self._burst, clock()

    def find_wait(self) -> float:
        """Return 0 and count the request if it is allowed now, otherwise the seconds until it is."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return (1 - self._left) / self._rate
        self._left -= 1
        return 0.0

    def check(self) -> None:
        """Raise ProblemError for a request that comes too early."""
        if wait := self.find_wait():
            raise ProblemError("bot_too_fast", retry_after=round(wait, 3))
