"""Four two-sided sticks: what a throw is, how likely it is, and the kernels that throw.

A throw is the number of sticks that show the counted side, 1 to 4; if none of them does, it is a 5.
"""

from __future__ import annotations

from math import comb

from banmen.kernels.contract import LOWEST
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import bits32, next_state

STICKS = 4
THROWS = (1, 2, 3, 4, 5)
MOST_ROUNDS = 1000  # of throws for the beginning
Odds = tuple[int, int, int, int]  # the chances of throwing at most 1, 2, 3, 4 as 32-bit fractions


def probability(value: int, p: float = 0.5) -> float:
    """Return the chance of a throw when each stick shows the counted side with chance p.

    >>> [probability(value) for value in THROWS]
    [0.25, 0.375, 0.25, 0.0625, 0.0625]
    """
    shown = value % 5
    return float(comb(STICKS, shown) * p**shown * (1 - p) ** (STICKS - shown))


@kernel
def cast(bits: int, chances: Odds) -> int:
    """Return the throw that 32 random bits make."""
    value = 1
    if bits >= chances[0]:
        value += 1
    if bits >= chances[1]:
        value += 1
    if bits >= chances[2]:
        value += 1
    if bits >= chances[3]:
        value += 1
    return value


@kernel
def still_tied(seats: int, thrown: int, opening: int) -> int:
    """Return which of some seats (a mask) have thrown best; `thrown` has three bits a seat."""
    best, tied = 0, 0
    for seat in range(4):
        if seats >> seat & 1:
            value = thrown >> 3 * seat & 7
            if opening == LOWEST:
                value = 6 - value
            if value > best:
                best, tied = value, 0
            if value == best:
                tied |= 1 << seat
    return tied


@kernel
def open_by_throws(seats: int, opening: int, random: int, chances: Odds) -> tuple[int, int, int]:
    """Throw for the beginning until one seat of the mask is left; return the random state, that seat and its throw.

    The seat is -1 if it takes more than MOST_ROUNDS rounds.
    """
    thrown, rounds = 0, 0
    while seats & (seats - 1):
        if rounds == MOST_ROUNDS:
            return random, -1, 0
        rounds += 1
        for seat in range(4):
            if seats >> seat & 1:
                random = next_state(random)
                thrown = thrown & ~(7 << 3 * seat) | cast(bits32(random), chances) << 3 * seat
        seats = still_tied(seats, thrown, opening)
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return random, seat, thrown >> 3 * seat & 7
