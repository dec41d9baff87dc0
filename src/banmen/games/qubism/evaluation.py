"""How good a position of Qubism looks, by weights that were learnt in self-play.

The weights concern how far both pawns have to go and how many cubes are left, in one table; where each pawn stands; how the
pawns stand to each other; how many squares of the goal row are as near as the nearest and how many one step further; and for
each cube its square and arrow, by themselves and as seen from both pawns. All is seen by the side on turn, who goes up the
board: for Black the board is turned round.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banmen.games.qubism.board import BLACK_GOAL, BOARD, SIZE, STRIDE, WHITE_GOAL
from banmen.games.qubism.rules import BLACK, PLACE, SLIDE, SUPPLY, WHITE, black, cubes_after, moves, steps, turn, white
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel, lowest, popcount
from banmen.kernels.linear_scores import estimate, evaluate, read, update  # noqa: F401 (kernels of the game, too)
from banmen.kernels.linear_weights import read_weights

SURELY_PLACED = 7  # up to so many cubes on the board, see `in_reach`
FAR = 12  # a way counts as at most one step less
LAST = SIZE * STRIDE - 2  # the last square, e5; turning the board round takes it to a1
WIDE = 2 * SIZE - 1  # how many differences there are between two columns
CENTRE = (SIZE - 1) * (WIDE + 1)  # no difference in rows and columns
RACE = 0  # by the lengths of both ways and the supply
MY_PAWN = RACE + FAR * FAR * 10  # by square and length of the way
THEIR_PAWN = MY_PAWN + 30 * FAR
PAWNS = THEIR_PAWN + 30 * FAR  # by the difference of the pawns' squares
MY_GOALS = PAWNS + WIDE * WIDE  # by the squares of the goal row that are nearest, and those a step further
THEIR_GOALS = MY_GOALS + 64
CUBES = THEIR_GOALS + 64  # by square and arrow
SEEN_BY_ME = CUBES + 30 * 4  # by difference from the pawn's square, and arrow
SEEN_BY_THEM = SEEN_BY_ME + WIDE * WIDE * 4
SIZE_OF_WEIGHTS = SEEN_BY_THEM + WIDE * WIDE * 4
WEIGHTS = read_weights(Path(__file__).parent / "data" / "weights.i16.gz", SIZE_OF_WEIGHTS)


@kernel
def sum_weights(state: State, weights: Any, squares: Any, step: float) -> Any:
    """Return the sum of the weights that concern a position; with `squares`, change each of them by a step."""
    word = state[0]
    open_squares = BOARD & ~word
    turned = turn(state)
    mine, theirs = word >> WHITE & 31, word >> BLACK & 31
    my_way, my_goals = way(1 << mine, WHITE_GOAL, open_squares)
    their_way, their_goals = way(1 << theirs, BLACK_GOAL, open_squares)
    if turned:
        mine, theirs, my_way, their_way = LAST - theirs, LAST - mine, their_way, my_way
        my_goals, their_goals = their_goals, my_goals
    here, there = mine // STRIDE * WIDE + mine % STRIDE, theirs // STRIDE * WIDE + theirs % STRIDE
    total = read(weights, squares, RACE + (my_way * FAR + their_way) * 10 + (word >> SUPPLY & 15), step)
    total += read(weights, squares, MY_PAWN + mine * FAR + my_way, step)
    total += read(weights, squares, THEIR_PAWN + theirs * FAR + their_way, step)
    total += read(weights, squares, PAWNS + here - there + CENTRE, step)
    total += read(weights, squares, MY_GOALS + my_goals, step) + read(weights, squares, THEIR_GOALS + their_goals, step)
    cubes = word & BOARD
    while cubes:
        square = lowest(cubes)
        cubes &= cubes - 1
        arrow = state[1] >> 2 * square & 3
        if turned:
            square, arrow = LAST - square, arrow ^ 2
        place = square // STRIDE * WIDE + square % STRIDE + CENTRE
        total += read(weights, squares, CUBES + square * 4 + arrow, step)
        total += read(weights, squares, SEEN_BY_ME + (place - here) * 4 + arrow, step)
        total += read(weights, squares, SEEN_BY_THEM + (place - there) * 4 + arrow, step)
    return total


@kernel
def way(seed: int, goal: int, open_squares: int) -> tuple[int, int]:
    """Return how many steps a pawn needs to its goal row, the other pawn left aside, and how wide the way ends.

    The latter is eight times the number of goal squares that are nearest, plus the number of those one step further. There is
    taken to be a way.
    """
    length = 0
    while not seed & goal:
        seed |= (seed << 1 | seed >> 1 | seed << STRIDE | seed >> STRIDE) & open_squares
        length += 1
    nearest = popcount(seed & goal)
    seed |= (seed << 1 | seed >> 1 | seed << STRIDE | seed >> STRIDE) & open_squares
    return min(length, FAR - 1), 8 * nearest + popcount(seed & goal) - nearest


@kernel
def distance(seed: int, goal: int, open_squares: int) -> int:
    """Return how many steps a pawn needs to its goal row, the other pawn left aside; there is taken to be a way."""
    length = 0
    while not seed & goal:
        seed |= (seed << 1 | seed >> 1 | seed << STRIDE | seed >> STRIDE) & open_squares
        length += 1
    return length


@kernel
def beginner_score(state: State, seat: int) -> int:
    """Beginner's score: how near a pawn is to its goal row."""
    open_squares = BOARD & ~state[0]
    return -distance(black(state), BLACK_GOAL, open_squares) if seat else -distance(white(state), WHITE_GOAL, open_squares)


@kernel
def in_reach(state: State, seat: int, within: int) -> bool:
    """Return whether a seat might force its pawn to the goal row within so many moves of its own.

    The other side has a defence that never slides a cube and leaves nothing to jump over. Its pawn steps to a square that does
    not touch the seat's pawn, or a cube is placed where no such step is left. With up to SURELY_PLACED cubes on the board one
    of the two can always be done, as `tests/games/qubism/test_reach.py` finds. (A pawn that touches the seat's and has no step
    is shut in and cannot be jumped over.) So the seat jumps at once or not before so many cubes are on the board that the
    defence may find no place for another; to bring that about it has to place some itself, a move each. And every cube in its
    way takes one of its moves.
    """
    me, goal = (black(state), BLACK_GOAL) if seat else (white(state), WHITE_GOAL)
    due = 1 if turn(state) == seat else 0
    open_squares = BOARD & ~state[0]
    at_once = steps(state) if due else 0
    placements = min(state[0] >> SUPPLY & 15, SURELY_PLACED + 1 - popcount(state[0] & BOARD))
    before, now = 0, me
    slow_before, slow, walked = 0, me, 0  # the pawn of a seat that spends all moves it can on placing cubes
    jumped_before, jumped = 0, 0
    for move in range(within):
        by_now = min(move, 2 * move - due - placements)
        if by_now >= 0:
            while walked < by_now:
                slow_before, slow = slow, reach_by_steps(slow_before, slow, open_squares) | at_once
                walked += 1
            jumped |= slow
            jumped_before, jumped = jumped, reach_by_leaps(jumped_before, jumped, open_squares)
        before, now = now, reach_by_steps(before, now, open_squares) | at_once
        if (now | jumped) & goal:
            return True
    return False


@kernel
def reach_by_steps(before: int, now: int, open_squares: int) -> int:
    """Return what a pawn can reach by one more step; to take a cube away costs a move, so from where it was a move before."""
    across = (before << 1 | before >> 1 | before << STRIDE | before >> STRIDE) & BOARD
    return now | (now << 1 | now >> 1 | now << STRIDE | now >> STRIDE) & open_squares | across


@kernel
def reach_by_leaps(before: int, now: int, open_squares: int) -> int:
    """Return what a pawn can reach by one more step or jump, as above."""
    return now | leaps(now) & open_squares | leaps(before) & BOARD


@kernel
def leaps(squares: int) -> int:
    """Return the squares at most two steps away, borders included."""
    beside = (squares << 1 | squares >> 1) & BOARD
    wide = squares | beside
    return wide | beside << 1 | beside >> 1 | wide << STRIDE | wide >> STRIDE | squares << 2 * STRIDE | squares >> 2 * STRIDE


@kernel
def rank_moves(state: State, out: Any, scores: Any) -> int:
    """List all legal moves and say of those that lengthen the other pawn's way by how much they do."""
    number: int = moves(state, out)
    other, goal = (white(state), WHITE_GOAL) if turn(state) else (black(state), BLACK_GOAL)
    open_squares = BOARD & ~state[0]
    length = distance(other, goal, open_squares)
    last, rank = -1, 0
    for k in range(number):
        move = int(out[k])
        squares = move & 1023
        if move < PLACE:
            rank = 0
        elif move & SLIDE or squares != last:
            rank = max(0, distance(other, goal, BOARD & ~cubes_after(state[0], move)) - length)
        last = squares
        scores[k] = rank
    return number
