"""How positions of Qubism are numbered, a layer for each number of cubes on the board: no cube ever leaves it.

Positions are seen by the side on turn, who goes up the board: for Black the board is turned round, so that one number stands
for a position and its image. A layer is made of *blocks*: where the cubes lie and how their arrows point. A block is a number,
    the squares of the cubes a < b < ... as C(a, 1) + C(b, 2) + ..., and below it two bits a cube with its arrow, a's lowest,
and holds 20 x 20 positions: the square of the pawn on turn, which is not on its goal row, times 20 plus that of the other, less
five for the other's own goal row. Squares count from 0, row by row, without the borders of `board`. Pawns on one square, on a
cube or without a way have numbers as well, though there are no such positions: so all positions with the
same cubes stand together, and only a quarter of a layer of three cubes is lost.
"""

from __future__ import annotations

from math import comb

from banmen.games.qubism.board import BOARD, SIZE, STRIDE
from banmen.games.qubism.rules import BLACK, SUPPLY, TURN, WHITE
from banmen.games.qubism.symmetry import map_state
from banmen.kernels.contract import State
from banmen.kernels.kernel import Table, kernel, lowest, popcount

SQUARES = SIZE * SIZE
PLACES = SQUARES - SIZE  # a pawn stands anywhere but on its goal row
PAIRS = PLACES * PLACES
MOST_CUBES = 9

LAYER_OPTION = "cubes"  # the option that says how many layers there are
# What a solution leaves open, with the value that it is made with: where neither side can force a win, the value decides.
SOLVED_OPTIONS = {"repetition": "draw"}

# CHOOSE[n * 10 + k] is the number of ways to choose k out of n.
CHOOSE = Table(comb(n, k) for n in range(SQUARES + 1) for k in range(MOST_CUBES + 1))


def blocks(cubes: int) -> int:
    """Return how many blocks the layer with so many cubes on the board has."""
    return comb(SQUARES, cubes) << 2 * cubes


@kernel
def number_of(square: int) -> int:
    """Return the number of a square, which `board` counts with borders."""
    return square - square // STRIDE


@kernel
def square_of(number: int) -> int:
    """Return the square of a number, as `board` counts."""
    return number + number // SIZE


@kernel
def rank_cubes(cubes: int) -> int:
    """Return the number of a set of squares among all sets of as many."""
    rank, chosen = 0, 0
    while cubes:
        chosen += 1
        rank += CHOOSE[number_of(lowest(cubes)) * 10 + chosen]
        cubes &= cubes - 1
    return rank


@kernel
def unrank_cubes(rank: int, number: int) -> int:
    """Return the set of so many squares that has a rank."""
    cubes = 0
    square = SQUARES - 1
    for chosen in range(number, 0, -1):
        while CHOOSE[square * 10 + chosen] > rank:
            square -= 1
        rank -= CHOOSE[square * 10 + chosen]
        cubes |= 1 << square_of(square)
    return cubes


@kernel
def rank(state: State) -> int:
    """Return the number of a position in its layer. No pawn is taken to stand on its goal row."""
    if state[0] >> TURN & 1:
        state = map_state(state, 1)
    cubes = state[0] & BOARD
    arrows, shift = 0, 0
    left = cubes
    while left:
        arrows |= (state[1] >> 2 * lowest(left) & 3) << shift
        shift += 2
        left &= left - 1
    block = rank_cubes(cubes) << shift | arrows
    mine, theirs = number_of(state[0] >> WHITE & 31), number_of(state[0] >> BLACK & 31)
    return block * PAIRS + mine * PLACES + theirs - SIZE


@kernel
def unrank(index: int, cubes: int, like: State) -> State:
    """Return the position of a layer that has a number, White on turn, with the supply and the options of a state."""
    block, pair = index // PAIRS, index % PAIRS
    squares = unrank_cubes(block >> 2 * cubes, cubes)
    word = like[0] >> SUPPLY << SUPPLY & ~(1 << TURN) | squares
    word |= square_of(pair // PLACES) << WHITE | square_of(pair % PLACES + SIZE) << BLACK
    arrows = 0
    for cube in range(cubes):
        arrows |= (block >> 2 * cube & 3) << 2 * lowest(squares)
        squares &= squares - 1
    return (word, arrows)


@kernel
def on_board(state: State) -> int:
    """Return the number of cubes on the board, which is the position's layer."""
    return popcount(state[0] & BOARD)
