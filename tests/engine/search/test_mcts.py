"""Monte Carlo tree search over all games."""

import random
import threading
import tracemalloc
from typing import Any

import pytest

import banmen
from banmen.core.sticks import throw_sticks
from banmen.engine.interface import MEBIBYTE, Budget, EngineError, SearchResult
from banmen.engine.search.mcts import Mcts
from banmen.kernels.contract import CHANCE, DECIDE
from tests.contract.variants import random_game

# Positions in which one move wins at once, or is the only one that does not lose at once.
OBVIOUS = [
    ("kariuchi", "30,Hx3/29,Hx3 1 4", {"30>H"}),
    ("kariuchi", "4,28,Hx2/29,Hx3 1 1", {"28>29"}),
    ("moontrek", "30:AC 0,4,0,4 3,0,3,0 AC|BD A 1", {"30x2>H"}),
    ("holes58", "4,29;0;0/10;0;0 1 1", {"29>S"}),
    ("kuniumi", "4l1/6/6/S5/sl4/1s3L l l", {"a1"}),
    ("qubism", "5/2W2/5/2B2/5 9 w", {"c5"}),
    ("qubism", "5/1W3/5/2B2/^4 8 b", {"c1"}),
]


def some_position(name: str, **options: Any) -> banmen.Position:
    positions = [position for position in random_game(banmen.game(name, **options), 5) if position.kind == DECIDE]
    return positions[len(positions) // 2]


@pytest.mark.parametrize(("name", "text", "best"), OBVIOUS)
def test_it_finds_what_is_obvious(name: str, text: str, best: set[str]) -> None:
    game = banmen.game(name, **({"lines": "through"} if name == "kuniumi" else {}))
    assert Mcts(seed=1).think(game.position(text), Budget(nodes=3000)).best.text in best


@pytest.mark.parametrize("name", banmen.names())
def test_the_same_seed_thinks_the_same(name: str) -> None:
    position = some_position(name)
    first, second = (Mcts(seed=7).think(position, Budget(nodes=700)) for _ in range(2))
    assert first.moves == second.moves
    assert first.nodes == second.nodes
    assert first.moves != Mcts(seed=8).think(position, Budget(nodes=700)).moves or len(first.moves) == 1


@pytest.mark.parametrize("name", banmen.names())
def test_the_interpreter_thinks_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = some_position(name)
    compiled = Mcts(seed=3).think(position, Budget(nodes=60))
    monkeypatch.setenv("BANMEN_JIT", "0")
    assert Mcts(seed=3).think(position, Budget(nodes=60)).moves == compiled.moves


@pytest.mark.parametrize("name", banmen.names())
def test_thoughts_are_about_the_legal_moves(name: str) -> None:
    position = some_position(name)
    thought = Mcts(seed=2, threads=2).think(position, Budget(nodes=2000))
    assert {value.move for value in thought.moves} == set(position.legal_moves())
    assert all(0 <= value.chance <= 1 for value in thought.moves)
    assert thought.best == thought.moves[0].move
    assert thought.chance == thought.moves[0].chance
    if not any(value.exact for value in thought.moves):
        assert sum(value.visits for value in thought.moves) == 2000


def test_a_small_game_is_solved() -> None:
    position = banmen.game("qubism", cubes=1).start()
    thought = Mcts(seed=1).think(position, Budget(nodes=2_000_000))
    assert thought.moves[0].exact
    assert thought.chance == 1  # White wins with one cube


def test_an_endgame_without_chance_is_proven_lost_too() -> None:
    position = banmen.game("kuniumi").position("s1sss1/sllssl/llllss/lllLs1/ll1lss/1s2sS l s")
    before = Mcts(seed=1).think(position, Budget(nodes=100_000))
    assert before.moves[0].exact
    for value in before.moves:
        if value.exact and value.chance == 1:
            reply = position.play(value.move)
            if not reply.over:
                assert Mcts(seed=1).think(reply, Budget(nodes=100_000)).chance == 0


def test_the_tree_goes_on_from_move_to_move() -> None:
    position = banmen.game("kuniumi", setup="random").start(random.Random(4)).play("land")
    engine = Mcts(seed=1)
    position = position.play(engine.think(position, Budget(nodes=20_000)).best)
    position = position.play(engine.think(position, Budget(nodes=1)).best)
    kept = engine.think(position, Budget(nodes=1))
    anew = Mcts(seed=1).think(position, Budget(nodes=1))
    assert sum(value.visits for value in kept.moves) > 100 > sum(value.visits for value in anew.moves)


@pytest.mark.parametrize("name", ["kariuchi", "moontrek", "holes58"])
def test_whole_games_with_throws_between(name: str) -> None:
    game = banmen.game(name, pieces=1)
    rng, engine = random.Random(5), Mcts(seed=5)
    position = game.start(rng)
    while not position.over:
        if position.kind == CHANCE:
            position = position.throw(throw_sticks(rng, 0.5))
        else:
            position = position.play(engine.think(position, Budget(nodes=50)).best)
    assert position.winner


def test_repetitions_before_and_within_the_tree_count() -> None:
    position = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    thought = Mcts(seed=1).think(position, Budget(nodes=3000))
    back = next(value for value in thought.moves if value.move.text == "c5")
    assert position.play("c5").winner == ()  # the third time: a draw
    assert back.exact
    assert back.chance == 0.5


@pytest.mark.parametrize("threads", [1, 3])
def test_memory_stays_within_its_bound(threads: int) -> None:
    positions = [some_position(name) for name in banmen.names()]
    for position in positions:
        Mcts(memory=1).think(position, Budget(nodes=1))  # compiled before memory is measured
    engine = Mcts(seed=1, memory=2, threads=threads)
    tracemalloc.start()
    for position in positions:
        engine.think(position, Budget(nodes=5000))
        engine.think(
            position.after(position.legal_codes()[0]) if position.game.name == "qubism" else position, Budget(nodes=500)
        )
        assert sum(tree.nbytes for tree in engine._trees) <= 2 * MEBIBYTE
    assert tracemalloc.get_traced_memory()[1] < 2.1 * MEBIBYTE  # threads and searches take some, too
    tracemalloc.stop()


@pytest.mark.parametrize("name", ["kuniumi", "kariuchi"])
def test_a_full_tree_goes_on_to_learn(name: str) -> None:
    position = some_position(name)
    small, large = Mcts(seed=1, memory=1, threads=4), Mcts(seed=1, memory=64)
    little, much = (engine.think(position, Budget(nodes=100_000)) for engine in (small, large))
    assert all(len(tree.rows) / 2 < tree.used <= len(tree.rows) for tree in small._trees)
    assert sum(value.visits for value in little.moves) == little.nodes == 100_000
    assert little.chance == pytest.approx(much.chance, abs=0.05)


def test_team_mates_win_together() -> None:
    position = banmen.game("moontrek").position("30:AC 0,4,0,4 3,0,3,0 AC|BD A 1")
    assert Mcts(seed=1).think(position, Budget(nodes=100)).chance == 1


def test_a_thinking_engine_can_be_stopped() -> None:
    budget = Budget(seconds=3600, stop=threading.Event())
    threading.Timer(0.2, budget.stop.set).start()
    thought = Mcts(seed=1).think(banmen.game("qubism").start(), budget)
    assert thought.nodes > 0
    assert thought.seconds < 3600


def test_it_tells_how_far_it_is() -> None:
    told: list[SearchResult] = []
    Mcts(seed=1).think(banmen.game("qubism").start(), Budget(seconds=1.0), told.append)
    assert told
    assert [thought.nodes for thought in told] == sorted(thought.nodes for thought in told)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("Rx3,1/Hx4 2 -", "over"), ("Rx4/Rx4 1 -", "thrown first")],
)
def test_there_must_be_something_to_decide(text: str, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        Mcts().think(banmen.game("kariuchi").position(text), Budget(nodes=10))


@pytest.mark.parametrize("budget", [{}, {"nodes": 0}, {"nodes": -1}, {"nodes": 2.5}, {"seconds": 0}, {"seconds": float("nan")}])
def test_a_budget_must_leave_something_to_think_with(budget: dict[str, float]) -> None:
    with pytest.raises(EngineError):
        Budget(**budget)  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [{"threads": 0}, {"memory": 0}, {"threads": True}, {"memory": 1.5}])
def test_bad_settings_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(EngineError):
        Mcts(**settings)


@pytest.mark.parametrize("budget", [{"nodes": True}, {"nodes": "7"}, {"nodes": 10**13}])
@pytest.mark.parametrize("seconds", [None, True, "1", float("inf"), -1.0, 1e7])
def test_no_odd_budget_gets_through(budget: dict[str, Any], seconds: Any) -> None:
    with pytest.raises(EngineError):
        Budget(**budget)
    with pytest.raises(EngineError):
        Budget(seconds=seconds)


@pytest.mark.parametrize(
    "settings", [{"seed": -1}, {"seed": "1"}, {"seed": 2**62}, {"exploration": 0}, {"exploration": float("nan")}]
)
def test_odd_seeds_and_explorations_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(EngineError, match=next(iter(settings))):
        Mcts(**settings)


def test_a_stop_that_came_before_still_gives_a_legal_move() -> None:
    budget = Budget(nodes=1000)
    budget.stop.set()
    position = some_position("kuniumi")
    thought = Mcts().think(position, budget)
    assert thought.nodes == thought.depth == 0
    assert thought.best in position.legal_moves()
    assert {value.chance for value in thought.moves} == {0.5}


def test_moves_that_were_never_tried_are_taken_to_be_like_the_others() -> None:
    position = some_position("kuniumi")
    thought = Mcts(seed=2).think(position, Budget(nodes=7))
    tried = [value for value in thought.moves if value.visits]
    assert len(tried) == 7 < len(thought.moves)
    mean = sum(value.chance for value in tried) / 7
    assert {value.chance for value in thought.moves if not value.visits} == {mean}


@pytest.mark.parametrize("name", banmen.names())
def test_every_move_gets_its_share(name: str) -> None:
    thought = Mcts(seed=2).think(some_position(name), Budget(nodes=1000))
    assert min(value.visits for value in thought.moves if not value.exact) >= 2


def test_a_line_can_be_played_and_begins_with_the_best_move() -> None:
    position = some_position("qubism")
    thought = Mcts(seed=2).think(position, Budget(nodes=5000))
    assert thought.line[0] == thought.best
    assert 2 <= len(thought.line) <= thought.depth
    for move in thought.line:
        position = position.play(move)


def test_a_proven_line_goes_to_the_end() -> None:
    position = banmen.game("kuniumi").position("s1sss1/sllssl/llllss/lllLs1/ll1lss/1s2sS l s")
    thought = Mcts(seed=1).think(position, Budget(nodes=100_000))
    for move in thought.line:
        position = position.play(move)
    assert position.over


def test_a_line_stops_where_the_sticks_are_thrown() -> None:
    thought = Mcts(seed=2).think(some_position("kariuchi"), Budget(nodes=5000))
    assert thought.line == (thought.best,)
    assert thought.depth > 2


@pytest.mark.parametrize(
    ("options", "low", "high"), [({"players": 3}, 0.2, 0.5), ({}, 0.15, 0.4), ({"teams": "2-2"}, 0.4, 0.65)]
)
def test_the_chances_of_several_players(options: dict[str, Any], low: float, high: float) -> None:
    position = banmen.game("moontrek", **options).start().throw(3)
    assert low < Mcts(seed=1).think(position, Budget(nodes=3000)).chance < high


def test_too_little_memory_for_a_game_is_refused() -> None:
    with pytest.raises(EngineError, match="memory"):
        Mcts(memory=1, threads=200).think(banmen.game("qubism").start(), Budget(nodes=10))
