"""Values looked up by asking the rules, move by move: slower than sweeps by lists, and independent of them.

`tables` are all arrays that tell the values with one player on turn: the places of the mover's and of the other's sides by
rank, the values with the mover and with the other on turn, and what is kept of the stratum in which the other has a piece less.
`places` are the rooms of both and the width of a strip. Values are chances of the side on turn in parts of ONE.
"""

from __future__ import annotations

from typing import Any

from banmen.games.holes58.indexing import BARE, joined, side_class, side_rank, sides
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.solve.holes58.pair_sweep_kernels import ONE

rules: Any = None  # set by banmen.kernels.kernel
THROWS = 5


@kernel
def value_at(mover: int, other: int, room: int, width: int, values: Any) -> int:
    """Return the value of a mover's and an other's place; `room` is that of the others."""
    return int(values[(mover // width * room + other) * width + mover % width])


@kernel
def value_after(state: State, after: State, places: Any, tables: Any) -> int:
    """Return what a move that has led from one state to another is worth to who made it."""
    room, other_room, width = places
    mover_places, other_places, values, mirrored, kept = tables
    if rules.kind(after) == OVER:
        return ONE
    if rules.turn(after) == rules.turn(state):
        own, theirs = sides(after)
        return value_at(mover_places[side_rank(own)], other_places[side_rank(theirs)], other_room, width, values)
    theirs, own = sides(after)
    if side_class(theirs) == side_class(sides(state)[1]):
        return ONE - value_at(other_places[side_rank(theirs)], mover_places[side_rank(own)], room, width, mirrored)
    return ONE - int(kept[side_rank(own) - BARE[side_class(own)], side_rank(theirs)])


@kernel
def best_after(state: State, places: Any, tables: Any) -> int:
    """Return what the best move is worth, in a position that waits for one."""
    best = 0
    for k in range(rules.count(state)):
        best = max(best, value_after(state, rules.apply(state, rules.kth(state, k)), places, tables))
    return best


@kernel
def looked_ahead(mover: int, other: int, like: State, weights: Any, places: Any, tables: Any) -> int:
    """Return the value of two sides by the values one throw and move later, in parts of ONE squared."""
    state = joined(mover, other, like)
    total = 0
    for value in range(1, THROWS + 1):
        total += weights[value - 1] * best_after(rules.throw(state, value), places, tables)
    return total


@kernel
def worst_residual(movers: Any, others: Any, like: State, weights: Any, places: Any, tables: Any) -> int:
    """Return the largest difference, in parts of ONE squared, between a value and what looking ahead makes of it.

    `movers` and `others` are the sides in all places, 0 where there is none.
    """
    worst = 0
    for one in range(len(movers)):
        for two in range(len(others)):
            if movers[one] != 0 and others[two] != 0:
                seen = looked_ahead(movers[one], others[two], like, weights, places, tables)
                worst = max(worst, abs(seen - ONE * value_at(one, two, places[1], places[2], tables[2])))
    return worst
