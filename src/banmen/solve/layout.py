"""Where the values of a game lie in memory and in files, and how exactly they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from banmen.solve.probing import AGAIN, THROWS, WON
from banmen.solve.sides import Sides
from banmen.solve.strata import Stratum, groups
from banmen.solve.sweeping import LANES, ROWS

FLOAT64, FIXED32, FIXED16 = "float64", "fixed32", "fixed16"
PLIES = "plies"  # no chance but a number of plies, see `banmen.solve.plies`
ITEM = {FLOAT64: "<f8", FIXED32: "<u4", FIXED16: "<u2", PLIES: "|u1"}
BYTES = {FLOAT64: 8, FIXED32: 4, FIXED16: 2, PLIES: 1}
FULL = {FLOAT64: 1, FIXED32: 2**32 - 1, FIXED16: 2**16 - 1}  # the number that stands for a sure win


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


def layout_of(sides: Sides) -> Layout:
    """Lay out the strata of a game in the order in which they are solved."""
    return lay_out(groups(sides), [int(size) for size in sides.sizes])


def lay_out(order: Sequence[Sequence[Stratum]], sizes: Sequence[int]) -> Layout:
    """Lay out groups of strata of classes of some sizes, one behind the other."""
    offsets, begins, row = {}, [0], 0
    for strata in order:
        for mover, other in strata:
            offsets[mover, other] = row
            row += -(-sizes[mover] // LANES) * sizes[other]
        begins.append(row)
    return Layout(tuple(tuple(strata) for strata in order), tuple(sizes), offsets, tuple(begins))


def wanted(sides: Sides, layout: Layout, stratum: Stratum) -> Any:
    """Tell for each class whether moves of a stratum that keep the turn lead there; its own class always counts."""
    import numpy

    mover, other = stratum
    begin = int(sides.bases[mover])
    entries = slice(int(sides.starts[begin * THROWS]), int(sides.starts[(begin + layout.sizes[mover]) * THROWS]))
    marks = sides.marks[entries]
    found = numpy.zeros(len(layout.sizes), numpy.int64)
    found[sides.kin[sides.goals[entries][(marks & AGAIN != 0) & (marks & WON == 0)]]] = 1
    found[mover] = 1
    for number in range(len(layout.sizes)):
        if (number, other) not in layout.offsets:
            found[number] = 0
    return found


@dataclass(frozen=True)
class Memory:
    """How much memory a solution takes, in bytes."""

    values: int
    lengths: int  # to bound the error
    tables: int
    rooms: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.values + self.lengths + self.tables + self.rooms


def memory(sides: Sides, layout: Layout, precision: str, threads: int) -> Memory:
    """Reckon how much memory it takes to solve a game."""
    largest = max(end - begin for begin, end in zip(layout.begins, layout.begins[1:], strict=False))
    arrays = (sides.kin, sides.starts, sides.goals, sides.marks, sides.effects, sides.touching)
    held = (sides.total + ROWS) * LANES * (BYTES[precision] + 4)
    return Memory(
        values=layout.rows * LANES * BYTES[precision],
        lengths=largest * LANES * 4,
        tables=sum(int(array.nbytes) for array in arrays),
        rooms=threads * held,
    )
