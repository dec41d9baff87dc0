"""What every side can do with every throw, as the sweeps on the card read it; found by asking the rules (`solve.sides`).

An entry is a move, in 64 bits: bits 0-23 the mover's pieces after it, bits 24-29 the point where it ends (0 where nobody can be
hit), 30 set at the last entry of a throw, 31 if the mover throws again, 32 if she does after a hit, 33 if the game is won,
34-36 the throw from 0, 37-39 the mover's pieces that are not home after it.
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
    masks: Any  # the points where the mover's pieces stand after each
    goals: Any  # number of the mover's side after each
    left: Any  # and how many of its pieces are not home


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
    words, masks = numpy.zeros(len(marks), numpy.int64), numpy.zeros(len(marks), numpy.int64)
    for number in range(1, PIECES + 1):
        some, listed = left == number, listing(number)
        goals[some] = numpy.argsort(listed.numbers)[goals[some]]
        words[some], masks[some] = listed.words[goals[some]], listed.masks[goals[some]]
    codes = words | sides.effects[chosen] << gpu_rows.LANDING_AT | last << gpu_rows.LAST_AT
    codes |= (marks & AGAIN != 0).astype(numpy.int64) << gpu_rows.AGAIN_AT
    codes |= (marks & AGAIN_TOUCHING != 0).astype(numpy.int64) << gpu_rows.HIT_AGAIN_AT
    codes |= won.astype(numpy.int64) << gpu_rows.WON_AT | throws << gpu_rows.THROW_AT | left << gpu_rows.LEFT_AT
    firsts = begins[::THROWS] - begins[0]
    numbers = listing(PIECES - home).numbers
    lengths = numpy.diff(firsts)[numbers]
    places = numpy.concatenate([[0], numpy.cumsum(lengths)])
    order = numpy.arange(places[-1]) + (firsts[numbers] - places[:-1]).repeat(lengths)
    return Entries(PIECES - home, places.astype(numpy.uint32), codes[order], masks[order], goals[order], left[order])


def rows_across(entries: Entries, others: int, bases: dict[int, int]) -> Any:
    """Return for each entry where the row begins that is read when the turn passes to one who has so many pieces.

    Rows with fewer of the mover's pieces lie in an array of their own, those with the same number of them from a base on.
    """
    import numpy

    rows = numpy.zeros(len(entries.codes), numpy.int64)
    for number in range(1, entries.pieces + 1):
        some = entries.left == number
        rows[some] = starts(others, number)[entries.goals[some]] + bases.get(number, 0)
    return rows
