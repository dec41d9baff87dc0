"""The engine based on a network: it plays well by exact values, and does not touch rules it was not trained for."""

import random
import shutil
from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.core import network_file, sticks
from banmen.core.game import Game
from banmen.core.manifest import data_folder
from banmen.core.network_file import NetworkError
from banmen.engine.interface import Budget, EngineError
from banmen.engine.levels import LEVELS, level
from banmen.engine.search import network_kernels
from banmen.engine.search.expectimax import Expectimax
from banmen.engine.search.network_engine import NetworkEngine, has_network_for, weights_and_buffers
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind

ONE = Budget(nodes=1)
GAME = banmen.game("holes58")
KARIUCHI = banmen.game("kariuchi")
RING = banmen.game("kariuchi", hit_bonus="ring")
MOON = banmen.game("moontrek", players=2)
# Chances of the player to move after each first throw, from the complete solutions (bench/results/solved-*.json).
SOLVED = {
    GAME: (0.477963, 0.526994, 0.548260, 0.529184, 0.764251),
    KARIUCHI: (0.502332, 0.500219, 0.502282, 0.519289, 0.531161),
    RING: (0.506340, 0.496753, 0.499080, 0.527388, 0.542468),
    MOON: (0.506340, 0.496753, 0.499080, 0.527388, 0.542468),
}


@pytest.mark.parametrize("game", SOLVED, ids=repr)
@pytest.mark.parametrize("thrown", sticks.THROWS)
def test_the_network_knows_the_value_of_every_first_throw(game: Game, thrown: int) -> None:
    for shortly, error in ((False, 0.01), (True, 0.015)):
        thought = NetworkEngine(replies=not shortly).think(game.start().throw(thrown), ONE)
        assert thought.chance == pytest.approx(SOLVED[game][thrown - 1], abs=error)


def test_a_move_that_wins_is_sure() -> None:
    position = GAME.position("28;0;0/-;1;0 1 2")
    assert (NetworkEngine().think(position, ONE).best.text, NetworkEngine().think(position, ONE).chance) == ("28>S", 1.0)


def test_progress_is_told_once() -> None:
    told: list[Any] = []
    thought = NetworkEngine().think(GAME.position("3,7,12;0;2/2,9;0;3 1 2"), ONE, told.append)
    assert told == [thought]
    assert thought.nodes > 10


def test_without_answers_a_move_is_what_the_network_makes_of_where_it_leads() -> None:
    position = GAME.position("3,7,12;0;2/2,9;0;3 1 2")
    found = numpy.zeros(GAME.rules.MOST)
    GAME.compiled(network_kernels).value_moves(position.state, *weights_and_buffers(GAME), found)
    thought = NetworkEngine(replies=False).think(position, ONE)
    assert thought.nodes == len(thought.moves) == 3
    assert [value.chance for value in thought.moves] == sorted(found[:3], reverse=True)
    assert thought.chance != NetworkEngine().think(position, ONE).chance


def test_other_rules_are_left_to_another_engine() -> None:
    other = banmen.game("holes58", collect="one")
    position = other.position("10,14;0;3/1;0;4 1 1")
    assert not has_network_for(other)
    assert has_network_for(banmen.game("holes58", pieces=3))
    with pytest.raises(EngineError, match="no network"):
        NetworkEngine().think(position, ONE)
    budget = Budget(nodes=2000)
    assert (
        NetworkEngine(fallback=Expectimax(memory=1)).think(position, budget).moves
        == Expectimax(memory=1).think(position, budget).moves
    )


def test_the_best_level_asks_the_network_and_plays_other_rules_as_well() -> None:
    assert level(GAME, LEVELS).engine == "network"
    for game in (GAME, banmen.game("holes58", pieces=2, warp_passes_nefer="yes")):
        position = game.start(random.Random(3))
        assert level(game, LEVELS).player().choose(position) in position.legal_moves()


def test_the_interpreter_judges_alike() -> None:
    state = GAME.position("3,12;1;0/2,9,13;0;1 1 2").state
    chances = []
    for kernels in (GAME.compiled(network_kernels), bind(network_kernels, GAME.rules, PLAIN)):
        found = numpy.zeros(6)
        kernels.value_moves(state, *weights_and_buffers(GAME), found)
        chances.append(found)
    assert chances[0] == pytest.approx(chances[1], abs=1e-5)
    assert chances[0][0] > 0


def test_moon_trek_for_two_is_judged_as_kariuchi() -> None:
    one, two = RING.start(), MOON.start()
    rng = random.Random(6)
    for _ in range(60):
        value = rng.randint(1, 5)
        one, two = one.throw(value), two.throw(value)
        thoughts = [NetworkEngine().think(position, ONE) for position in (one, two)]
        chances = [sorted(value.chance for value in thought.moves) for thought in thoughts]
        assert chances[0] == pytest.approx(chances[1])
        assert thoughts[0].nodes == thoughts[1].nodes
        move = rng.choice(one.legal_moves())
        one, two = one.play(move), two.play(move.text)


@pytest.mark.parametrize("game", [RING, MOON], ids=["kariuchi", "moontrek"])
def test_the_best_level_asks_the_network(game: Game) -> None:
    position = game.start()
    for value in (4, 5, 4, 1, 2, 3):
        position = position.throw(value).play(position.throw(value).legal_moves()[0])
    position = position.throw(3)
    best = level(game, LEVELS).player()
    thought = best.engine.think(position, best.budget)
    assert len(thought.moves) > 1
    assert thought.moves == NetworkEngine().think(position, ONE).moves
    assert best.choose(position) == thought.best


@pytest.mark.parametrize(
    "game",
    [banmen.game("kariuchi", hit_bonus="any"), banmen.game("kariuchi", hit_bonus="ring", p=0.4), banmen.game("moontrek")],
    ids=repr,
)
def test_the_best_level_searches_where_nothing_was_taught(game: Game) -> None:
    position = game.start().throw(5).play("R>5").throw(2)
    budget = Budget(nodes=500)
    assert not has_network_for(game)
    best = level(game, LEVELS).player()
    assert best.engine.think(position, budget).moves == Expectimax(memory=2).think(position, budget).moves


def test_a_damaged_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = data_folder(RING)
    shutil.copy(folder / "manifest.toml", tmp_path)
    (tmp_path / "network-ring.npz").write_bytes((folder / "network-ring.npz").read_bytes()[:-100])
    monkeypatch.setattr(network_file, "data_folder", lambda _game: tmp_path)
    with pytest.raises(NetworkError, match=r"network-ring\.npz is missing or damaged; reinstall"):
        NetworkEngine().think(RING.start().throw(3), ONE)
    with pytest.raises(NetworkError, match=r"network-none\.npz is missing"):
        NetworkEngine().think(KARIUCHI.start().throw(3), ONE)
