"""The file format of samples: positions of a solved game that leave a choice, with the exact values of their moves.

A file holds two parts, `played` from games between nearly perfect players and `anywhere` from all positions, each as five
arrays: by how much the mover's number exceeds the one before (positions come in their order), the other's number, the throw,
the value before the throw, and the values of all moves one position after the other, in the order of the rules. A number is a
side's rank, counted on over all classes but that of a side that has ended the game. A value is the chance of the side on turn
in parts of FULL.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banmen.core.game import Game

PLAYED, ANYWHERE = "played", "anywhere"
FULL = (1 << 16) - 1


@dataclass(frozen=True)
class SamplePart:
    """One part of a sample: the sides as words, throws, values, and where the values of each position's moves begin."""

    mover: Any
    other: Any
    throws: Any
    values: Any
    begin: Any
    moves: Any


def pack_sample(game: Game, records: Any, values: Any, moves: Any, counts: Any) -> dict[str, Any]:
    """Return the arrays of a part, given rows of both sides and a throw; the first `counts` of each row of `moves` count."""
    import numpy

    mover, other, throws = records.T
    first, second = _number_sides(game.plain, mover), _number_sides(game.plain, other)
    order = numpy.lexsort((throws, second, first))
    there = numpy.arange(moves.shape[1]) < counts[order][:, None]
    return {
        "mover": numpy.diff(first[order], prepend=0).astype(numpy.uint32),
        "other": second[order].astype(numpy.uint32),
        "throw": throws[order].astype(numpy.uint8),
        "value": numpy.rint(values[order] * FULL).astype(numpy.uint16),
        "moves": numpy.rint(moves[order][there] * FULL).astype(numpy.uint16),
    }


def write_sample(path: Path, parts: dict[str, dict[str, Any]]) -> None:
    """Write the parts of a sample."""
    import numpy

    arrays = {f"{part}_{name}": array for part, fields in parts.items() for name, array in fields.items()}
    numpy.savez_compressed(path, **arrays)


def read_sample(path: Path, game: Game) -> dict[str, SamplePart]:
    """Return the parts of a sample; the rules tell how many moves each position has."""
    import numpy

    rules: Any = game.plain
    found = {}
    with numpy.load(path) as stored:
        for part in (PLAYED, ANYWHERE):
            mover, other = _list_words(rules, stored[f"{part}_mover"].cumsum()), _list_words(rules, stored[f"{part}_other"])
            throws = stored[f"{part}_throw"].astype(numpy.int64)
            like = game.first_state()
            states = zip(mover.tolist(), other.tolist(), throws.tolist(), strict=True)
            counts = [rules.count(rules.throw(rules.join_sides(one, two, like), value)) for one, two, value in states]
            begin = numpy.concatenate([[0], numpy.cumsum(counts)])
            found[part] = SamplePart(
                mover, other, throws, stored[f"{part}_value"] / FULL, begin, stored[f"{part}_moves"] / FULL
            )
    return found


def _number_bases(rules: Any) -> Any:
    """Return the number of the first side of each class, and where the last class ends."""
    import numpy

    sizes = [rules.class_size(number) for number in range(rules.CLASSES)]
    return numpy.concatenate([[0], numpy.cumsum([0 if size == 1 else size for size in sizes])])  # the end of a game is one side


def _number_sides(rules: Any, words: Any) -> Any:
    import numpy

    bases = _number_bases(rules)
    different, where = numpy.unique(words, return_inverse=True)
    numbers = [bases[rules.side_class(word)] + rules.side_rank(word) for word in different.tolist()]
    return numpy.array(numbers, numpy.int64)[where]


def _list_words(rules: Any, numbers: Any) -> Any:
    import numpy

    bases = _number_bases(rules)
    different, where = numpy.unique(numbers, return_inverse=True)
    classes = numpy.searchsorted(bases, different, side="right") - 1
    words = [
        rules.side_unrank(int(number), int(index - bases[number])) for number, index in zip(classes, different, strict=True)
    ]
    return numpy.array(words, numpy.int64)[where]
