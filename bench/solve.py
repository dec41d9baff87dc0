"""Measure how many positions a second the solver backs up on the processor, and what whole solutions take.

    python -m bench.solve                      # some minutes, into bench/results/solve.json
    python -m bench.solve --solve "kariuchi pieces=1" --rates "kariuchi pieces=2"

A rate is taken in the largest group of strata of a variant, after one sweep that is not counted. Other work on the machine
makes wall-clock rates lower; rates by processor time hardly change.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import banmen
from banmen.core.game import Game
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.value_iteration.iteration import Iteration
from banmen.solve.value_iteration.memory_plan import lay_out_values
from banmen.solve.value_iteration.move_table import build_move_table
from banmen.solve.value_iteration.solver import Solution, plan, solve
from banmen.solve.value_iteration.table_play import share_won
from banmen.solve.value_iteration.value_iteration_kernels import FALLING

RESULTS = Path(__file__).parent / "results" / "solve.json"
RATES = ("kariuchi pieces=2", "kariuchi pieces=3", "holes58 pieces=3")
CHANGES = ("", " hit_bonus=ring", " hit_bonus=any", " p=0.3", " p=0.4", " p=0.6", " p=0.7")
SOLVED = (
    *(f"kariuchi pieces={pieces}{change}" for pieces in (1, 2) for change in CHANGES),
    "moontrek players=2 pieces=2",
    *(f"holes58 pieces={pieces}" for pieces in (1, 2)),
)
GAMES = 20_000  # that measure how much perfect play gains


def read_variant(text: str) -> Game:
    """Return the game that a text such as `kariuchi pieces=2` names."""
    name, *options = text.split()
    return banmen.game(name, **dict(option.split("=") for option in options))


def rate(text: str, precision: str, threads: int, sweeps: int) -> dict[str, Any]:
    """Measure the sweeps of a variant's largest group."""
    sides = build_move_table(read_variant(text))
    layout = lay_out_values(sides)
    group = max(range(len(layout.groups)), key=layout.positions)
    work = Iteration(sides, layout, precision, threads)
    for number in range(len(layout.groups)):
        work.clear(number)
    work.sweep(group, FALLING)
    began, used = time.perf_counter(), time.process_time()
    for _ in range(sweeps):
        work.sweep(group, FALLING)
    backups = sweeps * layout.positions(group)
    wall, cpu = time.perf_counter() - began, time.process_time() - used
    return {
        "variant": text,
        "precision": precision,
        "threads": threads,
        "positions": layout.positions(group),
        "backups_per_second": round(backups / wall),
        "backups_per_cpu_second": round(backups / cpu),
    }


def solve_variant(text: str, threads: int) -> dict[str, Any]:
    """Solve a variant with error bounds and return the costs and results."""
    game = read_variant(text)
    began, used = time.perf_counter(), time.process_time()
    found = solve(game, planned=plan(game, threads=threads))
    return {
        "variant": text,
        "positions": found.plan.layout.positions(),
        "sweeps": [report.sweeps for report in found.reports],
        "seconds": round(time.perf_counter() - began, 2),
        "cpu_seconds": round(time.process_time() - used, 2),
        "residual": found.residual,
        "error": found.error,
        "beginner": ChanceTable.of(found).beginner(),
        "best_against_any": round(measure_against_any(found), 4),
    }


def measure_against_any(found: Solution) -> float:
    """Return the share of games that best play wins against any moves, beginning in half of them."""
    start = found.plan.moves.game.start()
    first, second = (share_won(found, start, GAMES // 2, seed=seat, careless=(1 - seat,)) for seat in (0, 1))
    return (first + 1 - second) / 2


def main() -> None:
    """Run the requested measurements and save them; results of other variants in the file stay."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rates", nargs="*", default=RATES)
    parser.add_argument("--solve", nargs="*", default=SOLVED)
    parser.add_argument("--threads", nargs="*", type=int, default=[1, 2])
    parser.add_argument("--sweeps", type=int, default=5)
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args()
    rates = []
    for text in given.rates:
        for precision in ("float64", "fixed32"):
            rates += [rate(text, precision, threads, given.sweeps) for threads in given.threads]
            print(*rates[-len(given.threads) :], sep="\n", flush=True)
    solved = []
    for text in given.solve:
        solved.append(solve_variant(text, max(given.threads)))
        print(solved[-1], flush=True)
    known = json.loads(given.output.read_text(encoding="utf-8")) if given.output.exists() else {}
    results = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {"processor": platform.machine(), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)},
        "versions": {"python": platform.python_version(), "numba": version("numba"), "numpy": version("numpy")},
        "rates": _merge(known.get("rates", []), rates, ("variant", "precision", "threads")),
        "solved": _merge(known.get("solved", []), solved, ("variant",)),
    }
    given.output.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def _merge(known: list[dict[str, Any]], new: list[dict[str, Any]], keys: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return rows with old ones replaced by new ones with the same keys."""
    rows = {tuple(row[key] for key in keys): row for row in [*known, *new]}
    return list(rows.values())


if __name__ == "__main__":
    main()
