"""Where the packed values of Kariuchi lie, for `banmen.solve.residual_check`.

`tables` are what a sure win is worth, an array of values, and where the rows of matrices begin in it: of those with the mover
of a position on turn, and of those with the other on turn, each by how many of the mover's pieces are not home and by the side
that is not on turn. Values are chances of the side on turn in parts of a sure win.
"""

from __future__ import annotations

from typing import Any

from banmen.games.kariuchi.board import HOME
from banmen.games.kariuchi.indexing import CHOOSE, side_class, sides
from banmen.games.kariuchi.rules import PIECES
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, popcount

rules: Any = None  # set by banmen.kernels.twins
BITS = 6  # of a place in the word of a side
PLACE = (1 << BITS) - 1


@kernel
def occupied_points(side: int) -> int:
    """Return the points where a side stands, a bit each."""
    mask = 0
    for piece in range(PIECES):
        place = side >> BITS * piece & PLACE
        if 0 < place < HOME:
            mask |= 1 << place
    return mask


@kernel
def rank(side: int, taken: int) -> int:
    """Return the number of a side on a board without some points."""
    index = 0
    for piece in range(PIECES):
        place = side >> BITS * piece & PLACE
        if place != HOME:
            place -= popcount(taken & (1 << place) - 1)
            index += CHOOSE[(place + piece) * (PIECES + 1) + piece + 1]
    return index


@kernel
def read_value(mover: int, other: int, number: int, values: Any, begins: Any) -> int:
    """Return the value of two sides; `number` is how many pieces are not home of the side by which `begins` goes."""
    return int(values[begins[number, rank(other, 0)] + rank(mover, occupied_points(other))])


@kernel
def value_of(mover: int, other: int, tables: Any) -> int:
    """Return the value of two sides with a throw due."""
    return read_value(mover, other, PIECES - side_class(mover), tables[1], tables[2])


@kernel
def value_after(state: State, after: State, tables: Any) -> int:
    """Return what a move that has led from one state to another is worth to the side that made it."""
    one, values, begins, across_begins = tables
    if rules.kind(after) == OVER:
        return int(one)
    mover, other = sides(after)
    if rules.turn(after) == rules.turn(state):
        return read_value(mover, other, PIECES - side_class(mover), values, begins)
    return int(one) - read_value(mover, other, PIECES - side_class(other), values, across_begins)
