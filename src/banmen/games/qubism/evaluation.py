"""How good a position of Qubism looks: who is nearer to the goal row."""

from __future__ import annotations

from banmen.core.contract import State
from banmen.core.kernel import kernel
from banmen.games.qubism.board import BLACK_GOAL, BOARD, STRIDE, WHITE_GOAL
from banmen.games.qubism.rules import black, turn, white

STEP = 120  # what one step nearer is worth
TEMPO = 60  # what it is worth to be on move


@kernel
def evaluate(state: State) -> int:
    """Compare the lengths of both pawns' ways to their goals, seen by the side on turn."""
    open_squares = BOARD & ~state[0]
    lead = distance(black(state), BLACK_GOAL, open_squares) - distance(white(state), WHITE_GOAL, open_squares)
    return (-lead if turn(state) else lead) * STEP + TEMPO


@kernel
def distance(seed: int, goal: int, open_squares: int) -> int:
    """Return how many steps a pawn needs to its goal row, the other pawn left aside; there is taken to be a way."""
    steps = 0
    while not seed & goal:
        seed |= (seed << 1 | seed >> 1 | seed << STRIDE | seed >> STRIDE) & open_squares
        steps += 1
    return steps


@kernel
def wish(state: State, seat: int) -> int:
    """Wish for a pawn that is near its goal row."""
    open_squares = BOARD & ~state[0]
    return -distance(black(state), BLACK_GOAL, open_squares) if seat else -distance(white(state), WHITE_GOAL, open_squares)
