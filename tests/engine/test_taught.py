"""The engine that asks the network of 58 Holes: it knows what was computed, and leaves alone what it was not taught."""

import random
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.kernel import PLAIN, bind
from banmen.engine import taught_search
from banmen.engine.expectimax import Expectimax
from banmen.engine.levels import LEVELS, level
from banmen.engine.taught import Taught, is_known
from banmen.engine.thought import Budget, EngineError
from banmen.games.holes58 import network

ONE = Budget(nodes=1)
GAME = banmen.game("holes58")
# Chances of the player on turn, from the complete solution (bench/results/solved-holes58.json).
SOLVED = {"1": 0.477963, "2": 0.526994, "3": 0.548260, "4": 0.529184, "5": 0.764251}


@pytest.mark.parametrize("thrown", SOLVED)
def test_the_network_knows_the_value_of_every_first_throw(thrown: str) -> None:
    thought = Taught().think(GAME.start().throw(int(thrown)), ONE)
    assert thought.chance == pytest.approx(SOLVED[thrown], abs=0.01)


def test_a_move_that_wins_is_sure() -> None:
    position = GAME.position("28;0;0/-;1;0 1 2")
    assert (Taught().think(position, ONE).best.text, Taught().think(position, ONE).chance) == ("28>S", 1.0)


def test_progress_is_told_once() -> None:
    told: list[Any] = []
    thought = Taught().think(GAME.position("3,7,12;0;2/2,9;0;3 1 2"), ONE, told.append)
    assert told == [thought]
    assert thought.nodes > 10


def test_other_rules_are_left_to_another_engine() -> None:
    other = banmen.game("holes58", collect="one")
    position = other.position("10,14;0;3/1;0;4 1 1")
    assert not is_known(other)
    assert is_known(banmen.game("holes58", pieces=3))
    with pytest.raises(EngineError, match="usual rules"):
        Taught().think(position, ONE)
    budget = Budget(nodes=2000)
    assert (
        Taught(otherwise=Expectimax(memory=1)).think(position, budget).moves
        == Expectimax(memory=1).think(position, budget).moves
    )


def test_the_best_level_asks_the_network_and_plays_other_rules_as_well() -> None:
    assert level(GAME, LEVELS).engine == "taught"
    for game in (GAME, banmen.game("holes58", pieces=2, warp_passes_nefer="yes")):
        position = game.start(random.Random(3))
        assert level(game, LEVELS).player().choose(position) in position.legal_moves()


def test_the_interpreter_judges_alike() -> None:
    state = GAME.position("3,12;1;0/2,9,13;0;1 1 2").state
    chances = []
    for kernels in (GAME.compiled(taught_search), bind(taught_search, GAME.rules, PLAIN)):
        found = numpy.zeros(6)
        kernels.judge_shortly(state, network.weights(), numpy.zeros(network.ROOM, numpy.float32), found)
        chances.append(found)
    assert chances[0] == pytest.approx(chances[1], abs=1e-5)
    assert chances[0][0] > 0


def test_weights_fill_their_array() -> None:
    assert len(network.weights()) == network.SIZE
    assert numpy.isfinite(network.weights()).all()
