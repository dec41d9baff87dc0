"""Self-play training in the games without chance."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.training import td_alphabeta

LONGEST = 60


def playing(name: str) -> banmen.Game:
    return banmen.game(name, **({"setup": "random"} if name == "kuniumi" else {"cubes": 2}))


def learnt(name: str, rate: float) -> Any:
    """Return the weights after some games."""
    game = playing(name)
    rules: Any = game.plain
    size = len(rules.WEIGHTS)
    weights, most = numpy.zeros(size), game.rules.MOST
    room = (numpy.zeros((LONGEST, game.rules.WORDS), numpy.int64), numpy.zeros((LONGEST, 3)))
    more = (numpy.zeros((2, most), numpy.int64), numpy.zeros(most))
    what = (game.first_state(), 7, 0, 2000, 4, 1, rate, 0.5, 0)
    met, _ = game.compiled(td_alphabeta).play_and_learn(*what, weights, numpy.zeros(size), *room, *more)
    assert met > 2000
    return weights


@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
def test_what_is_learnt_is_the_same_each_time_and_beats_knowing_nothing(name: str) -> None:
    game, nothing, weights = playing(name), learnt(name, 0.0), learnt(name, 0.05)
    assert not nothing.any()
    assert (weights == learnt(name, 0.05)).all()
    room = (numpy.zeros((2, game.rules.MOST), numpy.int64), numpy.zeros(game.rules.MOST))
    both = numpy.stack([weights, nothing])
    points = game.compiled(td_alphabeta).duel(game.first_state(), 8, 0, 100, 4, LONGEST, both, *room)
    assert points > 120
