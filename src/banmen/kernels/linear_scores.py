"""Scores by linear weights: what the evaluations of games without chance have in common.

Such an evaluation has WEIGHTS and `sum_weights`, the score of the side to act in sixteenths, and imports these kernels, which
become kernels of the game. A score of 400 stands for ten wins to one loss.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.linear_weights import change

rules: Any = None  # set by banmen.kernels.twins

UNIT = 16  # weights are in sixteenths, because many of them are added up
GAIN = 400.0 * UNIT  # how far a step of 1 changes a weight at first


@kernel
def evaluate(state: State) -> int:
    """Return the score of the side to act."""
    score: int = rules.sum_weights(state, rules.WEIGHTS, None, 0.0)
    return score // UNIT


@kernel
def estimate(state: State, weights: Any) -> float:
    """Return the score of the side to act by the given weights."""
    return float(rules.sum_weights(state, weights, None, 0.0) / UNIT)


@kernel
def update(state: State, target: float, rate: float, weights: Any, squares: Any) -> float:
    """Move the weights a little towards the target, the chance of the side to act; return the error before."""
    error = target - 1.0 / (1.0 + 10.0 ** (-estimate(state, weights) / 400.0))
    rules.sum_weights(state, weights, squares, rate * error)
    return float(error)


@kernel
def read(weights: Any, squares: Any, index: int, step: float) -> Any:
    """Return a weight, whole where the weights are whole; with `squares`, change it by a step first."""
    if squares is not None:
        change(weights, squares, index, step, GAIN)
    return weights[index]
