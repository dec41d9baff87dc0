"""Players by their names."""

import threading

import pytest

import banmen
from banmen.engine.baselines import Greedy, RandomEngine
from banmen.engine.interface import Budget, EngineError
from banmen.engine.players import EnginePlayer, player
from tests.contract.variants import random_game

QUBISM = banmen.game("qubism", cubes=2)
KARIUCHI = banmen.game("kariuchi")


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:50", "mcts:0.01s", "alphabeta:200", "alphabeta:0.01s", "level:1"])
def test_every_kind_of_player_plays_legal_moves(name: str) -> None:
    somebody = player(name, QUBISM, seed=3)
    for position in [position for position in random_game(QUBISM, 1) if not position.over][:4]:
        assert somebody.choose(position) in position.legal_moves()


@pytest.mark.parametrize("name", ["expectimax:200", "mcts:20", "greedy", "network"])
def test_games_of_chance_have_their_players(name: str) -> None:
    position = KARIUCHI.position("Rx4/Rx4 1 3")
    assert player(name, KARIUCHI).choose(position) in position.legal_moves()


def test_names_say_engine_and_budget() -> None:
    some, other = player("mcts:2000", QUBISM), player("mcts:0.5s", QUBISM)
    assert isinstance(some, EnginePlayer)
    assert isinstance(other, EnginePlayer)
    assert (some.budget, other.budget) == (Budget(nodes=2000), Budget(seconds=0.5))
    greedy = player("greedy", QUBISM)
    assert isinstance(greedy, EnginePlayer)
    assert isinstance(greedy.engine, Greedy)


def test_the_seed_decides_what_a_random_player_plays() -> None:
    position = banmen.game("kuniumi").start()
    first, second = (player("random", position.game, seed=5).choose(position) for _ in range(2))
    assert first == second
    assert len({player("random", position.game, seed=seed).choose(position) for seed in range(20)}) > 1


@pytest.mark.parametrize(
    "name",
    [
        "",
        "somebody",
        "mcts2000",
        "random:5",
        "greedy:",
        "network:2",
        "MCTS:5",
        "level",
        "level:",
        "level:0",
        "level:9",
        "level:x",
        None,
        7,
    ],
)
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(EngineError):
        player(name, QUBISM)


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    with pytest.raises(
        EngineError,
        match=r"unknown player 'somebody'; there are random, greedy, network, exact, level:1 to level:8 and mcts:2000",
    ):
        player("somebody", QUBISM)


@pytest.mark.parametrize(
    "amount", ["", "0", "-3", "2.5", "many", "s", "0s", "-1s", "nans", "infs", "1e9s", "9" * 20, "9" * 9999]
)
def test_budgets_that_make_no_sense_are_refused(amount: str) -> None:
    with pytest.raises(EngineError) as caught:
        player(f"mcts:{amount}", QUBISM)
    assert len(str(caught.value)) < 250


def test_searches_are_refused_for_games_they_cannot_play() -> None:
    with pytest.raises(EngineError, match="has throws: try expectimax"):
        player("alphabeta:100", KARIUCHI)
    with pytest.raises(EngineError, match="has no throws: try alphabeta"):
        player("expectimax:100", QUBISM)
    with pytest.raises(EngineError, match="no network that knows the rules of"):
        player("network", QUBISM)
    with pytest.raises(EngineError, match=r"no network that knows the rules of .*0\.4"):
        player("network", banmen.game("kariuchi", p=0.4))


def test_a_player_who_is_told_to_stop_decides_at_once() -> None:
    stop = threading.Event()
    stop.set()
    position = QUBISM.start()
    assert player("mcts:1000000000", QUBISM).choose(position, stop) in position.legal_moves()
    assert EnginePlayer(RandomEngine(), Budget(nodes=1)).choose(position, stop) in position.legal_moves()


def test_a_stop_holds_for_one_move_only() -> None:
    stop = threading.Event()
    somebody = player("mcts:300", QUBISM)
    assert isinstance(somebody, EnginePlayer)
    stop.set()
    somebody.choose(QUBISM.start(), stop)
    assert not somebody.budget.stop.is_set()
