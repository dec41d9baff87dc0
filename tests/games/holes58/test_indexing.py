"""Sides of 58 Holes are numbered without gaps, and their advance grows as the solver assumes."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banmen
from banmen.games.holes58 import indexing, rules
from banmen.kernels.contract import CHANCE
from tests.common.loops import some
from tests.contract.variants import random_game


@pytest.mark.parametrize("pieces", range(4))
def test_every_number_stands_for_one_side(pieces: int) -> None:
    sides = [indexing.side_unrank(pieces, index) for index in range(indexing.class_size(pieces))]
    assert len(set(sides)) == len(sides)
    for index, side in enumerate(sides):
        assert (indexing.side_class(side), indexing.side_rank(side)) == (pieces, index)
        assert side & rules.LANE or not rules.hand(side), "an empty lane is filled from hand"


@given(st.integers(4, 5), st.integers(0, 10**9))
def test_numbers_of_many_sides_come_back(pieces: int, number: int) -> None:
    index = number % indexing.class_size(pieces)
    side = indexing.side_unrank(pieces, index)
    assert (indexing.side_class(side), indexing.side_rank(side)) == (pieces, index)


@given(st.sets(st.integers(1, 29), min_size=1, max_size=5), st.data())
def test_sides_of_many_numbers_come_back(holes: set[int], data: st.DataObject) -> None:
    shen = data.draw(st.integers(0, 5 - len(holes)))
    hand = data.draw(st.integers(0, 5 - len(holes) - shen))
    side = sum(1 << hole for hole in holes) + shen * rules.IN_SHEN + hand * rules.IN_HAND
    assert indexing.side_unrank(len(holes) + shen + hand, indexing.side_rank(side)) == side


@pytest.mark.parametrize("pieces", range(1, 6))
def test_sides_with_somebody_in_the_shen_hole_follow_one_another_like_those_with_a_piece_less(pieces: int) -> None:
    for index in some(
        random.Random(pieces).sample(range(indexing.class_size(pieces - 1)), min(100, indexing.class_size(pieces - 1)))
    ):
        side = indexing.side_unrank(pieces - 1, index) + rules.IN_SHEN
        assert indexing.side_rank(side) == indexing.BARE[pieces] + index


@pytest.mark.parametrize("options", [{}, {"collect": "one", "warp_passes_nefer": "yes"}])
def test_only_warps_back_and_passes_do_not_advance(options: dict[str, str]) -> None:
    game = banmen.game("holes58", **options)
    for seed in range(30):
        for position in some(random_game(game, seed)):
            if position.kind == CHANCE or position.over:
                continue
            own, _ = indexing.sides(position.state)
            for move in position.legal_moves():
                after = position.play(move)
                if sum(map(indexing.side_class, indexing.sides(after.state))) < sum(
                    map(indexing.side_class, indexing.sides(position.state))
                ):
                    continue
                new = indexing.sides(after.state)[0 if after.turn == position.turn else 1]
                warped = move.text.endswith((">6", ">8"))
                assert indexing.advance(new) > indexing.advance(own) or warped or move.text == "pass"
                assert (indexing.advance(new) == indexing.advance(own)) == (new == own)
