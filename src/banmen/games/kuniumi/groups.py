"""Groups of pieces of Kuniumi as bit masks (see `board`): what is beside them, what they see, and which are closed in."""

from __future__ import annotations

from banmen.games.kuniumi.board import BOARD, COLUMN, ROW, SIZE, STRIDE
from banmen.kernels.kernel import kernel, popcount

ALL = (1 << 43) - 1  # the board, its borders and one more


@kernel
def around(mask: int) -> int:
    """Return the neighbours of a set of spaces, borders included."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


@kernel
def flood(seed: int, within: int) -> int:
    """Return everything within a set that is connected to the seed, which is part of it."""
    grown = (seed | around(seed)) & within
    grown = (grown | around(grown)) & within  # steps ahead of the loop, because an end that is not foreseen costs more
    wider = (grown | around(grown)) & within
    while wider != grown:
        grown = wider
        wider = (grown | around(grown)) & within
    return grown


@kernel
def in_sight(group: int, free: int) -> int:
    """Return the free spaces seen from a group along rows and columns, up to the first piece."""
    taken = ALL & ~free
    east = taken ^ (taken - (group << 1))  # the borrow of the subtraction runs through free spaces up to the next piece
    west, north, south = group, group, group
    open_west, open_north, open_south = free, free, free
    step = 1
    for _ in range(3):  # lines of 1, 2 and 4 spaces at a time
        rows = step * STRIDE
        west |= open_west & west >> step
        open_west &= open_west >> step
        north |= open_north & north << rows
        open_north &= open_north << rows
        south |= open_south & south >> rows
        open_south &= open_south >> rows
        step += step
    return (east | west | north | south) & free


@kernel
def lines(group: int) -> int:
    """Return all spaces in the rows and columns of a group."""
    seen = 0
    for index in range(SIZE):
        if group & ROW << STRIDE * index:
            seen |= ROW << STRIDE * index
        if group & COLUMN << index:
            seen |= COLUMN << index
    return seen


@kernel
def list_touched(space: int) -> int:
    """Return the spaces whose pieces may have lost their last free neighbour when a space was taken."""
    return (1 << space | around(1 << space)) & BOARD


@kernel
def find_closed(mine: int, theirs: int, suspects: int) -> int:
    """Return the pieces of both sides whose groups have no free neighbour; groups without a suspect are known to have one.

    Both sides are flooded at once, from the pieces that touch a free space along the links between pieces of one side.
    """
    mine, theirs = mine & BOARD, theirs & BOARD
    pieces = mine | theirs
    suspects &= pieces
    rows = mine & mine >> 1 | theirs & theirs >> 1
    columns = mine & mine >> STRIDE | theirs & theirs >> STRIDE
    reached = link(pieces & around(BOARD & ~pieces), rows, columns)
    while suspects & ~reached:
        wider = link(reached, rows, columns)
        if wider == reached:
            return pieces & ~reached
        reached = wider
    return 0


@kernel
def link(pieces: int, rows: int, columns: int) -> int:
    """Return some pieces and those linked to them, to the right or left in a row and up or down in a column."""
    across = (pieces & rows) << 1 | pieces >> 1 & rows
    return pieces | across | (pieces & columns) << STRIDE | pieces >> STRIDE & columns


@kernel
def largest(pieces: int) -> int:
    """Return the size of the largest connected group."""
    size = 0
    while pieces:
        group = flood(pieces & -pieces, pieces)
        size = max(size, popcount(group))
        pieces &= ~group
    return size
