"""Kariuchi on one packed word.

State: bits 0-23 the pieces of the player on turn, four places of 6 bits in ascending order (see `board`), bits 24-47 the other
player's, bit 48 the seat on turn, bits 49-51 the throw (0: still to be made), bits 52-53 the hit bonus (0 none, 1 ring, 2 any).
A game with fewer pieces is one in which the missing pieces are home already.

Move: bits 0-5 from, bits 6-11 to, bits 12-14 the number of pieces.
"""

from __future__ import annotations

from banmen.games.kariuchi.board import CENTRE, HOME, ON_RING, RESERVE, ROUTES, TARGET
from banmen.kernels.contract import CHANCE, DECIDE, HIGHEST, OVER, State
from banmen.kernels.kernel import kernel

WORDS = 1
MOST = 12  # four pieces on the centre, three ways each
OPENING = HIGHEST

PIECES = 4
ONES = 1 | 1 << 6 | 1 << 12 | 1 << 18
HIGHS = ONES << 5
SIDE = (1 << 24) - 1
ALL_HOME = HOME * ONES
TURN = 1 << 48
THROW = 49
BONUS = 52
BONUS_NONE, BONUS_RING, BONUS_ANY = 0, 1, 2


@kernel
def start(pieces: int, bonus: int) -> State:
    """Return the start with player 1 on turn and no throw made."""
    side = ALL_HOME << 6 * pieces & SIDE
    return (side | side << 24 | bonus << BONUS,)


@kernel
def kind(state: State) -> int:
    """Return what the position waits for. Only the player who made the last move can have won."""
    if state[0] & SIDE == ALL_HOME:
        return OVER
    return DECIDE if state[0] >> THROW & 7 else CHANCE


@kernel
def turn(state: State) -> int:
    """Return the seat on turn."""
    return state[0] >> 48 & 1


@kernel
def winner(state: State) -> int:
    """Return the mask of the seat that has brought all its pieces home."""
    return 1 << turn(state) if state[0] & SIDE == ALL_HOME else 0


@kernel
def throw(state: State, value: int) -> State:
    """Return the state with a throw to move by."""
    return (state[0] | value << THROW,)


@kernel
def open_with(state: State, seat: int, value: int) -> State:
    """Let the higher thrower begin; the begin throw is not used for a move."""
    return (state[0] | seat << 48,)


@kernel
def count(state: State) -> int:
    """Return the number of legal moves: a stack of n pieces has n ways to be split, so each piece adds its ways."""
    word = state[0]
    total = 1 if word & 63 == RESERVE else 0
    for _ in range(PIECES):
        total += ROUTES[word & 63]
        word >>= 6
    return total


@kernel
def kth(state: State, k: int) -> int:
    """Return the k-th legal move: the piece from the reserve first, then by place, stack size and way."""
    word = state[0]
    value = word >> THROW & 7
    if word & 63 == RESERVE:
        if k == 0:
            return TARGET[value] << 6 | 1 << 12
        k -= 1
    size = 1
    for _ in range(PIECES - 1):
        place = word & 63
        if k >= ROUTES[place]:  # never true again once the piece is found, so that no branch has to be foreseen
            k -= ROUTES[place]
            word >>= 6
            size = size + 1 if word & 63 == place else 1
    place = word & 63
    return place | TARGET[(place * 3 + k) * 8 + value] << 6 | size << 12


@kernel
def apply(state: State, move: int) -> State:
    """Return the state after a legal move."""
    word = state[0]
    target = move >> 6 & 63
    value = word >> THROW & 7
    mover = relocate(word & SIDE, move & 63, target, move >> 12)
    other = word >> 24 & SIDE
    bonus = word >> BONUS & 3
    again = value >= 4
    if target != HOME and holds(other, target):
        other = relocate(other, target, RESERVE, PIECES)
        again = again or bonus == BONUS_ANY or (bonus == BONUS_RING and ON_RING[target] != 0)
    rest = word & (3 << BONUS | TURN)
    if again or mover == ALL_HOME:
        return (mover | other << 24 | rest,)
    return (other | mover << 24 | rest ^ TURN,)


@kernel
def holds(side: int, place: int) -> bool:
    """Return whether a side has a piece on a place."""
    differences = side ^ place * ONES
    return (differences - ONES) & ~differences & HIGHS != 0


@kernel
def relocate(side: int, source: int, target: int, number: int) -> int:
    """Return a side with up to `number` of its pieces on `source` put on `target`, in ascending order again."""
    a, b, c, d = side & 63, side >> 6 & 63, side >> 12 & 63, side >> 18
    if a == source and number > 0:
        a, number = target, number - 1
    if b == source and number > 0:
        b, number = target, number - 1
    if c == source and number > 0:
        c, number = target, number - 1
    if d == source and number > 0:
        d = target
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a | b << 6 | c << 12 | d << 18


assert CENTRE < HOME < 63  # places fit in 6 bits, and none is all ones
