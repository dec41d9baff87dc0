"""Random play on the GPU and on the CPU: first checks that both give the same games, then measures their speed.

    PYTHONPATH=src python bench/gpu.py --output bench/results/gpu.json

It needs an NVIDIA GPU, numba and numba-cuda. Exit code 1 if any sum differs between the two.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import banmen
from banmen.core import sticks
from banmen.engine import playouts
from banmen.kernels import gpu, playout
from banmen.kernels.contract import NO_THROW

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("kariuchi", {}),
    ("kariuchi", {"pieces": 2, "hit_bonus": "any", "p": 0.3}),
    ("moontrek", {}),
    ("moontrek", {"teams": "2-2"}),
    ("moontrek", {"teams": "AC|B", "hit_bonus": "none"}),
    ("holes58", {}),
    ("holes58", {"collect": "one", "warp_passes_nefer": "yes", "pieces": 3}),
    ("kuniumi", {}),
    ("kuniumi", {"lines": "through", "tie": "draw"}),
    ("kuniumi", {"setup": "random"}),
    ("kuniumi", {"setup": "fair"}),
    ("qubism", {}),
    ("qubism", {"tip": "either", "repetition": "loss"}),
    ("qubism", {"tip": "straight", "cubes": 3}),
]


def play_on_gpu(game: banmen.Game, games: int, seed: int, counting: bool = False) -> list[int]:
    """Play games from the real opening on the GPU."""
    seats = 0 if game.rules.OPENING == NO_THROW else (1 << len(game.players)) - 1
    return gpu.tally(game.rules, game.first_state(), seats, seed, 0, games, sticks.compute_odds(game.p), counting)


def compare(games: int) -> list[dict[str, Any]]:
    """Play the same games on both and say whether all sums agree."""
    rows = []
    for name, options in VARIANTS:
        game = banmen.game(name, **options)
        for seed in (1, 2**60 + 7):
            there = play_on_gpu(game, games, seed, counting=True)
            here = playouts.tally(game, 0, games, seed=seed, counting=True)
            rows.append({"game": name, "options": options, "seed": seed, "games": games, "same": there == here})
            print(f"{name} {options} seed {seed}: {'the same' if there == here else f'DIFFERENT {here} {there}'}", flush=True)
    return rows


def measure(name: str, seconds: float) -> dict[str, Any]:
    """Time random play of one game on the GPU, copying of the sums included, and on one thread of the CPU."""
    game = banmen.game(name)
    play_on_gpu(game, gpu.THREADS, seed=3)  # compiled ahead of the measurement, as below
    games = gpu.THREADS
    while True:
        began = time.perf_counter()
        sums = play_on_gpu(game, games, seed=3)
        taken = time.perf_counter() - began
        if taken >= seconds:
            break
        games *= max(2, min(16, int(seconds / max(taken, 1e-3)) + 1))
    playouts.tally(game, 0, 1)
    began_cpu, some = time.process_time(), 20_000
    on_cpu = playouts.tally(game, 0, some, seed=3)
    cpu = time.process_time() - began_cpu
    row = {
        "game": name,
        "games": games,
        "seconds": round(taken, 3),
        "games_per_second": round(games / taken),
        "steps_per_second": round(sums[playout.STEPS] / taken),
        "cpu_steps_per_second": round(on_cpu[playout.STEPS] / cpu),
    }
    print(json.dumps(row), flush=True)
    return row


def main() -> int:
    """Compare, measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--games", type=int, default=20_000, help="games of each variant to compare")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each measurement")
    arguments = parser.parse_args()
    from numba import cuda

    name = cuda.get_current_device().name
    compared = compare(arguments.games)
    report = {
        "date": datetime.now(UTC).date().isoformat(),
        "gpu": name.decode() if isinstance(name, bytes) else str(name),
        "python": platform.python_version(),
        "versions": {package: version(package) for package in ("numba", "numba-cuda", "numpy", "llvmlite")},
        "same": compared,
        "speed": [measure(game, arguments.seconds) for game in banmen.names()],
    }
    if arguments.output:
        arguments.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row["same"] for row in compared) else 1


if __name__ == "__main__":
    sys.exit(main())
