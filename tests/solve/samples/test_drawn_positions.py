"""Positions drawn for samples and records are reachable, are valued exactly, and measure players."""

from pathlib import Path

import pytest

import banmen
from banmen.solve.samples import drawn_positions
from banmen.solve.samples.choice_losses import measure_losses, read_position
from banmen.solve.samples.record_file import read_records
from banmen.solve.samples.sample_file import ANYWHERE, PLAYED, read_sample
from banmen.solve.solvers import write_valued_positions
from banmen.solve.strata_request import SAMPLE
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.value_iteration.solver import solve

GAME = banmen.game("kariuchi", pieces=1)


@pytest.fixture(scope="module")
def table() -> ChanceTable:
    return ChanceTable.of(solve(GAME, bounded=False))


def test_positions_from_anywhere_can_be_and_differ(table: ChanceTable) -> None:
    records = drawn_positions.draw_anywhere(GAME, table.head["classes"], 300, 1)
    assert len({tuple(row) for row in records.tolist()}) > 250
    rules = GAME.plain
    for mover, other, value in records.tolist():
        state = rules.throw(rules.join_sides(mover, other, GAME.first_state()), value)  # type: ignore[attr-defined]
        assert GAME.position(GAME.write(state)).state == state


def test_a_sample_and_records_come_from_a_table(table: ChanceTable, tmp_path: Path) -> None:
    assert write_valued_positions(table, tmp_path, 90, 40) == {"sample": 90, "records": 80}
    parts = read_sample(tmp_path / SAMPLE, GAME)
    assert {name: len(part.throws) for name, part in parts.items()} == {PLAYED: 60, ANYWHERE: 30}
    for part in parts.values():
        for row in range(0, len(part.throws), 7):
            position = read_position(GAME, part, row)
            exact = {move.code: chance for move, chance in table.move_values(position)}
            worths = part.moves[part.begin[row] : part.begin[row + 1]]
            assert worths == pytest.approx([exact[code] for code in position.legal_codes()], abs=1e-5)
    rows, values, played = read_records([tmp_path / "records-0.npz"], GAME.rules.MOST)
    assert (len(rows), int(played.sum())) == (80, 40)
    assert (values[:, 0] > 0).all()


def test_a_perfect_player_loses_nothing_and_the_worst_one_much(table: ChanceTable, tmp_path: Path) -> None:
    write_valued_positions(table, tmp_path, 90, 0)
    part = read_sample(tmp_path / SAMPLE, GAME)[PLAYED]
    best = measure_losses(lambda position: table.move_values(position)[0][0], GAME, part, range(40))
    worst = measure_losses(lambda position: table.move_values(position)[-1][0], GAME, part, range(40))
    assert (best["choices"], best["lost_per_choice"], best["best_moves"]) == (40, 0.0, 1.0)
    assert worst["lost_per_choice"] > 0.01
