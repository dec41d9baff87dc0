"""Solve Kariuchi on an NVIDIA GPU, hold the values against the rules, and write down what follows from them.

    PYTHONPATH=src python bench/solve_kariuchi.py --output results            # all four pieces
    PYTHONPATH=src python bench/solve_kariuchi.py --output results --pieces 3 --bonus ring

It needs an NVIDIA GPU with 140 GiB of memory for four pieces and 2 GiB of the host's that the card can read, numba and
numba-cuda; with fewer pieces any card will do. Into the folder comes `kariuchi.json`: per stratum the number of positions, bits
of a value, sweeps with the largest, the mean and the mean size of the changes, seconds and backups a second; for a random
sample of each stratum how far values are from what the rules make of them one throw later (largest, mean, mean size, in
chances); the value of the start, of every first throw and move. With `--records N` there are N positions from play and as many
from anywhere in files `records-*.npz`: the two sides, the throw, the value before it, and the values of the moves.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core import sticks
from banmen.games.kariuchi import indexing
from banmen.games.kariuchi.board import HOME
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.kariuchi.packed_rows import list_sides
from banmen.solve.kariuchi.packed_solver import LARGE, MOST_SWEEPS, Matrix, PackedSolver
from banmen.solve.samples import position_sampling, record_file

SAMPLE = 50_000_000  # positions of a stratum that are held against the rules
FEWER = 2_000_000  # and of all but the largest
SEED = 5
SHARE, STRAYS = 4, int(0.1 * 2**32)  # of the games that positions are taken from
PART = 50_000  # positions gathered at a time


def sample(matrix: Matrix, size: int) -> Any:
    """Return random positions of a stratum as pairs of sides."""
    rng = numpy.random.default_rng(SEED)
    movers, others = list_sides(matrix.movers), list_sides(matrix.others)
    one, two = rng.integers(0, movers.size, 2 * size), rng.integers(0, others.size, 2 * size)
    apart = numpy.flatnonzero(movers.masks[one] & others.masks[two] == 0)[:size]
    return numpy.stack([movers.words[one[apart]], others.words[two[apart]]], axis=1)


def count_pieces(words: Any) -> Any:
    """Return how many pieces of each side are not home."""
    return sum((words >> 6 * piece & 63 != HOME).astype(numpy.int64) for piece in range(PIECES))


def row_of(matrix: Matrix) -> dict[str, Any]:
    """Return what is kept of how a matrix was solved."""
    sweeps = len(matrix.changes)
    return {
        "pieces": [matrix.movers, matrix.others],
        "positions": matrix.positions,
        "bits": matrix.bits,
        "sweeps": sweeps,
        "seconds": round(matrix.seconds, 3),
        "backups_per_second": round(matrix.positions * sweeps / matrix.seconds),
        "changes": [[most, round(mean, 6), round(size, 6)] for most, mean, size in matrix.changes],
    }


def checked(solver: PackedSolver, matrix: Matrix, size: int) -> dict[str, Any]:
    """Return how far values are from what the rules make of them one throw later."""
    pairs = sample(matrix, size if matrix.positions > 10**10 else min(size, FEWER))
    seen, kept = solver.residuals(matrix, pairs)
    difference = seen - kept
    return {
        "sample": len(pairs),
        "largest": float(abs(difference).max()),
        "mean": float(difference.mean()),
        "mean_size": float(abs(difference).mean()),
    }


def first_moves(solver: PackedSolver, matrix: Matrix) -> dict[str, Any]:
    """Return the value of the start and what each first throw is worth, looked at one and two throws ahead."""
    game = solver.game
    start = game.first_state()
    found: dict[str, Any] = {}
    pairs, names = [indexing.sides(start)], ["start"]
    for value in range(1, 6):
        state = game.plain.throw(start, value)
        for k in range(game.plain.count(state)):
            move = game.plain.kth(state, k)
            after = game.plain.apply(state, move)
            pairs.append(indexing.sides(after))
            keeps = game.plain.turn(after) == game.plain.turn(start)
            names.append(f"{value} {game.write_move(move)}{'' if keeps else ' passes'}")
    seen, kept = solver.residuals(matrix, numpy.array(pairs, numpy.int64))
    for name, ahead, there in zip(names, seen.tolist(), kept.tolist(), strict=True):
        passes = name.endswith(" passes")
        found[name.removesuffix(" passes")] = {"ahead": 1 - ahead if passes else ahead, "kept": 1 - there if passes else there}
    return found


def gathered(game: banmen.Game, number: int) -> Any:
    """Return positions from play and, behind them, as many from anywhere, each with a throw."""
    rng, odds = numpy.random.default_rng(SEED), sticks.odds(game.p)
    played = numpy.zeros((number, 3), numpy.int64)
    kernels = game.compiled(position_sampling)
    parts = numpy.array_split(played, max(1, number // PART))
    with ThreadPoolExecutor() as pool:
        tasks = [(game.first_state(), SEED, part << 32, odds, STRAYS, SHARE, rows) for part, rows in enumerate(parts)]
        list(pool.map(lambda task: kernels.gather(*task), tasks))
    strata = [(one, two) for one in range(1, game.options["pieces"] + 1) for two in range(1, game.options["pieces"] + 1)]
    drawn = []
    for one, two in strata:
        pairs = sample(Matrix(one, two, 0, None), -(-number // len(strata)))
        drawn.append(numpy.concatenate([pairs, rng.integers(1, 6, (len(pairs), 1))], axis=1))
    return numpy.concatenate([played, numpy.concatenate(drawn)[:number]])


def main() -> None:
    """Solve, check and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--pieces", type=int, default=4)
    parser.add_argument("--bonus", default="none", choices=("none", "ring", "any"))
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--records", type=int, default=0, help="positions to value, from play and as many from anywhere")
    parser.add_argument("--few", type=int, default=LARGE, help="positions from which on values have 16 bits")
    parser.add_argument("--sweeps", type=int, default=MOST_SWEEPS, help="no more over a stratum: only to see how fast they are")
    asked = parser.parse_args()
    game = banmen.game("kariuchi", pieces=asked.pieces, hit_bonus=asked.bonus)
    began = time.perf_counter()
    solver = PackedSolver(game, few=asked.few, most_sweeps=asked.sweeps)
    report: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "options": game.options,
        "gpu": str(solver.cuda.get_current_device().name),
        "seconds_to_prepare": round(time.perf_counter() - began, 2),
        "strata": [],
    }

    def told(matrix: Matrix, number: int) -> None:
        print(matrix.movers, matrix.others, number, matrix.changes[-1], f"{matrix.seconds:.1f} s", flush=True)

    records = gathered(game, asked.records)
    pieces = numpy.stack([count_pieces(records[:, side]) for side in (0, 1)], axis=1)
    values = numpy.zeros((len(records), 1 + game.rules.MOST), numpy.float32)
    for more, few in solver.strata():
        for matrix in solver.solve(more, few, told):
            there = (pieces == (matrix.movers, matrix.others)).all(axis=1)
            if there.any():
                values[there] = solver.move_values(matrix, records[there])
            report["strata"].append(row_of(matrix) | {"residual": checked(solver, matrix, asked.sample)})
            print({key: value for key, value in report["strata"][-1].items() if key != "changes"}, flush=True)
            (asked.output / "kariuchi.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    if len(records):
        record_file.write_records(asked.output, records, values, asked.records)
    report["first_moves"] = first_moves(solver, matrix)
    report["seconds"] = round(time.perf_counter() - began, 1)
    (asked.output / "kariuchi.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(json.dumps(report["first_moves"], indent=1), report["seconds"], flush=True)


if __name__ == "__main__":
    main()
