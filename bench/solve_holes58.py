"""Solve 58 Holes completely on an NVIDIA GPU, check every value, and write down what follows from it.

    PYTHONPATH=src python bench/solve_holes58.py --output results --teach 120

It needs an NVIDIA GPU with 140 GiB of memory, numba and numba-cuda; with fewer pieces (`--pieces 4`) any will do, and `--cpu`
does without one. Into the folder come
  solved.json    per stratum the number of positions, sweeps, seconds, backups a second and the largest Bellman residual; the
                 value of the start and of every first move; games of the perfect player against others; the card's copying,
  sample.npz     positions with exact values of all moves, two thirds from play, one third from anywhere,
  network.npz    with `--teach SECONDS`, the weights of a network taught by exact values (PyTorch is needed for that), and in
                 solved.json how far it is from them on games that it was not taught by.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
import warnings
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core.game import Game
from banmen.games.holes58 import indexing, network
from banmen.solve.gpu import pair_kernels
from banmen.solve.holes58 import game_batches, game_kernels
from banmen.solve.holes58.game_batches import Batch
from banmen.solve.holes58.pair_sweep_kernels import ONE
from banmen.solve.samples import network_examples, sample_file

RIVALS = {"best": game_kernels.BEST, "any": game_kernels.ANY, "greedy": game_kernels.WISH}


def positions_of(more: int, few: int) -> int:
    """Return how many positions a stratum and its mirror image have."""
    return indexing.class_size(more) * indexing.class_size(few) * (1 if more == few else 2)


def solve_all(solver: Any, check: bool) -> tuple[Any, list[dict[str, Any]]]:
    """Solve all strata from few pieces on; return the last one, and how it went."""
    rows, stratum = [], None
    for more, few in solver.strata():
        stratum = None  # lets go of its memory
        began = time.perf_counter()
        stratum = solver.solve(more, few)
        taken = time.perf_counter() - began
        solver.keep(stratum)
        row: dict[str, Any] = {"pieces": [more, few], "positions": positions_of(more, few), "sweeps": len(stratum.changes)}
        row |= {"seconds": round(taken, 3), "changes": stratum.changes}
        sweeping = getattr(stratum, "seconds", taken)
        row |= {"sweep_seconds": round(sweeping, 3), "backups_per_second": round(row["positions"] * row["sweeps"] / sweeping)}
        if check:
            began = time.perf_counter()
            row |= {"residual": solver.residual(stratum), "check_seconds": round(time.perf_counter() - began, 2)}
        print({key: value for key, value in row.items() if key != "changes"}, flush=True)
        rows.append(row)
    return stratum, rows


def copy_bandwidth(solver: Any) -> float:
    """Return the bytes that the card reads and writes in a second when it copies four gigabytes."""
    one, two = (solver.cuda.device_array(1 << 29, "float64") for _ in range(2))
    two.copy_to_device(one)
    solver.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(10):
        two.copy_to_device(one)
    solver.cuda.synchronize()
    return float(10 * 2 * one.nbytes / (time.perf_counter() - began))


def make_batches(game: Game, scale: float) -> dict[str, Batch]:
    """Return all games to be played, with `scale` of the usual number."""

    def some(number: int) -> int:
        return max(8, int(number * scale))

    found = {}
    for seed, (name, policy) in enumerate(RIVALS.items()):
        found[f"best-{name}"] = game_batches.make_batch(
            game_batches.games_from_start(game, some(4_000_000), seed), (game_kernels.BEST, policy)
        )
    found["any-greedy"] = game_batches.make_batch(
        game_batches.games_from_start(game, some(1_000_000), 8), (game_kernels.ANY, game_kernels.WISH)
    )
    found["free"] = game_batches.make_batch(
        game_batches.games_from_start(game, some(4_000_000), 9, opening=False), (game_kernels.BEST, game_kernels.BEST)
    )
    opening = game_batches.games_from_start(game, 5, 10)
    opening[:, game_kernels.SEAT], opening[:, game_kernels.THROWN] = 0, numpy.arange(1, 6)
    found["opening"] = game_batches.make_batch(opening, (game_kernels.BEST, game_kernels.BEST), share=1, most=1)
    best = (game_kernels.BEST, game_kernels.BEST)
    found["played"] = game_batches.make_batch(
        game_batches.games_from_start(game, some(400_000), 11), best, 0.05, share=24, most=4
    )
    found["anywhere"] = game_batches.make_batch(
        game_batches.games_from_anywhere(game, some(500_000), 12), best, share=1, most=1
    )
    found["taught"] = game_batches.make_batch(
        game_batches.games_from_start(game, some(2_000_000), 13), best, 0.12, share=12, most=16
    )
    return found


def play_all(solver: Any, top: Any, played: dict[str, Batch]) -> dict[str, Batch]:
    """Play all games through all strata, from the one that is there down; each other is solved once more for it."""
    sent = {name: solver.sent(batch) for name, batch in played.items()}
    stratum = top
    for more, few in reversed(solver.strata()):
        if stratum is None:
            stratum = solver.solve(more, few)
        for batch in sent.values():
            solver.play(stratum, batch)
        stratum = top = None
    return {name: solver.fetched(batch) for name, batch in sent.items()}


def first_moves(game: Game, batch: Batch) -> dict[str, Any]:
    """Return the value of each first throw and its moves, and of beginning by the real opening."""
    found: dict[str, Any] = {"start": int(batch.numbers[0, 0]) / ONE}
    for (*_, value), numbers in zip(batch.words.tolist(), batch.numbers.tolist(), strict=True):
        moves = game.start().throw(value).legal_moves()
        found[str(value)] = {str(move): worth / ONE for move, worth in zip(moves, numbers[1 : 1 + len(moves)], strict=True)}
    chances = game_batches.opening_chances(game)
    found["beginner"] = sum(chance * max(found[str(value)].values()) for value, chance in chances.items())
    return found


def matches(played: dict[str, Batch]) -> dict[str, Any]:
    """Return how many games the first of two players won, who begins every other game."""
    found = {}
    for name in ("best-best", "best-any", "best-greedy", "any-greedy", "free"):
        games = played[name].games
        wins, losses = game_batches.count_wins(games)
        begun = (games[:, game_kernels.ENDED] - 1 == numpy.arange(len(games)) % 2).mean()
        error = (wins * losses / (wins + losses)) ** 0.5 / (wins + losses)
        found[name] = {"games": len(games), "won": wins / (wins + losses), "error": error, "beginner_won": float(begun)}
    return found


def records(batch: Batch) -> tuple[Any, Any, Any]:
    """Return the records that were made and the game each belongs to."""
    made = batch.numbers[:, game_kernels.LENGTH] > 0
    return batch.words[made], batch.numbers[made], numpy.flatnonzero(made) // batch.most


def write_sample(game: Game, path: Path, played: dict[str, Batch], most: dict[str, int]) -> dict[str, Any]:
    """Write positions that leave a choice, up to so many of each part."""
    parts = {}
    for part, number in most.items():
        words, numbers, _ = records(played[part])
        choice = numpy.flatnonzero(numbers[:, game_kernels.LENGTH] > 1)
        rows = numpy.random.default_rng(3).permutation(choice)[:number]
        words, numbers = words[rows], numbers[rows]
        moves = numbers[:, 1 : 1 + game_kernels.MOST] / ONE
        parts[part] = sample_file.pack_sample(game, words, numbers[:, 0] / ONE, moves, numbers[:, game_kernels.LENGTH])
    sample_file.write_sample(path, parts)
    return {"positions": {part: len(arrays["throw"]) for part, arrays in parts.items()}, "bytes": path.stat().st_size}


def teach(game: Game, batch: Batch, seconds: float, path: Path) -> dict[str, Any]:
    """Teach a network by what was written down, and judge it by the games kept aside."""
    from tuning import network as learning

    words, numbers, games = records(batch)
    after, meaning = network_examples.follow_moves(game, words)
    values = numbers[:, : 1 + game_kernels.MOST] / ONE
    aside = games % 16 == 0
    learnt = numpy.flatnonzero(~aside)
    lessons = learning.Lessons(game, *(part[learnt] for part in (words, values, after, meaning)))
    lessons.show(numpy.arange(len(learnt)), 0.25)
    lessons.show(learning.distinct(words[learnt]), 0.5)
    net = learning.Network(network.FEATURES, network.SECTIONS, network.SQUARED).to(learning.device())
    net.forget_unseen(lessons.seen)
    report: dict[str, Any] = {"positions": len(lessons.value)}
    report |= learning.teach(net, lessons, seconds)
    net.keep(path)
    report |= {"bytes": path.stat().st_size}
    unseen = aside.copy()
    unseen[aside] = lessons.lack(words[aside])
    for name, which in (("played", aside), ("played, never seen", unseen)):
        report[name] = learning.judged(net, game, words[which], values[which], after[which], meaning[which])
    return report


def main() -> None:
    """Solve, check, play, teach and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--unchecked", action="store_true", help="leave the Bellman residuals out")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual number of games; 0 for none")
    parser.add_argument("--sample", type=int, default=300_000, help="positions in the sample; a million take 9 MB")
    parser.add_argument("--teach", type=float, default=0.0, metavar="SECONDS")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore", message=".*Grid size.*")
    game = banmen.game("holes58", pieces=arguments.pieces)
    report: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "options": game.options}
    report["versions"] = {"python": platform.python_version()} | {name: version(name) for name in ("numba", "numpy")}
    began = time.perf_counter()
    if arguments.cpu:
        from banmen.solve.holes58.pair_solver import PairSolver

        solver: Any = PairSolver(game)
    else:
        from banmen.solve.holes58.pair_gpu_solver import PairGpuSolver

        solver = PairGpuSolver(game)
        report["gpu"] = str(solver.cuda.get_current_device().name)
        report["registers"] = pair_kernels.REGISTERS
        report["copy_bytes_per_second"] = round(copy_bandwidth(solver))
    report["seconds_to_prepare"] = round(time.perf_counter() - began, 2)
    top, report["strata"] = solve_all(solver, not arguments.unchecked)
    report["seconds_to_solve"] = round(sum(row["seconds"] for row in report["strata"]), 2)
    write(arguments.output, report)
    if arguments.scale:
        played = make_batches(game, arguments.scale)
        holder = [top]
        del top
        began = time.perf_counter()
        played = play_all(solver, holder.pop(), played)
        report["seconds_to_play"] = round(time.perf_counter() - began, 2)
        report |= {"first_moves": first_moves(game, played["opening"]), "matches": matches(played)}
        most = {sample_file.PLAYED: 2 * arguments.sample // 3, sample_file.ANYWHERE: arguments.sample // 3}
        report["sample"] = write_sample(game, arguments.output / "sample.npz", played, most)
        write(arguments.output, report)
        if arguments.teach:
            report["network"] = teach(game, played["taught"], arguments.teach, arguments.output / "network.npz")
            turns = len(records(played["taught"])[0]) * played["taught"].share / len(played["taught"].games)
            report["network"]["moves_per_game"] = turns
    write(arguments.output, report)


def write(folder: Path, report: dict[str, Any]) -> None:
    """Write what is known so far."""
    (folder / "solved.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({key: value for key, value in report.items() if key != "strata"}, indent=1), flush=True)


if __name__ == "__main__":
    main()
