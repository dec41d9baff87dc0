"""Sweep over some tiles of Kariuchi with two pieces in numba's simulator, from values in a file, and write the result.

Run in a process of its own, because the simulator must be enabled before numba is loaded.
"""

import sys
from typing import Any

import numpy

import banmen
from banmen.solve.gpu import gpu_memory, packed_kernels
from banmen.solve.kariuchi import packed_solver
from tests.solve import simulating


def put(matrix: packed_solver.Matrix, given: Any) -> None:
    """Set a matrix to the values in a file, truncated to its bits."""
    cut = numpy.minimum(given >> packed_solver.BITS - matrix.bits, packed_solver.SURE[matrix.bits]).astype(
        packed_solver.KINDS[matrix.bits]
    )
    matrix.values[: len(cut)].copy_to_device(cut)


def main() -> None:
    """Read the values of all matrices, sweep over some tiles of each large one and write the values after it."""
    simulating.install()
    source, target, bonus, few = sys.argv[1:]
    packed_solver.BLOCKS = 1  # the simulator starts a Python thread for each GPU thread
    packed_kernels.HIGH = packed_kernels.WIDE = packed_kernels.GROUP = 1
    given = numpy.load(source)
    solver = packed_solver.PackedSolver(banmen.game("kariuchi", pieces=2, hit_bonus=bonus), few=int(few))
    changed = {}
    rng = numpy.random.default_rng(5)
    for movers, others in ((1, 1), (2, 1) if bonus == "none" else (1, 2), (2, 2)):
        # Of the matrices with fewer pieces, all 16-bit values except those of the last one fit into the GPU's memory.
        there = sum(matrix.values.nbytes for matrix in solver.matrices.values())
        gpu_memory.measure_free_memory = lambda: packed_solver.SPARE + 2 * given["22"].size + 2 * given["21"].size - there  # noqa: B023
        for one in solver.begin(max(movers, others), min(movers, others)):
            put(one.matrix, given[f"{one.matrix.movers}{one.matrix.others}"])
        swept = solver.passes[movers, others]
        before = swept.matrix.values.copy_to_host()[: swept.matrix.positions].astype(numpy.int64)
        if (movers, others) != (1, 1):
            # The most advanced tile of the largest matrix, where pieces come home, and an arbitrary one of the other.
            swept.groups = swept.groups[:1] if movers == others else rng.choice(swept.groups, 1)
            swept.sent_groups = solver.cuda.to_device(swept.groups.reshape(-1))
            swept.sweep(0)
            after = swept.matrix.values.copy_to_host()[: swept.matrix.positions].astype(numpy.int64)
            changed[f"{movers}{others}"] = after - before
            even = numpy.full(swept.matrix.positions, 1 << swept.matrix.bits - 1)
            swept.matrix.values[: len(even)].copy_to_device(even.astype(packed_solver.KINDS[swept.matrix.bits]))
            swept.sweep(1)
            changed[f"{movers}{others} mended"] = swept.matrix.values.copy_to_host()[: len(even)].astype(numpy.int64) - even
            put(swept.matrix, given[f"{movers}{others}"])
    numpy.savez(target, **changed)


if __name__ == "__main__":
    main()
