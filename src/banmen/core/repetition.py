"""Making a move and minding repetitions, for any game. Games without such a rule pay nothing for it."""

from __future__ import annotations

from typing import Any

from banmen.core.contract import State
from banmen.core.kernel import inlined, kernel

rules: Any = None  # set by banmen.core.kernel


@inlined
def advanced(state: State, move: int, past: Any, used: int) -> tuple[State, int]:
    """Return the state after a legal move, ended if it comes for the third time, and how many rows of `past` are used then.

    The first `used` rows of `past` are the positions that may come back, the state itself not among them.
    """
    after = rules.apply(state, move)
    if rules.fresh(state, move):
        return after, 0
    used = remember(state, past, used)
    if occurred_twice(after, past, used):
        after = rules.repeated(after)
    return after, used


@kernel
def remember(state: State, past: Any, used: int) -> int:
    """Add a state to the rows of `past` and return how many are used then."""
    for word in range(len(state)):
        past[used, word] = state[word]
    return used + 1


@kernel
def occurred_twice(state: State, past: Any, used: int) -> bool:
    """Tell whether a state stands at least twice among the first `used` rows of `past`."""
    seen = 0
    for row in range(used - 2, -1, -2):  # the same side is to move in every second position only
        same = True
        for word in range(len(state)):
            if past[row, word] != state[word]:
                same = False
        if same:
            seen += 1
    return seen >= 2
