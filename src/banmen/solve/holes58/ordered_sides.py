"""All sides with the same number of pieces, in the order in which sweeps take them, with their moves as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.solve.holes58 import move_list_kernels
from banmen.solve.holes58.move_list_kernels import KINDS, STAY, STRIKE, THROWS

WEIGHT = 1 << 31  # the sum of the weights of all throws


@dataclass(frozen=True)
class OrderedSides:
    """The sides of one class, in slots by decreasing advance, those of equal advance padded to whole strips.

    Among these, those come last that may pass or stay as they are, because more is to be computed for them.

    A place that holds no side has rank -1 and no moves.
    """

    pieces: int
    width: int  # places in a strip
    words: Any  # the sides themselves by rank
    ranks: Any  # the rank of the side in each place
    places: Any  # the place of each rank
    advances: Any  # the distinct advances, falling
    first_strips: Any  # the first strip of each of them, and where the last one ends
    begin: Any  # where the entries of place p and throw v begin: begin[5 * p + v - 1]
    codes: Any  # entries of `move_list_kernels`, but with places instead of ranks, and for strikes with rows of `kept` columns
    passed: Any  # the weight of the throws that change nothing but the turn
    stays: Any  # the throw (from 1) at which a side may choose to stay as it is, 0 if there is none
    struck: Any  # the rank after a strike in the class with a piece less; its size if all is lost

    @property
    def size(self) -> int:
        """The number of sides."""
        return len(self.places)

    def in_places(self) -> Any:
        """Return the side in each slot, 0 for an empty one."""
        import numpy

        words = numpy.zeros(self.room, numpy.int64)
        words[self.places] = self.words
        return words

    @property
    def room(self) -> int:
        """The number of places."""
        return len(self.ranks)


def throw_weights(game: Game) -> Any:
    """Return the chances of the throws 1 to 5 as whole numbers that add up to WEIGHT; exact for even sticks."""
    import numpy

    from banmen.core import sticks

    return numpy.array(sticks.compute_weights(game.p, WEIGHT), numpy.int64)


def order_sides(game: Game, pieces: int, width: int) -> OrderedSides:
    """List all sides with so many pieces in the order of sweeps, with the moves that the rules give them."""
    import numpy

    size = indexing.class_size(pieces)
    codes = numpy.zeros((size, THROWS, game.rules.MOST), numpy.int32)
    counts = numpy.zeros((size, THROWS), numpy.int32)
    words, struck, advances = numpy.zeros(size, numpy.int64), numpy.zeros(size, numpy.int32), numpy.zeros(size, numpy.int32)
    game.compiled(move_list_kernels).describe(pieces, game.first_state(), codes, counts, words, struck, advances)
    struck[struck < 0] = indexing.class_size(pieces - 1) if pieces > 1 else 0
    looping = (counts == 0).any(1) | ((codes % KINDS == STAY) & (numpy.arange(codes.shape[2]) < counts[:, :, None])).any((1, 2))
    ranks, places, levels, first_strips = _order_places(advances, looping, width)
    moves = _list_moves(game, pieces, codes, counts, ranks, places)
    return OrderedSides(pieces, width, words, ranks, places, levels, first_strips, *moves, _arrange_by_place(struck, ranks, 0))


def _order_places(advances: Any, looping: Any, width: int) -> tuple[Any, Any, Any, Any]:
    """Give every side a place; return the ranks by place, the places by rank, the advances and where their strips begin."""
    import numpy

    levels, counts = numpy.unique(-advances, return_counts=True)
    strips = -(-counts // width)
    first_strips = numpy.concatenate([[0], numpy.cumsum(strips)])
    order = numpy.lexsort((looping, -advances))
    starts = numpy.repeat(first_strips[:-1] * width - numpy.concatenate([[0], numpy.cumsum(counts)[:-1]]), counts)
    ranks = numpy.full(first_strips[-1] * width, -1, numpy.int32)
    ranks[starts + numpy.arange(len(advances))] = order
    places = numpy.zeros(len(advances), numpy.int32)
    places[ranks[ranks >= 0]] = numpy.flatnonzero(ranks >= 0)
    return ranks, places, -levels, first_strips.astype(numpy.int32)


def _list_moves(game: Game, pieces: int, codes: Any, counts: Any, ranks: Any, places: Any) -> tuple[Any, Any, Any, Any]:
    """Return the entries place by place, throw by throw, the weight of what is passed, and the throws at which one may stay."""
    import numpy

    weights = throw_weights(game)
    kinds, targets = codes % KINDS, codes // KINDS
    there = numpy.arange(codes.shape[2]) < counts[:, :, None]
    staying = there & (kinds == STAY)
    stays = (staying.any(2) * numpy.arange(1, THROWS + 1)).max(1)
    assert (staying.any(2).sum(1) <= 1).all(), "a side could stay as it is at two throws"
    rows = targets - (indexing.BARE[pieces])
    codes = numpy.where(kinds == STRIKE, rows, places[targets.clip(0, len(places) - 1)]) * KINDS + kinds
    there &= ~staying
    passed = ((counts == 0) * weights).sum(1)
    counts = _arrange_by_place(there.sum(2), ranks, 0)
    begin = numpy.concatenate([[0], numpy.cumsum(counts.ravel())]).astype(numpy.int32)
    inside = ranks >= 0
    return (
        begin,
        codes[ranks[inside]][there[ranks[inside]]].astype(numpy.int32),
        _arrange_by_place(passed, ranks, 0),
        _arrange_by_place(stays, ranks, 0),
    )


def _arrange_by_place(values: Any, ranks: Any, empty: int) -> Any:
    """Return what belongs to each place, given what belongs to each rank."""
    import numpy

    found = numpy.full((len(ranks), *values.shape[1:]), empty, values.dtype)
    found[ranks >= 0] = values[ranks[ranks >= 0]]
    return found
