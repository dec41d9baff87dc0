"""Qubism solved for few cubes, against brute force and against known results."""

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search.table_engine import TableEngine
from banmen.kernels.contract import OVER, State
from banmen.solve.retrograde_analysis.retrograde import RetrogradeSolution, solve
from banmen.solve.solve_errors import SolveError, TableError
from banmen.solve.tables.distance_table import DistanceTable, Outcome, open_distances, save_distances
from banmen.solve.tables.table_lookup import find_table, usual_name
from tests.contract.variants import random_game

NEITHER = "5/2B2/5/5/^1W2 0 w"  # with one cube that tips clockwise neither side can force a win here
TIPS = ("cw", "ccw", "either", "straight")


@cache
def solved_game(cubes: int, tip: str = "cw") -> RetrogradeSolution:
    """Solve a game once for all tests, which only read it."""
    return solve(banmen.game("qubism", cubes=cubes, tip=tip))


def brute_force(game: banmen.Game) -> dict[State, int]:
    """Return the plies to the end of every reachable position, odd for a win and 0 for neither, from the rules alone."""
    rules, codes = game.plain, [0] * game.rules.MOST
    following: dict[State, list[State]] = {}
    waiting = [game.first_state()]
    while waiting:
        state = waiting.pop()
        if state not in following:
            number = 0 if rules.kind(state) == OVER else rules.moves(state, codes)
            following[state] = [rules.apply(state, code) for code in codes[:number]]
            waiting += following[state]
    leading = defaultdict(list)
    for state, others in following.items():
        for other in others:
            leading[other].append(state)
    plies = {state: 0 for state in following if rules.kind(state) == OVER}
    open_moves = {state: len(others) for state, others in following.items()}
    front = list(plies)
    while front:  # the player to move when the game is over has lost: 0, an even number
        reached = []
        for state in front:
            for before in leading[state]:
                open_moves[before] -= 1
                if before not in plies and (plies[state] % 2 == 0 or open_moves[before] == 0):
                    plies[before] = plies[state] + 1
                    reached.append(before)
        front = reached
    return {state: plies.get(state, 0) for state in following if rules.kind(state) != OVER}


@pytest.mark.parametrize("tip", TIPS)
def test_one_cube_is_what_brute_force_finds(tip: str) -> None:
    solved = solved_game(1, tip)
    expected = brute_force(solved.game)
    assert len(expected) > 40_000
    assert all(solved.byte(banmen.Position(solved.game, state)) == plies for state, plies in expected.items())


@pytest.mark.parametrize("tip", TIPS)
def test_the_layers_are_counted_as_their_bytes_say(tip: str) -> None:
    """A byte is odd for a win and even for a loss; 0 and 255 are neither."""
    solved = solved_game(1, tip)
    counted = []
    for layer in solved.layers:
        plies = [int(byte) for byte in layer if byte not in (0, 255)]
        won = sum(byte & 1 for byte in plies)
        counted.append({"won": won, "lost": len(plies) - won, "longest": max(plies)})
    assert solved.counts() == counted
    assert solved.head["layers"] == counted
    assert len({row["longest"] for row in counted}) == 2  # so that each layer has to have its own


@pytest.mark.parametrize(
    ("cubes", "tip", "sign", "plies"),
    [
        *((1, tip, 1, 11) for tip in ("cw", "ccw", "either")),
        (1, "straight", -1, 12),
        (2, "cw", 1, 13),
        (2, "ccw", 1, 13),
        (2, "either", 1, 33),
        (2, "straight", -1, 18),
    ],
)
def test_known_results(cubes: int, tip: str, sign: int, plies: int) -> None:
    solved = solved_game(cubes, tip)
    assert solved.outcome(solved.game.start()) == Outcome(sign, plies)


def test_with_two_cubes_one_first_move_wins() -> None:
    solved = solved_game(2)
    moves = solved.moves(solved.game.start())
    assert [str(move) for move, outcome in moves if outcome.sign > 0] == ["c2"]


def test_every_position_is_as_good_as_its_best_move() -> None:
    solved = solved_game(2, "either")
    seen = set()
    for seed in range(40):
        for position in random_game(solved.game, seed):
            if not position.over:
                outcomes = [outcome for _, outcome in solved.moves(position)]
                quickest = min(outcomes, key=lambda outcome: (-outcome.sign, outcome.sign * outcome.plies))
                assert solved.outcome(position) == quickest
                seen.add(quickest.sign)
    assert seen == {1, -1, 0}


def test_a_table_comes_back_from_its_file(tmp_path: Path) -> None:
    solved = solved_game(2)
    path = tmp_path / usual_name(solved.game)
    save_distances(solved, path)
    table = open_distances(path)
    for seed in range(10):
        for position in random_game(solved.game, seed):
            if not position.over:
                assert table.moves(position) == solved.moves(position)
    start = solved.game.start()
    found = find_table(start, tmp_path)
    assert found is not None
    assert found.value(start) == 1.0
    assert [(str(move), chance) for move, chance in found.move_values(start)[:2]] == [("c2", 1.0), ("a1^", 0.5)]
    assert find_table(banmen.game("qubism", cubes=2, tip="either").start(), tmp_path) is None
    thought = TableEngine(None, tmp_path).think(start, Budget(nodes=1))
    assert (str(thought.best), thought.from_table, len(thought.line)) == ("c2", True, 13)


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "qubism.table"
    save_distances(solved_game(1), path)
    data = bytearray(path.read_bytes())
    data[-100] ^= 4
    path.write_bytes(data)
    table = open_distances(path)
    with pytest.raises(TableError, match="damaged"):
        table.outcome(table.game.position("2B2/5/4^/5/2W2 0 w"))


def test_a_table_does_not_cover_what_it_does_not_know() -> None:
    solved = solved_game(1)
    position = solved.game.position("2B1>/5/5/5/2W2 0 w")
    assert solved.covers(position)
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    assert not solved.covers(position)  # some position has occurred twice
    for kept, known in ((0, False), (1, False), (2, True)):  # of the layers with no cube and with one
        layers = [layer if number < kept else layer[:1] for number, layer in enumerate(solved.layers)]
        assert DistanceTable(solved.game, solved.head, layers).covers(solved.game.start()) == known
    lost_by_repeating = banmen.game("qubism", cubes=1, repetition="loss")
    covered = {solved.covers(lost_by_repeating.position(text)) for text in (NEITHER, "2B1>/5/5/5/2W2 0 w")}
    assert covered == {False, True}
    start = lost_by_repeating.start()  # White wins, but after some first moves neither side can force it
    assert solved.outcome(solved.game.start()).sign == 1
    assert not solved.covers(start)
    with pytest.raises(TableError, match="does not have the position"):
        solved.move_values(start)


def test_other_games_and_finished_positions_are_refused() -> None:
    with pytest.raises(SolveError, match="kuniumi"):
        solve(banmen.game("kuniumi"))
    solved = solved_game(1)
    with pytest.raises(SolveError, match="this is a table of"):
        solved.outcome(banmen.game("qubism", cubes=2).start())
    with pytest.raises(SolveError, match="over"):
        solved.outcome(solved.game.position("4B/5/5/5/W4 1 w").game.position("W3B/5/5/5/5 1 b"))
