"""Sweep over some tiles of Kariuchi with two pieces in numba's simulator, from values of a file, and write what came of it.

Run in a process of its own, because numba has to know of the simulator before it is loaded.
"""

import sys

import numpy

import banmen
from banmen.core import gpu_rows
from banmen.solve.packed import card


def main() -> None:
    """Read the values of all matrices, sweep over some tiles of each large one and write the values after it."""
    source, target, bonus, few = sys.argv[1:]
    card.BLOCKS = 1  # the simulator starts a thread of Python's for each of the card's
    gpu_rows.HIGH = gpu_rows.WIDE = gpu_rows.GROUP = 1
    given = numpy.load(source)
    gpu_rows.free_memory = lambda: card.SPARE + 2 * given["22"].size - 2 * 30_000  # no room for so many values of 16 bits
    solver = card.PackedSolver(banmen.game("kariuchi", pieces=2, hit_bonus=bonus), few=int(few))
    changed = {}
    for more, less in solver.strata():
        for movers, others in {(more, less), (less, more)}:
            matrix = card.Matrix(movers, others, card.BITS, solver.cuda.to_device(given[f"{movers}{others}"]))
            solver.matrices[movers, others] = matrix
    across = {pair: matrix.values for pair, matrix in solver.matrices.items()}
    rng = numpy.random.default_rng(5)
    for movers, others in ((2, 1) if bonus == "none" else (1, 2), (2, 2)):
        bits = card.FEW_BITS if given[f"{movers}{others}"].size >= int(few) else card.BITS
        swept = card._Pass(solver, movers, others, bits)
        shift = card.BITS - bits
        there = [
            numpy.minimum(given[f"{one}{two}"] >> shift, card.LARGEST[bits]).astype(card.KINDS[bits])
            for one, two in ((movers, others), (others, movers))
        ]
        swept.matrix.values = solver.cuda.to_device(there[0])
        swept.across = swept.matrix.values if movers == others else across[others, movers]
        # The most advanced tile of the largest matrix, where pieces come home, and any of the other one.
        swept.groups = swept.groups[:1] if movers == others else rng.choice(swept.groups, 1)
        swept.sent_groups = solver.cuda.to_device(swept.groups.reshape(-1))
        swept.sweep(0)
        changed[f"{movers}{others}"] = swept.matrix.values.copy_to_host().astype(numpy.int64) - there[0]
    swept.matrix.values = solver.cuda.to_device(numpy.full_like(there[0], 1 << swept.matrix.bits - 1))
    swept.sweep(1)
    changed["mended"] = swept.matrix.values.copy_to_host().astype(numpy.int64) - (1 << swept.matrix.bits - 1)
    numpy.savez(target, **changed)


if __name__ == "__main__":
    main()
