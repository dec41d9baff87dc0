"""Where the values of 58 Holes lie, for `banmen.solve.residual_check`.

`tables` are all that tells the values with one player on turn: the number of places of both and the width of a strip; the
places of the mover's and of the other's sides by rank; the values with the mover and with the other on turn; and the rows kept
of the stratum in which the other has a piece less. Values are chances of the side on turn in parts of ONE.
"""

from __future__ import annotations

from typing import Any

from banmen.games.holes58.indexing import BARE, side_class, side_rank, sides
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.solve.holes58.pair_sweep_kernels import ONE

rules: Any = None  # set by banmen.kernels.twins


@kernel
def read_place(mover: int, other: int, others: int, width: int, values: Any) -> int:
    """Return the value of a mover's and an other's place; `others` is how many places the others have."""
    return int(values[(mover // width * others + other) * width + mover % width])


@kernel
def value_at(mover: int, other: int, tables: Any) -> int:
    """Return the value of a mover's place against an other's."""
    return read_place(mover, other, tables[1], tables[2], tables[5])


@kernel
def value_of(mover: int, other: int, tables: Any) -> int:
    """Return the value of two sides with a throw due."""
    return value_at(tables[3][side_rank(mover)], tables[4][side_rank(other)], tables)


@kernel
def value_after(state: State, after: State, tables: Any) -> int:
    """Return what a move that has led from one state to another is worth to the side that made it."""
    room, other_room, width, mover_places, other_places, values, mirrored, kept = tables
    if rules.kind(after) == OVER:
        return ONE
    if rules.turn(after) == rules.turn(state):
        own, theirs = sides(after)
        return read_place(mover_places[side_rank(own)], other_places[side_rank(theirs)], other_room, width, values)
    theirs, own = sides(after)
    if side_class(theirs) == side_class(sides(state)[1]):
        return ONE - read_place(other_places[side_rank(theirs)], mover_places[side_rank(own)], room, width, mirrored)
    return ONE - int(kept[side_rank(own) - BARE[side_class(own)], side_rank(theirs)])
