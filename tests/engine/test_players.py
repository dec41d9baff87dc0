"""Players by name."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest

import banmen
from banmen.engine import playouts
from banmen.engine.baselines import Greedy, RandomEngine
from banmen.engine.interface import Budget, EngineError
from banmen.engine.level_player import LevelPlayer
from banmen.engine.players import EnginePlayer, choose_strongest_engine, player, player_name
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.mcts import Mcts
from banmen.lab import tournament
from tests.common.loops import some
from tests.contract.variants import random_game

QUBISM = banmen.game("qubism", cubes=2)
KARIUCHI = banmen.game("kariuchi")
UNUSUAL = ["1_0s", " 5s", "5 s", "5s ", "5\ns", "+5s", "\u0661s", "\uff15s", "1_0", " 5", "\u0661"]  # numbers to Python


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:50", "mcts:0.01s", "alphabeta:200", "alphabeta:0.01s", "level:1"])
def test_every_kind_of_player_plays_legal_moves(name: str) -> None:
    somebody = player(name, QUBISM, seed=3)
    for position in some([position for position in random_game(QUBISM, 1) if not position.over][:4]):
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
        match=r"unknown player 'somebody'; the players are random, .* exact, level:1 to level:8, strongest:10s and mcts:2000",
    ):
        player("somebody", QUBISM)


@pytest.mark.parametrize(
    "amount", ["", "0", "-3", "2.5", "many", "s", "0s", "-1s", "nans", "infs", "1e9s", "9" * 20, "9" * 9999, *UNUSUAL]
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
    with pytest.raises(EngineError, match="no network for the rules of"):
        player("network", QUBISM)
    with pytest.raises(EngineError, match=r"no network for the rules of .*0\.4"):
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


class Last:
    """A player that takes the last move of the list, by its text."""

    def choose(self, position: banmen.Position) -> str:
        return position.legal_moves()[-1].text


class StoppablePlayer:
    """A player that can be stopped, and answers with a move."""

    name = "Patience"

    def __init__(self) -> None:
        self.stops: list[object] = []

    def choose(self, position: banmen.Position, stop: object = None) -> object:
        self.stops.append(stop)
        return position.legal_moves()[0]


def test_an_object_that_chooses_is_a_player() -> None:
    game = banmen.game("qubism")
    assert player(Last(), game).choose(game.start()) == game.start().legal_moves()[-1]
    patient, stop = StoppablePlayer(), threading.Event()
    assert player(patient, game).choose(game.start(), stop) == game.start().legal_moves()[0]
    assert patient.stops == [stop]
    assert [player_name(who) for who in (Last(), patient, "mcts:5")] == ["Last", "Patience", "mcts:5"]


@pytest.mark.parametrize("answer", [None, 5, b"c2", ["c2"]])
def test_what_is_no_move_is_refused(answer: object) -> None:
    class Odd:
        def choose(self, _position: banmen.Position) -> object:
            return answer

    game = banmen.game("qubism")
    with pytest.raises(EngineError, match="Odd must choose a move or its text"):
        player(Odd(), game).choose(game.start())


def test_an_illegal_move_is_refused() -> None:
    class Cheat:
        def choose(self, _position: banmen.Position) -> str:
            return "c5"

    game = banmen.game("qubism")
    with pytest.raises(banmen.IllegalMoveError, match="not legal here"):
        player(Cheat(), game).choose(game.start())


@pytest.mark.parametrize("wrong", [None, 5, Last, object(), ["random"]])
def test_what_is_no_player_is_refused(wrong: object) -> None:
    with pytest.raises(EngineError, match="unknown player"):
        player(wrong, banmen.game("qubism"))


def test_a_player_needs_a_game() -> None:
    with pytest.raises(EngineError, match="is not a game"):
        player("random", "qubism")  # type: ignore[arg-type]


def test_the_strongest_player_thinks_as_long_as_it_is_allowed() -> None:
    strongest = player("strongest:2.5s", banmen.game("qubism"))
    assert isinstance(strongest, LevelPlayer)
    assert strongest.level.is_highest
    assert strongest.budget == Budget(seconds=2.5)
    assert choose_strongest_engine(banmen.game("qubism")) == "alphabeta"
    assert choose_strongest_engine(banmen.game("kariuchi")) == "network"
    assert choose_strongest_engine(banmen.game("kariuchi", p=0.3)) == "expectimax"


@pytest.mark.parametrize("wrong", ["", "10", "s", "0s", "-1s", "1e9s", "tens", *UNUSUAL])
def test_the_strongest_player_needs_seconds(wrong: str) -> None:
    with pytest.raises(EngineError, match="seconds"):
        player(f"strongest:{wrong}", banmen.game("qubism"))


ANY: Any = SimpleNamespace(
    AlphaBeta=AlphaBeta, Budget=Budget, Greedy=Greedy, Mcts=Mcts, banmen=banmen, playouts=playouts, tournament=tournament
)  # calls that a type checker would reject


@pytest.mark.parametrize(
    "mistake",
    [
        lambda position: ANY.Mcts().think(position, 5),
        lambda position: ANY.AlphaBeta().think(position, None),
        lambda position: ANY.AlphaBeta().think(position.text, Budget(nodes=5)),
        lambda position: ANY.Greedy().think(None),
        lambda position: ANY.banmen.analyse(position, 10),
        lambda position: ANY.banmen.analyse(position, engine="mcts"),
        lambda position: ANY.banmen.analyse(position.text),
        lambda position: ANY.playouts.play("qubism", 10),
        lambda position: ANY.playouts.play(position.game, "10"),
        lambda position: ANY.playouts.play(position.game, 10, position="start"),
        lambda position: ANY.Budget(nodes="5"),
        lambda position: ANY.Budget(seconds="5"),
        lambda position: ANY.Budget(nodes=5, stop=True),
        lambda position: ANY.tournament.play("qubism", ["random", "greedy"]),
        lambda position: ANY.tournament.play(position.game, "random"),
        lambda position: ANY.tournament.play(position.game, ["random", 5]),
        lambda position: ANY.tournament.play(position.game, ["random", "greedy"], color="red"),
        lambda position: ANY.tournament.play(position.game, ["random", "greedy"], sprt=5),
        lambda position: ANY.tournament.play(position.game, ["random", "greedy"], out=5),
        lambda position: ANY.tournament.play(position.game, ["random", "greedy"], settings={"seed": 1}),
    ],
)
def test_every_mistake_of_a_caller_is_one_of_our_errors(mistake: Any) -> None:
    with pytest.raises(banmen.BanmenError):
        mistake(banmen.game("qubism").start())
