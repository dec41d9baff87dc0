"""Which moves of Kuniumi are worth trying, and in what order: first those that leave the fewest harmless answers.

A move that takes the last free neighbour of a group of the other side closes it for them and loses, unless it closes a group of
one's own at the same time. Where lines end at the first piece only a God's only move does that: the piece just set belongs to
the group that is closed, and that group had no other free neighbour. So with `sight` harmful moves need not be tried.
"""

from __future__ import annotations

from typing import Any

from banmen.games.kuniumi.board import BOARD
from banmen.games.kuniumi.groups import around, flood, in_sight
from banmen.games.kuniumi.rules import GOD, PIECES, PLAY, THROUGH, moves, phase, targets
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel, lowest, popcount

HOPELESS = -99


@kernel
def last_spaces(pieces: int, free: int) -> int:
    """Return the free neighbours of one side's groups that have just one."""
    single = 0
    while pieces:
        group = flood(pieces & -pieces, pieces)
        pieces &= ~group
        spaces = around(group) & free
        if spaces & (spaces - 1) == 0:
            single |= spaces
    return single


@kernel
def rank_moves(state: State, out: Any, scores: Any) -> int:
    """List the moves that may be best, each with a score: minus the number of harmless answers."""
    if phase(state) != PLAY or state[2] & THROUGH:
        number: int = moves(state, out)
        for k in range(number):
            scores[k] = 0
        return number
    mine, theirs = state[0] & PIECES, state[1] & PIECES
    free = BOARD & ~(mine | theirs)
    reach = targets(state)
    if reach & (reach - 1):
        harmless = reach & ~last_spaces(theirs, free)
        reach = harmless if harmless else reach & -reach  # all of them lose
    home = flood(1 << (state[1] >> GOD), theirs)
    number = 0
    while reach:
        space = reach & -reach
        reach ^= space
        out[number], scores[number] = lowest(space), -answers(mine | space, home, free ^ space)
        number += 1
    return number


@kernel
def answers(mine: int, home: int, free: int) -> int:
    """Return how many harmless answers the other side has, whose God's group is `home`."""
    answers = in_sight(home, free)
    if answers & (answers - 1) == 0:
        return 0 if around(answers) & free else -HOPELESS  # its only move may close its own group
    return popcount(answers & ~last_spaces(mine, free))
