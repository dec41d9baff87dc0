"""Chances by linear weights: what the evaluations of games for two with sticks have in common.

Such an evaluation has WEIGHTS and `sum_weights`, the score of the side on turn in thousandths, and imports these kernels, which
become kernels of the game. The chance of the side on turn is the logistic function of its score.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.linear_weights import logistic

rules: Any = None  # set by banmen.kernels.twins


@kernel
def chances(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win when a throw is due."""
    seats: tuple[float, ...] = rules.estimate(state, rules.WEIGHTS)
    return seats


@kernel
def estimate(state: State, weights: Any) -> tuple[float, ...]:
    """Return each seat's chance by the given weights."""
    mover = logistic(rules.sum_weights(state, weights, None, 0.0))
    return (mover, 1.0 - mover) if rules.turn(state) == 0 else (1.0 - mover, mover)


@kernel
def update(state: State, target: Any, rate: float, weights: Any, squares: Any) -> float:
    """Move the weights a little towards the target, a chance for each seat; return the error before."""
    seat: int = rules.turn(state)
    error = target[seat] - estimate(state, weights)[seat]
    rules.sum_weights(state, weights, squares, rate * error)
    return float(error)
