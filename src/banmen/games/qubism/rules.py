"""Qubism on two words.

State, first word: bits 0-29 the cubes as a mask (see `board`), bits 30-34 the white pawn's square, bits 35-39 the black pawn's,
bits 40-43 the supply, bit 44 the turn (0 White), bits 45-46 the tip (0 cw, 1 ccw, 2 either, 3 straight), bit 47 a repetition
loses, bit 48 the position has occurred for the third time. Second word: two bits a square with the arrow of the cube on it
(0 `^`, 1 `>`, 2 `v`, 3 `<`; 0 where there is no cube).

Move: bits 0-4 from (cubes only), bits 5-9 to, bits 10-12 one more than the arrow on top afterwards (0: not said), bits 13-14
the kind: PAWN, PLACE or SLIDE.
"""

from __future__ import annotations

from typing import Any

from banmen.games.qubism.board import BLACK_GOAL, BOARD, STRIDE, WHITE_GOAL
from banmen.games.qubism.symmetry import canonical, invert_image, map_move  # noqa: F401 (part of the rules' kernels)
from banmen.kernels.contract import DECIDE, NO_THROW, OVER, State
from banmen.kernels.kernel import kernel, kth_bit, lowest, popcount
from banmen.kernels.prng import below, next_state

WORDS = 2
MOST = 128  # eight cubes sliding four squares with a choice of tip, 44 placements between them and five steps come to 113
OPENING = NO_THROW

WHITE, BLACK = 30, 35
SUPPLY = 40
TURN = 44
TIP = 45
CW, CCW, EITHER, STRAIGHT = 0, 1, 2, 3
REPETITION_LOSES = 1 << 47
THIRD = 1 << 48
PAWN, PLACE, SLIDE = 0, 1 << 13, 2 << 13
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3


@kernel
def start(cubes: int, tip: int, repetition_loses: int) -> State:
    """Return the start: White on c1, Black on c5, all cubes in the supply."""
    pawns = 2 << WHITE | 4 * STRIDE + 2 << BLACK
    return (pawns | cubes << SUPPLY | tip << TIP | repetition_loses * REPETITION_LOSES, 0)


@kernel
def white(state: State) -> int:
    """Return the white pawn as a mask."""
    return 1 << (state[0] >> WHITE & 31)


@kernel
def black(state: State) -> int:
    """Return the black pawn as a mask."""
    return 1 << (state[0] >> BLACK & 31)


@kernel
def turn(state: State) -> int:
    """Return the seat to move: 0 White, 1 Black."""
    return state[0] >> TURN & 1


@kernel
def supply(state: State) -> int:
    """Return the number of cubes not on the board."""
    return state[0] >> SUPPLY & 15


@kernel
def kind(state: State) -> int:
    """Return whether a pawn has reached its goal or the position has come for the third time."""
    if state[0] & THIRD or white(state) & WHITE_GOAL or black(state) & BLACK_GOAL:
        return OVER
    return DECIDE


@kernel
def winner(state: State) -> int:
    """Return the mask of the winning seat; 0 for a draw or while the game goes on."""
    if white(state) & WHITE_GOAL:
        return 1
    if black(state) & BLACK_GOAL:
        return 2
    if state[0] & THIRD and state[0] & REPETITION_LOSES:
        return 1 << turn(state)  # the player who made the third occurrence is not on turn any more
    return 0


@kernel
def is_irreversible(state: State, move: int) -> bool:
    """Return whether the move takes a cube from the supply, for none ever goes back."""
    return move & PLACE != 0


@kernel
def end_by_repetition(state: State) -> State:
    """End the game by the third occurrence."""
    return (state[0] | THIRD, state[1])


@kernel
def shift(mask: int, arrow: int) -> int:
    """Return the squares one step along an arrow, borders included."""
    if arrow == NORTH:
        return mask << STRIDE
    if arrow == EAST:
        return mask << 1
    if arrow == SOUTH:
        return mask >> STRIDE
    return mask >> 1


@kernel
def steps(state: State) -> int:
    """Return the squares that the pawn on turn can go to."""
    me, other = (black(state), white(state)) if turn(state) else (white(state), black(state))
    open_squares = BOARD & ~state[0]
    reach = (me << 1 | me >> 1 | me << STRIDE | me >> STRIDE) & open_squares
    if not reach & other:
        return reach
    reach &= ~other
    for arrow in range(4):
        if shift(me, arrow) == other:
            behind = shift(other, arrow) & open_squares
            if behind == 0:
                behind = (shift(other, arrow + 1 & 3) | shift(other, arrow + 3 & 3)) & open_squares
            reach |= behind
    return reach


@kernel
def find_win(state: State) -> int:
    """Return a move that wins at once, or -1: a step onto the goal row."""
    reach = steps(state) & (BLACK_GOAL if turn(state) else WHITE_GOAL)
    return lowest(reach) << 5 if reach else -1


@kernel
def placeable(free: int, arrow: int) -> int:
    """Return the free squares where a cube can be placed with an arrow, whether or not it leaves the ways open."""
    return free & shift(free, arrow + 2 & 3)


@kernel
def has_way(seed: int, goal: int, open_squares: int) -> bool:
    """Return whether a pawn can reach its goal row over squares without cubes."""
    grown = seed
    while not grown & goal:
        wider = (grown | grown << 1 | grown >> 1 | grown << STRIDE | grown >> STRIDE) & open_squares
        if wider == grown:
            return False
        grown = wider
    return True


@kernel
def both_have_ways(state: State, cubes: int) -> bool:
    """Return whether both pawns have a way to their goal rows when the cubes stand so."""
    open_squares = BOARD & ~cubes
    return has_way(white(state), WHITE_GOAL, open_squares) and has_way(black(state), BLACK_GOAL, open_squares)


@kernel
def shortest_way(seed: int, goal: int, open_squares: int) -> int:
    """Return the squares of one shortest way of a pawn to its goal row; there is taken to be one."""
    # Walk back from the goal: each square one nearer to the pawn is found by flooding again up to it. Boards are small.
    nearer = seed
    while not nearer & goal:
        nearer |= (nearer << 1 | nearer >> 1 | nearer << STRIDE | nearer >> STRIDE) & open_squares
    square = nearer & goal & -(nearer & goal)
    way = square
    while not square & seed:
        grown = seed
        touching = (square << 1 | square >> 1 | square << STRIDE | square >> STRIDE) & open_squares
        while not grown & touching:
            grown |= (grown << 1 | grown >> 1 | grown << STRIDE | grown >> STRIDE) & open_squares
        square = grown & touching & -(grown & touching)
        way |= square
    return way


@kernel
def find_closing(state: State) -> int:
    """Return the free squares on which one more cube would take a pawn's way to its goal."""
    open_squares = BOARD & ~state[0]
    ways = shortest_way(white(state), WHITE_GOAL, open_squares) | shortest_way(black(state), BLACK_GOAL, open_squares)
    candidates = ways & ~(white(state) | black(state))
    shut = 0
    while candidates:
        square = candidates & -candidates
        candidates ^= square
        if not both_have_ways(state, state[0] | square):
            shut |= square
    return shut


@kernel
def may_slide(state: State, source: int, square: int, shut: int) -> bool:
    """Return whether a cube may slide onto a free square: one that leaves its own square free can only close what it enters."""
    return not square & shut or both_have_ways(state, state[0] & ~(1 << source) | square)


@kernel
def moves(state: State, out: Any) -> int:
    """List all legal moves: the pawn's, then placements by arrow, then slides by cube."""
    number = 0
    reach = steps(state)
    while reach:
        out[number] = lowest(reach) << 5
        number += 1
        reach &= reach - 1
    shut = find_closing(state)
    free = BOARD & ~(state[0] | white(state) | black(state))
    if supply(state) > 0:
        for arrow in range(4):
            squares = placeable(free, arrow) & ~shut
            while squares:
                out[number] = PLACE | lowest(squares) << 5 | arrow + 1 << 10
                number += 1
                squares &= squares - 1
    return slides(state, free, shut, out, number)


@kernel
def slides(state: State, free: int, shut: int, out: Any, number: int) -> int:
    """List all legal moves of cubes on the board after the `number` moves listed already."""
    cubes = state[0] & BOARD
    while cubes:
        source = lowest(cubes)
        cubes &= cubes - 1
        arrow = state[1] >> 2 * source & 3
        square = shift(1 << source, arrow) & free
        while square:
            if may_slide(state, source, square, shut):
                move = SLIDE | source | lowest(square) << 5
                if state[0] >> TIP & 3 == EITHER:
                    out[number] = move | (arrow + 1 & 3) + 1 << 10
                    out[number + 1] = move | (arrow + 3 & 3) + 1 << 10
                    number += 2
                else:
                    out[number] = move
                    number += 1
            square = shift(square, arrow) & free
    return number


@kernel
def count(state: State) -> int:
    """Return the number of legal moves."""
    shut = find_closing(state)
    free = BOARD & ~(state[0] | white(state) | black(state))
    total = popcount(steps(state))
    if supply(state) > 0:
        for arrow in range(4):
            total += popcount(placeable(free, arrow) & ~shut)
    return total + count_slides(state, free, shut)


@kernel
def count_slides(state: State, free: int, shut: int) -> int:
    """Return the number of legal moves of cubes on the board."""
    total = 0
    cubes = state[0] & BOARD
    while cubes:
        source = lowest(cubes)
        cubes &= cubes - 1
        arrow = state[1] >> 2 * source & 3
        square = shift(1 << source, arrow) & free
        while square:
            if may_slide(state, source, square, shut):
                total += 1
            square = shift(square, arrow) & free
    return 2 * total if state[0] >> TIP & 3 == EITHER else total


@kernel
def kth(state: State, k: int) -> int:
    """Return the k-th legal move, in the order of `moves`."""
    reach = steps(state)
    if k < popcount(reach):
        return kth_bit(reach, k) << 5
    k -= popcount(reach)
    shut = find_closing(state)
    free = BOARD & ~(state[0] | white(state) | black(state))
    if supply(state) > 0:
        for arrow in range(4):
            squares = placeable(free, arrow) & ~shut
            if k < popcount(squares):
                return PLACE | kth_bit(squares, k) << 5 | arrow + 1 << 10
            k -= popcount(squares)
    return kth_slide(state, free, shut, k)


@kernel
def kth_slide(state: State, free: int, shut: int, k: int) -> int:
    """Return the k-th slide of a cube that may be made with some squares shut; -1 if there are fewer."""
    choices = 2 if state[0] >> TIP & 3 == EITHER else 1
    cubes = state[0] & BOARD
    while cubes:
        source = lowest(cubes)
        cubes &= cubes - 1
        arrow = state[1] >> 2 * source & 3
        square = shift(1 << source, arrow) & free
        while square:
            if may_slide(state, source, square, shut):
                if k < choices:
                    top = (arrow + 1 + 2 * k & 3) + 1 if choices == 2 else 0
                    return SLIDE | source | lowest(square) << 5 | top << 10
                k -= choices
            square = shift(square, arrow) & free
    return -1


@kernel
def sample(state: State, random: int) -> tuple[int, int]:
    """Draw a legal move: any move but for the ways to the goal rows, drawn again until the ways stay open."""
    free = BOARD & ~(state[0] | white(state) | black(state))
    reach = steps(state)
    walks = popcount(reach)
    places = 0
    if supply(state) > 0:
        for arrow in range(4):
            places += popcount(placeable(free, arrow))
    total = walks + places + count_slides(state, free, 0)
    while True:
        random = next_state(random)
        k = below(random, total)
        if k < walks:
            return random, kth_bit(reach, k) << 5
        k -= walks
        move = kth_placement(free, k) if k < places else kth_slide(state, free, 0, k - places)
        if both_have_ways(state, cubes_after(state[0], move)):
            return random, move


@kernel
def kth_placement(free: int, k: int) -> int:
    """Return the k-th placement of a cube, whether or not it leaves the ways open."""
    arrow = 0
    squares = placeable(free, arrow)
    while k >= popcount(squares):
        k -= popcount(squares)
        arrow += 1
        squares = placeable(free, arrow)
    return PLACE | kth_bit(squares, k) << 5 | arrow + 1 << 10


@kernel
def cubes_after(word: int, move: int) -> int:
    """Return the cubes as a mask after one of them was placed or has slid."""
    cubes = word & BOARD | 1 << (move >> 5 & 31)
    return cubes & ~(1 << (move & 31)) if move & SLIDE else cubes


@kernel
def apply(state: State, move: int) -> State:
    """Return the state after a legal move."""
    word, arrows = state[0] ^ 1 << TURN, state[1]
    target = move >> 5 & 31
    if move & PLACE:
        word = word - (1 << SUPPLY) | 1 << target
        arrows |= (move >> 10 & 7) - 1 << 2 * target
    elif move & SLIDE:
        source = move & 31
        top = tip_arrow(arrows >> 2 * source & 3, word >> TIP & 3, move >> 10 & 7)
        word = word & ~(1 << source) | 1 << target
        arrows = arrows & ~(3 << 2 * source) | top << 2 * target
    else:
        pawn = WHITE if word >> TURN & 1 else BLACK  # the turn has passed on already
        word = word & ~(31 << pawn) | target << pawn
    return (word, arrows)


@kernel
def tip_arrow(arrow: int, tip: int, said: int) -> int:
    """Return the arrow on top of a cube that has slid along its arrow and tipped over."""
    if said > 0:
        return said - 1
    if tip == STRAIGHT:
        return arrow
    return arrow + (1 if tip == CW else 3) & 3
