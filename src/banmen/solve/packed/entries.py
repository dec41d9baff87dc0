"""What every side can do with every throw, as the sweeps on the card read it; found by asking the rules (`solve.sides`).

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
from banmen.solve.packed.rows import listing, starts
from banmen.solve.probing import AGAIN, AGAIN_TOUCHING, THROWS, WON
from banmen.solve.sides import Sides, find_sides


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
        return self.codes >> gpu_rows.THROW_AT & 7


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
    codes = places | sides.effects[chosen] << gpu_rows.LANDING_AT | last << gpu_rows.LAST_AT
    codes |= (marks & AGAIN != 0).astype(numpy.int64) << gpu_rows.AGAIN_AT
    codes |= (marks & AGAIN_TOUCHING != 0).astype(numpy.int64) << gpu_rows.HIT_AGAIN_AT
    codes |= won.astype(numpy.int64) << gpu_rows.WON_AT | throws << gpu_rows.THROW_AT
    codes |= (left < PIECES - home).astype(numpy.int64) << gpu_rows.LOWER_AT | left << gpu_rows.LEFT_AT
    firsts = begins[::THROWS] - begins[0]
    numbers = listing(PIECES - home).numbers
    lengths = numpy.diff(firsts)[numbers]
    listed_begins = numpy.concatenate([[0], numpy.cumsum(lengths)])
    order = numpy.arange(listed_begins[-1]) + (firsts[numbers] - listed_begins[:-1]).repeat(lengths)
    return Entries(PIECES - home, listed_begins.astype(numpy.uint32), codes[order], keys[order], goals[order], left[order])


def passing(entries: Entries, others: int, bases: dict[int, int]) -> tuple[Any, Any]:
    """Return where the moves of each side begin after which the turn passes, and the words that tell of them.

    Those are their codes, keys, and where the row begins that is read: with one on turn who has so many pieces. Rows with
    fewer of the mover's pieces lie in an array of their own, those with the same number of them from a base on.
    """
    import numpy

    rows = numpy.zeros(len(entries.codes), numpy.int64)
    for number in range(1, entries.pieces + 1):
        some = entries.left == number
        rows[some] = starts(others, number)[entries.goals[some]] + bases.get(number, 0)
    passes = entries.throws < THROWS - gpu_rows.AGAIN_THROWS
    words = numpy.stack([entries.codes, entries.keys, rows], axis=1)[passes]
    before = numpy.concatenate([[0], numpy.cumsum(passes)])[entries.begins]
    odd = before[1:][numpy.diff(before) % 2 == 1]  # the card takes two moves at a time: the last one then comes twice
    words = numpy.insert(words, odd, words[odd - 1], axis=0)
    words[odd - 1 + numpy.arange(len(odd)), 0] &= ~(1 << gpu_rows.LAST_AT)
    begins = before + numpy.concatenate([[0], numpy.cumsum(numpy.diff(before) % 2)])
    return (begins * gpu_rows.MOVE).astype(numpy.uint32), words.astype(numpy.uint64).reshape(-1)


def again(entries: Entries) -> tuple[Any, Any]:
    """Return where the moves of each strip of sides begin after which the same side throws, and their codes.

    For a strip and a throw there are as many rows as the side with the most moves has, made even, and in a row a code for each.
    """
    import numpy

    sides = len(entries.begins) - 1
    side = numpy.arange(sides).repeat(numpy.diff(entries.begins.astype(numpy.int64)))
    there = entries.throws >= THROWS - gpu_rows.AGAIN_THROWS
    assert (entries.codes[there] >> gpu_rows.AGAIN_AT & 1 | entries.codes[there] >> gpu_rows.WON_AT & 1).all()
    slot = side[there] * gpu_rows.AGAIN_THROWS + entries.throws[there] - (THROWS - gpu_rows.AGAIN_THROWS)
    strips = -(-sides // gpu_rows.WIDTH)
    counts = numpy.bincount(slot, minlength=strips * gpu_rows.WIDTH * gpu_rows.AGAIN_THROWS)
    most = counts.reshape(strips, gpu_rows.WIDTH, gpu_rows.AGAIN_THROWS).max(axis=1).reshape(-1)
    begins = numpy.concatenate([[0], numpy.cumsum(most + most % 2)]) * gpu_rows.WIDTH
    index = numpy.arange(len(slot)) - (numpy.cumsum(counts) - counts)[slot]  # of the move among those of its side and throw
    strip, lane = numpy.divmod(side[there], gpu_rows.WIDTH)
    row = begins[strip * gpu_rows.AGAIN_THROWS + slot % gpu_rows.AGAIN_THROWS] + index * gpu_rows.WIDTH
    codes = numpy.full(begins[-1], gpu_rows.NO_MOVE, numpy.uint64)
    won = entries.codes[there] >> gpu_rows.WON_AT & 1 != 0
    codes[row + lane] = numpy.where(won, gpu_rows.WIN, entries.codes[there])
    return begins.astype(numpy.uint32), codes
