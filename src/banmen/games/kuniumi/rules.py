"""Kuniumi on three words.

State: the side to act, the other side, and the rest. A side: bits 0-41 its tokens and its God as a mask (see `board`), bits
42-47 the God's space. The rest: bit 0 the faction to act (0 land, 1 sea), bit 1 the faction of player 1, bits 2-4 the phase
(0-5 pieces placed, 6 the choice of a faction, 7 play), bits 5-6 the result (0 none yet, 1 land, 2 sea, 3 draw), bit 7 lines
run through pieces, bit 8 a tie is a draw, bit 9 unfair setups are refused, bit 10 the setup is drawn by lot. In the setup and
the choice land stands first.

Move: in play the target space; in the setup the space and 64 times 1 (Earth God), 2 (Sea God), 3 (land), 4 (sea); or LAND, SEA.
"""

from __future__ import annotations

from typing import Any

from banmen.games.kuniumi.board import BOARD, SIZE, STRIDE
from banmen.games.kuniumi.groups import around, find_closed, flood, in_sight, largest, lines, list_touched
from banmen.games.kuniumi.symmetry import canonical, invert_image, map_move  # noqa: F401 (part of the rules' kernels)
from banmen.kernels.contract import DECIDE, NO_THROW, OVER, State
from banmen.kernels.kernel import Table, inlined, kernel, kth_bit, lowest, popcount
from banmen.kernels.prng import below, next_state

WORDS = 3
MOST = 36
OPENING = NO_THROW

PIECES = (1 << 42) - 1
GOD = 42
PHASE = 2
CHOICE, PLAY = 6, 7
RESULT = 5
LAND_WINS, SEA_WINS, DRAWN = 1, 2, 3
THROUGH = 1 << 7
TIE_DRAW = 1 << 8
FAIR = 1 << 9
BY_LOT = 1 << 10
LAND, SEA = 512, 513
ORDER = Table((1, 2, 3, 3, 4, 4))  # what is placed in the setup: Earth God, Sea God, land, land, sea, sea


@kernel
def start(through: int, tie_draw: int, fair: int, by_lot: int) -> State:
    """Return the empty board."""
    return (0, 0, through * THROUGH + tie_draw * TIE_DRAW + fair * FAIR + by_lot * BY_LOT)


@kernel
def deal(state: State, random: int) -> tuple[int, State]:
    """Draw a random setup if the option asks for it, each legal setup with the same chance."""
    after = state
    while state[2] & BY_LOT and phase(after) < CHOICE:
        random = next_state(random)
        space = kth_bit(BOARD, below(random, SIZE * SIZE))
        if not (after[0] | after[1]) >> space & 1:
            after = place_piece(after, space)
            if find_closed(after[0], after[1], list_touched(space)):
                after = state  # start again from the empty board, or some setups would be more likely than others
    return random, after


@kernel
def phase(state: State) -> int:
    """Return the number of pieces placed in the setup, CHOICE or PLAY."""
    return state[2] >> PHASE & 7


@kernel
def kind(state: State) -> int:
    """Return what the position waits for: a decision, or nothing once the game is over."""
    return OVER if outcome(state) else DECIDE


@kernel
def turn(state: State) -> int:
    """Return the seat to act: player 1 sets up, player 2 chooses, then the owner of the faction to act."""
    if phase(state) < PLAY:
        return 1 if phase(state) == CHOICE else 0
    return (state[2] ^ state[2] >> 1) & 1


@kernel
def outcome(state: State) -> int:
    """Return 0 while the game goes on, else LAND_WINS, SEA_WINS or DRAWN."""
    return state[2] >> RESULT & 3


@kernel
def winner(state: State) -> int:
    """Return the mask of the winning seat; 0 for a draw or while the game goes on."""
    result = outcome(state)
    if result in (LAND_WINS, SEA_WINS):
        return 1 << (result - LAND_WINS ^ state[2] >> 1 & 1)
    return 0


@inlined
def targets(state: State) -> int:
    """Return the free spaces that the God of the side to act can go to."""
    mine = state[0] & PIECES
    free = BOARD & ~(mine | state[1])
    group = flood(1 << (state[0] >> GOD), mine)
    if state[2] & THROUGH:
        return free & lines(group)
    return in_sight(group, free)


@kernel
def placements(state: State) -> int:
    """Return the spaces where the next piece of the setup may stand."""
    free = BOARD & ~(state[0] | state[1])
    judged = free & in_doubt(free)
    if state[2] & FAIR and phase(state) == CHOICE - 1:
        judged = free  # any of them may make the setup unfair
    legal = free & ~judged
    while judged:
        space = judged & -judged
        judged ^= space
        if may_place(state, lowest(space)):
            legal |= space
    return legal


@kernel
def in_doubt(free: int) -> int:
    """Return the spaces that have no free neighbour themselves or are the only free neighbour of a piece.

    Whatever is placed elsewhere, it and the pieces beside it keep a free neighbour, so that no group is closed.
    """
    east, west, north, south = free >> 1, free << 1, free >> STRIDE, free << STRIDE
    beside_two = east & west | north & south | (east | west) & (north | south)
    pieces_beside_one = BOARD & ~free & ~beside_two
    return around(pieces_beside_one) | ~around(free)


@kernel
def may_place(state: State, space: int) -> bool:
    """Return whether a placement on a free space leaves no closed group, nor an unfair setup where that is asked for."""
    after = place_piece(state, space)
    if find_closed(after[0], after[1], list_touched(space)):
        return False
    return not (state[2] & FAIR and phase(after) == CHOICE and is_unfair(after))


@kernel
def place_piece(state: State, space: int) -> State:
    """Return the state with the next piece of the setup on a free space."""
    piece = ORDER[phase(state)]
    added = 1 << space | (space << GOD if piece <= 2 else 0)
    rest = state[2] + (1 << PHASE)
    if piece & 1:
        return (state[0] | added, state[1], rest)
    return (state[0], state[1] | added, rest)


@kernel
def count(state: State) -> int:
    """Return the number of legal moves."""
    if phase(state) == PLAY:
        return popcount(targets(state))
    return 2 if phase(state) == CHOICE else popcount(placements(state))


@kernel
def kth(state: State, k: int) -> int:
    """Return the k-th legal move, from a1 along the rows; land before sea."""
    if phase(state) == PLAY:
        return kth_bit(targets(state), k)
    if phase(state) == CHOICE:
        return LAND + k
    return kth_bit(placements(state), k) | ORDER[phase(state)] << 6


@kernel
def moves(state: State, out: Any) -> int:
    """List all legal moves."""
    now = phase(state)
    if now == CHOICE:
        out[0], out[1] = LAND, SEA
        return 2
    piece = 0 if now == PLAY else ORDER[now] << 6
    mask = targets(state) if now == PLAY else placements(state)
    number = 0
    while mask:
        out[number] = lowest(mask) | piece
        mask &= mask - 1
        number += 1
    return number


@inlined
def sample(state: State, random: int) -> tuple[int, int]:
    """Draw a legal move; in the setup by trying free spaces until one may be taken."""
    random = next_state(random)
    if phase(state) == PLAY:
        mask = targets(state)
        return random, kth_bit(mask, below(random, popcount(mask)))
    if phase(state) == CHOICE:
        return random, LAND + below(random, 2)
    free = BOARD & ~(state[0] | state[1])
    space = kth_bit(BOARD, below(random, SIZE * SIZE))
    while not free >> space & 1 or not may_place(state, space):
        random = next_state(random)
        space = kth_bit(BOARD, below(random, SIZE * SIZE))
    return random, space | ORDER[phase(state)] << 6


@inlined
def apply(state: State, move: int) -> State:
    """Return the state after a legal move."""
    if move >= LAND:
        return choose_faction(state, move - LAND)
    if phase(state) < CHOICE:
        return place_piece(state, move & 63)
    return move_god(state, move)


@inlined
def move_god(state: State, move: int) -> State:
    """Return the state after the God of the side to act has gone to a space, leaving a token behind."""
    mine = state[0] & PIECES | 1 << move | move << GOD
    rest = state[2] ^ 1
    return (state[1], mine, rest | judge(state[1], mine, rest, list_touched(move)) << RESULT)


@kernel
def find_win(state: State) -> int:
    """Return a move that wins at once, or -1.

    A side wins by closing a group of its own, and the piece just set belongs to it: the space has no free neighbour.
    """
    free = BOARD & ~(state[0] | state[1])
    eyes = free & ~around(free)
    if eyes and phase(state) == PLAY:
        eyes &= targets(state)
        while eyes:
            if outcome(move_god(state, lowest(eyes))) == LAND_WINS + (state[2] & 1):
                return lowest(eyes)
            eyes &= eyes - 1
    return -1


@kernel
def max_plies(state: State) -> int:
    """Return how many plies the game can still last: each takes a free space, in the setup too, but for the choice."""
    free = popcount(BOARD & ~(state[0] | state[1]))
    return free if phase(state) == PLAY else free + 1


@kernel
def choose_faction(state: State, faction: int) -> State:
    """Return the state after player 2 has taken a faction: player 1 has the other one and moves first."""
    first = 1 - faction
    rest = state[2] + (1 << PHASE) | first | first << 1
    if first:
        return (state[1], state[0], rest)
    return (state[0], state[1], rest)


@kernel
def judge(mine: int, theirs: int, rest: int, suspects: int) -> int:
    """Judge a position in play: `mine` is to act, `theirs` has just moved, and only groups of suspects can have closed."""
    they = SEA_WINS - (rest & 1)
    shut = find_closed(mine, theirs, suspects)
    if shut:
        my_size, their_size = largest(shut & mine), largest(shut & theirs)
        if my_size == their_size and rest & TIE_DRAW:
            return DRAWN
        return LAND_WINS + SEA_WINS - they if my_size > their_size else they
    # A side that cannot move loses. That needs no look of its own: while its God's group is not closed the group has a free
    # neighbour, and the God can go there.
    return 0


@kernel
def is_unfair(state: State) -> bool:
    """Return whether player 1 can force a win within 5 plies of play whichever faction player 2 chooses."""
    return can_force(choose_faction(state, 0), 5, 1) and can_force(choose_faction(state, 1), 5, 0)


@kernel
def can_force(state: State, plies: int, faction: int) -> bool:
    """Return whether a faction wins within a number of plies, at most 10, whatever the other does.

    The engines' proof search knows the same, faster, but rules cannot import it; a test sees that both agree. Written without
    recursion, which GPUs do not know. Moves are tried from a1 on, and a move is taken back by what the God
    left behind: `trail` has six bits with the God's former space for every ply above.
    """
    depth, trail, untried = 0, 0, 0
    while True:
        hunting = state[2] & 1 == faction
        if hunting and depth == plies - 1:  # only a move that wins at once counts, and there are few to try
            mask, won = 0, find_win(state) >= 0
        else:
            mask, won = targets(state) >> untried << untried, not hunting
        if mask:
            after = move_god(state, lowest(mask))
            won = outcome(after) == LAND_WINS + faction
            if outcome(after) == 0 and depth < plies - 1:
                depth, trail, untried = depth + 1, trail << 6 | state[0] >> GOD, 0
                state = after
                continue
            untried = lowest(mask) + 1
        # `won` is what a tried move leads to, or what it means that no move is left. Take back what it settles.
        while won == hunting or not mask:
            if depth == 0:
                return won
            untried = (state[1] >> GOD) + 1
            state = take_back(state, trail & 63)
            depth, trail, mask = depth - 1, trail >> 6, BOARD
            hunting = not hunting


@kernel
def take_back(state: State, space: int) -> State:
    """Return the state before the last move, when the God of the side that made it came from a space."""
    mine = state[1] & PIECES & ~(1 << (state[1] >> GOD)) | space << GOD
    return (mine, state[0], (state[2] ^ 1) & ~(3 << RESULT))
