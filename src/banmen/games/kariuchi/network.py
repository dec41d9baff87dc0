"""What the network of Kariuchi sees (see `banmen.kernels.network`): it knows nearly as well as the solved game who will win.

It is trained on exact values by `banmen.training.network_from_records`. A place is any of the board's, with reserve and home.
  PAIR   two pieces of a side by their places: a section for the side on turn, and one for the other with rows of its own,
and in a third section
  CROSS  a piece of the side on turn and one of the other by their places,
  SHOT   a piece of the other side by its place, whether another of its side is there too, and which throws can hit it; then the
         same for the side on turn,
  RACE   how many half throws each side needs to come home if nobody hits it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banmen.games.kariuchi.board import HOME, LONGEST, RESERVE, TARGET, WAYS
from banmen.games.kariuchi.evaluation import PAIRS, PLACES, hundredths
from banmen.games.kariuchi.rules import PIECES
from banmen.kernels.kernel import Table, kernel

if TYPE_CHECKING:  # kernel files import kernel files only
    pass

BITS = 6 * PIECES
HALVES = 80  # more half throws than four pieces need
PAIR = 0
CROSS = PAIR + 2 * PAIRS
SHOT = CROSS + PLACES * PLACES
SHOTS = PLACES << LONGEST + 1
RACE = SHOT + 2 * SHOTS
FEATURES = RACE + 2 * HALVES
TWOS = PIECES * (PIECES - 1) // 2
SECTIONS = (0, TWOS, 2 * TWOS, 2 * TWOS + PIECES * PIECES + 2 * PIECES + 2)
SQUARED = True

# REACH[source * PLACES + target] has a bit for each throw (1 the lowest) that takes a piece from one place to another.
REACH = Table(
    sum(
        1 << throw - 1
        for throw in range(1, LONGEST + 1)
        if target not in (RESERVE, HOME)
        and target in {TARGET[(source * 3 + way) * 8 + throw] for way in range(len(WAYS[source]))}
    )
    for source in range(PLACES)
    for target in range(PLACES)
)


@kernel
def list_features(mover: int, other: int, out: Any) -> None:
    """List the features of a position with a throw due; both sides must have pieces left."""
    list_pairs(mover, PAIR, 0, out)
    list_pairs(other, PAIR + PAIRS, TWOS, out)
    slot = 2 * TWOS
    for mine in range(0, BITS, 6):
        for theirs in range(0, BITS, 6):
            out[slot] = CROSS + (mover >> mine & 63) * PLACES + (other >> theirs & 63)
            slot += 1
    list_shots(mover, other, SHOT, slot, out)
    list_shots(other, mover, SHOT + SHOTS, slot + PIECES, out)
    slot += 2 * PIECES
    out[slot] = RACE + min(hundredths(mover) // 50, HALVES - 1)
    out[slot + 1] = RACE + HALVES + min(hundredths(other) // 50, HALVES - 1)


@kernel
def list_pairs(side: int, first: int, slot: int, out: Any) -> None:
    """List the pairs of a side's pieces, whose rows begin at `first`."""
    for i in range(6, BITS, 6):
        high = side >> i & 63  # pieces stand in ascending order
        for j in range(0, i, 6):
            out[slot] = first + high * (high + 1) // 2 + (side >> j & 63)
            slot += 1


@kernel
def list_shots(hunter: int, prey: int, first: int, slot: int, out: Any) -> None:
    """List the pieces of the prey, each with the throws that can hit it."""
    for theirs in range(0, BITS, 6):
        place = prey >> theirs & 63
        throws = together = 0
        for piece in range(0, BITS, 6):
            throws |= REACH[(hunter >> piece & 63) * PLACES + place]
            if piece != theirs and prey >> piece & 63 == place:
                together = 1
        out[slot] = first + ((place << 1 | together) << LONGEST | throws)
        slot += 1
