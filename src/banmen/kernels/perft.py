"""Counting all lines of play from a position, for any game."""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import CHANCE, OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.repetition import advance

rules: Any = None  # set by banmen.kernels.twins


@kernel
def perft(state: State, depth: int, buffers: Any, past: Any, base: int, used: int) -> int:
    """Count the lines of `depth` steps; `buffers` has a row of moves a step, `past` the positions that may come back."""
    kind = rules.kind(state)
    if depth == 0:
        return 1
    if kind == OVER:
        return 0
    total = 0
    if kind == CHANCE:
        for value in range(1, 6):
            total += perft(rules.throw(state, value), depth, buffers, past, base, used)
        return total
    if depth == 1:
        leaves: int = rules.count(state)
        return leaves
    out = buffers[depth]
    number = rules.moves(state, out)
    for k in range(number):
        # A recursive call must not pass a literal: numba would type it apart and crash when it loads the code from its cache.
        after, since, use = advance(state, out[k], past, base, used)
        total += perft(after, depth - 1, buffers, past, since, use)
    return total
