"""Run some tiles of the GPU's sweep in numba's simulator and on the CPU, and print how many values differ: a program."""

from __future__ import annotations

import sys
from typing import Any

import numpy
from numba import cuda

import banmen
from banmen.solve.gpu import pair_kernels
from banmen.solve.holes58.pair_gpu_solver import encode_move_lists
from banmen.solve.holes58.pair_solver import PairSolver
from banmen.solve.holes58.pair_strata import PairStratum
from tests.solve import simulating


def fullest(ranks: Any, width: int, number: int) -> list[int]:
    """Return the strips with the most sides."""
    held = (numpy.asarray(ranks).reshape(-1, width) >= 0).sum(1)
    return sorted(numpy.argsort(-held, kind="stable")[:number].tolist())


def differences(solver: PairSolver, more: int, few: int) -> tuple[int, int]:
    """Sweep over two tiles, one of them its own mirror image if possible; return how many values differ, and changed."""
    one, two = solver.sides[more], solver.sides[few]
    rng = numpy.random.default_rng(more + few)
    matrices = [rng.integers(0, 1 << 31, one.room * two.room, dtype=numpy.uint32) for _ in range(1 if more == few else 2)]
    for pieces in {(few - 1, more), (more - 1, few)}:
        solver.kept[pieces] = rng.integers(0, 1 << 31, solver.kept[pieces].shape, dtype=numpy.uint32)
    (first, second), theirs = fullest(one.ranks, one.width, 2), fullest(two.ranks, two.width, 2)[-1]
    tiles = numpy.array([[first, theirs], [second, theirs]], numpy.int32)
    expected = [matrix.copy() for matrix in matrices]
    solver.sweep(PairStratum(one, two, expected[0], expected[-1], []), tiles)
    found = [cuda.to_device(matrix) for matrix in matrices]
    weights = numpy.concatenate([[0], solver.weights]).astype(numpy.uint32)
    players = []
    for sides, kept in ((one, solver.kept[few - 1, more]), (two, solver.kept[more - 1, few])):
        passed, stays = sides.passed.astype(numpy.uint32), weights[sides.stays]
        players += [*encode_move_lists(sides), passed, stays, sides.struck, kept.ravel(), kept.shape[1]]
    pair_kernels.load().sweep[len(tiles), (pair_kernels.WIDTH, pair_kernels.WARPS)](
        (tiles[:, 0] << 16 | tiles[:, 1]).astype(numpy.int32), 0, numpy.append(weights[1:], [0, 0, 0]).astype(numpy.uint32),
        found[0], found[-1], one.room, two.room, *players, numpy.zeros(1, numpy.int64), 0, more == few,
    )  # fmt: skip
    different = changed = 0
    for mover, other, there, due, before in zip((one, two), (two, one), found, expected, matrices, strict=False):
        real = ((mover.ranks >= 0).reshape(-1, 1, mover.width) & (other.ranks >= 0).reshape(1, -1, 1)).ravel()
        different += int((there.copy_to_host() != due)[real].sum())
        changed += int((due != before)[real].sum())
    return different, changed


def main(options: dict[str, str]) -> None:
    """Compare the values of real sides, with as many pieces and with one more."""
    simulating.install()
    solver = PairSolver(banmen.game("holes58", pieces=2, **options), threads=1)
    solver.kept |= {pieces: solver.make_empty_rows(*pieces) for pieces in ((1, 1), (1, 2))}
    found = [differences(solver, *pieces) for pieces in ((2, 2), (2, 1))]
    print(*(f"{different} of {changed}" for different, changed in found), sep="\n")  # noqa: T201


if __name__ == "__main__":
    main(dict(argument.split("=") for argument in sys.argv[1:]))
