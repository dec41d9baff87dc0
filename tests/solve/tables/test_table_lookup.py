"""Tables of all kinds are opened according to their header, also those that earlier versions wrote."""

from pathlib import Path

import pytest

import banmen
import banmen.solve
from banmen.solve import find_table, open_table
from banmen.solve.retrograde_analysis.retrograde import solve as solve_backwards
from banmen.solve.solve_errors import TableError
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.distance_table import DistanceTable, Outcome, open_distances, save_distances
from banmen.solve.tables.table_lookup import save
from banmen.solve.tables.tablefile import TableFile, write_table
from banmen.solve.value_iteration.solver import solve

OLD = Path(__file__).parents[2] / "data" / "tables"  # written before headers had a kind, and never to be written again
GAME = banmen.game("kariuchi", pieces=1, hit_bonus="any", p=0.4)


@pytest.mark.parametrize(("name", "error"), [("chances-fixed32", 1e-9), ("chances-fixed16-deflated", 1e-5)])
def test_a_table_of_chances_written_by_the_first_version_opens(name: str, error: float) -> None:
    table = open_table(OLD / f"{name}.table")
    assert "kind" not in table.head
    assert isinstance(table, ChanceTable)
    assert table.game == GAME
    assert table.value(GAME.start()) == pytest.approx(0.5159625938125808, abs=error)
    assert table.value(GAME.position("5/A 2 3")) == pytest.approx(0.9841997611235619, abs=error)


def test_a_table_of_distances_written_by_the_first_version_opens() -> None:
    table = open_table(OLD / "plies.table")
    assert "kind" not in table.head
    assert isinstance(table, DistanceTable)
    assert table.outcome(table.game.start()) == Outcome(1, 11)
    assert [str(move) for move, outcome in table.moves(table.game.start()) if outcome.sign > 0] == ["c2", "d2v", "e2v"]


def test_a_new_table_says_what_it_keeps_and_its_name_does_not_matter(tmp_path: Path) -> None:
    save(solve(GAME, bounded=False), tmp_path / "qubism.table", "fixed16")
    save_distances(solve_backwards(banmen.game("qubism", cubes=1)), tmp_path / "kariuchi.table")
    chances, distances = open_table(tmp_path / "qubism.table"), open_table(tmp_path / "kariuchi.table")
    assert isinstance(chances, ChanceTable)
    assert isinstance(distances, DistanceTable)
    assert (chances.head["kind"], distances.head["kind"]) == ("chances", "distances")
    assert find_table(GAME.start(), tmp_path) is None  # a table is looked up among the files named after the game
    with pytest.raises(TableError, match="another kind"):
        open_distances(tmp_path / "qubism.table")


def test_a_kind_of_the_future_is_refused(tmp_path: Path) -> None:
    with TableFile(OLD / "chances-fixed32.table") as old:
        write_table(tmp_path / "new.table", {**old.head, "kind": "colours"}, old.block(0), "fixed32")
    with pytest.raises(TableError, match="unknown game or options"):
        open_table(tmp_path / "new.table")


def test_the_earlier_name_of_chance_tables_still_works() -> None:
    assert banmen.solve.Table is banmen.solve.ChanceTable
    with pytest.raises(AttributeError, match="no attribute 'Tables'"):
        _ = banmen.solve.Tables
