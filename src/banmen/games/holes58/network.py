"""What the network of 58 Holes sees (see `banmen.kernels.network`): it knows nearly as well as the solved game who will win.

It was trained on exact values. Of either side, the one on turn first, these features count:
  HOLE   a hole with a piece of the side,
  PAIR   two holes with pieces of the side,
  STOCK  how many pieces are in the Shen hole and in hand,
  FRONT  the foremost piece, REAR the rearmost; hole 0 stands for none.
A section is a side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banmen.games.holes58.board import HOLES
from banmen.games.holes58.rules import LANE, hand, shen
from banmen.kernels.kernel import kernel, lowest
from banmen.kernels.network import NONE

if TYPE_CHECKING:  # kernel files import kernel files only
    pass

SPOTS = HOLES + 1
HOLE = 0
PAIR = HOLE + SPOTS
STOCK = PAIR + SPOTS * SPOTS  # only the half with the lower hole first is used
FRONT = STOCK + 36
REAR = FRONT + SPOTS
SIDE = REAR + SPOTS
FEATURES = 2 * SIDE
SECTIONS = (0, 18, 36)  # five holes, ten pairs and one of each other kind
SQUARED = False


@kernel
def list_features(mover: int, other: int, out: Any) -> None:
    """List the features of a position with a throw due; both sides must have pieces left."""
    list_side(mover, 0, SECTIONS[0], SECTIONS[1], out)
    list_side(other, SIDE, SECTIONS[1], SECTIONS[2], out)


@kernel
def list_side(side: int, rows: int, slot: int, end: int, out: Any) -> None:
    """List the features of one side."""
    out[slot] = rows + STOCK + shen(side) * 6 + hand(side)
    slot += 1
    front, rear = 0, 0
    lane = side & LANE
    while lane:
        hole = lowest(lane)
        lane &= lane - 1
        if rear == 0:
            rear = hole
        front = hole
        out[slot] = rows + HOLE + hole
        slot += 1
        others = lane
        while others:
            out[slot] = rows + PAIR + hole * SPOTS + lowest(others)
            slot += 1
            others &= others - 1
    out[slot], out[slot + 1] = rows + FRONT + front, rows + REAR + rear
    if slot + 2 < end:
        out[slot + 2] = NONE
