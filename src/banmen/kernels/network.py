"""Small networks that were trained on exact values: how their weights lie in memory, and the kernels that evaluate them.

A game's `network.py` lists the features of a position, in sections. Each feature has a row of HIDDEN weights and one more that
counts directly. The rows of a section's features are added up; all sums go through two layers of LAYER cells to one number, and
the logistic function of it and of the direct weights is the chance of the side on turn. What leaves a sum or a cell is clamped
to the range from 0 to 1 and, where a game wants it, squared: then sums can tell what two features mean together.

The weights lie in one array of 32-bit floats: the rows, the biases of the sums, then the weights (by input and cell) and biases
of each layer. `banmen.core.network_file` reads them.
"""

from __future__ import annotations

from math import exp
from typing import Any

from banmen.kernels.kernel import inlined, kernel

HIDDEN = 64
LAYER = 32
STRIDE = HIDDEN + 1
NONE = -1  # in place of a feature where a section has no more


def rest_size(sums: int) -> int:
    """Return how many weights there are besides the rows."""
    return sums * HIDDEN + (sums * HIDDEN + 1) * LAYER + (LAYER + 1) * LAYER + LAYER + 1


@inlined
def add_row(weights: Any, feature: int, total: Any) -> float:
    """Add a feature's row to a sum and return its direct weight."""
    row = weights[feature * STRIDE : (feature + 1) * STRIDE]  # a slice from 0 on, so that several cells are added at a time
    for cell in range(HIDDEN):
        total[cell] += row[cell]
    return float(row[HIDDEN])


@kernel
def fill_sums(features: int, sections: tuple[int, ...], listed: Any, weights: Any, buffer: Any) -> float:
    """Fill the sums of all sections, and return the sum of the direct weights."""
    direct = 0.0
    for section in range(len(sections) - 1):
        begin = section * HIDDEN
        total, bias = buffer[begin : begin + HIDDEN], weights[features * STRIDE + begin : features * STRIDE + begin + HIDDEN]
        for cell in range(HIDDEN):
            total[cell] = bias[cell]
        for slot in range(sections[section], sections[section + 1]):
            if listed[slot] == NONE:
                break
            direct += add_row(weights, listed[slot], total)
    return direct


@inlined
def clamp(cells: Any, squared: bool) -> None:
    """Clamp cells to the range from 0 to 1, and square them if `squared`."""
    for cell in range(len(cells)):
        value = min(max(cells[cell], 0.0), 1.0)
        cells[cell] = value * value if squared else value


@kernel
def fill_layer(weights: Any, first: int, inputs: int, buffer: Any, begin: int, at: int) -> None:
    """Fill a layer from the cells before it, whose number is a multiple of four."""
    bias = first + inputs * LAYER
    cells, layer, biases = buffer[begin : begin + inputs], buffer[at : at + LAYER], weights[bias : bias + LAYER]
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
def evaluate_network(features: int, sections: tuple[int, ...], squared: bool, listed: Any, weights: Any, buffer: Any) -> float:
    """Return the chance of the side on turn by the features listed."""
    inputs = (len(sections) - 1) * HIDDEN
    first = features * STRIDE + inputs
    second = first + (inputs + 1) * LAYER
    last = second + (LAYER + 1) * LAYER
    score = fill_sums(features, sections, listed, weights, buffer)
    clamp(buffer[:inputs], squared)
    fill_layer(weights, first, inputs, buffer, 0, inputs)
    clamp(buffer[inputs : inputs + LAYER], squared)
    fill_layer(weights, second, LAYER, buffer, inputs, inputs + LAYER)
    clamp(buffer[inputs + LAYER :], squared)
    score += weights[last + LAYER]
    for cell in range(LAYER):
        score += buffer[inputs + LAYER + cell] * weights[last + cell]
    return 1.0 / (1.0 + exp(-score))
