"""Which setups of Kuniumi are won by force whichever faction player 2 chooses, up to symmetry.

A setup has a number: the space of the Earth God times 36 plus that of the Sea God, then a pair of spaces of land and a pair of
sea; spaces count from a1 along the rows, pairs as in LOWER and UPPER. Of a setup's images, by the symmetries of the board and
with land and sea swapped, only one counts.
"""

from __future__ import annotations

from typing import Any

from banmen.games.kuniumi.board import BOARD, SIZE, STRIDE
from banmen.games.kuniumi.symmetry import canonical, image_of
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import Table, kernel, lowest

rules: Any = None  # set by banmen.kernels.twins

SPACES = SIZE * SIZE
LOWER = Table(lower for upper in range(SPACES) for lower in range(upper))
UPPER = Table(upper for upper in range(SPACES) for _ in range(upper))
PAIRS = len(LOWER)
SETUPS = SPACES * SPACES * PAIRS * PAIRS


@kernel
def space_of(number: int) -> int:
    """Return a space by its number, as `board` counts."""
    return number // SIZE * STRIDE + number % SIZE


@kernel
def set_up(number: int, rest: int) -> State:
    """Return a setup, or the empty board if two of its pieces would stand on one space; `rest` holds the options."""
    seas, lands = number % PAIRS, number // PAIRS % PAIRS
    sea_god, earth_god = number // (PAIRS * PAIRS) % SPACES, number // (PAIRS * PAIRS * SPACES)
    state = (0, 0, rest)
    for piece in range(6):
        chosen = LOWER[lands] if piece == 2 else UPPER[lands] if piece == 3 else LOWER[seas] if piece == 4 else UPPER[seas]
        space = space_of(earth_god if piece == 0 else sea_god if piece == 1 else chosen)
        if (state[0] | state[1]) >> space & 1:
            return (0, 0, rest)
        state = rules.place_piece(state, space)
    return state


@kernel
def is_forced(number: int, plies: int, arguments: tuple[int]) -> int:
    """Return 1 if a setup counts and player 1 wins within so many plies, 1 or 3, with either faction; else 0.

    The argument is the last word of the empty board, which holds the options.
    """
    (rest,) = arguments
    earth_god = number // (PAIRS * PAIRS * SPACES)
    for image in range(1, 8):
        if image_of(space_of(earth_god), image) < space_of(earth_god):
            return 0  # an image with the Earth God further in front counts
    state = set_up(number, rest)
    if state[0] == 0:
        return 0
    # What is closed stays closed, since nothing can be put beside it: so one look at the end is enough.
    if rules.find_closed(state[0], state[1], BOARD) or canonical(state)[1] != 0:
        return 0
    for faction in range(2):
        first = rules.choose_faction(state, faction)
        if rules.find_win(first) < 0 and (plies == 1 or not wins_in_three(first)):
            return 0
    return 0 if canonical((state[1], state[0], rest))[0] < (state[0], state[1], rest) else 1


@kernel
def wins_in_three(state: State) -> bool:
    """Return whether the side to act has a move after which every answer lets it win at once, or loses by itself."""
    wins = 1 << rules.turn(state)
    reach = rules.targets(state)
    while reach:
        after = rules.move_god(state, lowest(reach))
        reach &= reach - 1
        held = rules.kind(after) != OVER
        answers = rules.targets(after) if held else 0
        while held and answers:
            left = rules.move_god(after, lowest(answers))
            answers &= answers - 1
            held = rules.winner(left) == wins or (rules.kind(left) != OVER and rules.find_win(left) >= 0)
        if held:
            return True
    return False


@kernel
def list_forced(first: int, last: int, plies: int, arguments: tuple[int], found: Any) -> int:
    """Write down the setups among some numbers that are won by force, as many as there is room for, and count all."""
    total = 0
    for number in range(first, last):
        if is_forced(number, plies, arguments):
            if total < len(found):
                found[total] = number
            total += 1
    return total
