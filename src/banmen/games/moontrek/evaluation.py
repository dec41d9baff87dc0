"""How good a position of Moon Trek looks."""

from __future__ import annotations

from banmen.core.contract import State
from banmen.core.kernel import kernel
from banmen.games.kariuchi.evaluation import TO_GO
from banmen.games.moontrek.rules import PIECES, PLACE, turn


@kernel
def wish(state: State, seat: int) -> int:
    """Wish for pieces that are nearly home."""
    index = seat - turn(state) & 3
    word = state[0]
    if index == 1:
        word = state[1]
    if index == 2:
        word = state[2]
    if index == 3:
        word = state[3]
    to_go = 0
    for _ in range(PIECES):
        to_go += TO_GO[word >> PLACE & 63]
        word >>= 10
    return -to_go
