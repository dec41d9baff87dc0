"""What can happen in Qubism however the pawns stand: the tables that `retrograde_kernels` read, made by asking the rules.

For each set of squares with cubes (by its rank, see `banmen.games.qubism.indexing`) there are
  turned   the rank of the set seen by the other side,
  slides   for each cube and each arrow it may show, the slides: entries, 0 behind the last,
  places   the placements of one more cube: entries into the layer above, 0 behind the last,
  to_win   for each square of the other pawn, for each of twelve ways of a step, which squares of the mover's pawn allow it,
  to_lose  for each square of the mover's pawn and each way of a step, which squares of the other pawn allow it,
  at_once  for each square of the other pawn, from which squares the mover's pawn wins at once (or cannot stand at all),
  in_play  for each square of the mover's pawn, where the other pawn can stand without that the mover wins at once,
  legal    for each square of the mover's pawn, where the other pawn can stand.
Of the two pawns one is always a *lane*, a number from 0 to 19, and the other a bit of a mask. The other pawn's lane or bit is
its square less 5. The mover's lane is its square, but its bit is 19 less the square. Thus what the mover sees as lane and bit
the other side sees, from the turned board, as lane 19 - lane and the same bit.

An entry: bits 0-9 which pawns' squares are in the way (see `in_the_way`), bits 10-12 where the moved cube comes among the cubes
as the other side sees them, bits 13-14 its arrow as seen so, bits 15-38 the rank of the squares as seen so, bit 39 set.
"""

from __future__ import annotations

from math import comb
from typing import Any

from banmen.games.qubism.board import BOARD, SIZE, WHITE_GOAL
from banmen.games.qubism.indexing import PLACES, SQUARES, number_of, rank_cubes, square_of, unrank_cubes
from banmen.games.qubism.rules import BLACK, PLACE, SLIDE, SUPPLY, WHITE
from banmen.games.qubism.symmetry import image_of, map_state
from banmen.kernels.contract import State
from banmen.kernels.kernel import Table, kernel, lowest, popcount

rules: Any = None  # set by banmen.kernels.twins

STEPS = 12  # the ways of a step: one square, a jump straight over the other pawn, or to a side of it
BY = Table((1, -1, SIZE, -SIZE, 2, -2, 2 * SIZE, -2 * SIZE, SIZE + 1, SIZE - 1, 1 - SIZE, -SIZE - 1))
WAY = Table(BY.index(by) if by in BY else -1 for by in range(-2 * SIZE, 2 * SIZE + 1))
MOST_PLACES = 4 * SQUARES
IDS = 1024  # numbers of moves of cubes are less than this
FULL = (1 << PLACES) - 1
PRESENT = 1 << 39


def build_tables(game: Any, cubes: int) -> tuple[Any, ...]:
    """Return the tables in the order above for one number of cubes on the board."""
    import numpy

    sets, slots = comb(SQUARES, cubes), 8 if game.options["tip"] == "either" else 4
    turned = numpy.zeros(sets, numpy.int32)
    slides = numpy.zeros((sets, max(cubes, 1), 4, slots), numpy.int64)
    places = numpy.zeros((sets, MOST_PLACES), numpy.int64)
    steps = [numpy.zeros((sets, PLACES, STEPS), numpy.int32) for _ in range(2)]
    starts = [numpy.zeros((sets, PLACES), numpy.int32) for _ in range(3)]
    out = numpy.zeros(game.rules.MOST, numpy.int64)
    state = game.first_state()
    game.compiled(_here()).fill(state, cubes, turned, slides, places, *steps, *starts, out)
    return turned, slides, places, *steps, *starts


def find_obstacles(game: Any) -> Any:
    """Return which squares of the pawns forbid a move of a cube, found by asking the rules about a cube alone on the board.

    First for sweeps that look for wins, then for those that look for losses: a mask of bits, and one of lanes, by the move.
    """
    import numpy

    ask = _Asking(game)
    masks = numpy.zeros((2, 2, IDS), numpy.int32)
    for source in range(SQUARES):
        for arrow in range(4):
            for blocked in range(SQUARES):
                for number in ask.all(source, arrow) - ask.all(source, arrow, blocked):
                    mine = 1 << PLACES - 1 - blocked if blocked < PLACES else 0
                    theirs = 1 << blocked - SIZE if blocked >= SIZE else 0
                    masks[0, :, number] |= (mine, theirs)
                    masks[1, :, number] |= (theirs, 1 << blocked if blocked < PLACES else 0)
    return masks


class _Asking:
    """Questions to the rules about one cube alone on the board, and one square that is not free."""

    def __init__(self, game: Any) -> None:
        self.rules, self.word = game.plain, game.first_state()[0] >> SUPPLY << SUPPLY
        self.out = [0] * game.rules.MOST

    def all(self, square: int, arrow: int, blocked: int | None = None) -> set[int]:
        """Return the numbers of the placements of a cube on a square with an arrow and of the slides that it can make."""
        cube = square_of(square)
        free = BOARD if blocked is None else BOARD & ~(1 << square_of(blocked))
        found = {move_number(PLACE | cube << 5 | arrow + 1 << 10)} if self.rules.placeable(free, arrow) >> cube & 1 else set()
        state = (self.word | 1 << cube, arrow << 2 * cube)
        moves = self.out[: self.rules.slides(state, free & ~(1 << cube), 0, self.out, 0)]
        return found | {move_number(move) for move in moves}


def _here() -> Any:
    import sys

    return sys.modules[__name__]


@kernel
def move_number(move: int) -> int:
    """Return by what number a move of a cube is known: its squares, or its square and arrow if it is placed."""
    target = number_of(move >> 5 & 31)
    if move & SLIDE:
        return number_of(move & 31) * SQUARES + target
    return SQUARES * SQUARES + target * 4 + (move >> 10 & 7) - 1


@kernel
def fill(
    like: State,
    cubes: int,
    turned: Any,
    slides: Any,
    places: Any,
    to_win: Any,
    to_lose: Any,
    at_once: Any,
    in_play: Any,
    legal: Any,
    out: Any,
) -> None:
    """Fill the tables of a layer. `like` is any state with the tip asked for; `out` has room for all moves."""
    options = like[0] >> SUPPLY << SUPPLY
    for rank in range(len(turned)):
        word = options | unrank_cubes(rank, cubes)
        seen = map_state((word, 0), 1)
        turned[rank] = rank_cubes(seen[0] & BOARD)
        fill_slides(word, slides[rank], out)
        fill_places(word, places[rank])
        fill_steps(word, to_win[rank], to_lose[rank], at_once[rank], in_play[rank], legal[rank])


@kernel
def fill_slides(word: int, slides: Any, out: Any) -> None:
    """Write down the slides of each cube by the arrow it shows."""
    for arrow in range(4):
        arrows, cubes = 0, word & BOARD
        while cubes:
            arrows |= arrow << 2 * lowest(cubes)
            cubes &= cubes - 1
        state = (word, arrows)
        number = rules.slides(state, BOARD & ~word, 0, out, 0)
        last, slot = -1, 0
        for k in range(number):
            move = int(out[k])
            source = move & 31
            slot = slot + 1 if source == last else 0
            last = source
            slides[popcount(word & BOARD & (1 << source) - 1), arrow, slot] = entry(state, move)


@kernel
def fill_places(word: int, places: Any) -> None:
    """Write down the placements of one more cube."""
    free = BOARD & ~word
    number = 0
    for arrow in range(4):
        number += popcount(rules.placeable(free, arrow))
    for k in range(number):
        places[k] = entry((word, 0), rules.kth_placement(free, k))


@kernel
def entry(state: State, move: int) -> int:
    """Return the entry of a move of a cube."""
    after = map_state(rules.apply(state, move), 1)
    target = image_of(move >> 5 & 31, 1)
    order = popcount(after[0] & BOARD & (1 << target) - 1)
    arrow = after[1] >> 2 * target & 3
    return PRESENT | rank_cubes(after[0] & BOARD) << 15 | arrow << 13 | order << 10 | move_number(move)


@kernel
def fill_steps(word: int, to_win: Any, to_lose: Any, at_once: Any, in_play: Any, legal: Any) -> None:
    """Write down the steps of the mover's pawn, who wins at once, and where pawns cannot stand."""
    for mine in range(PLACES):
        for theirs in range(PLACES):
            me, other = square_of(mine), square_of(theirs + SIZE)
            state = (word | me << WHITE | other << BLACK, 0)
            here, there = 1 << PLACES - 1 - mine, 1 << theirs
            if me == other or word & (1 << me | 1 << other) or not rules.both_have_ways(state, word & BOARD):
                at_once[theirs] |= here
                continue
            legal[mine] |= there
            if rules.find_win(state) >= 0:
                at_once[theirs] |= here
            else:
                in_play[mine] |= there
            reach = rules.steps(state) & ~WHITE_GOAL
            while reach:
                way = WAY[number_of(lowest(reach)) - mine + 2 * SIZE]
                to_win[theirs, way] |= here
                to_lose[mine, way] |= there
                reach &= reach - 1
