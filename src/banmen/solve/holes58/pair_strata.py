"""The strata of 58 Holes: the order in which they are solved, the waves of a sweep through one, and when it has converged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from banmen.games.holes58 import indexing
from banmen.solve.holes58.ordered_sides import OrderedSides
from banmen.solve.holes58.pair_sweep_kernels import ONE

TOLERANCE = 2  # parts of ONE: rounding can keep the last bits from coming to rest
RESTLESS = 8  # and can set so many swinging


@dataclass
class PairStratum:
    """The values with `one` on turn against `two`, and the other way round; the same matrix if both have as many pieces."""

    one: OrderedSides  # of the player with more pieces
    two: OrderedSides
    values: Any
    mirrored: Any
    changes: list[int]  # the largest change of each sweep
    seconds: float = 0.0  # that the sweeps took

    @property
    def positions(self) -> int:
        """How many positions there are, with either player on turn."""
        return self.one.size * self.two.size * (1 if self.one.pieces == self.two.pieces else 2)

    def list_orientations(self) -> list[tuple[OrderedSides, OrderedSides, Any, Any]]:
        """Return the mover's sides, the other's, and the values with either on turn, for each player who can be the mover."""
        first, second = (self.one, self.two, self.values, self.mirrored), (self.two, self.one, self.mirrored, self.values)
        return [first] if self.one.pieces == self.two.pieces else [first, second]

    def value(self, mover: int, other: int) -> float:
        """Return the chance of the side on turn, given both sides as words; they must have the pieces of this stratum."""
        if indexing.side_class(mover) == self.one.pieces:
            own, theirs, values = self.one, self.two, self.values
        else:
            own, theirs, values = self.two, self.one, self.mirrored
        place, other_place = int(own.places[indexing.side_rank(mover)]), int(theirs.places[indexing.side_rank(other)])
        width = own.width
        return int(values[(place // width * theirs.room + other_place) * width + place % width]) / ONE


def list_waves(one: OrderedSides, two: OrderedSides) -> Iterator[Any]:
    """Yield the tiles of each wave, by falling sum of advances, as rows of two strips.

    If both players have equally many pieces, a tile also represents its mirror image.
    """
    import numpy

    same = one.pieces == two.pieces
    levels = {int(advance): level for level, advance in enumerate(two.advances)}
    for total in range(one.advances[0] + two.advances[0], one.advances[-1] + two.advances[-1] - 1, -1):
        found = []
        for level, advance in enumerate(one.advances):
            match = levels.get(total - int(advance), -1)
            if match >= (level if same else 0):
                rows = numpy.arange(one.first_strips[level], one.first_strips[level + 1])
                columns = numpy.arange(two.first_strips[match], two.first_strips[match + 1])
                pairs = numpy.stack(numpy.meshgrid(rows, columns, indexing="ij"), -1).reshape(-1, 2)
                found.append(pairs[pairs[:, 0] <= pairs[:, 1]] if same and match == level else pairs)
        if found:
            yield numpy.concatenate(found).astype(numpy.int32)


def has_settled(changes: list[int]) -> bool:
    """Return, from the largest change of each sweep so far, whether further sweeps would only oscillate by rounding."""
    return changes[-1] <= TOLERANCE or (changes[-1] <= RESTLESS and changes[-1] >= changes[-2])


def order_strata(most: int) -> list[tuple[int, int]]:
    """Return the pieces of both players, stratum by stratum, in the order of solving, when each begins with `most`."""
    return [(total - few, few) for total in range(2, 2 * most + 1) for few in range(max(1, total - most), total // 2 + 1)]
