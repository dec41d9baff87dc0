"""Small networks that were taught by exact values: how their weights are kept, and the kernels that ask them.

A game's `network.py` lists the features of a position, in sections. Each feature has a row of HIDDEN weights and one more that
counts directly. The rows of a section's features are added up; all sums go through two layers of LAYER cells to one number, and
the logistic function of it and of the direct weights is the chance of the side on turn. What leaves a sum or a cell is cut to
the range from 0 to 1 and, where a game wants it, squared: then sums can tell what two features mean together.

The weights lie in one array of 32-bit floats: the rows, the biases of the sums, then the weights (by input and cell) and biases
of each layer. A file keeps all that follows the rows as `rest`, and the rows as 256 times `high` plus `low`, since bytes
that are much alike take less room side by side, in parts of `unit`, of which each column has its own.
"""

from __future__ import annotations

import functools
from math import exp
from pathlib import Path
from typing import Any

from banmen.core.errors import BanmenError
from banmen.core.messages import message
from banmen.kernels.kernel import inlined, kernel

HIDDEN = 64
LAYER = 32
STRIDE = HIDDEN + 1
NONE = -1  # in place of a feature where a section has no more


class NetworkError(BanmenError):
    """A file holds no sound weights of this game's network."""

    code = "bad_network"


def rest_size(sums: int) -> int:
    """Return how many weights there are besides the rows."""
    return sums * HIDDEN + (sums * HIDDEN + 1) * LAYER + (LAYER + 1) * LAYER + LAYER + 1


def rooms(sections: tuple[int, ...]) -> tuple[Any, Any]:
    """Return what an evaluation counts in and lists features in; `sections` tells where each begins and the last ends."""
    import numpy

    return numpy.zeros((len(sections) - 1) * HIDDEN + 2 * LAYER, numpy.float32), numpy.zeros(sections[-1], numpy.int64)


@functools.cache
def weights(path: Path, features: int, sums: int) -> Any:
    """Return the weights that a file keeps, or raise NetworkError."""
    import zipfile
    import zlib

    import numpy

    try:
        with path.open("rb") as file, numpy.load(file) as stored:
            rows = (stored["high"].astype(numpy.float32) * 256 + stored["low"]) * stored["unit"].astype(numpy.float32)
            rest = stored["rest"].astype(numpy.float32)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        rows = rest = numpy.zeros(0, numpy.float32)
    found = numpy.concatenate([rows.ravel(), rest.ravel()])
    if (rows.size, rest.size) != (features * STRIDE, rest_size(sums)) or not numpy.isfinite(found).all():
        raise NetworkError(
            message(
                "{path} holds no sound weights of this network; install Banmen again",
                "{path}はこのネットワークの重みとして正しくありません。Banmenを入れ直してください",
                path=path,
            )
        )
    return found


@inlined
def add_row(weights: Any, feature: int, total: Any) -> float:
    """Add a feature's row to a sum and return its direct weight."""
    row = weights[feature * STRIDE : (feature + 1) * STRIDE]  # counted from 0, so that several cells are added at a time
    for cell in range(HIDDEN):
        total[cell] += row[cell]
    return float(row[HIDDEN])


@kernel
def add_up(features: int, sections: tuple[int, ...], listed: Any, weights: Any, room: Any) -> float:
    """Fill the sums of all sections, and return the direct weights."""
    direct = 0.0
    for section in range(len(sections) - 1):
        begin = section * HIDDEN
        total, bias = room[begin : begin + HIDDEN], weights[features * STRIDE + begin : features * STRIDE + begin + HIDDEN]
        for cell in range(HIDDEN):
            total[cell] = bias[cell]
        for slot in range(sections[section], sections[section + 1]):
            if listed[slot] == NONE:
                break
            direct += add_row(weights, listed[slot], total)
    return direct


@inlined
def cut(cells: Any, squared: bool) -> None:
    """Cut some cells to the range from 0 to 1, and square them where that is wanted."""
    for cell in range(len(cells)):
        value = min(max(cells[cell], 0.0), 1.0)
        cells[cell] = value * value if squared else value


@kernel
def pass_on(weights: Any, first: int, inputs: int, room: Any, begin: int, at: int) -> None:
    """Fill a layer from the cells before it, whose number is a multiple of four."""
    bias = first + inputs * LAYER
    cells, layer, biases = room[begin : begin + inputs], room[at : at + LAYER], weights[bias : bias + LAYER]
    for cell in range(LAYER):
        layer[cell] = biases[cell]
    for source in range(0, inputs, 4):  # four at a time, for each time the whole layer is read and written
        one, two, three, four = cells[source], cells[source + 1], cells[source + 2], cells[source + 3]
        rows = weights[first + source * LAYER : first + (source + 4) * LAYER]
        for cell in range(LAYER):
            layer[cell] += (one * rows[cell] + two * rows[cell + LAYER]) + (
                three * rows[cell + 2 * LAYER] + four * rows[cell + 3 * LAYER]
            )


@kernel
def concluded(features: int, sections: tuple[int, ...], squared: bool, listed: Any, weights: Any, room: Any) -> float:
    """Return the chance of the side on turn by the features listed."""
    inputs = (len(sections) - 1) * HIDDEN
    first = features * STRIDE + inputs
    second = first + (inputs + 1) * LAYER
    last = second + (LAYER + 1) * LAYER
    score = add_up(features, sections, listed, weights, room)
    cut(room[:inputs], squared)
    pass_on(weights, first, inputs, room, 0, inputs)
    cut(room[inputs : inputs + LAYER], squared)
    pass_on(weights, second, LAYER, room, inputs, inputs + LAYER)
    cut(room[inputs + LAYER :], squared)
    score += weights[last + LAYER]
    for cell in range(LAYER):
        score += room[inputs + LAYER + cell] * weights[last + cell]
    return 1.0 / (1.0 + exp(-score))
