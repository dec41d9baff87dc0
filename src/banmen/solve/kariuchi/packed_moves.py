"""What every side can do with every throw, taken from the move table, and encoded as the sweeps on the GPU read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banmen.core.game import Game
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.gpu import packed_kernels
from banmen.solve.gpu.packed_variant import arrange_cells
from banmen.solve.kariuchi.packed_rows import PLACES, list_sides
from banmen.solve.value_iteration.move_table import MoveTable, build_move_table
from banmen.solve.value_iteration.move_table_kernels import AGAIN, AGAIN_TOUCHING, THROWS, WON

AGAIN_THROWS = 2  # the last throws, 4 and 5, are those after which the mover throws again
CELLS = arrange_cells(PLACES)


@dataclass(frozen=True)
class PackedMoves:
    """The moves of all sides with some number of pieces, side by side and throw by throw."""

    pieces: int
    begins: Any  # of each side, and behind the last
    throws: Any  # of each move, from 0
    last: Any  # whether it is the last one of its throw
    landings: Any  # the point where it ends, 0 if no piece can be hit there
    again: Any  # whether the mover throws again, if nobody is hit
    hit_again: Any  # and if somebody is
    left: Any  # how many of the mover's pieces are not home after it; none if the game is won
    goals: Any  # number of the mover's side after it
    places: Any  # where its pieces stand then
    keys: Any  # and the keys of these points


def list_all_moves(game: Game) -> dict[int, PackedMoves]:
    """Return the moves of a game by the number of pieces that are not home."""
    sides = build_move_table(game)
    return {PIECES - home: list_moves(sides, home) for home in sides.classes}


def list_moves(sides: MoveTable, home: int) -> PackedMoves:
    """Return the entries of all sides with so many pieces home."""
    import numpy

    at = sides.classes.index(home)
    first, size = int(sides.bases[at]), int(sides.sizes[at])
    begins = sides.starts[first * THROWS : (first + size) * THROWS + 1]
    chosen = slice(int(begins[0]), int(begins[-1]))
    marks, through = sides.marks[chosen], sides.goals[chosen]
    lengths = numpy.diff(begins)
    assert lengths.min() > 0  # with every throw there is a move
    throws = numpy.tile(numpy.arange(THROWS), size).repeat(lengths)
    last = numpy.zeros(len(marks), bool)
    last[begins[1:] - begins[0] - 1] = True
    kinds = sides.kin[through]
    left = numpy.where(marks & WON != 0, 0, PIECES - numpy.array(sides.classes)[kinds])
    goals = through - sides.bases[kinds]
    places, keys = numpy.zeros(len(marks), numpy.int64), numpy.zeros(len(marks), numpy.int64)
    for number in range(1, PIECES + 1):
        some, listed = left == number, list_sides(number)
        goals[some] = numpy.argsort(listed.numbers)[goals[some]]
        places[some], keys[some] = listed.places[goals[some]], listed.keys[goals[some]]
    landings = sides.effects[chosen].astype(numpy.int64)
    moves = (throws, last, landings, marks & AGAIN != 0, marks & AGAIN_TOUCHING != 0, left, goals, places, keys)
    firsts = begins[::THROWS] - begins[0]
    numbers = list_sides(PIECES - home).numbers
    lengths = numpy.diff(firsts)[numbers]
    listed_begins = numpy.concatenate([[0], numpy.cumsum(lengths)])
    order = numpy.arange(listed_begins[-1]) + (firsts[numbers] - listed_begins[:-1]).repeat(lengths)
    return PackedMoves(PIECES - home, listed_begins, *(array[order] for array in moves))


def encode_passing_moves(entries: PackedMoves, weights: Any, rows: Any) -> tuple[Any, Any]:
    """Return where the moves of each side begin after which the turn passes, and the words that encode them.

    `rows` are where the rows begin that are read, by how many of the mover's pieces are left and by the number of their side.
    """
    import numpy

    passes = numpy.flatnonzero(entries.throws < THROWS - AGAIN_THROWS)
    last = entries.last[passes].astype(numpy.uint64)
    marks = entries.keys[passes] | entries.landings[passes] << packed_kernels.CELL_AT
    marks |= entries.hit_again[passes].astype(numpy.int64) << packed_kernels.HIT_AGAIN_AT
    words = numpy.zeros((len(passes), packed_kernels.MOVE), numpy.uint64)
    words[:, 0] = rows[entries.left[passes], entries.goals[passes]]
    words[:, 1] = marks.astype(numpy.uint64) | last << numpy.uint64(packed_kernels.LAST_AT)
    weighed = numpy.where(entries.last[passes], weights[entries.throws[passes]], 0)
    words[:, 2] = entries.places[passes] | weighed << packed_kernels.WEIGHT_AT
    before = numpy.searchsorted(passes, entries.begins)
    odd = before[1:][numpy.diff(before) % 2 == 1]  # the GPU takes two moves at a time: the last one then comes twice
    words = numpy.insert(words, odd, words[odd - 1], axis=0)
    first = odd - 1 + numpy.arange(len(odd))
    words[first, 1] &= numpy.uint64((1 << packed_kernels.LAST_AT) - 1)
    words[first, 2] &= numpy.uint64(0xFFFFFFFF)
    begins = before + numpy.concatenate([[0], numpy.cumsum(numpy.diff(before) % 2)])
    return (begins * packed_kernels.MOVE).astype(numpy.uint32), words.reshape(-1)


def encode_turn_keeping_moves(entries: PackedMoves) -> tuple[Any, Any]:
    """Return where the moves of each strip of sides begin after which the same side throws, and the words that encode them.

    For a strip and a throw there are as many rows as the side with the most moves has, and in a row one for each side. Behind
    the last there is another row, which is fetched before it is known that there are no more.
    """
    import numpy

    sides = len(entries.begins) - 1
    side = numpy.arange(sides).repeat(numpy.diff(entries.begins))
    there = entries.throws >= THROWS - AGAIN_THROWS
    left, landings = entries.left[there], entries.landings[there]
    assert (entries.again[there] | (left == 0)).all()
    assert not landings[left < entries.pieces].any()  # no piece is hit at home
    slot = side[there] * AGAIN_THROWS + entries.throws[there] - (THROWS - AGAIN_THROWS)
    strips = -(-sides // packed_kernels.WIDTH)
    counts = numpy.bincount(slot, minlength=strips * packed_kernels.WIDTH * AGAIN_THROWS)
    most = counts.reshape(strips, packed_kernels.WIDTH, AGAIN_THROWS).max(axis=1).reshape(-1)
    begins = numpy.concatenate([[0], numpy.cumsum(most)]) * packed_kernels.WIDTH
    index = numpy.arange(len(slot)) - (numpy.cumsum(counts) - counts)[slot]  # of the move among those of its side and throw
    strip, lane = numpy.divmod(side[there], packed_kernels.WIDTH)
    row = begins[strip * AGAIN_THROWS + slot % AGAIN_THROWS] + index * packed_kernels.WIDTH
    words = numpy.full(begins[-1] + packed_kernels.WIDTH, CELLS.nowhere << packed_kernels.CELL_AT, numpy.uint64)
    cells = numpy.where(left < entries.pieces, CELLS.home + left, landings)
    words[row + lane] = entries.places[there] | cells << packed_kernels.CELL_AT
    return begins.astype(numpy.uint32), words
