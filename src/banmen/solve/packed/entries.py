"""What every side can do with every throw, found by asking the rules (`solve.sides`), and as the sweeps on the card read it.

An entry is a move, in 64 bits: bits 0-31 the places of the mover's pieces after it, bits 32-37 the point where it ends (0
where nobody can be hit), 38 set at the last entry of a throw, 39 if the mover throws again, 40 if she does after a hit, 41 if
the game is won, 42-44 the throw from 0, 45 if a piece has come home, from 46 on how many of the mover's are not home.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banmen.core import gpu_rows
from banmen.core.game import Game
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.packed.rows import listing
from banmen.solve.probing import AGAIN, AGAIN_TOUCHING, THROWS, WON
from banmen.solve.sides import Sides, find_sides

LANDING_AT, LAST_AT, AGAIN_AT, HIT_AGAIN_AT, WON_AT, THROW_AT, LOWER_AT, LEFT_AT = 32, 38, 39, 40, 41, 42, 45, 46


@dataclass(frozen=True)
class Entries:
    """The entries of all sides with some number of pieces."""

    pieces: int
    begins: Any  # of each side, and behind the last
    codes: Any
    keys: Any  # of the points where the mover's pieces stand after each
    goals: Any  # number of the mover's side after each
    left: Any  # and how many of its pieces are not home

    @property
    def throws(self) -> Any:
        """The throw of each, from 0."""
        return self.codes >> THROW_AT & 7


def all_entries(game: Game) -> dict[int, Entries]:
    """Return the entries of a game by the number of pieces."""
    sides = find_sides(game)
    return {PIECES - home: entries_of(sides, home) for home in sides.classes}


def entries_of(sides: Sides, home: int) -> Entries:
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
    last = numpy.zeros(len(marks), numpy.int64)
    last[begins[1:] - begins[0] - 1] = 1
    won = marks & WON != 0
    kinds = sides.kin[through]
    left = numpy.where(won, 0, PIECES - numpy.array(sides.classes)[kinds])
    goals = through - sides.bases[kinds]
    places, keys = numpy.zeros(len(marks), numpy.int64), numpy.zeros(len(marks), numpy.int64)
    for number in range(1, PIECES + 1):
        some, listed = left == number, listing(number)
        goals[some] = numpy.argsort(listed.numbers)[goals[some]]
        places[some], keys[some] = listed.places[goals[some]], listed.keys[goals[some]]
    codes = places | sides.effects[chosen] << LANDING_AT | last << LAST_AT
    codes |= (marks & AGAIN != 0).astype(numpy.int64) << AGAIN_AT
    codes |= (marks & AGAIN_TOUCHING != 0).astype(numpy.int64) << HIT_AGAIN_AT
    codes |= won.astype(numpy.int64) << WON_AT | throws << THROW_AT
    codes |= (left < PIECES - home).astype(numpy.int64) << LOWER_AT | left << LEFT_AT
    firsts = begins[::THROWS] - begins[0]
    numbers = listing(PIECES - home).numbers
    lengths = numpy.diff(firsts)[numbers]
    listed_begins = numpy.concatenate([[0], numpy.cumsum(lengths)])
    order = numpy.arange(listed_begins[-1]) + (firsts[numbers] - listed_begins[:-1]).repeat(lengths)
    return Entries(PIECES - home, listed_begins.astype(numpy.uint32), codes[order], keys[order], goals[order], left[order])


def passing(entries: Entries, weights: Any, rows: Any) -> tuple[Any, Any]:
    """Return where the moves of each side begin after which the turn passes, and the words that tell of them.

    `rows` are where the rows begin that are read, by how many of the mover's pieces are left and by the number of her side.
    """
    import numpy

    passes = numpy.flatnonzero(entries.throws < THROWS - gpu_rows.AGAIN_THROWS)
    codes = entries.codes[passes]
    last = codes >> LAST_AT & 1
    told = entries.keys[passes] | (codes >> LANDING_AT & 63) << gpu_rows.CELL_AT
    told |= (codes >> HIT_AGAIN_AT & 1) << gpu_rows.HIT_AGAIN_AT
    words = numpy.zeros((len(passes), gpu_rows.MOVE), numpy.uint64)
    words[:, 0] = rows[entries.left[passes], entries.goals[passes]]
    words[:, 1] = told.astype(numpy.uint64) | last.astype(numpy.uint64) << numpy.uint64(gpu_rows.LAST_AT)
    words[:, 2] = codes & 0xFFFFFFFF | (last * weights[entries.throws[passes]]) << gpu_rows.WEIGHT_AT
    before = numpy.searchsorted(passes, entries.begins)
    odd = before[1:][numpy.diff(before) % 2 == 1]  # the card takes two moves at a time: the last one then comes twice
    words = numpy.insert(words, odd, words[odd - 1], axis=0)
    first = odd - 1 + numpy.arange(len(odd))
    words[first, 1] &= numpy.uint64((1 << gpu_rows.LAST_AT) - 1)
    words[first, 2] &= numpy.uint64(0xFFFFFFFF)
    begins = before + numpy.concatenate([[0], numpy.cumsum(numpy.diff(before) % 2)])
    return (begins * gpu_rows.MOVE).astype(numpy.uint32), words.reshape(-1)


def again(entries: Entries) -> tuple[Any, Any]:
    """Return where the moves of each strip of sides begin after which the same side throws, and what tells of them.

    For a strip and a throw there are as many rows as the side with the most moves has, and in a row one for each side. Behind
    the last there is another row, which is fetched before it is known that there are no more.
    """
    import numpy

    sides = len(entries.begins) - 1
    side = numpy.arange(sides).repeat(numpy.diff(entries.begins.astype(numpy.int64)))
    there = entries.throws >= THROWS - gpu_rows.AGAIN_THROWS
    codes, left = entries.codes[there], entries.left[there]
    won, lower, landing = codes >> WON_AT & 1, codes >> LOWER_AT & 1, codes >> LANDING_AT & 63
    assert (codes >> AGAIN_AT & 1 | won).all()
    assert not landing[lower == 1].any()  # nobody is hit at home
    slot = side[there] * gpu_rows.AGAIN_THROWS + entries.throws[there] - (THROWS - gpu_rows.AGAIN_THROWS)
    strips = -(-sides // gpu_rows.WIDTH)
    counts = numpy.bincount(slot, minlength=strips * gpu_rows.WIDTH * gpu_rows.AGAIN_THROWS)
    most = counts.reshape(strips, gpu_rows.WIDTH, gpu_rows.AGAIN_THROWS).max(axis=1).reshape(-1)
    begins = numpy.concatenate([[0], numpy.cumsum(most)]) * gpu_rows.WIDTH
    index = numpy.arange(len(slot)) - (numpy.cumsum(counts) - counts)[slot]  # of the move among those of its side and throw
    strip, lane = numpy.divmod(side[there], gpu_rows.WIDTH)
    row = begins[strip * gpu_rows.AGAIN_THROWS + slot % gpu_rows.AGAIN_THROWS] + index * gpu_rows.WIDTH
    words = numpy.full(begins[-1] + gpu_rows.WIDTH, gpu_rows.NOWHERE << gpu_rows.CELL_AT, numpy.uint64)
    cells = numpy.where(lower == 1, gpu_rows.HOME_CELL + left, landing)
    words[row + lane] = numpy.where(won == 1, 0, codes & 0xFFFFFFFF) | cells << gpu_rows.CELL_AT
    return begins.astype(numpy.uint32), words
