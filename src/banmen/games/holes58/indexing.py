"""How positions of 58 Holes are numbered (see `banmen.kernels.contract.IndexingPart`).

A side is a word as in `rules`; its class is the number of pieces it has left, which never grows. In a class the sides with
fewer pieces in the Shen hole come first, among these the ones with fewer in hand, and then by the lane as a binary number:
holes a < b < ... have the number C(a - 1, 1) + C(b - 1, 2) + .... A side without a piece on the lane has all of them in the
Shen hole.
So the sides of a class that have somebody in the Shen hole follow one another just as the whole class with a piece less does.
A move's effect is 1 if it reaches the Shen hole, where it strikes.
"""

from __future__ import annotations

from math import comb

from banmen.games.holes58.board import HOLES, SHEN
from banmen.games.holes58.rules import COLLECT_ONE, IN_HAND, IN_SHEN, LANE, WARP_PASSES, hand, shen
from banmen.kernels.contract import State
from banmen.kernels.kernel import Table, kernel, lowest, popcount

PIECES = 5
CLASSES = PIECES + 1
EFFECTS = 2

# CHOOSE[n * 6 + k] is the number of ways to choose k out of n.
CHOOSE = Table(comb(n, k) for n in range(HOLES + 1) for k in range(CLASSES))
# BARE[n] is how many sides with n pieces have none of them in the Shen hole, SIZES[n] how many there are in all.
BARE = Table(sum(comb(HOLES, k) for k in range(1, n + 1)) if n else 1 for n in range(CLASSES))
SIZES = Table(1 if n == 0 else sum(BARE[k] for k in range(n + 1)) for n in range(CLASSES))


@kernel
def sides(state: State) -> tuple[int, int]:
    """Return the side on turn and the other."""
    return state[0], state[1]


@kernel
def join_sides(mover: int, other: int, like: State) -> State:
    """Return the position of two sides with a throw due and the rule options of a state."""
    return (mover, other, like[2] & (COLLECT_ONE | WARP_PASSES))


@kernel
def side_class(side: int) -> int:
    """Return how many pieces a side has left."""
    return popcount(side & LANE) + shen(side) + hand(side)


@kernel
def class_size(number: int) -> int:
    """Return how many sides have so many pieces."""
    return SIZES[number]


@kernel
def side_rank(side: int) -> int:
    """Return the number of a side among those with as many pieces."""
    lane = side & LANE
    pieces = side_class(side)
    index = 0
    for _ in range(shen(side)):
        index += BARE[pieces]
        pieces -= 1
    for _ in range(hand(side)):
        index += CHOOSE[HOLES * CLASSES + pieces]
        pieces -= 1
    chosen = 0
    while lane:
        chosen += 1
        index += CHOOSE[(lowest(lane) - 1) * CLASSES + chosen]
        lane &= lane - 1
    return index


@kernel
def side_unrank(number: int, index: int) -> int:
    """Return the side with so many pieces that has a number among them."""
    side = 0
    while number > 0 and index >= BARE[number]:
        index -= BARE[number]
        number -= 1
        side += IN_SHEN
    while number > 0 and index >= CHOOSE[HOLES * CLASSES + number]:
        index -= CHOOSE[HOLES * CLASSES + number]
        number -= 1
        side += IN_HAND
    hole = HOLES
    while number > 0:
        while CHOOSE[(hole - 1) * CLASSES + number] > index:
            hole -= 1
        index -= CHOOSE[(hole - 1) * CLASSES + number]
        number -= 1
        side |= 1 << hole
    return side


@kernel
def effect(move: int) -> int:
    """Return whether a move strikes."""
    return 1 if move >> 5 & 31 == SHEN else 0


@kernel
def advance(side: int) -> int:
    """Return a side's advance: every move that takes no piece adds to it, except for warps back or to the same spot.

    It is the sum of the holes its pieces are on, less one for each in the Shen hole, since these can only be taken back.
    """
    total = -shen(side)
    lane = side & LANE
    while lane:
        total += lowest(lane)
        lane &= lane - 1
    return total
