"""Games, positions and moves as values: what programs do with them besides playing."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from multiprocessing import get_context
from typing import Any, cast

import pytest

import banmen
from tests.common.loops import some
from tests.contract.variants import VARIANTS, make, name_of, random_game

each_game = pytest.mark.parametrize("name", banmen.names())


def somewhere(name: str) -> banmen.Position:
    """Return a position in the middle of a game whose rules have been used already."""
    position = list(random_game(banmen.game(name), 1))[15]
    return position.throw(3) if position.throws() else position


def moves_of(position: banmen.Position) -> list[str]:
    return [str(move) for move in position.legal_moves()]


@each_game
def test_positions_are_copied_and_pickled_as_they_are(name: str) -> None:
    position = somewhere(name)
    for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert (again, hash(again), again.past) == (position, hash(position), position.past)
        assert again.legal_moves() == position.legal_moves()


def test_positions_travel_to_other_processes() -> None:
    positions = [somewhere(name) for name in banmen.names()]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert list(pool.map(moves_of, positions)) == [moves_of(position) for position in positions]


def test_threads_may_share_a_position() -> None:
    positions = [somewhere(name) for name in banmen.names()] * 8
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(moves_of, positions)) == [moves_of(position) for position in positions]


@each_game
def test_a_position_cannot_be_changed(name: str) -> None:
    position = somewhere(name)
    for field in ("game", "state", "past"):
        with pytest.raises(FrozenInstanceError):
            setattr(position, field, None)
    with pytest.raises((AttributeError, TypeError)):
        position.note = "mine"  # type: ignore[attr-defined]


@each_game
def test_a_game_cannot_be_changed(name: str) -> None:
    game = banmen.game(name)
    for field in ("options", "note"):
        with pytest.raises(AttributeError, match="a game cannot be changed"):
            setattr(game, field, {})
        with pytest.raises(AttributeError, match="a game cannot be changed"):
            delattr(game, field)
    assert hash(game) == hash(banmen.game(name))


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_what_is_shown_can_be_evaluated(variant: tuple[str, dict[str, object]]) -> None:
    game = make(variant)
    assert eval(repr(game)) == game
    assert eval(repr(game.start())) == game.start()


@each_game
def test_positions_are_keys(name: str) -> None:
    position = somewhere(name)
    assert {position: "here"}[position.game.position(position.text)] == "here"
    assert position not in {position.play(move) for move in position.legal_moves()}


def test_games_with_the_same_options_are_the_same() -> None:
    assert banmen.game("kariuchi", pieces="4", p="0.50") == banmen.game("kariuchi")
    assert hash(banmen.game("kariuchi", pieces="4")) == hash(banmen.game("kariuchi", pieces=4))
    assert banmen.game("kariuchi", pieces=2) != banmen.game("kariuchi")
    assert banmen.game("kariuchi", pieces=2).start() != banmen.game("moontrek", pieces=2).start()


@pytest.mark.parametrize(
    "error",
    [
        banmen.OptionError("no such option"),
        banmen.NotationError("what", "a text", 3),
        banmen.MoveTextError("what", "a text", 3),
        banmen.RecordError("what", 3, 4),
        banmen.RecordError("what"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel_to_other_processes(error: banmen.BanmenError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize("rounds", [None, 3, [3], [[[1], 2]], [["1", "2"]], [[]], [[1]], [[3, 3]], [[1, 2], [3, 4]], [[0, 6]]])
def test_opening_throws_that_decide_nothing_are_refused(rounds: object) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game("kariuchi").opened(rounds)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
def test_nobody_throws_for_the_beginning_of_a_game_without_sticks(name: str) -> None:
    assert banmen.game(name).opened([]) == banmen.game(name).start()
    with pytest.raises(banmen.OptionError, match="has no opening throws"):
        banmen.game(name).opened([[1, 2]])


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_a_position_knows_the_throw_to_move_by(variant: tuple[str, dict[str, object]]) -> None:
    for position in some(list(random_game(make(variant), 2))[::5]):
        for value, _ in position.throws():
            assert (position.thrown, position.throw(value).thrown) == (None, value)
        if position.over or not position.game.rules.OPENING:
            assert position.thrown is None


@pytest.mark.parametrize(
    ("name", "options", "chance", "throws_to_begin", "teams"),
    [
        ("kariuchi", {}, True, True, ((1,), (2,))),
        ("holes58", {}, True, True, ((1,), (2,))),
        ("moontrek", {}, True, True, (("A",), ("B",), ("C",), ("D",))),
        ("moontrek", {"teams": "3-1"}, True, True, (("A", "C", "D"), ("B",))),
        ("moontrek", {"teams": "A|BC"}, True, True, (("A",), ("B", "C"))),
        ("kuniumi", {}, False, False, ((1,), (2,))),
        ("qubism", {}, False, False, (("w",), ("b",))),
    ],
)
def test_a_game_answers_by_name(name: str, options: Any, chance: bool, throws_to_begin: bool, teams: Any) -> None:
    game = banmen.game(name, **options)
    assert (game.has_chance, game.opens_by_throw, game.teams) == (chance, throws_to_begin, teams)
    assert game.start().thrown is None
    if chance:
        assert [game.start().throw(value).thrown for value in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("value", [None, 5, b"R>3"])
def test_what_is_neither_a_move_nor_a_text_is_refused_as_such(value: Any) -> None:
    with pytest.raises(banmen.IllegalMoveError, match="a move must be a Move or its text, not "):
        banmen.game("kariuchi").start().throw(3).play(value)


def test_a_throw_is_a_whole_number_or_drawn_at_random() -> None:
    start: Any = banmen.game("kariuchi").start()
    with pytest.raises(banmen.IllegalMoveError, match=r"not 3\.0"):
        start.throw(3.0)
    assert start.throw(random).thrown in range(1, 6)
    assert banmen.game("kariuchi").start(cast("random.Random", random)).kind
