"""Positions of 58 Holes that wait for a choice, with their exact values, packed into a small file.

A file holds two parts, `played` from games between nearly perfect players and `anywhere` from all positions, each as five
arrays: by how much the mover's number exceeds the one before (positions come in their order), the other's number, the throw,
the value
before the throw, and the values of all moves one position after the other, in the order of the rules. A number is a side's
rank, counted on over all classes from one piece up. A value is the chance of the side on turn in parts of FULL.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banmen.core.game import Game
from banmen.games.holes58 import indexing

PLAYED, ANYWHERE = "played", "anywhere"
FULL = (1 << 16) - 1
PIECES = 5


@dataclass(frozen=True)
class Part:
    """One part of a sample: the sides as words, throws, values, and where the values of each position's moves begin."""

    mover: Any
    other: Any
    throws: Any
    values: Any
    begin: Any
    moves: Any


def packed(mover: Any, other: Any, throws: Any, values: Any, moves: Any, counts: Any) -> dict[str, Any]:
    """Return the arrays of a part; `moves` is a row of values for each position, of which the first `counts` count."""
    import numpy

    first, second = _numbers(mover), _numbers(other)
    order = numpy.lexsort((throws, second, first))
    there = numpy.arange(moves.shape[1]) < counts[order][:, None]
    return {
        "mover": numpy.diff(first[order], prepend=0).astype(numpy.uint32),
        "other": second[order].astype(numpy.uint32),
        "throw": throws[order].astype(numpy.uint8),
        "value": numpy.rint(values[order] * FULL).astype(numpy.uint16),
        "moves": numpy.rint(moves[order][there] * FULL).astype(numpy.uint16),
    }


def write(path: Path, parts: dict[str, dict[str, Any]]) -> None:
    """Write the parts of a sample."""
    import numpy

    arrays = {f"{part}_{name}": array for part, packed in parts.items() for name, array in packed.items()}
    numpy.savez_compressed(path, **arrays)


def read(path: Path, game: Game) -> dict[str, Part]:
    """Return the parts of a sample; the rules tell how many moves each position has."""
    import numpy

    rules: Any = game.plain
    found = {}
    with numpy.load(path) as stored:
        for part in (PLAYED, ANYWHERE):
            mover, other = _words(stored[f"{part}_mover"].cumsum()), _words(stored[f"{part}_other"])
            throws = stored[f"{part}_throw"].astype(numpy.int64)
            like = game.first_state()
            states = zip(mover.tolist(), other.tolist(), throws.tolist(), strict=True)
            counts = [rules.count(rules.throw(indexing.joined(one, two, like), value)) for one, two, value in states]
            begin = numpy.concatenate([[0], numpy.cumsum(counts)])
            found[part] = Part(mover, other, throws, stored[f"{part}_value"] / FULL, begin, stored[f"{part}_moves"] / FULL)
    return found


def _bases() -> Any:
    """Return the number of the first side with so many pieces, and where the last class ends."""
    import numpy

    return numpy.concatenate([[0, 0], numpy.cumsum([indexing.class_size(pieces) for pieces in range(1, PIECES + 1)])])


def _numbers(words: Any) -> Any:
    import numpy

    bases = _bases()
    different, where = numpy.unique(words, return_inverse=True)
    numbers = [bases[indexing.side_class(word)] + indexing.side_rank(word) for word in different.tolist()]
    return numpy.array(numbers, numpy.int64)[where]


def _words(numbers: Any) -> Any:
    import numpy

    bases = _bases()
    different, where = numpy.unique(numbers, return_inverse=True)
    classes = numpy.searchsorted(bases[1:], different, side="right")
    words = [
        indexing.side_unrank(int(pieces), int(number - bases[pieces]))
        for pieces, number in zip(classes, different, strict=True)
    ]
    return numpy.array(words, numpy.int64)[where]
