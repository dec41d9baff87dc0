"""Limits on passphrase attempts: little can be guessed, and nobody can lock out the owner of a name by guessing elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from banmen.server.rate_limits import RateLimit

SLOWER: Final = 5  # attempts that an address has for one name after its first ones
EVERYWHERE: Final = 10  # times as many first attempts at a name from all addresses together as from one


class AttemptLimits:
    """Limits for addresses, for a name and address, and for a name over all addresses together.

    The last one is generous: one address alone does not come near it. It does not affect signed-in devices.
    """

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_address = RateLimit(a_minute, clock=clock)
        self._at_name_here = RateLimit(a_minute / SLOWER, a_minute, clock)
        self._at_name = RateLimit(a_minute, a_minute * EVERYWHERE, clock)

    def takes(self, address: str) -> bool:
        """Tell whether an address may try anything, and count the attempt if so."""
        return self._at_address.takes(address)

    def takes_name(self, address: str, name_key: str, is_own: bool) -> bool:
        """Tell whether an address may try a name, and count the attempt if so; `is_own` says that the device is signed in."""
        return self._at_name_here.takes(f"{address} {name_key}") and (is_own or self._at_name.takes(name_key))
