"""Retrograde analysis of Qubism with few cubes: its results, and how long it takes.

    PYTHONPATH=src python bench/retrograde.py 1 2 3 --output bench/results/qubism.json
    PYTHONPATH=src python bench/retrograde.py 4 5 6 --gpu --output bench/results/qubism.json

With `--compare` everything is solved on the processor as well, and the exit code is 1 if a byte differs. Results already in the
file stay there unless they are made anew. `--seconds` gives up what is not done by then.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import banmen
from banmen.solve.devices import Gpu, Host
from banmen.solve.retrograde_analysis import retrograde

TIPS = ("cw", "ccw", "either", "straight")


class TimeUpError(Exception):
    """There is no time left."""


def solve(cubes: int, tip: str, gpu: bool, until: float) -> tuple[retrograde.RetrogradeSolution, list[float]]:
    """Solve the game with so many cubes and return when each sweep was done."""
    times: list[float] = []
    began = time.perf_counter()

    def record_sweep(number: int, settled: int) -> None:
        times.append(round(time.perf_counter() - began, 3))
        print(f"  {cubes} {tip}: sweep {number} settled {settled}, {times[-1]} s", file=sys.stderr, flush=True)
        if time.monotonic() > until:
            raise TimeUpError

    deepest = 5 if cubes <= 5 else 4  # the masks of six cubes leave no memory for more
    game = banmen.game("qubism", cubes=cubes, tip=tip)
    return retrograde.solve(game, Gpu() if gpu else Host(), progress=record_sweep, deepest=deepest), times


def make_row(result: retrograde.RetrogradeSolution, times: list[float], gpu: bool) -> dict[str, Any]:
    """Return what is worth keeping of a solution."""
    start = result.game.start()
    outcome = result.outcome(start)
    moves = {str(move): (there.sign, there.plies) for move, there in result.moves(start)}
    return {
        "cubes": result.game.options["cubes"],
        "tip": result.game.options["tip"],
        "sign": outcome.sign,
        "plies": outcome.plies,
        "winning": [move for move, (sign, _) in moves.items() if sign > 0],
        "moves": moves,
        "layers": [{"positions": size, **counts} for size, counts in zip(result.sizes, result.counts(), strict=True)],
        "sweeps": result.sweep_counts,
        "seconds": times[-1],
        "on": name_gpu() if gpu else f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores",
        "date": datetime.now(UTC).date().isoformat(),
    }


def name_gpu() -> str:
    """Return what the graphics card calls itself."""
    from numba import cuda

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def is_same(one: retrograde.RetrogradeSolution, other: retrograde.RetrogradeSolution) -> bool:
    """Return whether two solutions agree in every byte that both have, and in what each sweep found."""
    pairs = [(here, there) for here, there in zip(one.layers, other.layers, strict=True) if len(here) == len(there)]
    return one.sweep_counts == other.sweep_counts and all((here == there).all() for here, there in pairs)


def keep(path: Path | None, rows: list[dict[str, Any]]) -> None:
    """Write results to a file, replacing those of the same games."""
    if path is None:
        return
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    made = {(new["cubes"], new["tip"]) for new in rows}
    every = [kept for kept in old if (kept["cubes"], kept["tip"]) not in made] + rows
    every.sort(key=lambda kept: (kept["cubes"], TIPS.index(kept["tip"])))
    path.write_text("[\n" + ",\n".join(json.dumps(kept) for kept in every) + "\n]\n", encoding="utf-8")


def main() -> int:
    """Solve the requested games and report the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubes", type=int, nargs="+")
    parser.add_argument("--tips", nargs="+", choices=TIPS, default=list(TIPS))
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    until, rows, wrong = time.monotonic() + options.seconds, [], 0
    for cubes, tip in ((cubes, tip) for cubes in options.cubes for tip in options.tips):
        try:
            result, times = solve(cubes, tip, options.gpu, until)
            different = options.compare and not is_same(result, solve(cubes, tip, False, until)[0])
        except TimeUpError:
            print(f"{cubes} {tip}: no time left", flush=True)
            break
        rows.append(make_row(result, times, options.gpu))
        wrong += bool(different)
        said = {name: rows[-1][name] for name in ("cubes", "tip", "sign", "plies", "winning", "seconds")}
        print(said, rows[-1]["layers"][-1], "DIFFERENT" if different else "the same" if options.compare else "", flush=True)
        keep(options.output, rows)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
