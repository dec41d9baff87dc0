"""Perft: counts all lines of play from a position, interpreted for small counts and compiled for large ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banmen.kernels import kernel, perft
from banmen.kernels.contract import State

# Up to this depth the interpreter finishes before compiled code could be loaded.
PLAIN_DEPTH = 2
MOST_DEPTH = 99  # no count this deep would ever finish


def count_lines(game: Any, state: State, earlier: Sequence[State], depth: int) -> int:
    """Count the lines of `depth` steps of a game from a state, before which the `earlier` positions were seen."""
    if depth <= PLAIN_DEPTH or kernel.choose_default_target() == kernel.PLAIN:
        kernels = game.bound(perft, kernel.PLAIN)
        buffers: Any = [[0] * game.rules.MOST for _ in range(depth + 1)]
        past: Any = {}
    else:
        import numpy

        kernels = game.compiled(perft)
        buffers = numpy.zeros((depth + 1, game.rules.MOST), numpy.int64)
        past = numpy.zeros((len(earlier) + depth + 1, game.rules.WORDS), numpy.int64)
    for row, before in enumerate(earlier):
        for word, value in enumerate(before):
            past[row, word] = value
    first = 0  # a variable, for the same reason as in the kernel
    return int(kernels.perft(state, depth, buffers, past, first, len(earlier)))
