"""Positions of Qubism that are images of each other, for tables that keep one of them.

Half a turn with the colours swapped always gives such an image. Left and right can be swapped where cubes tip both ways or not
at all: the mirror makes a clockwise turn a counter-clockwise one. Images: bit 0 half a turn, bit 1 the mirror.
"""

from __future__ import annotations

from banmen.games.qubism.board import BOARD, SIZE, STRIDE
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel, lowest

WHITE, BLACK, SUPPLY, TURN, TIP = 30, 35, 40, 44, 45  # as in the rules, which import this module
EITHER = 2
OPENING_SUPPLY = 6  # with fewer cubes left, images hardly ever meet and looking for them costs more than it gives
LAST = SIZE * STRIDE - 2  # the last square


@kernel
def image_of(square: int, image: int) -> int:
    """Return the image of a square."""
    if image & 1:
        square = LAST - square
    if image & 2:
        square += SIZE - 1 - 2 * (square % STRIDE)
    return square


@kernel
def arrow_of(arrow: int, image: int) -> int:
    """Return how an image has an arrow."""
    if image & 1:
        arrow = arrow + 2 & 3
    return -arrow & 3 if image & 2 else arrow


@kernel
def map_state(state: State, image: int) -> State:
    """Return an image of a position."""
    word, arrows = state[0] >> SUPPLY << SUPPLY, 0
    cubes = state[0] & BOARD
    while cubes:
        square = lowest(cubes)
        cubes &= cubes - 1
        target = image_of(square, image)
        word |= 1 << target
        arrows |= arrow_of(state[1] >> 2 * square & 3, image) << 2 * target
    white, black = image_of(state[0] >> WHITE & 31, image), image_of(state[0] >> BLACK & 31, image)
    if image & 1:
        return (word ^ 1 << TURN | black << WHITE | white << BLACK, arrows)
    return (word | white << WHITE | black << BLACK, arrows)


@kernel
def canonical(state: State) -> tuple[State, int]:
    """Return the image of a position that stands for all of them, and which image it is."""
    if state[0] >> SUPPLY & 15 < OPENING_SUPPLY:
        return state, 0
    best, which = state, 0
    for image in range(1, 4 if state[0] >> TIP & EITHER else 2):
        other = map_state(state, image)
        if other < best:
            best, which = other, image
    return best, which


@kernel
def invert_image(image: int) -> int:
    """Return the image that undoes an image: each undoes itself."""
    return image


@kernel
def map_move(move: int, image: int) -> int:
    """Return a move as an image has it."""
    if image == 0:
        return move
    source = image_of(move & 31, image) if move >> 13 == 2 else 0
    said = move >> 10 & 7
    top = arrow_of(said - 1, image) + 1 if said else 0
    return move >> 13 << 13 | top << 10 | image_of(move >> 5 & 31, image) << 5 | source
