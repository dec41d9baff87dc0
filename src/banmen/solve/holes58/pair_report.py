"""58 Holes solved with a report: every stratum with its residuals, the first moves, games by the values, sample and records."""

from __future__ import annotations

import time
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.games.holes58.rules import MOST
from banmen.solve.devices import Device
from banmen.solve.gpu.gpu_memory import measure_copy_speed
from banmen.solve.holes58 import game_kernels
from banmen.solve.holes58.game_batches import (
    Batch,
    compute_opening_chances,
    count_wins,
    draw_games,
    make_batch,
    start_games,
)
from banmen.solve.holes58.game_kernels import ANY, BEST, LENGTH, WISH
from banmen.solve.holes58.pair_solver import PairSolver
from banmen.solve.holes58.pair_strata import TOLERANCE, PairStratum
from banmen.solve.holes58.pair_sweep_kernels import ONE
from banmen.solve.samples.drawn_positions import pick_choices, split_sample
from banmen.solve.samples.record_file import NO_MOVE, write_records
from banmen.solve.samples.sample_file import ANYWHERE, PLAYED, write_sample
from banmen.solve.solve_progress import share_settled
from banmen.solve.strata_request import SAMPLE, StrataReport, StrataRequest, watch_strata

OPPONENTS = {"best": BEST, "any": ANY, "greedy": WISH}
SEED = 3


def solve_and_report(game: Game, request: StrataRequest, device: Device) -> dict[str, Any]:
    """Solve a variant on a device, write the report and any other requested output, and return the report."""
    began = time.perf_counter()
    solver = _make_solver(game, device)
    report = StrataReport(game, device, request)
    if device.name == "gpu":
        report.add(copy_bytes_per_second=round(measure_copy_speed()))
    report.add(seconds_to_prepare=round(time.perf_counter() - began, 2))
    top = solve_strata(solver, report)
    report.add(seconds_to_solve=round(sum(row["seconds"] for row in report.facts["strata"]), 2))
    batches = make_batches(game, request)
    began = time.perf_counter()
    batches = play_batches(solver, top, batches)
    report.add(seconds_to_play=round(time.perf_counter() - began, 2))
    report.add(first_moves=value_first_moves(game, batches["opening"]), matches=count_matches(batches))
    if request.sample:
        report.add(sample=make_sample(game, request, batches))
    if request.records:
        words, values = read_batch(batches["recorded"])
        words, values = words[: request.records], values[: request.records]
        write_records(request.output, words, values, len(words))
        report.add(records=len(words))
    return report.facts


def _make_solver(game: Game, device: Device) -> PairSolver:
    if device.name == "gpu":
        from banmen.solve.holes58.pair_gpu_solver import PairGpuSolver

        return PairGpuSolver(game)
    return PairSolver(game, device=device)


def solve_strata(solver: PairSolver, report: StrataReport) -> list[PairStratum]:
    """Solve all strata from few pieces on; return a list of the last one, which the caller empties to free its memory."""
    strata = solver.list_strata()
    sizes = [solver.sides[more].size * solver.sides[few].size * (1 if more == few else 2) for more, few in strata]
    watch = watch_strata(report.request, sizes)
    last: list[PairStratum] = []
    for number, (more, few) in enumerate(strata):
        last.clear()  # lets go of its memory
        began = time.perf_counter()

        def on_sweep(stratum: PairStratum, number: int = number) -> None:
            sweeps, change = len(stratum.changes), stratum.changes[-1] / ONE
            rate = stratum.positions * sweeps / max(stratum.seconds, 1e-9)
            watch(number, sweeps, change, share_settled(change, TOLERANCE / ONE), rate)

        last.append(solver.solve(more, few, on_sweep))
        seconds = time.perf_counter() - began
        solver.keep(last[0])
        report.add_stratum(describe_stratum(solver, last[0], seconds, bool(report.request.check)))
    return last


def describe_stratum(solver: PairSolver, stratum: PairStratum, seconds: float, check: bool) -> dict[str, Any]:
    """Return how a stratum was solved and, if requested, the largest residual of all its positions."""
    row: dict[str, Any] = {
        "pieces": [stratum.one.pieces, stratum.two.pieces],
        "positions": stratum.positions,
        "sweeps": len(stratum.changes),
        "seconds": round(seconds, 3),
        "changes": stratum.changes,
        "sweep_seconds": round(stratum.seconds, 3),
        "backups_per_second": round(stratum.positions * len(stratum.changes) / max(stratum.seconds, 1e-9)),
    }
    if check:
        began = time.perf_counter()
        row |= {"residual": solver.measure_residual(stratum), "check_seconds": round(time.perf_counter() - began, 2)}
    return row


def make_batches(game: Game, request: StrataRequest) -> dict[str, Batch]:
    """Return all games to be played: the opening, matches, and those that positions are sampled and recorded from."""
    import numpy

    best, found = (BEST, BEST), {}
    opening = start_games(game, len(sticks.THROWS), 10)
    opening[:, game_kernels.SEAT], opening[:, game_kernels.THROWN] = 0, numpy.array(sticks.THROWS)
    found["opening"] = make_batch(opening, best, share=1, most=1)
    if request.games:
        for seed, (name, policy) in enumerate(OPPONENTS.items()):
            found[f"best-{name}"] = make_batch(start_games(game, request.games, seed), (BEST, policy))
        found["any-greedy"] = make_batch(start_games(game, max(8, request.games // 4), 8), (ANY, WISH))
        found["free"] = make_batch(start_games(game, request.games, 9, opening=False), best)
    if request.sample:
        # Every second position leaves no choice, and games are recorded some four times.
        parts = split_sample(request.sample)
        found[PLAYED] = make_batch(start_games(game, 8 + 2 * parts[PLAYED], 11), best, 0.05, share=24, most=4)
        found[ANYWHERE] = make_batch(draw_games(game, 8 + 5 * parts[ANYWHERE], 12), best, share=1, most=1)
    if request.records:
        # A game takes so long that more positions of it are recorded than each side has pieces.
        games = start_games(game, 8 + request.records // game.options["pieces"], 13)
        found["recorded"] = make_batch(games, best, 0.12, share=12, most=16)
    return found


def play_batches(solver: PairSolver, top: list[PairStratum], batches: dict[str, Batch]) -> dict[str, Batch]:
    """Play all games through all strata, from the last one down, which `top` holds; the others are solved again."""
    sent = {name: solver.send(batch) for name, batch in batches.items()}
    for more, few in reversed(solver.list_strata()):
        stratum = top.pop() if top else solver.solve(more, few)
        for batch in sent.values():
            solver.play(stratum, batch)
        del stratum  # before the next one takes its memory
    return {name: solver.fetch(batch) for name, batch in sent.items()}


def value_first_moves(game: Game, opening: Batch) -> dict[str, Any]:
    """Return the value of each first throw and its moves, and of beginning by the real opening."""
    found: dict[str, Any] = {"start": int(opening.numbers[0, 0]) / ONE}
    for (*_, value), numbers in zip(opening.words.tolist(), opening.numbers.tolist(), strict=True):
        moves = game.start().throw(value).legal_moves()
        found[str(value)] = {str(move): worth / ONE for move, worth in zip(moves, numbers[1 : 1 + len(moves)], strict=True)}
    chances = compute_opening_chances(game)
    found["beginner"] = sum(chance * max(found[str(value)].values()) for value, chance in chances.items())
    return found


def count_matches(batches: dict[str, Batch]) -> dict[str, Any]:
    """Return how many games the first of two players won, who begins every other game."""
    import numpy

    found: dict[str, Any] = {}
    for name in ("best-best", "best-any", "best-greedy", "any-greedy", "free"):
        if name in batches:
            games = batches[name].games
            wins, losses = count_wins(games)
            begun = (games[:, game_kernels.ENDED] - 1 == numpy.arange(len(games)) % 2).mean()
            error = (wins * losses / (wins + losses)) ** 0.5 / (wins + losses)
            found[name] = {"games": len(games), "won": wins / (wins + losses), "error": error, "beginner_won": float(begun)}
    return found


def read_batch(batch: Batch) -> tuple[Any, Any]:
    """Return the records that were made in some games and their values as chances."""
    import numpy

    made = batch.numbers[:, LENGTH] > 0
    numbers = batch.numbers[made]
    there = numpy.arange(MOST) < numbers[:, LENGTH, None]
    values = numpy.full((len(numbers), 1 + MOST), NO_MOVE)
    values[:, 0] = numbers[:, 0] / ONE
    values[:, 1:][there] = numbers[:, 1 : 1 + MOST][there] / ONE
    return batch.words[made], values


def make_sample(game: Game, request: StrataRequest, batches: dict[str, Batch]) -> dict[str, Any]:
    """Write positions that leave a choice, and return how many there are of each part."""
    numbers = split_sample(request.sample)
    parts = {name: pick_choices(game, *read_batch(batches[name]), number, SEED) for name, number in numbers.items()}
    path = request.output / SAMPLE
    write_sample(path, parts)
    return {"positions": {name: len(part["throw"]) for name, part in parts.items()}, "bytes": path.stat().st_size}


def count_positions(game: Game) -> int:
    """Return how many positions a variant has."""
    return sum(indexing.class_size(pieces) for pieces in range(1, game.options["pieces"] + 1)) ** 2
