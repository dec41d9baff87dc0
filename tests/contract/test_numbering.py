"""The contract of every game whose positions are numbered."""

import random
from typing import Any

import pytest

from banmen.core.game import Game
from banmen.kernels.contract import CHANCE
from tests.common.loops import some
from tests.contract.variants import VARIANTS, make, name_of, random_game

NUMBERED = [
    variant
    for variant in VARIANTS
    if hasattr(make(variant).plain, "side_rank") and len(make(variant).players) == 2  # others are not games of two sides
]


@pytest.fixture(params=NUMBERED, ids=name_of)
def game(request: pytest.FixtureRequest) -> Game:
    return make(request.param)


def test_some_games_are_numbered() -> None:
    assert {name for name, _ in NUMBERED} >= {"kariuchi", "moontrek"}


def test_positions_come_back_from_their_sides(game: Game) -> None:
    rules: Any = game.plain
    for position in some(random_game(game, 1)):
        if position.kind == CHANCE:
            sides = rules.sides(position.state)
            joined = rules.join_sides(*sides, position.state)
            assert rules.sides(joined) == sides
            assert rules.turn(joined) == 0
            assert joined == position.state or position.turn != game.players[0]
            for side in sides:
                number, index = rules.side_class(side), rules.side_rank(side)
                assert 0 <= number < rules.CLASSES
                assert 0 <= index < rules.class_size(number)
                assert rules.side_unrank(number, index) == side


def test_every_number_of_a_class_is_a_side_of_it(game: Game) -> None:
    rules: Any = game.plain
    rng = random.Random(2)
    for number in range(rules.CLASSES):
        size = rules.class_size(number)
        for index in some(range(size) if size <= 300 else rng.sample(range(size), 300)):
            side = rules.side_unrank(number, index)
            assert (rules.side_class(side), rules.side_rank(side)) == (number, index)


def test_every_move_has_an_effect_of_its_game(game: Game) -> None:
    rules: Any = game.plain
    for position in some(random_game(game, 3)):
        assert all(0 <= rules.effect(move) < rules.EFFECTS for move in position.legal_codes())
