"""Kariuchi solved on a GPU with a report: every stratum with its residuals, the first moves, sample and records."""

from __future__ import annotations

import time
from typing import Any

from banmen.core.game import Game
from banmen.games.kariuchi import indexing
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.devices import Device
from banmen.solve.kariuchi.packed_rows import compute_row_starts, list_sides
from banmen.solve.kariuchi.packed_solver import LARGE, MOST_SWEEPS, SETTLED, Matrix, PackedSolver
from banmen.solve.samples.drawn_positions import SPARE, draw_played, pick_choices, split_sample
from banmen.solve.samples.record_file import write_records
from banmen.solve.samples.sample_file import ANYWHERE, PLAYED, write_sample
from banmen.solve.solve_progress import share_settled
from banmen.solve.strata_request import SAMPLE, StrataReport, StrataRequest, watch_strata

FEWER = 2_000_000  # positions that are checked of all strata but the largest
LARGEST = 10**10  # positions from which on a stratum is one of the largest
SEED, SAMPLE_SEED = 5, 7  # a sample has separate positions, on which a network trained on records can be judged
THROWS = 5


class ValuedRecords:
    """Records that get their values while the stratum of each is being solved."""

    def __init__(self, game: Game, records: Any) -> None:
        import numpy

        self.records = records
        self.pieces = numpy.stack([count_pieces(records[:, side]) for side in (0, 1)], axis=1)
        self.values = numpy.zeros((len(records), 1 + game.rules.MOST), numpy.float32)

    def add(self, solver: PackedSolver, matrix: Matrix) -> None:
        """Value the records of the stratum solved last."""
        there = (self.pieces == (matrix.movers, matrix.others)).all(axis=1)
        if there.any():
            self.values[there] = solver.move_values(matrix, self.records[there])


def solve_and_report(
    game: Game, request: StrataRequest, device: Device, *, few: int = LARGE, most_sweeps: int = MOST_SWEEPS
) -> dict[str, Any]:
    """Solve a variant on a GPU, write the report and any other requested output, and return the report."""
    began = time.perf_counter()
    solver = PackedSolver(game, few=few, most_sweeps=most_sweeps)
    report = StrataReport(game, device, request)
    report.add(seconds_to_prepare=round(time.perf_counter() - began, 2))
    played, anywhere = (SPARE * number for number in split_sample(request.sample).values())
    records = ValuedRecords(game, draw_both(game, request.records, request.records, SEED))
    sampled = ValuedRecords(game, draw_both(game, played, anywhere, SAMPLE_SEED))
    last = solve_strata(solver, report, [records, sampled])
    report.add(seconds_to_solve=round(sum(row["seconds"] for row in report.facts["strata"]), 2))
    if request.records:
        write_records(request.output, records.records, records.values, request.records)
        report.add(records=2 * request.records)
    if request.sample:
        report.add(sample=make_sample(game, request, sampled))
    report.add(first_moves=value_first_moves(solver, last), seconds=round(time.perf_counter() - began, 1))
    return report.facts


def solve_strata(solver: PackedSolver, report: StrataReport, recorded: list[ValuedRecords]) -> Matrix:
    """Solve all strata from few pieces on; return the last matrix."""
    strata = solver.list_strata()
    sizes = [int(compute_row_starts(more, few)[-1]) * (1 if more == few else 2) for more, few in strata]
    watch = watch_strata(report.request, sizes)
    for number, (more, few) in enumerate(strata):

        def on_sweep(matrix: Matrix, sweep: int, number: int = number) -> None:
            change = matrix.changes[-1][0] / matrix.one
            rate = matrix.positions * (sweep + 1) / max(matrix.seconds, 1e-9)
            watch(number, sweep + 1, change, share_settled(change, SETTLED / matrix.one), rate)

        for matrix in solver.solve(more, few, on_sweep):
            for each in recorded:
                each.add(solver, matrix)
            checked = {"residual": check_matrix(solver, matrix, report.request.check)} if report.request.check else {}
            report.add_stratum(describe_matrix(matrix) | checked)
    return matrix


def describe_matrix(matrix: Matrix) -> dict[str, Any]:
    """Return how a matrix was solved."""
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


def check_matrix(solver: PackedSolver, matrix: Matrix, size: int) -> dict[str, Any]:
    """Return the differences between the values of a random sample and their one-step backups by the rules."""
    pairs = draw_pairs(matrix.movers, matrix.others, size if matrix.positions > LARGEST else min(size, FEWER), SEED)
    seen, kept = solver.measure_residuals(matrix, pairs)
    difference = seen - kept
    return {
        "sample": len(pairs),
        "largest": float(abs(difference).max()),
        "mean": float(difference.mean()),
        "mean_size": float(abs(difference).mean()),
    }


def value_first_moves(solver: PackedSolver, matrix: Matrix) -> dict[str, Any]:
    """Return the value of the start and of each first throw: as stored, and by a lookahead of one more throw."""
    import numpy

    rules, start = solver.game.plain, solver.game.first_state()
    pairs, names, passes = [indexing.sides(start)], ["start"], [False]
    for value in range(1, THROWS + 1):
        state = rules.throw(start, value)
        for k in range(rules.count(state)):
            move = rules.kth(state, k)
            after = rules.apply(state, move)
            pairs.append(indexing.sides(after))
            names.append(f"{value} {solver.game.write_move(move)}")
            passes.append(rules.turn(after) != rules.turn(start))
    seen, kept = solver.measure_residuals(matrix, numpy.array(pairs, numpy.int64))
    return {
        name: {"ahead": 1 - ahead if passed else ahead, "kept": 1 - there if passed else there}
        for name, passed, ahead, there in zip(names, passes, seen.tolist(), kept.tolist(), strict=True)
    }


def draw_pairs(movers: int, others: int, size: int, seed: int) -> Any:
    """Return random positions of a stratum as pairs of sides that share no point, about so many."""
    import numpy

    rng = numpy.random.default_rng(seed)
    own, theirs = list_sides(movers), list_sides(others)
    one, two = rng.integers(0, own.size, 2 * size), rng.integers(0, theirs.size, 2 * size)
    apart = numpy.flatnonzero(own.masks[one] & theirs.masks[two] == 0)[:size]
    return numpy.stack([own.words[one[apart]], theirs.words[two[apart]]], axis=1)


def draw_both(game: Game, played: int, anywhere: int, seed: int) -> Any:
    """Return a number of records from play, followed by as many spread evenly over all strata."""
    import numpy

    rng = numpy.random.default_rng(seed)
    numbers = range(1, game.options["pieces"] + 1)
    strata = [(one, two) for one in numbers for two in numbers]
    drawn = []
    for one, two in strata:
        pairs = draw_pairs(one, two, -(-anywhere // len(strata)), seed)
        drawn.append(numpy.concatenate([pairs, rng.integers(1, THROWS + 1, (len(pairs), 1))], axis=1))
    return numpy.concatenate([draw_played(game, played, seed), numpy.concatenate(drawn)[:anywhere]])


def count_pieces(sides: Any) -> Any:
    """Return how many pieces of each side are not home."""
    import numpy

    kinds, where = numpy.unique(sides, return_inverse=True)
    counts = [PIECES - indexing.side_class(side) for side in kinds.tolist()]
    return numpy.array(counts, numpy.int64)[where]


def make_sample(game: Game, request: StrataRequest, valued: ValuedRecords) -> dict[str, Any]:
    """Write positions that leave a choice, and return how many there are of each part."""
    numbers = split_sample(request.sample)
    played = SPARE * numbers[PLAYED]
    rows = {PLAYED: slice(0, played), ANYWHERE: slice(played, None)}
    parts = {
        name: pick_choices(game, valued.records[rows[name]], valued.values[rows[name]], number, SAMPLE_SEED)
        for name, number in numbers.items()
    }
    path = request.output / SAMPLE
    write_sample(path, parts)
    return {"positions": {name: len(part["throw"]) for name, part in parts.items()}, "bytes": path.stat().st_size}


def count_positions(game: Game) -> int:
    """Return how many positions a variant has."""
    numbers = range(1, game.options["pieces"] + 1)
    return sum(int(compute_row_starts(one, two)[-1]) for one in numbers for two in numbers)
