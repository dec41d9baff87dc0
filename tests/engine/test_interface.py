"""What all engines have in common."""

import pytest

import banmen
from banmen import AlphaBeta, Engine, Expectimax, Greedy, Mcts, NetworkEngine, RandomEngine, TableEngine

ENGINES = [
    *(AlphaBeta(memory=2, every=True), Expectimax(memory=1, depth=3), Mcts(seed=3, threads=2, memory=5, exploration=0.7)),
    *(RandomEngine(seed=4), Greedy(seed=5), NetworkEngine(replies=False), TableEngine(Greedy())),
]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
def test_an_engine_shows_how_it_was_made(engine: Engine) -> None:
    again = eval(repr(engine), vars(banmen))
    assert (type(again), repr(again)) == (type(engine), repr(engine))
    assert repr(engine).startswith(type(engine).__name__)


def test_a_player_shows_who_it_is() -> None:
    game = banmen.game("qubism")
    assert repr(banmen.player("level:3", game)) == "<LevelPlayer of qubism: level 3>"
    found = repr(banmen.player("alphabeta:20000", game))
    assert found.startswith("<EnginePlayer of AlphaBeta(")
    assert found.endswith(": Budget(nodes=20000, seconds=None)>")
