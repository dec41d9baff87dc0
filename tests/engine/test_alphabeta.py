"""Alpha-beta search against brute force and against known results."""

import random
import threading

import pytest

import banmen
from banmen.engine.alphabeta import MEBIBYTE, AlphaBeta, chance_of
from banmen.engine.negamax import SURE, WIN
from banmen.engine.thought import Budget, EngineError
from tests.contract.variants import random_game

PLENTY = Budget(nodes=20_000_000)


def forces_win(position: banmen.Position, plies: int, player: int | str) -> bool:
    """Find out by brute force whether a player wins within so many plies."""
    if position.over:
        return position.winner == (player,)
    if plies == 0:
        return False
    results = (forces_win(position.after(code), plies - 1, player) for code in position.legal_codes())
    return any(results) if position.turn == player else all(results)


def exact(position: banmen.Position) -> float:
    """Return by brute force what a position without chance is worth to the player on turn."""
    best = 0.0
    for code in position.legal_codes():
        after = position.after(code)
        best = max(best, worth(after, position.turn) if after.over else 1 - exact(after))
    return best


def worth(position: banmen.Position, player: int | str) -> float:
    """Return what a finished game is worth to a player."""
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


@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
def test_forced_wins_are_those_that_brute_force_finds(name: str) -> None:
    game = banmen.game(name, **({"cubes": 3} if name == "qubism" else {}))
    found = {True: 0, False: 0}
    for seed in range(30):
        positions = [position for position in random_game(game, seed) if not position.over]
        for position in positions[-5:]:
            if len(position.legal_codes()) <= 9:
                position = game.position(position.text)
                told = AlphaBeta(memory=4).wins_within(position, 3, PLENTY)
                assert told == forces_win(position, 3, position.turn)
                found[bool(told)] += 1
    assert min(found.values()) > 4


@pytest.mark.parametrize(
    ("tip", "winner", "plies"), [("cw", "w", 11), ("ccw", "w", 11), ("either", "w", 11), ("straight", "b", 12)]
)
def test_qubism_with_one_cube_is_won_by_force(tip: str, winner: str, plies: int) -> None:
    position = banmen.game("qubism", cubes=1, tip=tip).start()
    engine = AlphaBeta(memory=32)
    if winner == "w":
        assert engine.wins_within(position, plies, PLENTY) is True
        assert engine.wins_within(position, plies - 2, PLENTY) is False
    else:
        assert all(engine.wins_within(position.play(move), plies - 1, PLENTY) for move in position.legal_moves())
    thought = engine.think(position, PLENTY)
    assert thought.moves[0].exact
    assert thought.chance == (1.0 if winner == "w" else 0.0)


def test_an_unfair_setup_of_kuniumi_is_won_with_either_faction() -> None:
    position = banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -")
    for faction in ("land", "sea"):
        assert AlphaBeta().wins_within(position.play(faction), 5, PLENTY) is True


def test_a_setup_is_searched_although_one_player_acts_six_times() -> None:
    position = banmen.game("kuniumi", lines="through").position("6/6/6/S5/1l4/5L setup -")
    assert position.turn == 1
    thought = AlphaBeta().think(position, Budget(nodes=20_000))
    assert thought.best in position.legal_moves()


def test_repetitions_before_the_search_count() -> None:
    position = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    assert position.play("c5").winner == ()
    alone = AlphaBeta().wins_within(position, 9, PLENTY)
    anew = AlphaBeta().wins_within(position.game.position(position.text), 9, PLENTY)
    assert alone == anew  # Black does not win here either way; a draw is no win


def test_the_table_stays_within_its_bound() -> None:
    engine = AlphaBeta(memory=2)
    engine.think(banmen.game("qubism").start(), Budget(nodes=50_000))
    assert engine._room is not None
    assert engine._room.table.nbytes <= 2 * MEBIBYTE


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
    assert AlphaBeta().wins_within(banmen.game("qubism").start(), 13, Budget(nodes=1000)) is None


def test_games_of_chance_and_finished_games_are_refused() -> None:
    with pytest.raises(EngineError, match="without chance"):
        AlphaBeta().think(banmen.game("kariuchi").position("Rx4/Rx4 1 3"), PLENTY)
    with pytest.raises(EngineError, match="over"):
        AlphaBeta().think(banmen.game("qubism").position("5/5/5/5/1WB2 9 w"), PLENTY)
    with pytest.raises(EngineError, match="plies"):
        AlphaBeta().wins_within(banmen.game("qubism").start(), 0, PLENTY)
    with pytest.raises(EngineError, match="memory"):
        AlphaBeta(memory=0)


def test_scores_as_chances() -> None:
    assert chance_of(0) == 0.5
    assert chance_of(WIN - 3) == 1
    assert chance_of(3 - WIN) == 0
    assert 0.9 < chance_of(400) < chance_of(SURE) <= 1
