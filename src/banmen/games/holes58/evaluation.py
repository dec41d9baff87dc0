"""How good a position of 58 Holes looks.

The chance of the player on turn is the logistic function of a sum of weights in thousandths, learnt by self-play
(`banmen.training.td_dice`). Of each side, the one on turn first, they concern
  STOCK   how many pieces are on the lane, in the Shen hole and in hand,
  PAIR    pairs of holes with pieces of the side; a lone piece pairs with hole 0,
  STRIKE  its foremost piece, which may strike soon, and the other's rearmost, which it would take;
and of both together
  FRONT   the two foremost pieces,
  CROSS   pairs of holes, one of each side,
  GOODS   how many pieces both have left, and how many of them are in the Shen hole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banmen.games.holes58.board import HOLES, SHEN
from banmen.games.holes58.rules import LANE, hand, shen, turn
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel, lowest, popcount
from banmen.kernels.linear_chances import chances, estimate, update  # noqa: F401 (kernels of the game, too)
from banmen.kernels.linear_weights import read, read_weights

SPOTS = HOLES + 1  # hole 0 means none
SPOTS_SQUARED = SPOTS * SPOTS
STOCKS = 6 * 6 * 6
STOCK = 0
PAIR = STOCK + 2 * STOCKS
STRIKE = PAIR + 2 * SPOTS_SQUARED
FRONT = STRIKE + 2 * SPOTS_SQUARED
CROSS = FRONT + SPOTS_SQUARED
GOODS = CROSS + SPOTS_SQUARED
SIZE_OF_WEIGHTS = GOODS + 36 * 36
WEIGHTS = read_weights(Path(__file__).parent / "data" / "weights.i16.gz", SIZE_OF_WEIGHTS)


@kernel
def beginner_score(state: State, seat: int) -> int:
    """Beginner's score: the pieces in the Shen hole, and how near to it the foremost piece is."""
    side = state[0] if turn(state) == seat else state[1]
    return shen(side) * SHEN + foremost(side)


@kernel
def foremost(side: int) -> int:
    """Return the hole of a side's foremost piece on the lane; 0 if there is none."""
    hole = HOLES
    while hole > 0 and not side >> hole & 1:
        hole -= 1
    return hole


@kernel
def rearmost(side: int) -> int:
    """Return the hole of a side's rearmost piece on the lane; 0 if there is none."""
    return lowest(side & LANE) if side & LANE else 0


@kernel
def sum_weights(state: State, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights that concern a position; with `squares`, change each of them by a step."""
    mine, theirs = state[0], state[1]
    total = sum_side(mine, theirs, 0, weights, squares, step) + sum_side(theirs, mine, 1, weights, squares, step)
    total += read(weights, squares, FRONT + foremost(mine) * SPOTS + foremost(theirs), step)
    total += read(weights, squares, GOODS + goods(mine) * 36 + goods(theirs), step)
    own = mine & LANE
    while own:
        row = CROSS + lowest(own) * SPOTS
        other = theirs & LANE
        while other:
            total += read(weights, squares, row + lowest(other), step)
            other &= other - 1
        own &= own - 1
    return total


@kernel
def sum_side(side: int, other: int, which: int, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights that concern one side above all: 0 the side on turn, 1 the other."""
    lane = side & LANE
    stock = (popcount(lane) * 6 + shen(side)) * 6 + hand(side)
    total = read(weights, squares, STOCK + which * STOCKS + stock, step)
    strike = foremost(side) * SPOTS + rearmost(other)
    total += read(weights, squares, STRIKE + which * SPOTS_SQUARED + strike, step)
    while lane:
        row = PAIR + which * SPOTS_SQUARED + lowest(lane) * SPOTS
        total += read(weights, squares, row, step)
        lane &= lane - 1
        behind = lane
        while behind:
            total += read(weights, squares, row + lowest(behind), step)
            behind &= behind - 1
    return total


@kernel
def goods(side: int) -> int:
    """Return a number below 36 that encodes how many pieces a side has left and how many of them are in the Shen hole."""
    return (popcount(side & LANE) + shen(side) + hand(side)) * 6 + shen(side)
