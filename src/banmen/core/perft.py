"""Counting all lines of play from a position, for any game."""

from __future__ import annotations

from typing import Any

from banmen.core.contract import CHANCE, OVER, State
from banmen.core.kernel import kernel

rules: Any = None  # set by banmen.core.kernel


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


@kernel
def remember(state: State, past: Any, used: int) -> int:
    """Add a state to the rows of `past` and return how many are used then."""
    for word in range(len(state)):
        past[used, word] = state[word]
    return used + 1


@kernel
def perft(state: State, depth: int, buffers: Any, past: Any, used: int) -> int:
    """Count the lines of `depth` steps; `buffers` has a row of moves a step, `past` the positions that may come back."""
    kind = rules.kind(state)
    if depth == 0:
        return 1
    if kind == OVER:
        return 0
    total = 0
    if kind == CHANCE:
        for value in range(1, 6):
            total += perft(rules.throw(state, value), depth, buffers, past, used)
        return total
    if depth == 1:
        leaves: int = rules.count(state)
        return leaves
    out = buffers[depth]
    number = rules.moves(state, out)
    for k in range(number):
        after = rules.apply(state, out[k])
        # A recursive call must not pass a literal: numba would type it apart and crash when it loads the code from its cache.
        use = 0
        if not rules.fresh(state, out[k]):
            use = remember(state, past, used)
            if occurred_twice(after, past, use):
                after = rules.repeated(after)
        total += perft(after, depth - 1, buffers, past, use)
    return total
