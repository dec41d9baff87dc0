"""The parts of the report on Kariuchi that need no GPU."""

from pathlib import Path
from typing import Any, cast

import numpy
import pytest

import banmen
from banmen.solve.kariuchi import packed_report
from banmen.solve.kariuchi.packed_lookup import occupied_points
from banmen.solve.kariuchi.packed_solver import BITS, Matrix, PackedSolver
from banmen.solve.samples.sample_file import read_sample
from banmen.solve.strata_request import SAMPLE, StrataRequest

GAME = banmen.game("kariuchi", pieces=2)


def test_drawn_positions_are_of_their_stratum_and_can_be() -> None:
    pairs = packed_report.draw_pairs(3, 2, 2000, 5)
    assert pairs.shape == (2000, 2)
    assert set(packed_report.count_pieces(pairs[:, 0])) == {3}
    assert set(packed_report.count_pieces(pairs[:, 1])) == {2}
    assert all(occupied_points(mover) & occupied_points(other) == 0 for mover, other in pairs.tolist())


def test_records_are_half_from_play_and_half_from_all_strata() -> None:
    records = packed_report.draw_both(GAME, 400, 400, 5)
    assert records.shape == (800, 3)
    assert set(records[:, 2]) == {1, 2, 3, 4, 5}
    pieces = numpy.stack([packed_report.count_pieces(records[400:, side]) for side in (0, 1)], axis=1)
    assert {tuple(row) for row in pieces.tolist()} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert all(occupied_points(mover) & occupied_points(other) == 0 for mover, other, _ in records.tolist())


def test_a_row_says_how_a_matrix_was_solved() -> None:
    matrix = Matrix(1, 1, BITS, None, [(9, 0.5, 1.5), (1, 0.0, 0.25)], 2.0)
    row = packed_report.describe_matrix(matrix)
    assert (row["positions"], row["sweeps"], row["backups_per_second"]) == (2451, 2, 2451)
    assert row["changes"] == [[9, 0.5, 1.5], [1, 0.0, 0.25]]


class EvenSolver:
    """A solver in which every move is worth the number of pieces of the mover, in hundredths."""

    def move_values(self, matrix: Matrix, records: Any) -> Any:
        values = numpy.full((len(records), 1 + GAME.rules.MOST), -1.0)
        rules: Any = GAME.plain
        for row, (mover, other, value) in enumerate(records.tolist()):
            moves = rules.count(rules.throw(rules.join_sides(mover, other, GAME.first_state()), value))
            values[row, : 1 + moves] = matrix.movers / 100
        return values


def test_records_are_valued_in_their_stratum_and_sampled_where_there_is_a_choice(tmp_path: Path) -> None:
    request = StrataRequest(tmp_path, sample=60)
    valued = packed_report.ValuedRecords(GAME, packed_report.draw_both(GAME, 120, 60, 7))
    for movers, others in ((1, 1), (1, 2), (2, 1), (2, 2)):
        valued.add(cast(PackedSolver, EvenSolver()), Matrix(movers, others, BITS, None))
    assert set(numpy.round(valued.values[:, 0], 2)) == {numpy.float32(0.01), numpy.float32(0.02)}
    written = packed_report.make_sample(GAME, request, valued)["positions"]
    parts = read_sample(tmp_path / SAMPLE, GAME)
    assert {name: len(part.throws) for name, part in parts.items()} == written
    assert all((numpy.diff(part.begin) > 1).all() for part in parts.values())
    assert written["played"] == 40
    assert parts["played"].values == pytest.approx(parts["played"].moves[parts["played"].begin[:-1]])


def test_the_number_of_positions_is_that_of_the_docs() -> None:
    assert packed_report.count_positions(banmen.game("kariuchi", pieces=1)) == 2451
