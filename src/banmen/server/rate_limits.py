"""Rate limits by address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KNOWN = 10_000  # addresses in memory
MINUTE = 60.0


class RateLimit:
    """A number of times per minute from each address, in a burst or one by one.

    >>> limit = RateLimit(2, clock=lambda: 0.0)
    >>> [limit.takes("here") for _ in range(3)], limit.takes("there")
    ([True, True, False], True)
    """

    def __init__(self, a_minute: float, burst: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """`burst` is the number allowed at once, by default as many as per minute."""
        self._rate, self._most, self._clock = a_minute / MINUTE, float(burst or a_minute), clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how many are left, and since when

    def may(self, address: str) -> bool:
        """Tell whether an address may act now, without counting it."""
        return self._find_left(address, self._clock()) >= 1

    def _find_left(self, address: str, now: float) -> float:
        left, since = self._left.get(address, (self._most, now))
        return min(self._most, left + (now - since) * self._rate)

    def takes(self, address: str) -> bool:
        """Tell whether an address may act now, and count it if so."""
        now = self._clock()
        left = self._find_left(address, now)
        self._left.pop(address, None)
        taken = left >= 1
        self._left[address] = (left - taken, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return taken
