"""Examples for a network from positions with exact values: what each move leads to, and the features of what it leads to.

A record is a row of three words: the side of the mover, the other side and the throw; a throw of 0 makes an empty record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, cast

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.network import NONE

if TYPE_CHECKING:  # kernel files import kernel files only
    from banmen.core.game import Game

rules: Any = None  # set by banmen.kernels.twins
AGAIN, PASSES, WINS = 1, 2, 3  # what a move means for the mover; 0 where there is no move
PARTS = 64  # that threads share out among themselves


@kernel
def follow(first: int, last: int, like: State, records: Any, after: Any, meaning: Any) -> None:
    """Write for some records both sides after each move, the one on turn first, and what the move means."""
    for row in range(first, last):
        if records[row, 2] == 0:
            continue
        state = rules.throw(rules.join_sides(records[row, 0], records[row, 1], like), records[row, 2])
        for k in range(rules.count(state)):
            reached = rules.apply(state, rules.kth(state, k))
            after[row, k, 0], after[row, k, 1] = rules.sides(reached)
            again = rules.turn(reached) == rules.turn(state)
            meaning[row, k] = WINS if rules.kind(reached) == OVER else AGAIN if again else PASSES


@kernel
def list_all(first: int, last: int, pairs: Any, room: Any, out: Any) -> None:
    """List the features of some positions."""
    for row in range(first, last):
        for slot in range(len(room)):
            room[slot] = NONE
        rules.list_features(pairs[row, 0], pairs[row, 1], room)
        for slot in range(len(room)):
            out[row, slot] = room[slot]


def follow_moves(game: Game, records: Any) -> tuple[Any, Any]:
    """Return both sides after every move of some records, and what each move means."""
    import numpy

    after = numpy.zeros((len(records), game.rules.MOST, 2), numpy.int64)
    meaning = numpy.zeros((len(records), game.rules.MOST), numpy.int8)
    kernels, like = game.compiled(sys.modules[__name__]), game.first_state()
    _share_out(len(records), lambda first, last: kernels.follow(first, last, like, records, after, meaning))
    return after, meaning


def list_features(game: Game, pairs: Any) -> Any:
    """Return the features of some positions, given as pairs of sides: a row each, with NONE where there are no more."""
    import numpy

    kernels = game.compiled(sys.modules[__name__])
    slots: int = cast(Any, game.plain).SECTIONS[-1]
    out = numpy.zeros((len(pairs), slots), numpy.int16)
    _share_out(len(pairs), lambda first, last: kernels.list_all(first, last, pairs, numpy.zeros(slots, numpy.int64), out))
    return out


def label_positions(records: Any, values: Any, after: Any, meaning: Any) -> tuple[Any, Any]:
    """Return positions with a throw due and their values: those of the records, and those their moves lead to.

    A row of `values` is the value before the throw, then the value of each move, all of the mover.
    """
    import numpy

    going_on = (meaning == AGAIN) | (meaning == PASSES)
    worth = numpy.where(meaning == PASSES, 1 - values[:, 1:], values[:, 1:])  # of who throws next
    pairs = numpy.concatenate([records[:, :2], after[going_on]])
    return pairs, numpy.concatenate([values[:, 0], worth[going_on]]).astype(numpy.float32)


def index_choices(values: Any, meaning: Any) -> tuple[Any, Any, Any, Any]:
    """Return which positions, as `label_positions` numbers them, the moves of each record lead to.

    Returned are for every record the first of its positions, how many there are and the best of them; and for every position 1
    if it is the record's mover who throws next, -1 if it is the other.
    """
    import numpy

    going_on = (meaning == AGAIN) | (meaning == PASSES)
    count = going_on.sum(1)
    first = len(values) + count.cumsum() - count
    best = numpy.where(going_on, values[:, 1:], -1).argmax(1)[:, None]
    before = numpy.take_along_axis(going_on.cumsum(1), best, 1)[:, 0] - 1  # of the record's positions
    signs = numpy.where(meaning[going_on] == PASSES, -1, 1)
    return first, count, first + before, numpy.concatenate([numpy.ones(len(values), numpy.int64), signs])


def _share_out(rows: int, work: Callable[[int, int], object]) -> None:
    """Let all cores work on parts of some rows; the first one alone, so that only one thread compiles."""
    bounds = [min(1, rows), *(1 + (rows - 1) * part // PARTS for part in range(1, PARTS + 1))] if rows else [0]
    work(0, bounds[0])
    with ThreadPoolExecutor() as pool:
        list(pool.map(work, bounds[:-1], bounds[1:]))
