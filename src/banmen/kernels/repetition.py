"""Makes a move and detects repetitions, for any game. Games without such a rule pay nothing for it."""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import inlined, kernel

rules: Any = None  # set by banmen.kernels.twins


@inlined
def advance(state: State, move: int, past: Any, base: int, used: int) -> tuple[State, int, int]:
    """Return the state after a legal move, ended if it comes for the third time, and the rows of `past` that count then.

    Rows `base` to `used - 1` of `past` are the positions that may come back, the state itself not among them. No row below
    `used` is written, so that a search can take the move back and try another.
    """
    after = rules.apply(state, move)
    if rules.is_irreversible(state, move):
        return after, used, used
    used = remember(state, past, used)
    if occurred_twice(after, past, base, used):
        after = rules.end_by_repetition(after)
    return after, base, used


@kernel
def remember(state: State, past: Any, used: int) -> int:
    """Add a state to the rows of `past` and return how many are used then."""
    for word in range(len(state)):
        past[used, word] = state[word]
    return used + 1


@kernel
def occurred_twice(state: State, past: Any, base: int, used: int) -> bool:
    """Return whether a state occurs at least twice in the rows `base` to `used - 1` of `past`."""
    seen = 0
    for row in range(used - 2, base - 1, -2):  # the same side is to move in every second position only
        same = True
        for word in range(len(state)):
            if past[row, word] != state[word]:
                same = False
        if same:
            seen += 1
    return seen >= 2
