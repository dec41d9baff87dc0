"""How often passphrases may be tried: little is guessed, and nobody keeps the owner of a name out by guessing elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from banmen.server.rate_limits import RateLimit

SLOWER: Final = 5  # times, that an address may try one name after its first attempts
EVERYWHERE: Final = 10  # times as many first attempts at a name from all addresses together as from one


class AttemptLimits:
    """Limits for addresses, for a name at an address, and for a name at all addresses together.

    The last one is wide: one address alone does not come near it. It does not concern devices that are signed in.
    """

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_address = RateLimit(a_minute, clock=clock)
        self._at_name_here = RateLimit(a_minute / SLOWER, a_minute, clock)
        self._at_name = RateLimit(a_minute, a_minute * EVERYWHERE, clock)

    def takes(self, address: str) -> bool:
        """Tell whether anything may be tried from an address, and count it if so."""
        return self._at_address.takes(address)

    def takes_name(self, address: str, name_key: str, is_own: bool) -> bool:
        """Tell whether a name may be tried from an address, and count it if so; `is_own` says that the device is signed in."""
        return self._at_name_here.takes(f"{address} {name_key}") and (is_own or self._at_name.takes(name_key))
