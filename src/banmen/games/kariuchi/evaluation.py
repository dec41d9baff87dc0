"""How good a position of Kariuchi looks.

The chance of the player on turn is the logistic function of a sum of weights, one for each pair of pieces and one for how far
both sides have to go. Weights are in thousandths and learnt by self-play (`banmen.training.td_dice`); they stand side by side:
  CROSS   own place x other's place, which tells of hits that threaten and of who is ahead,
  MINE    pairs of places of the player on turn,
  THEIRS  pairs of places of the other,
  RACE    how many throws each side would need if nobody hit it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banmen.games.kariuchi.board import HOME, NAMES, RESERVE, TARGET, WAYS
from banmen.games.kariuchi.rules import PIECES, SIDE, turn
from banmen.kernels.contract import State
from banmen.kernels.kernel import Table, kernel
from banmen.kernels.linear_chances import chances, estimate, update  # noqa: F401 (kernels of the game, too)
from banmen.kernels.linear_weights import read, read_weights
from banmen.kernels.throws import THROWS, probability

# The fewest points a piece still has to walk from each place.
TO_GO = Table(min((len(way) for way in WAYS[place]), default=0) for place in range(len(NAMES)))

PLACES = len(NAMES)
PAIRS = PLACES * (PLACES + 1) // 2
RACES = 40  # more throws than four pieces need
CROSS = 0
MINE = CROSS + PLACES * PLACES
THEIRS = MINE + PAIRS
RACE = THEIRS + PAIRS
SIZE_OF_WEIGHTS = RACE + RACES * RACES
WEIGHTS = read_weights(Path(__file__).parent / "data" / "weights.i16.gz", SIZE_OF_WEIGHTS)


def _throws_needed() -> Table:
    """Return how many throws a lone piece needs from each place on average, in hundredths, by the best ways."""
    needed: dict[int, float] = {HOME: 0.0}

    def needs(place: int) -> float:
        if place not in needed:
            needed[place] = 1 + sum(
                probability(value) * min(needs(TARGET[(place * 3 + way) * 8 + value]) for way in range(len(WAYS[place])))
                for value in THROWS
            )
        return needed[place]

    return Table(round(100 * needs(place)) for place in range(PLACES))


NEEDED = _throws_needed()


@kernel
def beginner_score(state: State, seat: int) -> int:
    """Beginner's score: how near the pieces are to home."""
    side = state[0] & SIDE if turn(state) == seat else state[0] >> 24 & SIDE
    to_go = 0
    for _ in range(PIECES):
        to_go += TO_GO[side & 63]
        side >>= 6
    return -to_go


@kernel
def sum_weights(state: State, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights that concern a position; with `squares`, change each of them by a step."""
    mine, theirs = state[0] & SIDE, state[0] >> 24 & SIDE
    total = 0.0
    for i in range(0, 24, 6):
        for j in range(0, 24, 6):
            total += read(weights, squares, CROSS + (mine >> i & 63) * PLACES + (theirs >> j & 63), step)
    total += sum_pairs(mine, MINE, weights, squares, step) + sum_pairs(theirs, THEIRS, weights, squares, step)
    return total + read(weights, squares, RACE + distance(mine) * RACES + distance(theirs), step)


@kernel
def sum_pairs(side: int, first: int, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights of the pairs of a side, whose table begins at `first`."""
    total = 0.0
    for i in range(6, 24, 6):
        high = side >> i & 63
        for j in range(0, i, 6):
            total += read(weights, squares, first + high * (high + 1) // 2 + (side >> j & 63), step)
    return total


@kernel
def distance(side: int) -> int:
    """Return how many throws a side needs to bring its stacks home."""
    return min(hundredths(side) // 100, RACES - 1)


@kernel
def hundredths(side: int) -> int:
    """Return how many hundredths of a throw a side needs to bring its stacks home, those in the reserve entering one by one."""
    total, before = 0, -1
    for _ in range(PIECES):
        place = side & 63
        if place != before or place == RESERVE:
            total += NEEDED[place]
        before = place
        side >>= 6
    return total
