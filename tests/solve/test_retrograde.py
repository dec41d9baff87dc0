"""Qubism solved for few cubes, against brute force and against known results."""

from collections import defaultdict

import pytest

import banmen
from banmen.solve.retrograde import Outcome, SolveError, solve
from tests.contract.variants import random_game

TIPS = ("cw", "ccw", "either", "straight")


def brute_force(game: banmen.Game) -> dict[banmen.Position, int]:
    """Return the plies to the end of every position that can come up, odd for a win and 0 for neither, from the rules alone."""
    start = game.start()
    following: dict[banmen.Position, list[banmen.Position]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in following:
            states = [] if position.over else [game.plain.apply(position.state, code) for code in position.legal_codes()]
            following[position] = [banmen.Position(game, state) for state in states]
            waiting += following[position]
    leading = defaultdict(list)
    for position, others in following.items():
        for other in others:
            leading[other].append(position)
    plies = {position: 0 for position in following if position.over}
    open_moves = {position: len(others) for position, others in following.items()}
    front = list(plies)
    while front:  # whoever is on turn when the game is over has lost: 0, an even number
        reached = []
        for position in front:
            for before in leading[position]:
                open_moves[before] -= 1
                if before not in plies and (plies[position] % 2 == 0 or open_moves[before] == 0):
                    plies[before] = plies[position] + 1
                    reached.append(before)
        front = reached
    return {position: plies.get(position, 0) for position in following if not position.over}


@pytest.mark.parametrize("tip", TIPS)
def test_one_cube_is_what_brute_force_finds(tip: str) -> None:
    game = banmen.game("qubism", cubes=1, tip=tip)
    solved = solve(game)
    expected = brute_force(game)
    assert len(expected) > 40_000
    assert all(solved.byte(position) == plies for position, plies in expected.items())


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
    solved = solve(banmen.game("qubism", cubes=cubes, tip=tip))
    assert solved.outcome(solved.game.start()) == Outcome(sign, plies)


def test_with_two_cubes_one_first_move_wins() -> None:
    solved = solve(banmen.game("qubism", cubes=2))
    moves = solved.moves(solved.game.start())
    assert [str(move) for move, outcome in moves if outcome.sign > 0] == ["c2"]


def test_every_position_is_as_good_as_its_best_move() -> None:
    solved = solve(banmen.game("qubism", cubes=2, tip="either"))
    seen = set()
    for seed in range(40):
        for position in random_game(solved.game, seed):
            if not position.over:
                outcomes = [outcome for _, outcome in solved.moves(position)]
                quickest = min(outcomes, key=lambda outcome: (-outcome.sign, outcome.sign * outcome.plies))
                assert solved.outcome(position) == quickest
                seen.add(quickest.sign)
    assert seen == {1, -1, 0}


def test_other_games_and_finished_positions_are_refused() -> None:
    with pytest.raises(SolveError, match="kuniumi"):
        solve(banmen.game("kuniumi"))
    solved = solve(banmen.game("qubism", cubes=1))
    with pytest.raises(SolveError, match="about"):
        solved.outcome(banmen.game("qubism", cubes=2).start())
    with pytest.raises(SolveError, match="over"):
        solved.outcome(solved.game.position("4B/5/5/5/W4 1 w").game.position("W3B/5/5/5/5 1 b"))
