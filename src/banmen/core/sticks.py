"""Throwing four two-sided sticks, for people: chances as kernels take them, throws of a person, and who begins.

What a throw is and the kernels that throw stand in `banmen.kernels.throws`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from banmen.core.errors import OptionError
from banmen.core.messages import Catalogue
from banmen.kernels.contract import HIGHEST, NO_THROW
from banmen.kernels.prng import LOW
from banmen.kernels.throws import MOST_ROUNDS, STICKS, THROWS, Odds, probability, still_tied

messages = Catalogue(__name__)

Thrower = TypeVar("Thrower")

__all__ = [
    "MOST_ROUNDS",
    "STICKS",
    "THROWS",
    "Odds",
    "assign_throws",
    "compute_odds",
    "compute_weights",
    "find_beginner",
    "probability",
    "throw_opening_rounds",
    "throw_sticks",
]


def compute_odds(p: float) -> Odds:
    """Return the chances of throwing at most 1, 2, 3, 4 as 32-bit fractions, for the kernel `cast`."""
    chances = [probability(value, p) for value in THROWS]
    sums = [min(LOW + 1, round(sum(chances[:number]) * (LOW + 1))) for number in range(1, 5)]
    return sums[0], sums[1], sums[2], sums[3]


def compute_weights(p: float, total: int) -> list[int]:
    """Return the chances of the throws as whole numbers that add up to a total.

    >>> compute_weights(0.5, 16)
    [4, 6, 4, 1, 1]
    """
    found = [round(probability(value, p) * total) for value in THROWS]
    found[found.index(max(found))] += total - sum(found)
    return found


def throw_sticks(rng: random.Random, p: float) -> int:
    """Throw four sticks."""
    shown = sum(rng.random() < p for _ in range(STICKS))
    return shown or 5


def throw_opening_rounds(players: int, opening: int, throw: Callable[[], int]) -> tuple[tuple[int, ...], ...]:
    """Throw for the beginning with `throw()` until it is decided: a round is one throw of each player still tied."""
    rounds: list[tuple[int, ...]] = []
    seats = (1 << players) - 1
    while opening != NO_THROW and seats & (seats - 1):
        if len(rounds) == MOST_ROUNDS:
            raise OptionError(messages("opening.endless", most=MOST_ROUNDS))
        rounds.append(tuple(throw() for _ in range(seats.bit_count())))
        seats = _find_remaining(seats, rounds[-1], opening)
    return tuple(rounds)


def find_beginner(players: int, opening: int, rounds: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Return the seat that begins and its last throw, or None if these rounds do not decide it or are too many.

    >>> find_beginner(2, HIGHEST, [(3, 3), (1, 5)])
    (1, 5)
    """
    seats, thrown = (1 << players) - 1, 0
    for values in rounds:
        if not seats & (seats - 1) or len(values) != seats.bit_count() or any(value not in THROWS for value in values):
            return None
        thrown = max(values) if opening == HIGHEST else min(values)
        seats = _find_remaining(seats, values, opening)
    return None if seats & (seats - 1) else (seats.bit_length() - 1, thrown)


def assign_throws(players: Sequence[Thrower], opening: int, rounds: Sequence[Sequence[int]]) -> list[dict[Thrower, int]]:
    """Return who threw what in each round of opening throws: after the first, only those who were tied.

    >>> assign_throws("ABC", HIGHEST, [(3, 1, 3), (2, 5)])
    [{'A': 3, 'B': 1, 'C': 3}, {'A': 2, 'C': 5}]
    """
    seats, assigned = (1 << len(players)) - 1, []
    for values in rounds:
        throwing = [player for seat, player in enumerate(players) if seats >> seat & 1]
        assigned.append(dict(zip(throwing, values, strict=True)))
        seats = _find_remaining(seats, values, opening)
    return assigned


def _find_remaining(seats: int, values: Sequence[int], opening: int) -> int:
    thrown = 0
    throwing = [seat for seat in range(4) if seats >> seat & 1]
    for seat, value in zip(throwing, values, strict=True):
        thrown |= value << 3 * seat
    return still_tied(seats, thrown, opening)
