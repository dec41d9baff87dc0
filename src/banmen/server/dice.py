"""The throws of a match: fixed by a secret seed, so that they cannot be chosen, and a throw taken back falls the same again.

The seed's digest is shown when the match begins and the seed when it has ended; whoever has both can check every throw.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from banmen.core.sticks import STICKS

SEED_BYTES = 32


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """Return the digest that binds a server to a seed without telling it.

    >>> commitment("00")[:16]
    '6e340b9cffb37a98'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def thrown(seed: str, what: str, number: int, p: float) -> int:
    """Return the throw of a name and number: how many of four sticks show the counted side, or 5 if none does.

    >>> [thrown("00", "throw", number, 0.5) for number in range(8)]
    [1, 2, 3, 3, 2, 3, 3, 2]
    """
    shown = sum(_falls(seed, f"{what} {number} {stick}", p) for stick in range(STICKS))
    return shown or 5


def drawn(seed: str, what: str, number: int) -> int:
    """Return a number below 2**53 for somebody who must not know the seed, such as an engine."""
    return _bits(seed, f"{what} {number}", 53)


def _falls(seed: str, name: str, p: float) -> bool:
    """Tell whether one stick shows the counted side, with a chance of exactly p.

    Any float is a whole number over a power of two; as many random bits as that power has are below it with chance p. So
    nothing has to be rounded, and nothing rejected.
    """
    counted, of = p.as_integer_ratio()
    return _bits(seed, name, of.bit_length() - 1) < counted


def _bits(seed: str, name: str, number: int) -> int:
    """Return a random whole number of so many bits."""
    found, block = b"", 0
    while len(found) * 8 < number:
        found += hmac.digest(bytes.fromhex(seed), f"{name} {block}".encode(), "sha256")
        block += 1
    return int.from_bytes(found) >> (len(found) * 8 - number)
