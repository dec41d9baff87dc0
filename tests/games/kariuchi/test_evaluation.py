"""The evaluation of Kariuchi agrees with obvious advantages."""

import pytest

import banmen
from banmen.games.kariuchi import evaluation
from banmen.games.kariuchi.board import HOME, NUMBERS
from banmen.games.kariuchi.rules import TURN
from tests.common.loops import some
from tests.contract.variants import random_game

GAME = banmen.game("kariuchi")


def chance(text: str) -> float:
    """Return the chance of player 1."""
    return GAME.plain.chances(GAME.position(text).state)[0]


def test_chances_are_shared_out_and_do_not_depend_on_the_seat() -> None:
    for seed in range(5):
        for position in some(random_game(GAME, seed)):
            if position.throws():
                here = GAME.plain.chances(position.state)
                there = GAME.plain.chances((position.state[0] ^ TURN,))
                assert 0 < here[0] < 1
                assert sum(here) == pytest.approx(1)
                assert there == (here[1], here[0])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("R,12,Hx2/R,20,Hx2 1 -", "Rx2,Hx2/R,20,Hx2 1 -"),  # on the way, not in reserve
        ("Rx4/Rx4 1 -", "Rx4/Rx4 2 -"),  # to move
        ("20x2,Hx2/R,27,Hx2 1 -", "R,20,Hx2/R,27,Hx2 1 -"),  # a stack, not one of its pieces
        ("Rx2,26x2/Rx3,27 1 -", "Rx2,26x2/Rx3,24 2 -"),  # able to hit, not in danger
    ],
)
def test_what_is_better_counts_more(better: str, worse: str) -> None:
    assert chance(better) > chance(worse)


def test_what_is_nearly_won_is_nearly_one() -> None:
    assert chance("30,Hx3/Rx4 1 -") > 0.95
    assert chance("Rx4/30,Hx3 2 -") < 0.05


def test_throws_needed_are_what_a_lone_piece_needs() -> None:
    assert evaluation.NEEDED[HOME] == 0
    assert evaluation.NEEDED[NUMBERS["30"]] == 100
    assert evaluation.NEEDED[NUMBERS["29"]] == 125  # a throw of 1 leads to 30 only
    assert evaluation.NEEDED[NUMBERS["15"]] < evaluation.NEEDED[NUMBERS["16"]]  # the spoke is shorter
