"""A kernel that goes through all positions of Qubism, for the claim that proof search relies on."""

from __future__ import annotations

from typing import Any

from banmen.games.qubism.board import BOARD, SIZE, STRIDE
from banmen.games.qubism.indexing import PLACES, square_of, unrank_cubes
from banmen.games.qubism.rules import BLACK, SUPPLY, WHITE
from banmen.kernels.kernel import kernel

rules: Any = None  # set by banmen.kernels.twins


@kernel
def count_helpless(sets: int, cubes: int) -> tuple[int, int]:
    """Count positions with so many cubes on the board, and one to place, in which White's pawn cannot step away from Black's.

    The second number counts those in which no cube can be placed either. A square is away from Black's pawn if it does not
    touch it.
    """
    stuck, helpless = 0, 0
    for rank in range(sets):
        mask = unrank_cubes(rank, cubes)
        for mine in range(PLACES):
            me = 1 << square_of(mine)
            near = (me << 1 | me >> 1 | me << STRIDE | me >> STRIDE) & BOARD & ~mask
            for theirs in range(PLACES):
                other = 1 << square_of(theirs + SIZE)
                touching = other | other << 1 | other >> 1 | other << STRIDE | other >> STRIDE
                if me == other or mask & (me | other) or near & ~touching:
                    continue
                state = (mask | square_of(mine) << WHITE | square_of(theirs + SIZE) << BLACK | 1 << SUPPLY, 0)
                if rules.both_have_ways(state, mask):
                    stuck += 1
                    free, shut, places = BOARD & ~(mask | me | other), rules.find_closing(state), 0
                    for arrow in range(4):
                        places |= rules.placeable(free, arrow) & ~shut
                    helpless += places == 0
    return stuck, helpless
