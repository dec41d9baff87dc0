"""The minimum distance of a pawn of Qubism from a forced win."""

from math import comb

import pytest

import banmen
from banmen.games.qubism.evaluation import SURELY_PLACED
from banmen.solve.retrograde_analysis.retrograde import solve
from tests.contract.variants import random_game
from tests.games.qubism import reaching


@pytest.mark.parametrize("cubes", range(SURELY_PLACED + 1))
def test_who_cannot_step_away_can_place_a_cube(cubes: int) -> None:
    stuck, helpless = banmen.game("qubism").compiled(reaching).count_helpless(comb(25, cubes), cubes)
    assert stuck > 0
    assert helpless == 0


@pytest.mark.parametrize("tip", ["cw", "either", "straight"])
def test_no_win_is_out_of_reach(tip: str) -> None:
    solved = solve(banmen.game("qubism", cubes=2, tip=tip))
    tight = 0
    for seed in range(30):
        for position in random_game(solved.game, seed):
            if position.over:
                continue
            outcome = solved.outcome(position)
            seat = position.game.rules.turn(position.state)
            if outcome.sign:
                winner, moves = (seat, outcome.plies + 1 >> 1) if outcome.sign > 0 else (1 - seat, outcome.plies >> 1)
                assert position.game.plain.in_reach(position.state, winner, moves)
                tight += not position.game.plain.in_reach(position.state, winner, moves - 1)
    assert tight > 50
