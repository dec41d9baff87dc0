"""Weights that evaluations have learnt, in thousandths: reading them, changing them, and turning their sum into a chance."""

from __future__ import annotations

from math import exp
from typing import Any

from banmen.kernels.kernel import Table, kernel

UNIT = 1000.0


def unpacked(text: str) -> Table:
    """Return the weights that a text of whole numbers tells, where `0*17` stands for seventeen zeros."""
    numbers: list[int] = []
    for item in text.split():
        value, _, times = item.partition("*")
        numbers += [int(value)] * int(times or 1)
    return Table(numbers)


@kernel
def read(weights: Any, squares: Any, index: int, step: float) -> float:
    """Return a weight; with `squares`, which sums up its changes, change it the less the more it has changed before."""
    weight = weights[index]
    if squares is not None:
        squares[index] += step * step
        weights[index] = weight + UNIT * step / (squares[index] + 1.0) ** 0.5
    return float(weight)


@kernel
def logistic(score: float) -> float:
    """Return the chance that a score in thousandths stands for."""
    return 1.0 / (1.0 + exp(-score / UNIT))
