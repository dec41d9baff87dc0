"""The two baseline engines."""

import threading
from collections import Counter

import pytest

import banmen
from banmen.engine.baselines import Greedy, RandomEngine, rate_move
from banmen.engine.interface import Budget, Engine, EngineError, SearchResult
from banmen.kernels.contract import DECIDE
from tests.common.loops import some
from tests.contract.variants import random_game

ENGINES = [RandomEngine, Greedy]


def some_positions(name: str) -> list[banmen.Position]:
    return [position for position in random_game(banmen.game(name), 4) if position.kind == DECIDE][::5]


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("name", banmen.names())
def test_every_legal_move_is_told_once(make: type[Engine], name: str) -> None:
    engine = make()
    for position in some(some_positions(name)):
        told: list[SearchResult] = []
        thought = engine.think(position, budget=Budget(nodes=1), progress=told.append)
        assert sorted(value.move.code for value in thought.moves) == sorted(position.legal_codes())
        assert told == [thought]
        assert thought.line == (thought.best,)


@pytest.mark.parametrize("make", ENGINES)
def test_the_same_seed_gives_the_same_moves(make: type[RandomEngine] | type[Greedy]) -> None:
    for position in some_positions("kuniumi")[:3]:
        assert make(seed=3).think(position).moves == make(seed=3).think(position).moves
    position = banmen.game("kuniumi").start()
    assert len({make(seed=seed).think(position).best for seed in range(30)}) > 1


def test_any_move_is_any_move() -> None:
    position = banmen.game("qubism").start()
    engine = RandomEngine(seed=1)
    times = Counter(engine.think(position).best.text for _ in range(100 * len(position.legal_codes())))
    assert set(times) == {move.text for move in position.legal_moves()}
    assert max(times.values()) < 2 * min(times.values())


@pytest.mark.parametrize(
    ("name", "text", "wins"),
    [
        ("kariuchi", "30,Hx3/29,Hx3 1 4", {"30>H"}),
        ("holes58", "4,29;0;0/10;0;0 1 1", {"29>S"}),
        ("qubism", "5/2W2/5/2B2/5 9 w", {"c5"}),
        ("moontrek", "30:AC 0,4,0,4 3,0,3,0 AC|BD A 1", {"30x2>H"}),
    ],
)
def test_greed_wins_where_one_move_does(name: str, text: str, wins: set[str]) -> None:
    thought = Greedy().think(banmen.game(name).position(text))
    if name != "holes58":  # there the last piece but one goes home
        assert thought.moves[0].exact
        assert thought.chance == 1
    assert thought.best.text in wins


def test_greed_does_not_end_a_game_by_losing_it() -> None:
    """Repeating a position for the third time loses under this option, so it is ranked last."""
    position = banmen.game("qubism", cubes=1, repetition="loss").position("2B1>/5/5/5/2W2 0 w")
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    back = position.find("c5").code
    assert rate_move(position, back)[0] == 0
    assert Greedy().think(position).moves[-1].move.code == back


def test_a_won_game_is_wished_for_most() -> None:
    position = banmen.game("qubism").position("5/2W2/5/2B2/5 9 w")
    wishes = {code: rate_move(position, code) for code in position.legal_codes()}
    assert max(wishes.values()) == wishes[position.find("c5").code] == (1.0, 0)


@pytest.mark.parametrize("make", ENGINES)
def test_there_must_be_something_to_decide(make: type[Engine]) -> None:
    for text, reason in (("Rx3,1/Hx4 2 -", "over"), ("Rx4/Rx4 1 -", "thrown first")):
        with pytest.raises(EngineError, match=reason):
            make().think(banmen.game("kariuchi").position(text), Budget(nodes=1))


def test_a_stop_changes_nothing_for_who_does_not_think() -> None:
    budget = Budget(nodes=1, stop=threading.Event())
    budget.stop.set()
    assert Greedy().think(banmen.game("qubism").start(), budget).best.text == "c2"
