"""The parts of the script that solves Kariuchi on a card which need none."""

import numpy

import banmen
from banmen.solve.kariuchi.packed_lookup import occupied_points
from banmen.solve.kariuchi.packed_solver import BITS, Matrix
from bench import solve_kariuchi


def test_sampled_positions_are_of_their_stratum_and_can_be() -> None:
    pairs = solve_kariuchi.sample(Matrix(3, 2, BITS, None), 2000)
    assert pairs.shape == (2000, 2)
    assert set(solve_kariuchi.count_pieces(pairs[:, 0])) == {3}
    assert set(solve_kariuchi.count_pieces(pairs[:, 1])) == {2}
    assert all(occupied_points(mover) & occupied_points(other) == 0 for mover, other in pairs.tolist())


def test_records_are_half_from_play_and_half_from_all_strata() -> None:
    records = solve_kariuchi.gathered(banmen.game("kariuchi", pieces=2), 400)
    assert records.shape == (800, 3)
    assert set(records[:, 2]) == {1, 2, 3, 4, 5}
    pieces = numpy.stack([solve_kariuchi.count_pieces(records[400:, side]) for side in (0, 1)], axis=1)
    assert {tuple(row) for row in pieces.tolist()} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert all(occupied_points(mover) & occupied_points(other) == 0 for mover, other, _ in records.tolist())


def test_a_row_tells_how_a_matrix_was_solved() -> None:
    matrix = Matrix(1, 1, BITS, None, [(9, 0.5, 1.5), (1, 0.0, 0.25)], 2.0)
    row = solve_kariuchi.row_of(matrix)
    assert (row["positions"], row["sweeps"], row["backups_per_second"]) == (2451, 2, 2451)
    assert row["changes"] == [[9, 0.5, 1.5], [1, 0.0, 0.25]]
