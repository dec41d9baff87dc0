"""Training brings the weights closer to the true values."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.core import sticks
from banmen.kernels.linear_weights import logistic
from banmen.training import td_dice
from banmen.training.td_dice import ANY, FIRST

SIZES = {"kariuchi": 20_000, "holes58": 20_000, "moontrek": 20_000}
ODDS = sticks.compute_odds(0.5)


def seats(name: str) -> int:
    return 4 if name == "moontrek" else 2


@pytest.mark.parametrize("name", SIZES)
def test_a_step_of_learning_lowers_the_error(name: str) -> None:
    game = banmen.game(name)
    rules: Any = game.plain
    weights, squares = [0.0] * SIZES[name], [0.0] * SIZES[name]
    target = [0.7, 0.1, 0.1, 0.1][: seats(name)]
    errors = [abs(rules.update(game.first_state(), target, 0.003, weights, squares)) for _ in range(50)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] * 0.9


@pytest.mark.parametrize("name", SIZES)
def test_a_few_games_teach_to_beat_random_play(name: str) -> None:
    game = banmen.game(name, pieces=2)
    kernels = game.compiled(td_dice)
    weights, squares = numpy.zeros(SIZES[name]), numpy.zeros(SIZES[name])
    starts = numpy.array([game.first_state()])
    states = numpy.zeros((500, game.rules.WORDS + 1), numpy.int64)
    moves = numpy.zeros(game.rules.MOST, numpy.int64)
    room = states, numpy.zeros((500, seats(name))), moves, numpy.zeros(seats(name))
    games = 300 if kernels.play_and_learn.__class__.__name__ != "function" else 3
    met, errors = kernels.play_and_learn(
        starts, game.first_state(), 1, 0, games, ODDS, 0.05, 0.8, 2**27, False, weights, squares, *room
    )
    assert met > 10 * games
    assert 0 < errors < met
    wins = numpy.zeros(seats(name), numpy.int64)
    if games > 3:
        kernels.duel(game.first_state(), 1, 0, 600, ODDS, (ANY, FIRST, ANY, ANY), weights, weights, moves, wins)
        assert wins.sum() == 600
        assert wins[1] > 600 / len(game.players) + 30


def test_likelihoods_of_throws_are_those_of_the_sticks() -> None:
    for p in (0.5, 0.2):
        found = [td_dice.likelihood(value, sticks.compute_odds(p)) for value in sticks.THROWS]
        assert found == pytest.approx([sticks.probability(value, p) for value in sticks.THROWS], abs=1e-9)


def test_a_thousand_points_are_odds_of_e_to_one() -> None:
    assert logistic(0.0) == 0.5
    assert logistic(1000.0) / logistic(-1000.0) == pytest.approx(2.718281828)
