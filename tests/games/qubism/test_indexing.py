"""Positions of Qubism and their numbers."""

import random
from typing import Any

import pytest

import banmen
from banmen.games.qubism import indexing, symmetry
from banmen.games.qubism.board import BOARD
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import load
from tests.common.loops import some
from tests.contract.variants import random_game

numbers: Any = load(indexing, PLAIN)


@pytest.mark.parametrize("cubes", [0, 1, 2])
def test_sets_of_squares_are_numbered_without_gaps(cubes: int) -> None:
    sets = [numbers.unrank_cubes(rank, cubes) for rank in range(indexing.blocks(cubes) >> 2 * cubes)]
    assert len(set(sets)) == len(sets)
    assert all(squares.bit_count() == cubes and squares & ~BOARD == 0 for squares in sets)
    assert [numbers.rank_cubes(squares) for squares in sets] == list(range(len(sets)))


@pytest.mark.parametrize("cubes", range(10))
def test_every_number_has_a_position_of_its_own(cubes: int) -> None:
    like = banmen.game("qubism", tip="either").start().state
    rng = random.Random(cubes)
    size = indexing.blocks(cubes) * indexing.PAIRS
    for index in (0, size - 1, *(rng.randrange(size) for _ in range(300))):
        state = numbers.unrank(index, cubes, like)
        assert numbers.on_board(state) == cubes
        assert numbers.rank(state) == index
        assert numbers.rank(symmetry.map_state(state, 1)) == index


def test_positions_of_games_come_back_from_their_numbers() -> None:
    for seed in range(5):
        for position in some(random_game(banmen.game("qubism", tip="straight"), seed)):
            if not position.over:
                cubes = numbers.on_board(position.state)
                seen = position.state if position.turn == "w" else symmetry.map_state(position.state, 1)
                assert numbers.unrank(numbers.rank(position.state), cubes, position.state) == seen
