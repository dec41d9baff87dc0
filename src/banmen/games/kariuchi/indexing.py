"""How positions of Kariuchi are numbered (see `banmen.kernels.contract.IndexingPart`).

A side is its four pieces in 24 bits, as in `rules`; its class is the number of pieces home, which never falls. The others are
a multiset of places out of 50, numbered in the order of a dictionary: by the rearmost piece first, the foremost counts fastest.
So sides that follow one another mostly differ in the foremost piece, and still do when another piece is sent back to the
reserve: what the solver reads after a hit lies together too. The effect of a move is the place where it ends. Two sides that
share a point have a number as well, though there is no such position.
"""

from __future__ import annotations

from math import comb

from banmen.games.kariuchi.board import HOME
from banmen.games.kariuchi.rules import BONUS, PIECES, SIDE
from banmen.kernels.contract import State
from banmen.kernels.kernel import Table, kernel

CLASSES = PIECES + 1
EFFECTS = HOME

# CHOOSE[n * 5 + k] is the number of ways to choose k out of n.
CHOOSE = Table(comb(n, k) for n in range(HOME + PIECES) for k in range(PIECES + 1))


@kernel
def sides(state: State) -> tuple[int, int]:
    """Return the pieces of the player on turn and those of the other."""
    return state[0] & SIDE, state[0] >> 24 & SIDE


@kernel
def join_sides(mover: int, other: int, like: State) -> State:
    """Return the position of two sides with a throw due and the hit bonus of a state."""
    return (mover | other << 24 | like[0] & 3 << BONUS,)


@kernel
def side_class(side: int) -> int:
    """Return how many pieces are home."""
    home = 0
    for shift in range(0, 6 * PIECES, 6):
        home += side >> shift & 63 == HOME
    return home


@kernel
def class_size(number: int) -> int:
    """Return in how many ways the pieces that are not home can stand."""
    return CHOOSE[(HOME - 1 + PIECES - number) * 5 + PIECES - number]


@kernel
def side_rank(side: int) -> int:
    """Return the number of a side among those with as many pieces home."""
    home = side_class(side)
    index = class_size(home) - 1
    for piece in range(PIECES - home):
        ahead = PIECES - home - 1 - piece
        index -= CHOOSE[(HOME - 1 - (side >> 6 * piece & 63) + ahead) * 5 + ahead + 1]
    return index


@kernel
def side_unrank(number: int, index: int) -> int:
    """Return the side with so many pieces home that has a number among them."""
    left = class_size(number) - 1 - index
    side = 0
    way = HOME - 1  # from a piece to the centre, the last of the places
    for piece in range(PIECES):
        if piece >= PIECES - number:
            side |= HOME << 6 * piece
        else:
            ahead = PIECES - number - 1 - piece
            while CHOOSE[(way + ahead) * 5 + ahead + 1] > left:
                way -= 1
            left -= CHOOSE[(way + ahead) * 5 + ahead + 1]
            side |= HOME - 1 - way << 6 * piece
    return side


@kernel
def effect(move: int) -> int:
    """Return where a move ends; what comes home meets nobody."""
    target = move >> 6 & 63
    return target if target != HOME else 0
