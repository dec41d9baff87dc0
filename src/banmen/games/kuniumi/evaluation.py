"""How good a position of Kuniumi looks, by weights that were learnt in self-play.

What decides is who runs out of harmless moves: a God must move, and whoever fills the last free neighbour of one of the other
side's groups closes it for her. So the weights concern, for each side, the groups with one or two free neighbours left, the
God's own group, and the spaces that the God can go to without closing a group of the other side. To that come the shapes: what
stands in every window of two by three spaces. Windows that turning or mirroring the board brings upon each other share weights.
"""

from __future__ import annotations

from typing import Any

from banmen.core.contract import State
from banmen.core.kernel import Table, kernel, popcount
from banmen.games.kuniumi.board import BOARD, SIZE, STRIDE
from banmen.games.kuniumi.rules import GOD, PIECES, PLAY, THROUGH, around, flooded, in_sight, lines, phase, turn
from banmen.games.kuniumi.weights import WEIGHTS

UNIT = 16  # weights are in sixteenths, because many of them are added up
COUNTS = 24  # a count is at most one less
FACTS = 5  # the counts of each side
STAGES = 3  # early, middle and late, each with weights of its own for the counts; the windows' weights tell early from the rest
STAGE = 2 * FACTS * COUNTS
EARLY, LATE = 18, 13  # with so many free spaces a position is early, or still late
SHAPES = STAGES * STAGE  # where the windows' weights begin
CODES = 3**6  # what can stand in a window: each space is free, mine or theirs


def _window(row: int, column: int, *, upright: bool) -> tuple[tuple[int, int], ...]:
    """Return the spaces of a window in the order of the bits that `windows` reads off."""
    rows, columns = (3, 2) if upright else (2, 3)
    return tuple((row + i, column + j) for i in range(rows) for j in range(columns))


def _turned(space: tuple[int, int], symmetry: int) -> tuple[int, int]:
    """Return a space as one of the eight symmetries of the board moves it."""
    row, column = space[::-1] if symmetry & 1 else space
    return (SIZE - 1 - row if symmetry & 2 else row, SIZE - 1 - column if symmetry & 4 else column)


def _shared() -> tuple[list[int], list[int], int]:
    """Return for each window where its weights begin and which symmetry its spaces are read by, and the number of weights."""
    windows = [_window(row, column, upright=False) for row in range(SIZE - 1) for column in range(SIZE - 2)]
    windows += [_window(row, column, upright=True) for row in range(SIZE - 2) for column in range(SIZE - 1)]
    begins: dict[frozenset[tuple[int, int]], int] = {}
    bases, symmetries = [], []
    for window in windows:
        images = [frozenset(_turned(space, symmetry) for space in window) for symmetry in range(8)]
        known = next((symmetry for symmetry in range(8) if images[symmetry] in begins), 0)
        begins.setdefault(images[known], SHAPES + CODES * len(begins))
        bases.append(begins[images[known]])
        symmetries.append(known)
    return bases, symmetries, SHAPES + CODES * len(begins)


def _digits() -> list[int]:
    """Return for every symmetry and every set of a window's spaces the sum of their powers of three, in the shared order."""
    sums = []
    for symmetry in range(8):
        window = _window(0, 0, upright=symmetry & 1 == 1)  # the shared order is that of a window that lies
        order = sorted(_turned(space, symmetry) for space in window)
        powers = [3 ** order.index(_turned(space, symmetry)) for space in window]
        sums += [sum(power for bit, power in enumerate(powers) if mask >> bit & 1) for mask in range(64)]
    return sums


_bases, _symmetries, _end = _shared()
EARLY_SHAPES = _end - SHAPES  # how much further on the windows' weights of early positions stand
SIZE_OF_WEIGHTS = _end + EARLY_SHAPES
BASES = Table(_bases)  # where a window's weights begin
READING = Table(64 * symmetry for symmetry in _symmetries)  # where its part of DIGITS begins
DIGITS = Table(_digits())


def evened(weights: list[int]) -> list[int]:
    """Return weights with those of windows on the middle line made equal for mirrored shapes."""
    even = list(weights)
    middle = BASES[2 * (SIZE - 2)]
    for first in (middle, middle + CODES, middle + EARLY_SHAPES, middle + EARLY_SHAPES + CODES):
        for code in range(CODES):
            low, high = code % 27, code // 27
            even[first + code] = (weights[first + code] + weights[first + high + 27 * low]) // 2
    return even


@kernel
def evaluate(state: State) -> int:
    """Return the score of the side to act: 400 stands for ten wins to one loss."""
    if phase(state) != PLAY:
        return 0
    score: int = weighed(state, WEIGHTS, None, 0.0)
    return score // UNIT


@kernel
def judged(state: State, weights: Any) -> float:
    """Return the score of the side to act by some weights."""
    if phase(state) != PLAY:
        return 0.0
    return float(weighed(state, weights, None, 0.0) / UNIT)


@kernel
def learned(state: State, target: float, rate: float, weights: Any, squares: Any) -> float:
    """Change the weights so that they say a little more what the target, a chance, says; return the error there was."""
    error = target - 1.0 / (1.0 + 10.0 ** (-judged(state, weights) / 400.0))
    weighed(state, weights, squares, rate * error)
    return float(error)


@kernel
def read(weights: Any, squares: Any, index: int, step: float) -> Any:
    """Return a weight; with `squares`, which sums up its changes, change it the less the more it has changed before."""
    if squares is not None:
        squares[index] += step * step
        weights[index] += 6400.0 * step / (squares[index] + 1.0) ** 0.5
    return weights[index]


@kernel
def weighed(state: State, weights: Any, squares: Any, step: float) -> Any:
    """Return the sum of the weights that concern a position; with `squares`, change each of them by a step."""
    mine, theirs = state[0] & PIECES, state[1] & PIECES
    free = BOARD & ~(mine | theirs)
    my_last, my_pairs, my_shut = last_spaces(mine, free)
    their_last, their_pairs, their_shut = last_spaces(theirs, free)
    through = state[2] & THROUGH
    left = popcount(free)
    first = 0 if left >= EARLY else 2 * STAGE if left <= LATE else STAGE
    total = counted(state[0], mine, free, through, their_last, my_pairs, my_shut, first, weights, squares, step)
    first += FACTS * COUNTS
    total += counted(state[1], theirs, free, through, my_last, their_pairs, their_shut, first, weights, squares, step)
    return total + windows(mine, theirs, EARLY_SHAPES if left >= EARLY else 0, weights, squares, step)


@kernel
def last_spaces(pieces: int, free: int) -> tuple[int, int, int]:
    """Return the free neighbours of one side's groups that have just one, of those that have two, and how many have one."""
    single, double, number = 0, 0, 0
    while pieces:
        group = flooded(pieces & -pieces, pieces)
        pieces &= ~group
        spaces = around(group) & free
        others = spaces & (spaces - 1)
        if others == 0:
            single |= spaces
            number += 1
        elif others & (others - 1) == 0:
            double |= spaces
    return single, double, number


@kernel
def counted(
    side: int,
    pieces: int,
    free: int,
    through: int,
    harmful: int,
    pairs: int,
    shut: int,
    first: int,
    weights: Any,
    squares: Any,
    step: float,
) -> Any:
    """Return the sum of the weights for the counts of one side, whose table begins at `first`."""
    home = flooded(1 << (side >> GOD), pieces)
    reach = lines(home) & free if through else in_sight(home, free)
    total = read(weights, squares, first + shut, step)
    total += read(weights, squares, first + COUNTS + min(COUNTS - 1, popcount(pairs)), step)
    total += read(weights, squares, first + 2 * COUNTS + min(COUNTS - 1, popcount(around(home) & free)), step)
    total += read(weights, squares, first + 3 * COUNTS + min(COUNTS - 1, popcount(home)), step)
    return total + read(weights, squares, first + 4 * COUNTS + min(COUNTS - 1, popcount(reach & ~harmful)), step)


@kernel
def windows(mine: int, theirs: int, base: int, weights: Any, squares: Any, step: float) -> Any:
    """Return the sum of the weights for what stands in all windows of two by three spaces, lying and upright."""
    total = read(weights, squares, 0, 0.0) - read(weights, squares, 0, 0.0)
    number = 0
    for row in range(SIZE - 1):
        for column in range(SIZE - 2):
            a, b = mine >> (row * STRIDE + column), theirs >> (row * STRIDE + column)
            reading = READING[number]
            code = DIGITS[reading + (a & 7 | a >> 4 & 56)] + 2 * DIGITS[reading + (b & 7 | b >> 4 & 56)]
            total += read(weights, squares, base + BASES[number] + code, step)
            number += 1
    for row in range(SIZE - 2):
        for column in range(SIZE - 1):
            a, b = mine >> (row * STRIDE + column), theirs >> (row * STRIDE + column)
            my_bits, their_bits = a & 3 | a >> 5 & 12 | a >> 10 & 48, b & 3 | b >> 5 & 12 | b >> 10 & 48
            code = DIGITS[READING[number] + my_bits] + 2 * DIGITS[READING[number] + their_bits]
            total += read(weights, squares, base + BASES[number] + code, step)
            number += 1
    return total


@kernel
def fewest(pieces: int, free: int) -> int:
    """Return the smallest number of free neighbours of any group of one side."""
    least = 99
    while pieces:
        group = flooded(pieces & -pieces, pieces)
        pieces &= ~group
        least = min(least, popcount(around(group) & free))
    return least


@kernel
def wish(state: State, seat: int) -> int:
    """Wish for a group that is nearly closed."""
    if phase(state) != PLAY:
        return 0
    mine, theirs = state[0] & PIECES, state[1] & PIECES
    free = BOARD & ~(mine | theirs)
    return -fewest(mine if turn(state) == seat else theirs, free)
