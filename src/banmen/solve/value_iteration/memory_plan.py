"""The memory of value iteration: the layout of the values, the classes that a stratum reads, and its size in bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banmen.solve.tables.row_kernels import LANES
from banmen.solve.tables.value_layout import BYTES, Layout, Stratum, arrange_strata
from banmen.solve.value_iteration.move_table import MoveTable
from banmen.solve.value_iteration.move_table_kernels import AGAIN, THROWS, WON
from banmen.solve.value_iteration.stratum_groups import group_strata
from banmen.solve.value_iteration.value_iteration_kernels import ROWS


def lay_out_values(moves: MoveTable) -> Layout:
    """Lay out the strata of a game in the order in which they are solved."""
    return arrange_strata(group_strata(moves), [int(size) for size in moves.sizes])


def find_classes_read(moves: MoveTable, layout: Layout, stratum: Stratum) -> Any:
    """Return for each class whether moves of a stratum that keep the turn lead there; its own class always counts."""
    import numpy

    mover, other = stratum
    begin = int(moves.bases[mover])
    entries = slice(int(moves.starts[begin * THROWS]), int(moves.starts[(begin + layout.sizes[mover]) * THROWS]))
    marks = moves.marks[entries]
    found = numpy.zeros(len(layout.sizes), numpy.int64)
    found[moves.kin[moves.goals[entries][(marks & AGAIN != 0) & (marks & WON == 0)]]] = 1
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


def estimate_memory(moves: MoveTable, layout: Layout, precision: str, threads: int) -> Memory:
    """Estimate how much memory it takes to solve a game."""
    largest = max(end - begin for begin, end in zip(layout.begins, layout.begins[1:], strict=False))
    arrays = (moves.kin, moves.starts, moves.goals, moves.marks, moves.effects, moves.touching)
    held = (moves.total + ROWS) * LANES * (BYTES[precision] + 4)
    return Memory(
        values=layout.rows * LANES * BYTES[precision],
        lengths=largest * LANES * 4,
        tables=sum(int(array.nbytes) for array in arrays),
        rooms=threads * held,
    )
