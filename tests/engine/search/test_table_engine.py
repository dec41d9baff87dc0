"""Engines, levels and analyses use tables if there are any, and say so."""

import dataclasses
import io
from pathlib import Path

import pytest
from rich.console import Console

import banmen
from banmen.core.game import Position
from banmen.engine.analysis.analyse import analyse
from banmen.engine.interface import Budget, EngineError
from banmen.engine.levels import level
from banmen.engine.players import player
from banmen.engine.search.table_engine import TableEngine
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.table_lookup import save, usual_name
from banmen.solve.value_iteration.solver import Solution, solve
from banmen.terminal.analysis_tables import position_tables

GAME = banmen.game("kariuchi", pieces=1)
THROWN, WAITING = "5/5c 1 2", "12/A 2 -"


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(GAME)


@pytest.fixture
def table(solution: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ChanceTable:
    monkeypatch.setenv("BANMEN_DATA", str(tmp_path))
    save(solution, tmp_path / "tables" / usual_name(GAME), "fixed32")
    return ChanceTable.of(solution)


def test_every_move_is_looked_up(table: ChanceTable) -> None:
    position = GAME.position(THROWN)
    heard: list[bool] = []
    thought = TableEngine().think(position, Budget(nodes=1), lambda found: heard.append(found.from_table))
    assert heard == [True]
    assert all(value.exact for value in thought.moves)
    for value, (move, chance) in zip(thought.moves, table.move_values(position), strict=True):
        assert value.move == move
        assert value.chance == pytest.approx(chance, abs=1e-9)


def test_an_analysis_says_that_it_is_exact(table: ChanceTable) -> None:
    for text in (THROWN, WAITING):
        position = GAME.position(text)
        found = analyse(position)
        assert found.exact
        assert found.engine == "table"
        assert found.chance == pytest.approx(table.value(position), abs=1e-9)
        assert found.to_json()["exact"] is True
    assert "exact" in _shown(GAME.position(THROWN))


def _shown(position: Position) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    for part in position_tables(analyse(position), "en"):
        console.print(part)
    return console.export_text()


def test_what_no_table_covers_is_searched(table: ChanceTable) -> None:
    game = banmen.game("kariuchi", pieces=2)
    found = analyse(game.position("5,A/12,30 1 2"), Budget(nodes=200))
    assert not found.exact
    assert found.engine == "network"
    biased = banmen.game("kariuchi", pieces=2, p=0.4)
    assert analyse(biased.position("5,A/12,30 1 2"), Budget(nodes=200)).engine == "expectimax"
    inside = analyse(game.position("5,H/12,H 1 2"), Budget(nodes=200))  # with one piece home each, one each is left
    assert inside.exact
    with pytest.raises(EngineError, match=r"no table covers .* create one with 'banmen solve kariuchi --opt pieces=2'"):
        player("exact", game).choose(game.position("5,A/12,30 1 2"))


def test_the_highest_level_and_the_exact_player_play_best(table: ChanceTable) -> None:
    position = GAME.position(THROWN)
    best = table.move_values(position)[0][0]
    assert player("exact", GAME).choose(position) == best
    assert level(GAME, 8).player().choose(position) == best


def test_a_level_does_what_its_table_says(solution: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bent = dataclasses.replace(solution, values=1 - solution.values)
    monkeypatch.setenv("BANMEN_DATA", str(tmp_path))
    save(bent, tmp_path / "tables" / usual_name(GAME), "fixed32")
    position = GAME.position(THROWN)
    worst = ChanceTable.of(solution).move_values(position)[-1][0]
    assert level(GAME, 8).player().choose(position) == worst
    assert level(GAME, 7).player().choose(position) != worst  # other levels keep their strength, whatever tables there are
