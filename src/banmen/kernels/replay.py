"""Following a recorded line of play, for any game: every throw and move is checked against the rules."""

from __future__ import annotations

from typing import Any, Final

from banmen.kernels.contract import CHANCE, OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.repetition import advance

rules: Any = None  # set by banmen.kernels.twins

# Why `follow` stops.
FINE: Final = 0
FINISHED: Final = 1  # the game is over before this step
WRONG_NUMBER: Final = 2
WRONG_THROW: Final = 3  # missing, not due, or another one is pending
ILLEGAL: Final = 4
NO_MOVE: Final = -1  # in `codes`: the throw is made, the move is not


@kernel
def follow(
    state: State, pending: int, throws: Any, codes: Any, numbers: Any, steps: int, out: Any, past: Any
) -> tuple[int, int, int, State]:
    """Walk through steps; return how many are right, why the next is not, its turn's number and the state it meets.

    A throw of 0 is one not written, a number of 0 likewise; `pending` is the throw that the first state has to move by. `out`
    has room for a position's moves, `past` for the positions that may come back. Only the last code may be NO_MOVE.
    """
    turn, seat, base, used = 0, -1, 0, 0
    for index in range(steps):
        kind = rules.kind(state)
        if rules.turn(state) != seat:
            seat = rules.turn(state)
            turn += 1
        if kind == OVER:
            return index, FINISHED, turn, state
        if numbers[index] != 0 and numbers[index] != turn:
            return index, WRONG_NUMBER, turn, state
        if kind == CHANCE:
            if throws[index] == 0:
                return index, WRONG_THROW, turn, state
            state = rules.throw(state, throws[index])
        elif throws[index] != pending or codes[index] == NO_MOVE:
            return index, WRONG_THROW, turn, state
        if codes[index] == NO_MOVE:
            return index + 1, FINE, turn, state
        pending = 0
        if not contains(out, rules.moves(state, out), codes[index]):
            return index, ILLEGAL, turn, state
        state, base, used = advance(state, codes[index], past, base, used)
    return steps, FINE, turn, state


@kernel
def contains(out: Any, number: int, code: int) -> bool:
    """Return whether a code is among the first `number` of `out`."""
    k = 0
    while k < number and out[k] != code:
        k += 1
    return k < number
