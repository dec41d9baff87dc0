"""Weights of linear evaluations: the file they come from, and the kernels that read, change and sum them up to a chance.

A file of weights is a gzip stream of 16-bit integers, the low byte first. The stream has a checksum of its own, and reading it
takes neither NumPy nor a parser, so that a game answers its first question sooner.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from math import exp
from pathlib import Path
from typing import Any

from banmen.kernels.kernel import Table, kernel

UNIT = 1000.0  # weights of chances are in thousandths
GZIP = 31  # makes zlib expect a gzip stream and check it


class WeightsError(Exception):
    """A file of weights is missing, damaged or made for another evaluation; `path` is the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} does not hold the weights of this evaluation")
        self.path = path


def read_weights(path: Path, number: int) -> Table:
    """Return the weights in a file, or raise WeightsError unless there are exactly `number` of them."""
    try:
        weights = array("h", zlib.decompress(path.read_bytes(), GZIP))
    except (OSError, zlib.error, ValueError) as error:
        raise WeightsError(path) from error
    if len(weights) != number:
        raise WeightsError(path)
    if sys.byteorder == "big":
        weights.byteswap()
    return Table(weights)


@kernel
def change(weights: Any, squares: Any, index: int, step: float, gain: float) -> None:
    """Change a weight by a step, the less the more it has changed before, which `squares` sums up."""
    squares[index] += step * step
    weights[index] += gain * step / (squares[index] + 1.0) ** 0.5


@kernel
def read(weights: Any, squares: Any, index: int, step: float) -> float:
    """Return a weight in thousandths; with `squares`, also change it by a step."""
    weight = weights[index]
    if squares is not None:
        change(weights, squares, index, step, UNIT)
    return float(weight)


@kernel
def logistic(score: float) -> float:
    """Return the chance for a score in thousandths."""
    return 1.0 / (1.0 + exp(-score / UNIT))
