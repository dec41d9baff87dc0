"""Alpha-beta search against brute force and against known results."""

import random
import threading

import pytest

import banmen
from banmen.engine.interface import MEBIBYTE, Budget, EngineError, SearchResult
from banmen.engine.search.alphabeta import AlphaBeta, score_to_chance
from banmen.engine.search.transposition_table import SURE, WIN
from tests.contract.variants import random_game

PLENTY = Budget(nodes=20_000_000)


def exact(position: banmen.Position) -> float:
    """Return the value of a position without chance for the player to move, by brute force."""
    best = 0.0
    for code in position.legal_codes():
        after = position.after(code)
        best = max(best, worth(after, position.turn) if after.over else 1 - exact(after))
    return best


def worth(position: banmen.Position, player: int | str) -> float:
    """Return the value of a finished game for a player."""
    return 0.5 if not position.winner else float(position.winner == (player,))


def free_spaces(position: banmen.Position) -> int:
    return sum(int(sign) for sign in position.text.split()[0] if sign.isdigit())


@pytest.mark.parametrize("options", [{}, {"tie": "draw"}, {"lines": "through"}])
def test_endgames_of_kuniumi_are_exact(options: dict[str, str]) -> None:
    game = banmen.game("kuniumi", **options)
    compared = 0
    for seed in range(60):
        open_ones = (position for position in random_game(game, seed) if not position.over and free_spaces(position) <= 8)
        position = next(open_ones, None)
        if position is not None:
            assert AlphaBeta(memory=4).think(position, PLENTY).chance == exact(position), position.text
            compared += 1
    assert compared > 5


def test_a_setup_is_searched_although_one_player_acts_six_times() -> None:
    position = banmen.game("kuniumi", lines="through").position("6/6/6/S5/1l4/5L setup -")
    assert position.turn == 1
    thought = AlphaBeta().think(position, Budget(nodes=20_000))
    assert thought.best in position.legal_moves()


def test_the_table_stays_within_its_bound() -> None:
    engine = AlphaBeta(memory=2)
    engine.think(banmen.game("qubism").start(), Budget(nodes=50_000))
    assert engine._buffers is not None
    assert engine._buffers.table.nbytes <= 2 * MEBIBYTE


def test_the_same_number_of_nodes_gives_the_same_answer() -> None:
    position = banmen.game("kuniumi", setup="random").start(random.Random(3)).play("sea")
    first, second = (AlphaBeta().think(position, Budget(nodes=30_000)) for _ in range(2))
    assert first.moves == second.moves
    assert first.nodes == second.nodes <= 30_001


def test_the_interpreter_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    position = banmen.game("qubism", cubes=2).position("2B2/5/2^2/5/2W2 1 w")
    compiled = AlphaBeta().think(position, Budget(nodes=1500))
    monkeypatch.setenv("BANMEN_JIT", "0")
    assert AlphaBeta().think(position, Budget(nodes=1500)).moves == compiled.moves


def test_a_search_can_be_stopped() -> None:
    budget = Budget(seconds=3600, stop=threading.Event())
    threading.Timer(0.2, budget.stop.set).start()
    assert AlphaBeta().think(banmen.game("qubism").start(), budget).nodes > 0


def test_games_of_chance_and_finished_games_are_refused() -> None:
    with pytest.raises(EngineError, match="without chance"):
        AlphaBeta().think(banmen.game("kariuchi").position("Rx4/Rx4 1 3"), PLENTY)
    with pytest.raises(EngineError, match="over"):
        AlphaBeta().think(banmen.game("qubism").position("5/5/5/5/1WB2 9 w"), PLENTY)
    with pytest.raises(EngineError, match="memory"):
        AlphaBeta(memory=0)


def test_scores_as_chances() -> None:
    assert score_to_chance(0) == 0.5
    assert score_to_chance(WIN - 3) == 1
    assert score_to_chance(3 - WIN) == 0
    assert 0.9 < score_to_chance(400) < score_to_chance(SURE) <= 1
    assert score_to_chance(-SURE) < 0.01 < 0.99 < score_to_chance(SURE)


@pytest.mark.parametrize("tip", ["cw", "straight"])
def test_an_engine_sees_who_wins_qubism_with_one_cube(tip: str) -> None:
    thought = AlphaBeta(memory=32).think(banmen.game("qubism", cubes=1, tip=tip).start(), PLENTY)
    assert thought.moves[0].exact
    assert thought.chance == (1.0 if tip == "cw" else 0.0)
    assert thought.line[0] == thought.best


@pytest.mark.parametrize("options", [{}, {"tie": "draw"}])
def test_every_move_gets_its_own_value(options: dict[str, str]) -> None:
    game = banmen.game("kuniumi", **options)
    compared = set()
    for seed in range(40):
        open_ones = (position for position in random_game(game, seed) if not position.over and free_spaces(position) <= 7)
        position = next(open_ones, None)
        if position is None:
            continue
        thought = AlphaBeta(memory=4, every=True).think(position, PLENTY)
        for value in thought.moves:
            after = position.play(value.move)
            assert value.exact
            assert value.chance == (worth(after, position.turn) if after.over else 1 - exact(after)), position.text
            compared.add(value.chance)
        assert [value.chance for value in thought.moves] == sorted((value.chance for value in thought.moves), reverse=True)
        assert {value.move for value in thought.moves} == set(position.legal_moves())
    assert compared == ({0, 0.5, 1} if options else {0, 1})


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
def test_a_line_can_be_played(name: str, every: bool) -> None:
    game = banmen.game(name, **({"setup": "random"} if name == "kuniumi" else {}))
    position = game.start(random.Random(5))
    position = position.play("land") if name == "kuniumi" else position
    told: list[SearchResult] = []
    thought = AlphaBeta(memory=4, every=every).think(position, Budget(nodes=60_000), told.append)
    assert thought.line[0] == thought.best
    assert len(thought.line) >= 3
    assert [each.depth for each in told] == list(range(1, len(told) + 1))
    for move in thought.line:
        position = position.play(move)


def test_a_search_of_one_node_still_looks_one_ply_ahead() -> None:
    position = banmen.game("qubism").position("2B2/1W3/5/5/5 9 w")
    for every in (False, True):
        assert AlphaBeta(every=every).think(position, Budget(nodes=1)).best.text == "b5"


def test_a_forced_win_is_known_where_every_move_is_valued_too() -> None:
    position = banmen.game("qubism", cubes=1).start()
    thought = AlphaBeta(every=True).think(position, Budget(nodes=300_000))
    assert (thought.moves[0].move.text, thought.moves[0].chance, thought.moves[0].exact) == ("c2", 1.0, True)
