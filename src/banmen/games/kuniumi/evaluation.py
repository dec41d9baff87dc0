"""How good a position of Kuniumi looks: how near each side is to closing a group."""

from __future__ import annotations

from banmen.core.contract import State
from banmen.core.kernel import kernel, popcount
from banmen.games.kuniumi.board import BOARD
from banmen.games.kuniumi.rules import PIECES, PLAY, around, flooded, phase, targets, turn

LIBERTY = 40  # what one free neighbour less of the group that is nearest to being closed is worth
REACH = 4  # what one more space to go to is worth


@kernel
def evaluate(state: State) -> int:
    """Compare the groups nearest to being closed, and what the God on move can reach."""
    if phase(state) != PLAY:
        return 0
    mine, theirs = state[0] & PIECES, state[1] & PIECES
    free = BOARD & ~(mine | theirs)
    reach = popcount(targets(state)) - popcount(targets((state[1], state[0], state[2])))
    return (fewest(theirs, free) - fewest(mine, free)) * LIBERTY + reach * REACH


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
