"""How good a position of Kariuchi looks."""

from __future__ import annotations

from banmen.core.contract import State
from banmen.core.kernel import Table, kernel
from banmen.games.kariuchi.board import NAMES, WAYS
from banmen.games.kariuchi.rules import PIECES, SIDE, turn

# The fewest points a piece still has to walk from each place.
TO_GO = Table(min((len(way) for way in WAYS[place]), default=0) for place in range(len(NAMES)))


@kernel
def wish(state: State, seat: int) -> int:
    """Wish for pieces that are nearly home."""
    side = state[0] & SIDE if turn(state) == seat else state[0] >> 24 & SIDE
    to_go = 0
    for _ in range(PIECES):
        to_go += TO_GO[side & 63]
        side >>= 6
    return -to_go
