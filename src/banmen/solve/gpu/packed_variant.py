"""What the packed kernels are compiled for: the cells of a side by the board, and the variant of the game."""

from __future__ import annotations

from typing import NamedTuple

SLOTS = 4  # places that a word of 32 bits holds, a byte each: a side has no more pieces


class Cells(NamedTuple):
    """The cells of a side: one for each place where it may be hit, one for nowhere, and one for each number of pieces left.

    Their number is odd, so that lanes find theirs in different banks of shared memory.

    >>> arrange_cells(50)
    Cells(nowhere=50, home=51, number=55)
    """

    nowhere: int
    home: int  # the first of those by how many of the mover's pieces are left, if any came home
    number: int


def arrange_cells(places: int) -> Cells:
    """Return the cells for a board with that many places for a piece."""
    return Cells(places, places + 1, places + 1 + SLOTS | 1)


class PackedVariant(NamedTuple):
    """What the kernels are compiled for: the board, the throws, the bits of a value and two rules.

    Values are parts of 2**bits and at most the largest. `by_lot` rounds up or down by lot instead of to the nearest; `bonus`
    tells that a hit may be what gives another throw.
    """

    places: int
    throws: int
    again_throws: int  # the last ones of the throws are those after which the mover throws again
    bits: int
    largest: int
    by_lot: bool
    bonus: bool
