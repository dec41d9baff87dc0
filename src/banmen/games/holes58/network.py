"""A small network that knows nearly as well as the solved game how good a position of 58 Holes is.

It was taught by exact values (`tuning/holes58_network.py`). Of either side, the one on turn first, these features count:
  HOLE   a hole with a piece of the side,
  PAIR   two holes with pieces of the side,
  STOCK  how many pieces are in the Shen hole and in hand,
  FRONT  the foremost piece, REAR the rearmost; hole 0 stands for none.
Each feature has a row of HIDDEN weights and one more that counts directly. The rows of a side's features are added up; both
sums, cut to the range from 0 to 1, go through two layers of LAYER cells to one number, and the logistic function of it and of
the direct weights is the chance of the side on turn.

The weights lie in one array of 32-bit floats: the rows of the side on turn and of the other, the two biases of the sums, then
the weights (by input and cell) and biases of each layer.
"""

from __future__ import annotations

import functools
from math import exp
from pathlib import Path
from typing import Any

from banmen.core.kernel import inlined, kernel, lowest
from banmen.games.holes58.board import HOLES
from banmen.games.holes58.rules import LANE, hand, shen

HIDDEN = 64
LAYER = 32
STRIDE = HIDDEN + 1
SPOTS = HOLES + 1
HOLE = 0
PAIR = HOLE + SPOTS
STOCK = PAIR + SPOTS * SPOTS  # only the half with the lower hole first is used
FRONT = STOCK + 36
REAR = FRONT + SPOTS
FEATURES = REAR + SPOTS
BIAS = 2 * FEATURES * STRIDE
FIRST = BIAS + 2 * HIDDEN
FIRST_BIAS = FIRST + 2 * HIDDEN * LAYER
SECOND = FIRST_BIAS + LAYER
SECOND_BIAS = SECOND + LAYER * LAYER
LAST = SECOND_BIAS + LAYER
LAST_BIAS = LAST + LAYER
SIZE = LAST_BIAS + 1
ROOM = 2 * HIDDEN + 2 * LAYER  # what an evaluation needs to count in
FILE = Path(__file__).parent / "network.npz"


@functools.cache
def weights() -> Any:
    """Return the weights that were learnt."""
    import numpy

    with numpy.load(FILE) as stored:
        rows = stored["rows"].astype(numpy.float32)
        return numpy.concatenate([rows.ravel(), stored["rest"].astype(numpy.float32)])


@inlined
def add_row(weights: Any, feature: int, total: Any) -> float:
    """Add a feature's row to a sum and return its direct weight."""
    row = weights[feature * STRIDE : (feature + 1) * STRIDE]  # counted from 0, so that several cells are added at a time
    for cell in range(HIDDEN):
        total[cell] += row[cell]
    return float(row[HIDDEN])


@kernel
def add_side(side: int, role: int, weights: Any, room: Any) -> float:
    """Fill the sum of one side (role 0 is on turn), and return its direct weights."""
    rows = role * FEATURES
    total, bias = room[role * HIDDEN : (role + 1) * HIDDEN], weights[BIAS + role * HIDDEN : FIRST]
    for cell in range(HIDDEN):
        total[cell] = bias[cell]
    direct = add_row(weights, rows + STOCK + shen(side) * 6 + hand(side), total)
    front, rear = 0, 0
    lane = side & LANE
    while lane:
        hole = lowest(lane)
        lane &= lane - 1
        if rear == 0:
            rear = hole
        front = hole
        direct += add_row(weights, rows + HOLE + hole, total)
        others = lane
        while others:
            direct += add_row(weights, rows + PAIR + hole * SPOTS + lowest(others), total)
            others &= others - 1
    direct += add_row(weights, rows + FRONT + front, total)
    direct += add_row(weights, rows + REAR + rear, total)
    return direct


@kernel
def passed_on(weights: Any, first: int, bias: int, inputs: int, room: Any, begin: int, at: int) -> None:
    """Fill a layer from the cells before it, each cut to the range from 0 to 1."""
    layer, biases = room[at : at + LAYER], weights[bias : bias + LAYER]
    for cell in range(LAYER):
        layer[cell] = biases[cell]
    for source in range(inputs):
        value = room[begin + source]
        if value > 0:
            row = weights[first + source * LAYER : first + (source + 1) * LAYER]
            if value < 1:
                for cell in range(LAYER):
                    layer[cell] += value * row[cell]
            else:
                for cell in range(LAYER):
                    layer[cell] += row[cell]


@kernel
def estimated(mover: int, other: int, weights: Any, room: Any) -> float:
    """Return the chance of the side on turn when a throw is due; both sides must have pieces left."""
    score = add_side(mover, 0, weights, room) + add_side(other, 1, weights, room)
    passed_on(weights, FIRST, FIRST_BIAS, 2 * HIDDEN, room, 0, 2 * HIDDEN)
    passed_on(weights, SECOND, SECOND_BIAS, LAYER, room, 2 * HIDDEN, 2 * HIDDEN + LAYER)
    score += weights[LAST_BIAS]
    for cell in range(LAYER):
        score += min(max(room[2 * HIDDEN + LAYER + cell], 0.0), 1.0) * weights[LAST + cell]
    return 1.0 / (1.0 + exp(-score))
