"""Positions of Kuniumi that are images of each other, for tables that keep one of them.

The square has eight: bit 0 of an image swaps left and right, bit 1 top and bottom, bit 2 rows and columns afterwards. They meet
in the setup only: once six pieces stand, play hardly ever leads to two images of one position.
"""

from __future__ import annotations

from banmen.games.kuniumi.board import SIZE, STRIDE
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel, lowest

GOD, PHASE, PLAY = 42, 2, 7  # as in the rules, which import this module


@kernel
def image_of(space: int, image: int) -> int:
    """Return the image of a space."""
    row, column = space // STRIDE, space % STRIDE
    if image & 1:
        column = SIZE - 1 - column
    if image & 2:
        row = SIZE - 1 - row
    return column * STRIDE + row if image & 4 else row * STRIDE + column


@kernel
def map_side(side: int, image: int) -> int:
    """Return an image of one side's pieces; a side without pieces has no God either."""
    pieces = side & (1 << GOD) - 1
    if pieces == 0:
        return side
    result = image_of(side >> GOD, image) << GOD
    while pieces:
        result |= 1 << image_of(lowest(pieces), image)
        pieces &= pieces - 1
    return result


@kernel
def canonical(state: State) -> tuple[State, int]:
    """Return the image of a position that stands for all of them, and which image it is."""
    if state[2] >> PHASE & 7 == PLAY:
        return state, 0
    best, which = state, 0
    for image in range(1, 8):
        other = (map_side(state[0], image), map_side(state[1], image), state[2])
        if other < best:
            best, which = other, image
    return best, which


@kernel
def invert_image(image: int) -> int:
    """Return the image that undoes an image: turns by a quarter undo each other, all others themselves."""
    return 11 - image if image in (5, 6) else image


@kernel
def map_move(move: int, image: int) -> int:
    """Return a move as an image has it; the choice of a faction is the same in all of them."""
    if move >= 512:
        return move
    return move >> 6 << 6 | image_of(move & 63, image)
