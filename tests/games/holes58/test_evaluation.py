"""The evaluation of 58 Holes agrees with obvious advantages."""

import pytest

import banmen
from banmen.games.holes58 import evaluation
from banmen.games.holes58.rules import TURN
from tests.common.loops import some
from tests.contract.variants import random_game

GAME = banmen.game("holes58")


def chance(text: str) -> float:
    """Return the chance of player 1."""
    return GAME.plain.chances(GAME.position(text).state)[0]


def test_chances_are_shared_out_and_do_not_depend_on_the_seat() -> None:
    for seed in range(5):
        for position in some(random_game(GAME, seed)):
            if position.throws():
                here = GAME.plain.chances(position.state)
                mine, theirs, rest = position.state
                there = GAME.plain.chances((mine, theirs, rest ^ TURN))
                assert 0 < here[0] < 1
                assert sum(here) == pytest.approx(1)
                assert there == (here[1], here[0])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("1;0;4/1;0;4 1 -", "1;0;4/1;0;4 2 -"),  # to move
        ("27;0;4/1;0;4 1 -", "3;0;4/1;0;4 1 -"),  # near the Shen hole
        ("1;0;4/1;0;2 1 -", "1;0;2/1;0;4 1 -"),  # more pieces left
    ],
)
def test_what_is_better_counts_more(better: str, worse: str) -> None:
    assert chance(better) > chance(worse)


def test_the_ends_of_a_lane_are_found() -> None:
    side = 1 << 3 | 1 << 17 | 1 << 29
    assert (evaluation.rearmost(side), evaluation.foremost(side)) == (3, 29)
    assert (evaluation.rearmost(0), evaluation.foremost(0)) == (0, 0)
