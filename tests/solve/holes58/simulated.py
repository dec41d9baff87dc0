"""Run some tiles of the card's sweep in numba's simulator and on the CPU, and print how many values differ: a program."""

from __future__ import annotations

import sys
from typing import Any

import numpy
from numba import cuda

import banmen
from banmen.core import gpu_pairs
from banmen.solve.holes58.card import card_lists
from banmen.solve.holes58.strata import Solver, Stratum


def fullest(ranks: Any, width: int, number: int) -> list[int]:
    """Return the strips that hold most sides."""
    held = (numpy.asarray(ranks).reshape(-1, width) >= 0).sum(1)
    return sorted(numpy.argsort(-held, kind="stable")[:number].tolist())


def main(options: dict[str, str]) -> None:
    """Sweep over two tiles, one of them its own mirror image, and compare what belongs to real sides."""
    solver = Solver(banmen.game("holes58", pieces=2, **options), threads=1)
    sides = solver.sides[2]
    rng = numpy.random.default_rng(1)
    values = rng.integers(0, 1 << 31, sides.room**2, dtype=numpy.uint32)
    kept = rng.integers(0, 1 << 31, (30, 31), dtype=numpy.uint32)
    solver.kept[1, 2] = kept
    first, second = fullest(sides.ranks, sides.width, 2)
    tiles = numpy.array([[first, second], [second, second]], numpy.int32)
    expected = values.copy()
    solver.sweep(Stratum(sides, sides, expected, expected, []), tiles)
    found = cuda.to_device(values)
    weights = numpy.concatenate([[0], solver.weights]).astype(numpy.uint32)
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
