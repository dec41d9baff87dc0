"""58 Holes on three words.

State: the side on turn, the other side, and the rest. A side: bits 1-29 its pieces by hole, bits 32-34 how many are in the Shen
hole, bits 36-38 how many in hand. The rest: bit 0 the seat on turn, bits 1-3 the throw (0: still to be made), bit 4 collect one
only, bit 5 a warp passes Nefer holes.

Move: bits 0-4 from, bits 5-9 the hole where the piece rests (30: Shen); or COLLECT, or PASS.
"""

from __future__ import annotations

from banmen.games.holes58.board import HOLES, NEFER, SHEN, WARPS
from banmen.kernels.contract import CHANCE, DECIDE, LOWEST, OVER, State
from banmen.kernels.kernel import Table, kernel, kth_bit, lowest, popcount

WORDS = 3
MOST = 6  # five pieces and the collecting
OPENING = LOWEST

LANE = (1 << HOLES + 1) - 2
FIRST = 1 << 1  # a piece on hole 1
IN_SHEN = 1 << 32
IN_HAND = 1 << 36
TURN = 1
THROW = 1
COLLECT_ONE = 1 << 4
WARP_PASSES = 1 << 5
COLLECT = 1 << 10
PASS = COLLECT + 1

WARP = Table(WARPS.get(hole, 0) for hole in range(SHEN + 2))
# Where a piece that ends its walk on a hole has come past a Nefer hole: NEAR[hole] is the nearest one at or below it.
NEAR = Table(max([n for n in NEFER if n <= hole], default=0) for hole in range(SHEN + 2))


@kernel
def start(pieces: int, collect_one: int, warp_passes: int) -> State:
    """Return the start with player 1 on turn and no throw made."""
    side = FIRST + (pieces - 1) * IN_HAND
    return (side, side, collect_one * COLLECT_ONE + warp_passes * WARP_PASSES)


@kernel
def kind(state: State) -> int:
    """Return what the position waits for. The turn stays with a winner, so only the other side can have lost."""
    if state[1] == 0:
        return OVER
    return DECIDE if state[2] >> THROW & 7 else CHANCE


@kernel
def turn(state: State) -> int:
    """Return the seat on turn."""
    return state[2] & TURN


@kernel
def winner(state: State) -> int:
    """Return the mask of the seat whose opponent has nothing left."""
    return 1 << turn(state) if state[1] == 0 else 0


@kernel
def throw(state: State, value: int) -> State:
    """Return the state with a throw to move by."""
    return (state[0], state[1], state[2] | value << THROW)


@kernel
def open_with(state: State, seat: int, value: int) -> State:
    """Let the lower thrower begin and move by that very throw."""
    return (state[0], state[1], state[2] | seat | value << THROW)


@kernel
def movable(side: int, value: int) -> int:
    """Return the pieces that can walk `value` holes: nothing of their own in the way or on the spot, no overshooting."""
    lane = side & LANE
    near = 0
    for step in range(1, value + 1):
        near |= lane >> step
    return lane & ~near & (1 << SHEN + 1 - value) - 1


@kernel
def count(state: State) -> int:
    """Return the number of legal moves; a forced pass is one."""
    value = state[2] >> THROW & 7
    total = popcount(movable(state[0], value))
    if value == 1 and shen(state[0]) > 0:
        total += 1
    return max(total, 1)


@kernel
def kth(state: State, k: int) -> int:
    """Return the k-th legal move: pieces from the rearmost on, then the collecting."""
    value = state[2] >> THROW & 7
    pieces = movable(state[0], value)
    if k < popcount(pieces):
        source = kth_bit(pieces, k)
        return source | rest(state[0] & ~(1 << source), source + value) << 5
    return COLLECT if value == 1 and shen(state[0]) > 0 else PASS


@kernel
def rest(side: int, hole: int) -> int:
    """Return where a piece that ends its walk on a hole comes to rest: a warp takes it along unless its end is taken."""
    end = WARP[hole]
    return end if end > 0 and not side >> end & 1 else hole


@kernel
def apply(state: State, move: int) -> State:
    """Return the state after a legal move."""
    value = state[2] >> THROW & 7
    options = state[2] & ~(7 << THROW)
    mine, theirs = state[0], state[1]
    again = False
    if move == COLLECT:
        taken = 1 if options & COLLECT_ONE else shen(mine)
        mine += taken * (IN_HAND - IN_SHEN)
    elif move != PASS:
        source = move & 31
        landing = source + value
        mine &= ~(1 << source)
        if landing == SHEN:
            mine = bring_in(mine + IN_SHEN)
            theirs = strike(theirs)
        else:
            end = rest(mine, landing)
            mine |= 1 << end
            if NEAR[landing] > source or (options & WARP_PASSES and NEAR[end] != NEAR[landing]):
                mine = bring_in(mine)
            again = NEAR[landing] == landing
    mine, theirs = supply_lane(mine), supply_lane(theirs)
    if again or theirs == 0:
        return (mine, theirs, options)
    return (theirs, mine, options ^ TURN)


@kernel
def strike(side: int) -> int:
    """Return the side whose opponent has just reached the Shen hole: its rearmost piece leaves the game.

    A side that has pieces in the Shen hole alone has nothing to move with, and loses them all.
    """
    if side & LANE:
        return side & ~(1 << lowest(side & LANE))
    return side if hand(side) > 0 else 0


@kernel
def bring_in(side: int) -> int:
    """Put a piece from hand on hole 1, if there is one and the hole is free."""
    return side - IN_HAND + FIRST if hand(side) > 0 and not side & FIRST else side


@kernel
def supply_lane(side: int) -> int:
    """Put a piece from hand on hole 1 if the lane is empty."""
    return side if side & LANE else bring_in(side)


@kernel
def shen(side: int) -> int:
    """Return how many pieces are in the Shen hole."""
    return side >> 32 & 7


@kernel
def hand(side: int) -> int:
    """Return how many pieces are in hand."""
    return side >> 36 & 7
