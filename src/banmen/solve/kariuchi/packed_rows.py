"""The order of sides and the offsets of the rows of a matrix."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from banmen.games.kariuchi.board import HOME, NAMES, WAYS
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.gpu import packed_kernels

PLACES = HOME  # where a piece that is not home can stand, the reserve among them
BITS = 6  # of a place
LONGEST = comb(PLACES + PIECES - 1, PIECES)  # values of a row, with all pieces against a side that stands nowhere


@dataclass(frozen=True)
class SideList:
    """All sides with some number of pieces that are not home yet, ordered by the foremost piece, then the next and so on."""

    pieces: int
    numbers: Any  # that `banmen.games.kariuchi.indexing` has for them
    words: Any  # as the rules have them
    places: Any  # of the pieces that are not home, a byte each
    keys: Any  # 63 less each point where pieces stand, a byte each
    masks: Any  # the points where pieces stand, a bit each
    advance: Any  # the pieces' total advance

    @property
    def size(self) -> int:
        """How many sides there are."""
        return len(self.words)


@functools.cache
def list_sides(pieces: int) -> SideList:
    """List the sides with some number of pieces that are not home.

    >>> list_sides(4).size
    292825
    """
    import numpy

    places = numpy.array(list(combinations_with_replacement(range(PLACES), pieces)), numpy.int64)
    numbers = numpy.lexsort(places.T)  # they come in the order of their numbers
    places = places[numbers]
    words = sum((places[:, k] << BITS * k for k in range(pieces)), numpy.zeros(len(places), numpy.int64))
    words |= sum(HOME << BITS * k for k in range(pieces, PIECES))
    masks = numpy.bitwise_or.reduce(numpy.where(places > 0, 1 << places, 0), axis=1)
    keys = numpy.where(numpy.diff(places, axis=1, prepend=0) > 0, packed_kernels.FARTHEST - places, 0)  # once for each point
    advance = numpy.array(measure_advance())[places].sum(axis=1)
    return SideList(pieces, numbers, words, pack_bytes(places), pack_bytes(keys), masks, advance)


def pack_bytes(rows: Any) -> Any:
    """Return a word for each row of small numbers, the first in its lowest byte.

    >>> import numpy
    >>> [hex(word) for word in pack_bytes(numpy.array([[1, 2], [3, 0]])).tolist()]
    ['0x201', '0x3']
    """
    return sum(rows[:, k] << 8 * k for k in range(rows.shape[1]))


@functools.cache
def measure_advance() -> tuple[int, ...]:
    """Return how far each place is from the reserve, so that every step leads further: by the longest way home.

    >>> far = measure_advance()
    >>> far[0], far[1] < far[2]
    (0, True)
    """

    @functools.cache
    def left(place: int) -> int:
        return max((1 + left(way[0]) for way in WAYS[place]), default=0)

    return tuple(left(0) - left(place) for place in range(len(NAMES) - 1))


def count_row_lengths(pieces: int, others: SideList) -> Any:
    """Return how many movers with so many pieces can meet each of the others."""
    import numpy

    counts = numpy.array([comb(PLACES - taken + pieces - 1, pieces) for taken in range(PIECES + 1)], numpy.int64)
    return counts[numpy.bitwise_count(others.masks)]


@functools.cache
def compute_row_starts(pieces: int, other_pieces: int) -> Any:
    """Return where the rows of a matrix begin, and behind the last how many values it has.

    >>> int(compute_row_starts(1, 1)[-1])  # 50 places, and both in reserve or not on the same point
    2451
    """
    import numpy

    return numpy.concatenate([[0], numpy.cumsum(count_row_lengths(pieces, list_sides(other_pieces)))])


def rank_table() -> Any:
    """Return the table by which sides are ranked: at 64 * n + x what piece n from 0 counts if x places lie below it."""
    import numpy

    return numpy.array([comb(x + n, n + 1) for n in range(PIECES) for x in range(64)], numpy.uint32)
