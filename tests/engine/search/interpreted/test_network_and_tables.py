"""The engines based on a network or a table: their queries, and how they use the results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.core import sticks
from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.engine.baselines import Greedy
from banmen.engine.interface import Budget, EngineError, SearchResult
from banmen.engine.search import network_engine, network_kernels, table_engine
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.network_engine import NetworkEngine, has_network, has_network_for, weights_and_buffers
from banmen.engine.search.search_control import SearchControl
from banmen.engine.search.table_engine import TableEngine
from banmen.kernels.kernel import PLAIN
from banmen.kernels.network import evaluate_network
from banmen.kernels.twins import bind
from banmen.solve.tables import table_lookup

ONE = Budget(nodes=1)
HOLES = banmen.game("holes58")
KARIUCHI = banmen.game("kariuchi")
POSITIONS = [
    HOLES.position("10,14;0;3/1;0;4 1 1"),
    HOLES.position("28;0;0/-;1;0 1 2"),
    KARIUCHI.position("4,28,Hx2/29,Hx3 1 1"),
]
ODDS = tuple(sticks.probability(value, 0.5) for value in sticks.THROWS)


def network_chance(position: Position, player: object) -> float:
    """Return a player's chance by the network alone."""
    if position.over:
        return float(position.winner == (player,))
    kernels: Any = bind(network_kernels, position.game.rules, PLAIN)
    rules = kernels.rules
    weights, room, listed = weights_and_buffers(position.game)
    rules.list_features(*rules.sides(position.state), listed)
    chance = float(evaluate_network(rules.FEATURES, rules.SECTIONS, rules.SQUARED, listed, weights, room))
    return chance if position.turn == player else 1 - chance


def with_replies(position: Position, player: object) -> float:
    """Return a player's chance with a throw due, after the best reply to each throw."""
    if position.over:
        return float(position.winner == (player,))
    total = 0.0
    for value, part in position.throws():
        thrown = position.throw(value)
        mover = thrown.turn
        best = max(network_chance(thrown.after(code), mover) for code in thrown.legal_codes())
        total += part * (best if mover == player else 1 - best)
    return total


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_the_network_is_asked_about_moves_and_replies(position: Position) -> None:
    for replies, reference in ((False, network_chance), (True, with_replies)):
        found = NetworkEngine(replies=replies).think(position, ONE)
        expected = {code: reference(position.after(code), position.turn) for code in position.legal_codes()}
        assert {value.move.code: value.chance for value in found.moves} == pytest.approx(expected, abs=1e-6)
        assert [value.chance for value in found.moves] == sorted(expected.values(), reverse=True) or len(found.moves) > 1
        assert found.line == (found.best,)
        assert found.chance == max(value.chance for value in found.moves)
        assert found.seconds >= 0
        afters = [position.after(code) for code in position.legal_codes()]
        due = [after.throw(value) for after in afters if not after.over for value in range(1, 6)]
        assert found.nodes == (sum(len(thrown.legal_codes()) for thrown in due) if replies else len(afters))
        assert not any(value.exact for value in found.moves)


def test_the_best_of_no_chances_is_none() -> None:
    kernels: Any = bind(network_kernels, HOLES.rules, PLAIN)
    position = POSITIONS[0]
    best = kernels.best_chance(position.state, *weights_and_buffers(HOLES))
    assert best == pytest.approx(max(network_chance(position.after(code), position.turn) for code in position.legal_codes()))
    chances = numpy.full(HOLES.rules.MOST, 7.0)
    assert kernels.value_moves_and_replies(position.state, ODDS, *weights_and_buffers(HOLES), chances) == 19
    assert (chances[2:] == 7.0).all()


def test_who_has_a_network() -> None:
    assert [has_network(banmen.game(name)) for name in ("holes58", "kariuchi", "moontrek", "kuniumi", "qubism")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert has_network_for(HOLES)
    other = banmen.game("holes58", collect="one")
    assert has_network(other)
    assert not has_network_for(other)
    assert not has_network_for(banmen.game("qubism"))
    with pytest.raises(EngineError, match="no network"):
        weights_and_buffers(other)
    with pytest.raises(EngineError):
        NetworkEngine(fallback=Greedy)  # type: ignore[arg-type]
    assert network_engine.find_network_module(HOLES).FEATURES > 0


def test_games_without_a_network_are_left_to_the_other_engine() -> None:
    position = banmen.game("holes58", collect="one").position("10,14;0;3/1;0;4 1 1")
    reports: list[SearchResult] = []
    expected = Greedy().think(position, ONE)
    assert NetworkEngine(fallback=Greedy()).think(position, ONE, reports.append).moves == expected.moves
    reports.clear()
    found = NetworkEngine().think(POSITIONS[0], ONE, reports.append)
    assert reports == [found]


class Chain:
    """A table that covers some number of positions and prefers the last move."""

    def __init__(self, covered: int) -> None:
        self.covered = covered

    def covers(self, _position: Position) -> bool:
        self.covered -= 1
        return self.covered >= 0

    def move_values(self, position: Position) -> list[tuple[Move, float]]:
        return [(move, 0.25) for move in reversed(position.legal_moves())]


@pytest.fixture
def find_given_table(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[Any]]:
    """Let a table be found, and return the queries for it."""

    def prepare(table: Any) -> list[Any]:
        asked: list[Any] = []

        def find_table(_position: Position, folder: Path | None) -> Any:
            asked.append(folder)
            return table

        monkeypatch.setattr(table_lookup, "find_table", find_table)
        return asked

    return prepare


@pytest.mark.parametrize("covered", [0, 1, 3, 1000])
def test_a_table_is_read_with_its_line(covered: int, find_given_table: Callable[[Any], list[Any]]) -> None:
    asked = find_given_table(Chain(covered))
    position = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    reports: list[SearchResult] = []
    found = TableEngine(folder="here").think(position, ONE, reports.append)
    assert asked == [Path("here")]
    assert reports == [found]
    assert [value.move for value in found.moves] == list(reversed(position.legal_moves()))
    assert {(value.chance, value.exact) for value in found.moves} == {(0.25, True)}
    assert (found.nodes, found.from_table, found.depth) == (len(found.moves), True, 0)
    assert 0 <= found.seconds < 60
    line: list[Move] = []
    while not position.over and len(line) < min(covered, table_engine.LONGEST_LINE):
        line.append(position.legal_moves()[-1])
        position = position.play(line[-1])
    assert list(found.line) == line


def test_a_line_by_a_table_ends_with_the_next_throw(find_given_table: Callable[[Any], list[Any]]) -> None:
    find_given_table(Chain(1000))
    position = POSITIONS[0]
    assert TableEngine().think(position, ONE).line == (position.legal_moves()[-1],)


def test_moves_are_compared_by_a_table_where_there_is_one(find_given_table: Callable[[Any], list[Any]]) -> None:
    position = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    engine, move = TableEngine(AlphaBeta(memory=1)), position.legal_moves()[0]
    find_given_table(Chain(1))
    assert engine.compare(position, move, ONE).from_table
    find_given_table(None)
    assert not engine.compare(position, move, ONE).from_table


def test_without_a_table_another_engine_is_asked(find_given_table: Callable[[Any], list[Any]]) -> None:
    asked = find_given_table(None)
    position = POSITIONS[0]
    assert TableEngine(Greedy()).think(position, ONE).moves == Greedy().think(position, ONE).moves
    assert asked == [None]
    with pytest.raises(EngineError, match=r"'banmen solve holes58'"):
        TableEngine().think(position, ONE)
    other: Game = banmen.game("holes58", pieces=4, collect="one")
    with pytest.raises(
        EngineError, match=r"'banmen solve holes58 --opt (pieces=4 --opt collect=one|collect=one --opt pieces=4)'"
    ):
        TableEngine().think(other.start().throw(1), ONE)
    for wrong in ({"fallback": 5}, {"folder": 5}):
        with pytest.raises(EngineError):
            TableEngine(**wrong)  # type: ignore[arg-type]


def test_what_a_control_array_says() -> None:
    control = SearchControl()
    control.control = numpy.array([0, 17, 99])
    assert (control.nodes, control.stopped) == (17, False)
    control.control[0] = 1
    assert control.stopped is True
