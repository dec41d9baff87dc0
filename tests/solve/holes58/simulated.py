"""Run some tiles of the card's sweep in numba's simulator and on the CPU, and print how many values differ: a program."""

from __future__ import annotations

import sys

import numpy
from numba import cuda

import banmen
from banmen.core import gpu_pairs
from banmen.solve.holes58.card import card_lists
from banmen.solve.holes58.strata import Solver, Stratum, waves

TILES = [0, 200]  # the first is its own mirror image


def main(options: dict[str, str]) -> None:
    """Sweep once over both and compare what belongs to real sides."""
    solver = Solver(banmen.game("holes58", pieces=1, **options), threads=1)
    sides = solver.sides[1]
    values = numpy.random.default_rng(1).integers(0, 1 << 31, sides.room**2, dtype=numpy.uint32)
    tiles = numpy.concatenate(list(waves(sides, sides)))[TILES]
    expected = values.copy()
    solver.sweep(Stratum(sides, sides, expected, expected, []), tiles)
    found = cuda.to_device(values)
    weights = numpy.concatenate([[0], solver.weights]).astype(numpy.uint32)
    kept = solver.kept[0, 1]
    player = (
        *card_lists(sides), sides.passed.astype(numpy.uint32), weights[sides.stays], sides.struck, kept.ravel(), kept.shape[1]
    )  # fmt: skip
    gpu_pairs.compiled(gpu_pairs.sweep)[len(tiles), (gpu_pairs.WIDTH, gpu_pairs.WARPS)](
        (tiles[:, 0] << 16 | tiles[:, 1]).astype(numpy.int32), 0, numpy.append(weights[1:], [0, 0, 0]).astype(numpy.uint32),
        found, found, sides.room, sides.room, *player, *player, numpy.zeros(1, numpy.int64), 0, True,
    )  # fmt: skip
    real = sides.ranks >= 0
    both = (real.reshape(-1, 1, sides.width) & real.reshape(1, -1, 1)).ravel()
    different = (found.copy_to_host() != expected)[both].sum()
    print(f"{different} of {(expected != values)[both].sum()}")  # noqa: T201


if __name__ == "__main__":
    main(dict(argument.split("=") for argument in sys.argv[1:]))
