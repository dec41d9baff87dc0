"""Four two-sided sticks: what a throw is worth, how likely it is, and who begins.

A throw is the number of sticks that show the counted side, 1 to 4; none of them is a 5.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import comb

from banmen.core.errors import OptionError
from banmen.core.messages import message
from banmen.kernels.contract import HIGHEST, LOWEST, NO_THROW
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import LOW, bits32, following

STICKS = 4
THROWS = (1, 2, 3, 4, 5)
MOST_ROUNDS = 1000  # of throws for the beginning
Odds = tuple[int, int, int, int]


def probability(value: int, p: float = 0.5) -> float:
    """Return the chance of a throw when each stick shows the counted side with chance p.

    >>> [probability(value) for value in THROWS]
    [0.25, 0.375, 0.25, 0.0625, 0.0625]
    """
    shown = value % 5
    return float(comb(STICKS, shown) * p**shown * (1 - p) ** (STICKS - shown))


def odds(p: float) -> Odds:
    """Return the chances of throwing at most 1, 2, 3, 4 as 32-bit fractions, for the kernel `cast`."""
    chances = [probability(value, p) for value in THROWS]
    sums = [min(LOW + 1, round(sum(chances[:number]) * (LOW + 1))) for number in range(1, 5)]
    return sums[0], sums[1], sums[2], sums[3]


def weights(p: float, total: int) -> list[int]:
    """Return the chances of the throws as whole numbers that add up to a total.

    >>> weights(0.5, 16)
    [4, 6, 4, 1, 1]
    """
    found = [round(probability(value, p) * total) for value in THROWS]
    found[found.index(max(found))] += total - sum(found)
    return found


def throw_sticks(rng: random.Random, p: float) -> int:
    """Throw four sticks."""
    shown = sum(rng.random() < p for _ in range(STICKS))
    return shown or 5


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
                random = following(random)
                thrown = thrown & ~(7 << 3 * seat) | cast(bits32(random), chances) << 3 * seat
        seats = still_tied(seats, thrown, opening)
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return random, seat, thrown >> 3 * seat & 7


def opening_rounds(players: int, opening: int, throw: Callable[[], int]) -> tuple[tuple[int, ...], ...]:
    """Throw for the beginning with `throw()` until it is decided: a round is one throw of each player still tied."""
    rounds: list[tuple[int, ...]] = []
    seats = (1 << players) - 1
    while opening != NO_THROW and seats & (seats - 1):
        if len(rounds) == MOST_ROUNDS:
            raise OptionError(
                message(
                    "nobody begins: {most} rounds of opening throws were tied; choose a less extreme p",
                    "{most}回投げても先手が決まりません。pを0.5に近づけてください",
                    most=MOST_ROUNDS,
                )
            )
        rounds.append(tuple(throw() for _ in range(seats.bit_count())))
        seats = _after_round(seats, rounds[-1], opening)
    return tuple(rounds)


def who_begins(players: int, opening: int, rounds: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Return the seat that begins and its last throw, or None if these rounds do not decide it or are too many.

    >>> who_begins(2, HIGHEST, [(3, 3), (1, 5)])
    (1, 5)
    """
    seats, thrown = (1 << players) - 1, 0
    for values in rounds:
        if not seats & (seats - 1) or len(values) != seats.bit_count() or any(value not in THROWS for value in values):
            return None
        thrown = max(values) if opening == HIGHEST else min(values)
        seats = _after_round(seats, values, opening)
    return None if seats & (seats - 1) else (seats.bit_length() - 1, thrown)


def _after_round(seats: int, values: Sequence[int], opening: int) -> int:
    thrown = 0
    throwing = [seat for seat in range(4) if seats >> seat & 1]
    for seat, value in zip(throwing, values, strict=True):
        thrown |= value << 3 * seat
    return still_tied(seats, thrown, opening)
