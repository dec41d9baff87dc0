"""How positions of Moon Trek for two are numbered: a side is put down as one of Kariuchi's, whose numbers it then has.

Alone in its team a side's stacks have one order only, so that places say everything.
"""

from __future__ import annotations

from banmen.games.kariuchi import indexing as ring
from banmen.games.kariuchi.board import HOME, RESERVE
from banmen.games.kariuchi.indexing import class_size, effect, side_class, side_rank, side_unrank
from banmen.games.moontrek.rules import ALL_HOME, BONUS, FIELD, PIECES, PLACE, SEAT, TEAMS, turn
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel

__all__ = ["class_size", "effect", "join_sides", "side_class", "side_rank", "side_unrank", "sides"]
CLASSES, EFFECTS = ring.CLASSES, ring.EFFECTS


@kernel
def sides(state: State) -> tuple[int, int]:
    """Return the pieces of the player on turn and those of the other, which the two empty seats may lie between."""
    return places(state[0]), places(state[1] if turn(state) == 0 else state[3])


@kernel
def join_sides(mover: int, other: int, like: State) -> State:
    """Return the position of two sides with a throw due, seat 0 on turn, and the teams and hit bonus of a state."""
    rest = like[4]
    seat = rest >> SEAT & 3
    teams = rest & TEAMS
    seated = (teams << 2 * seat | teams >> 8 - 2 * seat) & TEAMS
    return (stack_pieces(mover), stack_pieces(other), ALL_HOME, ALL_HOME, seated | rest & 3 << BONUS)


@kernel
def places(word: int) -> int:
    """Return the places of a seat's pieces, 6 bits each, in ascending order."""
    side = 0
    for piece in range(PIECES):
        side |= (word >> 10 * piece & FIELD) >> PLACE << 6 * piece
    return side


@kernel
def stack_pieces(side: int) -> int:
    """Return a seat's word with pieces on these places, those on one point of the board upon each other."""
    word, beneath, before = 0, 0, -1
    for piece in range(PIECES):
        place = side >> 6 * piece & 63
        beneath = beneath + 1 if place == before and place != RESERVE and place != HOME else 0
        word |= (place << PLACE | beneath) << 10 * piece
        before = place
    return word
