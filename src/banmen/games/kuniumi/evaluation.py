"""How good a position of Kuniumi looks, by weights that were learnt from positions whose winner is known.

What decides is who runs out of harmless moves: a God must move, and whoever fills the last free neighbour of one of the other
side's groups closes it for them. So the weights concern, each as a table of both sides' numbers, the groups and those with two
free neighbours left, the Gods' own groups and their free neighbours, the spaces that a God can go to without closing a group of
the other side, those that only one side can ever reach, and those kept for one side as the other would close a group there,
together with how many are kept for neither. To that come the shapes: what stands in every window of three by three spaces.
Windows that are symmetric under rotations or reflections of the board share weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banmen.games.kuniumi.board import BOARD, SIZE, STRIDE
from banmen.games.kuniumi.groups import around, flood, in_sight, lines
from banmen.games.kuniumi.ranking import rank_moves  # noqa: F401 (one of the kernels that a game tells its guesses by)
from banmen.games.kuniumi.rules import GOD, PIECES, PLAY, THROUGH, phase, turn
from banmen.kernels.contract import State
from banmen.kernels.kernel import Table, kernel, popcount
from banmen.kernels.linear_scores import estimate, evaluate, read, update  # noqa: F401 (kernels of the game, too)
from banmen.kernels.linear_weights import read_weights

COUNTS = 24  # a count is at most one less
PAIRS = COUNTS * COUNTS  # a table for a count of each side
FACTS = 6  # what is counted of each side
STAGES = 6  # early, middle and late, with an even or odd number of free spaces, each with weights of its own
STAGE = FACTS * PAIRS
EARLY, LATE = 20, 15  # with so many free spaces a position is early, or still late
RESERVES = STAGES * STAGE  # offset of the weights for the spaces that only one side can take
KEPT = 6  # spaces kept for one side are counted to one less
SHAPES = RESERVES + KEPT * KEPT * 32  # offset of the windows' weights
EDGE = 3  # the length of a window's sides
CODES = 3 ** (EDGE * EDGE)  # contents of a window: each space is free, mine or theirs
MASKS = 2 ** (EDGE * EDGE)


def _window(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """Return the spaces of a window in the order of the bits that `windows` reads off."""
    return tuple((row + i, column + j) for i in range(EDGE) for j in range(EDGE))


def _turn_space(space: tuple[int, int], symmetry: int) -> tuple[int, int]:
    """Return a space as one of the eight symmetries of the board moves it."""
    row, column = space[::-1] if symmetry & 1 else space
    return (SIZE - 1 - row if symmetry & 2 else row, SIZE - 1 - column if symmetry & 4 else column)


def _share_windows() -> tuple[list[int], list[int], int]:
    """Return for each window where its weights begin and which symmetry its spaces are read by, and the number of weights."""
    windows = [_window(row, column) for row in range(SIZE - EDGE + 1) for column in range(SIZE - EDGE + 1)]
    begins: dict[frozenset[tuple[int, int]], int] = {}
    bases, symmetries = [], []
    for window in windows:
        images = [frozenset(_turn_space(space, symmetry) for space in window) for symmetry in range(8)]
        known = next((symmetry for symmetry in range(8) if images[symmetry] in begins), 0)
        begins.setdefault(images[known], SHAPES + CODES * len(begins))
        bases.append(begins[images[known]])
        symmetries.append(known)
    return bases, symmetries, SHAPES + CODES * len(begins)


def _digits() -> list[int]:
    """Return for every symmetry and every set of a window's spaces the sum of their powers of three, in the shared order."""
    sums = []
    for symmetry in range(8):
        window = _window(0, 0)
        order = sorted(_turn_space(space, symmetry) for space in window)
        powers = [3 ** order.index(_turn_space(space, symmetry)) for space in window]
        sums += [sum(power for bit, power in enumerate(powers) if mask >> bit & 1) for mask in range(MASKS)]
    return sums


_bases, _symmetries, _end = _share_windows()
SIZE_OF_WEIGHTS = _end
BASES = Table(_bases)  # offset of a window's weights
READING = Table(MASKS * symmetry for symmetry in _symmetries)  # offset of its part of DIGITS
DIGITS = Table(_digits())
WEIGHTS = read_weights(Path(__file__).parent / "data" / "weights.i16.gz", SIZE_OF_WEIGHTS)


def symmetrize(weights: list[int]) -> list[int]:
    """Return weights with those of windows on a diagonal made equal for mirrored shapes; before they are written."""
    even = list(weights)
    for first in (BASES[0], BASES[5]):
        for code in range(CODES):
            even[first + code] = (weights[first + code] + weights[first + _mirror(code)]) // 2
    return even


def _mirror(code: int) -> int:
    """Return the code of a shape with rows and columns exchanged."""
    digits = [code // 3**power % 3 for power in range(EDGE * EDGE)]
    return sum(digits[EDGE * (power % EDGE) + power // EDGE] * 3**power for power in range(EDGE * EDGE))


@kernel
def sum_weights(state: State, weights: Any, squares: Any, step: float) -> Any:
    """Return the sum of the weights that concern a position; with `squares`, change each of them by a step.

    While the board is being set up it is 0.
    """
    if phase(state) != PLAY:
        return 0 * weights[0]  # of the weights' type
    mine, theirs = state[0] & PIECES, state[1] & PIECES
    free = BOARD & ~(mine | theirs)
    my_last, my_pairs, my_groups = last_spaces(mine, free)
    their_last, their_pairs, their_groups = last_spaces(theirs, free)
    left = popcount(free)
    first = ((0 if left >= EARLY else 2 if left <= LATE else 1) * 2 + (left & 1)) * STAGE
    total = read(weights, squares, first + my_groups * COUNTS + their_groups, step)
    total += read_counts(my_pairs, their_pairs, first + PAIRS, weights, squares, step)
    mine_only, theirs_only = popcount(my_last & ~their_last), popcount(their_last & ~my_last)
    kept = min(KEPT - 1, mine_only) * KEPT + min(KEPT - 1, theirs_only)
    total += read(weights, squares, RESERVES + kept * 32 + popcount(free & ~my_last & ~their_last), step)
    my_home, their_home = flood(1 << (state[0] >> GOD), mine), flood(1 << (state[1] >> GOD), theirs)
    total += read_counts(around(my_home) & free, around(their_home) & free, first + 2 * PAIRS, weights, squares, step)
    total += read_counts(my_home, their_home, first + 3 * PAIRS, weights, squares, step)
    if state[2] & THROUGH:
        my_reach, their_reach = lines(my_home) & free, lines(their_home) & free
    else:
        my_reach, their_reach = in_sight(my_home, free), in_sight(their_home, free)
    total += read_counts(my_reach & ~their_last, their_reach & ~my_last, first + 4 * PAIRS, weights, squares, step)
    my_ever, their_ever = flood(my_home, mine | free) & free, flood(their_home, theirs | free) & free
    total += read_counts(my_ever & ~their_ever, their_ever & ~my_ever, first + 5 * PAIRS, weights, squares, step)
    return total + sum_windows(mine, theirs, weights, squares, step)


@kernel
def read_counts(mine: int, theirs: int, first: int, weights: Any, squares: Any, step: float) -> Any:
    """Return the weight for the numbers of spaces in two sets, in a table that begins at `first`."""
    index = min(COUNTS - 1, popcount(mine)) * COUNTS + min(COUNTS - 1, popcount(theirs))
    return read(weights, squares, first + index, step)


@kernel
def last_spaces(pieces: int, free: int) -> tuple[int, int, int]:
    """Return the free neighbours of one side's groups that have just one, of those that have two, and the number of groups."""
    single, double, number = 0, 0, 0
    while pieces:
        group = flood(pieces & -pieces, pieces)
        pieces &= ~group
        spaces = around(group) & free
        others = spaces & (spaces - 1)
        number += 1
        if others == 0:
            single |= spaces
        elif others & (others - 1) == 0:
            double |= spaces
    return single, double, number


@kernel
def sum_windows(mine: int, theirs: int, weights: Any, squares: Any, step: float) -> Any:
    """Return the sum of the weights for what stands in all windows of three by three spaces."""
    total = 0 * weights[0]  # of the weights' type
    number = 0
    for row in range(SIZE - EDGE + 1):
        for column in range(SIZE - EDGE + 1):
            a, b = mine >> (row * STRIDE + column), theirs >> (row * STRIDE + column)
            my_bits, their_bits = a & 7 | a >> 4 & 56 | a >> 8 & 448, b & 7 | b >> 4 & 56 | b >> 8 & 448
            code = DIGITS[READING[number] + my_bits] + 2 * DIGITS[READING[number] + their_bits]
            total += read(weights, squares, BASES[number] + code, step)
            number += 1
    return total


@kernel
def count_promising(state: State) -> int:  # noqa: ARG001 (all positions are alike in this)
    """Look at three moves in full, because the best one is nearly always among the first."""
    return 3


@kernel
def fewest(pieces: int, free: int) -> int:
    """Return the smallest number of free neighbours of any group of one side."""
    least = 99
    while pieces:
        group = flood(pieces & -pieces, pieces)
        pieces &= ~group
        least = min(least, popcount(around(group) & free))
    return least


@kernel
def beginner_score(state: State, seat: int) -> int:
    """Beginner's score: how nearly closed a group is."""
    if phase(state) != PLAY:
        return 0
    mine, theirs = state[0] & PIECES, state[1] & PIECES
    free = BOARD & ~(mine | theirs)
    return -fewest(mine if turn(state) == seat else theirs, free)
