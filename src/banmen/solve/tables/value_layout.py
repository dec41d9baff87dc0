"""Where the values of a game lie in memory and in files, and how exactly they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from banmen.solve.tables.row_kernels import LANES

Stratum = tuple[int, int]  # a meeting of two classes of sides: the mover's, then the other's

FLOAT64, FIXED32, FIXED16 = "float64", "fixed32", "fixed16"
DISTANCE8 = "plies"  # a number of plies instead of a chance, see `distance_table`
ITEM = {FLOAT64: "<f8", FIXED32: "<u4", FIXED16: "<u2", DISTANCE8: "|u1"}
BYTES = {FLOAT64: 8, FIXED32: 4, FIXED16: 2, DISTANCE8: 1}
FULL = {FLOAT64: 1, FIXED32: 2**32 - 1, FIXED16: 2**16 - 1}  # the number that encodes a sure win


@dataclass(frozen=True)
class Layout:
    """Rows of LANES values; each stratum has its own, and the strata of a group lie side by side."""

    groups: tuple[tuple[Stratum, ...], ...]
    sizes: tuple[int, ...]
    offsets: dict[Stratum, int]  # first row
    begins: tuple[int, ...]  # first row of each group, and of what comes after the last

    @property
    def rows(self) -> int:
        """The number of rows in all."""
        return self.begins[-1]

    def positions(self, group: int | None = None) -> int:
        """Return how many meetings of two sides a group has, or all of them."""
        chosen = self.groups if group is None else (self.groups[group],)
        return sum(self.sizes[mover] * self.sizes[other] for strata in chosen for mover, other in strata)

    def blocks(self, stratum: Stratum) -> int:
        """Return the number of blocks of other sides that a stratum is worked on in."""
        return -(-self.sizes[stratum[1]] // LANES)

    def table(self) -> Any:
        """Return the offsets as the kernels take them; strata that are not reached have 0."""
        import numpy

        offsets = numpy.zeros((len(self.sizes), len(self.sizes)), numpy.int64)
        for stratum, row in self.offsets.items():
            offsets[stratum] = row
        return offsets

    def row(self, mover: int, other: int, one: int, two: int) -> int:
        """Return the row of the value of mover `one` of a class against `two` of another; the lane is `one % LANES`."""
        return self.offsets[mover, other] + one // LANES * self.sizes[other] + two


def arrange_strata(order: Sequence[Sequence[Stratum]], sizes: Sequence[int]) -> Layout:
    """Lay out groups of strata of classes of some sizes, one behind the other."""
    offsets, begins, row = {}, [0], 0
    for strata in order:
        for mover, other in strata:
            offsets[mover, other] = row
            row += -(-sizes[mover] // LANES) * sizes[other]
        begins.append(row)
    return Layout(tuple(tuple(strata) for strata in order), tuple(sizes), offsets, tuple(begins))
