"""Values looked up by asking the rules, move by move: slower than sweeps by lists, and independent of them.

`tables` are an array of values, and where the rows of matrices begin in it: of those with the mover of a position on turn, and
of those with the other on turn, each by how many of the mover's pieces are not home and by the side that is not on turn.
Values are chances of the side on turn in parts of `one`.
"""

from __future__ import annotations

from typing import Any

from banmen.games.kariuchi.board import HOME
from banmen.games.kariuchi.indexing import CHOOSE, joined, side_class, sides
from banmen.games.kariuchi.rules import PIECES
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, popcount
from banmen.solve.value_iteration.move_table_kernels import THROWS

rules: Any = None  # set by banmen.kernels.kernel


@kernel
def occupied_points(side: int) -> int:
    """Return the points where a side stands, a bit each."""
    mask = 0
    for shift in range(0, 6 * PIECES, 6):
        place = side >> shift & 63
        if 0 < place < HOME:
            mask |= 1 << place
    return mask


@kernel
def rank(side: int, taken: int) -> int:
    """Return the number of a side on a board without some points."""
    index = 0
    for piece in range(PIECES):
        place = side >> 6 * piece & 63
        if place != HOME:
            place -= popcount(taken & (1 << place) - 1)
            index += CHOOSE[(place + piece) * 5 + piece + 1]
    return index


@kernel
def read_value(mover: int, other: int, number: int, values: Any, begins: Any) -> int:
    """Return the value of two sides; `number` is how many of its pieces are not home of the side by which `begins` goes."""
    return int(values[begins[number, rank(other, 0)] + rank(mover, occupied_points(other))])


@kernel
def value_after(state: State, after: State, one: int, tables: Any) -> int:
    """Return what a move that has led from one state to another is worth to who made it."""
    values, begins, across_begins = tables
    if rules.kind(after) == OVER:
        return one
    mover, other = sides(after)
    if rules.turn(after) == rules.turn(state):
        return read_value(mover, other, PIECES - side_class(mover), values, begins)
    return one - read_value(mover, other, PIECES - side_class(other), values, across_begins)


@kernel
def best_after(state: State, one: int, tables: Any) -> int:
    """Return what the best move is worth, in a position that waits for one."""
    best = 0
    for k in range(rules.count(state)):
        best = max(best, value_after(state, rules.apply(state, rules.kth(state, k)), one, tables))
    return best


@kernel
def looked_ahead(mover: int, other: int, like: State, weights: Any, one: int, tables: Any) -> int:
    """Return the value of two sides by the values one throw and move later, in parts of `one` times the sum of the weights."""
    state = joined(mover, other, like)
    total = 0
    for value in range(1, THROWS + 1):
        total += weights[value - 1] * best_after(rules.throw(state, value), one, tables)
    return total


@kernel
def value_of(mover: int, other: int, tables: Any) -> int:
    """Return the value that is kept of two sides."""
    return read_value(mover, other, PIECES - side_class(mover), tables[0], tables[1])


@kernel
def value_moves(record: Any, like: State, one: int, tables: Any, numbers: Any) -> None:
    """Write the value of a recorded position before its throw, then what each of its moves is worth, in the order of `kth`."""
    before = joined(record[0], record[1], like)
    state = rules.throw(before, record[2])
    numbers[0] = value_of(record[0], record[1], tables)
    for k in range(rules.count(state)):
        numbers[1 + k] = value_after(state, rules.apply(state, rules.kth(state, k)), one, tables)
