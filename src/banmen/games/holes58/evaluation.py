"""How good a position of 58 Holes looks."""

from __future__ import annotations

from banmen.core.contract import State
from banmen.core.kernel import kernel
from banmen.games.holes58.board import HOLES, SHEN
from banmen.games.holes58.rules import shen, turn


@kernel
def wish(state: State, seat: int) -> int:
    """Wish for pieces in the Shen hole and a foremost piece that is near it."""
    side = state[0] if turn(state) == seat else state[1]
    foremost = HOLES
    while foremost > 0 and not side >> foremost & 1:
        foremost -= 1
    return shen(side) * SHEN + foremost
