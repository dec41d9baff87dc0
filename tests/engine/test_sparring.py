"""Learning by self-play in the games without chance."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.engine import sparring


def spar(name: str, weights: Any, rate: float, games: int = 20) -> float:
    """Learn from some games; return the mean squared error, without learning that against how the games went."""
    game = banmen.game(name, **({"setup": "random"} if name == "kuniumi" else {"cubes": 2}))
    most, words = game.rules.MOST, game.rules.WORDS
    room = (numpy.zeros((60, words), numpy.int64), numpy.zeros((60, 3)), numpy.zeros((2, most), numpy.int64), numpy.zeros(most))
    what = (game.first_state(), 7, 0, games, 4, 2, rate, 0.5 if rate else 1.0, 0)
    met, errors = game.compiled(sparring).spar(*what, weights, numpy.zeros(len(weights)), *room)
    assert met > 0
    return float(errors / met)


def size(name: str) -> int:
    return int(__import__(f"banmen.games.{name}.evaluation", fromlist=["SIZE_OF_WEIGHTS"]).SIZE_OF_WEIGHTS)


@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
def test_learning_is_the_same_each_time_and_lessens_the_error(name: str) -> None:
    one, two = numpy.zeros(size(name)), numpy.zeros(size(name))
    before = spar(name, one, 0.0)
    assert not one.any()
    spar(name, one, 0.1, 200)
    spar(name, two, 0.1, 200)
    assert (one == two).all()
    assert one.any()
    assert spar(name, one, 0.0) < before
