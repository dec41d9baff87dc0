"""Moon Trek on five words.

State: four words with the pieces of each seat, the seat on turn first and the others in the order they follow, then one word
for the rest. A seat's word: four pieces of 10 bits in ascending order, bits 0-3 how many pieces lie beneath it in its stack,
bits 4-9 its place (see the ring's `board`). The rest: bits 0-7 the team of each word, 2 bits each, bits 8-9 the seat on turn,
bits 10-12 the throw (0: still to be made), bits 13-14 the hit bonus (0 none, 1 ring, 2 any).
A seat that nobody sits on has all its pieces home, and so is skipped like any player who is done.

Move: bits 0-5 from, bits 6-11 to, bits 12-15 how many pieces off the top of the stack.
"""

from __future__ import annotations

from banmen.games.kariuchi.board import HOME, ON_RING, RESERVE, ROUTES, TARGET
from banmen.games.kariuchi.rules import BONUS_ANY, BONUS_RING
from banmen.kernels.contract import CHANCE, DECIDE, HIGHEST, OVER, State
from banmen.kernels.kernel import inlined, kernel
from banmen.kernels.prng import below, next_state

WORDS = 5
MOST = 36  # twelve pieces of a team of three on the centre, three ways each
OPENING = HIGHEST

PIECES = 4
FIELD = (1 << 10) - 1
PLACE = 4
ONES = 1 | 1 << 10 | 1 << 20 | 1 << 30
PLACES = 63 * ONES
ALL_HOME = (HOME << PLACE) * ONES
TEAMS = 255
SEAT = 8
THROW = 10
BONUS = 13


@kernel
def start(pieces: int, players: int, teams: int, bonus: int) -> State:
    """Return the start with seat 0 on turn. `teams` has two bits a seat, equal for team mates."""
    full = ALL_HOME << 10 * pieces & (1 << 40) - 1
    third = full if players > 2 else ALL_HOME
    fourth = full if players > 3 else ALL_HOME
    return (full, full, third, fourth, teams | bonus << BONUS)


@kernel
def kind(state: State) -> int:
    """Return what the position waits for. A player who is done is never on turn, except the one who has just won."""
    if state[0] == ALL_HOME:
        return OVER
    return DECIDE if state[4] >> THROW & 7 else CHANCE


@kernel
def turn(state: State) -> int:
    """Return the seat on turn."""
    return state[4] >> SEAT & 3


@kernel
def is_mate(state: State, index: int) -> bool:
    """Return whether the word at an index belongs to the mover's team."""
    return state[4] >> 2 * index & 3 == state[4] & 3


@kernel
def winner(state: State) -> int:
    """Return the mask of the seats of the team that has all its pieces home."""
    mask = 0
    if state[0] == ALL_HOME:
        for index in range(4):
            if is_mate(state, index):
                mask |= 1 << (turn(state) + index & 3)
    return mask


@kernel
def throw(state: State, value: int) -> State:
    """Return the state with a throw to move by."""
    return (state[0], state[1], state[2], state[3], state[4] | value << THROW)


@kernel
def open_with(state: State, seat: int, value: int) -> State:
    """Let the highest thrower begin; the begin throw is not used for a move."""
    for _ in range(seat):
        state = pass_turn(state)
    return state


@inlined
def pass_turn(state: State) -> State:
    """Return the state with the next seat on turn."""
    rest = state[4]
    teams = rest >> 2 & 63 | (rest & 3) << 6
    seat = (rest >> SEAT & 3) + 1 & 3
    return (state[1], state[2], state[3], state[0], rest & ~(TEAMS | 3 << SEAT) | teams | seat << SEAT)


@kernel
def count(state: State) -> int:
    """Return the number of legal moves."""
    word = state[0]
    return waiting(word) + choices(word) + choices(word >> 10) + choices(word >> 20) + choices(word >> 30)


@kernel
def waiting(word: int) -> int:
    """Return 1 if the owner of a word has a piece in the reserve: it makes one move, however many there are."""
    return 1 if word & FIELD == RESERVE else 0


@inlined
def choices(word: int) -> int:
    """Return the number of moves of the lowest piece of a word.

    A stack gives one for each piece from its bottom up to the owner's topmost one, and that one counts for all of them.
    """
    place = word >> PLACE & 63
    return ROUTES[place] * ((word & 15) + 1) if place != word >> 10 + PLACE & 63 else 0


@kernel
def kth(state: State, k: int) -> int:
    """Return the k-th legal move: the piece from the reserve first, then by place, way and number of pieces."""
    word = state[0]
    return pick_move(state, k, waiting(word), choices(word), choices(word >> 10), choices(word >> 20))


@kernel
def sample(state: State, random: int) -> tuple[int, int]:
    """Draw one of the legal moves, each with the same chance."""
    random = next_state(random)
    word = state[0]
    entering, a, b, c, d = waiting(word), choices(word), choices(word >> 10), choices(word >> 20), choices(word >> 30)
    return random, pick_move(state, below(random, entering + a + b + c + d), entering, a, b, c)


@inlined
def pick_move(state: State, k: int, entering: int, a: int, b: int, c: int) -> int:
    """Return the k-th legal move when it is known how many the reserve and the first three pieces have.

    Written without branches, which would be unpredictable in random play. A piece that enters is the lowest of the word.
    """
    k -= entering
    index = (k >= a) + (k >= a + b) + (k >= a + b + c)
    k -= a * (k >= a) + b * (k >= a + b) + c * (k >= a + b + c)
    word = state[0] >> 10 * index
    place, splits = word >> PLACE & 63, (word & 15) + 1
    way = (k >= splits) + (k >= 2 * splits)
    number = height(state, place) - max(0, k - way * splits)
    return place | TARGET[(place * 3 + way) * 8 + (state[4] >> THROW & 7)] << 6 | number << 12


@inlined
def height(state: State, place: int) -> int:
    """Return how many pieces of the mover's team stand on a place of the board."""
    top = top_of(state[0], place)
    if is_mate(state, 1):
        top = max(top, top_of(state[1], place))
    if is_mate(state, 2):
        top = max(top, top_of(state[2], place))
    if is_mate(state, 3):
        top = max(top, top_of(state[3], place))
    return top


@inlined
def top_of(word: int, place: int) -> int:
    """Return one more than the number of pieces beneath an owner's topmost piece on a place; 0 if there is none."""
    top = 0
    for _ in range(PIECES):
        if word >> PLACE & 63 == place:
            top = (word & 15) + 1
        word >>= 10
    return top


@inlined
def apply(state: State, move: int) -> State:
    """Return the state after a legal move."""
    source, target, number = move & 63, move >> 6 & 63, move >> 12
    landing = height(state, target) if target != HOME else 0
    base = height(state, source) - number
    a, b, c, d = carry(state[0], source, base, target, landing), state[1], state[2], state[3]
    if source != RESERVE:  # team mates ride along
        b = carry(b, source, base, target, landing) if is_mate(state, 1) else b
        c = carry(c, source, base, target, landing) if is_mate(state, 2) else c
        d = carry(d, source, base, target, landing) if is_mate(state, 3) else d
    hit = False
    if target != HOME and (holds(b, target) or holds(c, target) or holds(d, target)):
        if holds(b, target) and not is_mate(state, 1):
            b, hit = send_back(b, target), True
        if holds(c, target) and not is_mate(state, 2):
            c, hit = send_back(c, target), True
        if holds(d, target) and not is_mate(state, 3):
            d, hit = send_back(d, target), True
    return end_move((a, b, c, d, state[4]), target, hit)


@inlined
def end_move(state: State, target: int, hit: bool) -> State:
    """Return the state with the turn passed on, unless the mover throws again or has won."""
    rest = state[4]
    bonus = rest >> BONUS & 3
    again = rest >> THROW & 7 >= 4 or (hit and (bonus == BONUS_ANY or (bonus == BONUS_RING and ON_RING[target] != 0)))
    state = (state[0], state[1], state[2], state[3], rest & ~(7 << THROW))
    if state[0] != ALL_HOME:
        if again:
            return state
    elif team_is_home(state):
        return state
    state = pass_turn(state)
    while state[0] == ALL_HOME:
        state = pass_turn(state)
    return state


@kernel
def team_is_home(state: State) -> bool:
    """Return whether every piece of the mover's team is home, the mover's being so."""
    return (
        (state[1] == ALL_HOME or not is_mate(state, 1))
        and (state[2] == ALL_HOME or not is_mate(state, 2))
        and (state[3] == ALL_HOME or not is_mate(state, 3))
    )


@kernel
def holds(word: int, place: int) -> bool:
    """Return whether an owner has a piece on a place."""
    differences = word >> PLACE & PLACES ^ place * ONES
    return differences + PLACES & 64 * ONES != 64 * ONES


@inlined
def carry(word: int, source: int, base: int, target: int, landing: int) -> int:
    """Return an owner's pieces with those on `source` above `base` others moved onto `landing` others on `target`.

    From the reserve a piece goes alone: the lowest one of the word.
    """
    moved = 0
    for shift in range(0, 40, 10):
        piece = word >> shift & FIELD
        if piece >> PLACE == source and piece & 15 >= base and (source != RESERVE or shift == 0):
            level = (piece & 15) - base + landing if target != HOME else 0
            piece = target << PLACE | level
        moved |= piece << shift
    return sort_pieces(moved)


@kernel
def send_back(word: int, place: int) -> int:
    """Return an owner's pieces with all those on a place back in the reserve."""
    kept = 0
    for shift in range(0, 40, 10):
        piece = word >> shift & FIELD
        if piece >> PLACE != place:
            kept |= piece << shift
    return sort_pieces(kept)


@kernel
def sort_pieces(word: int) -> int:
    """Return a word with its four pieces in ascending order."""
    a, b, c, d = word & FIELD, word >> 10 & FIELD, word >> 20 & FIELD, word >> 30
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a | b << 10 | c << 20 | d << 30
