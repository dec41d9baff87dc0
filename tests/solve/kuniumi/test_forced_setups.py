"""Finding the setups of Kuniumi that are forced wins."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search.proof import wins_within
from banmen.games.kuniumi.board import SIZE, STRIDE
from banmen.games.kuniumi.symmetry import image_of
from banmen.kernels import gpu
from banmen.kernels.kernel import GPU
from banmen.kernels.twins import bind
from banmen.solve.kuniumi import forced_setups

UNFAIR = "6/6/6/ls4/S1l3/1Ls3 choose -"


def numbers(text: str) -> set[int]:
    """Return the numbers of a setup and its images, land and sea swapped in half of them."""
    state = banmen.game("kuniumi").position(text).state
    return {*images(state[:2]), *images((state[1], state[0]))}


def images(sides: tuple[int, ...]) -> list[int]:
    """Return the numbers of a setup of two sides and its images by the symmetries of the board."""
    found = []
    for image in range(8):
        gods = [image_of(side >> 42, image) for side in sides]
        tokens = [
            [image_of(space, image) for space in range(42) if side >> space & 1 and space != side >> 42] for side in sides
        ]
        places = [[space // STRIDE * SIZE + space % STRIDE for space in each] for each in (gods, *tokens)]
        pairs = [
            list(zip(forced_setups.LOWER, forced_setups.UPPER, strict=True)).index((min(each), max(each)))
            for each in places[1:]
        ]
        found.append(
            ((places[0][0] * forced_setups.SPACES + places[0][1]) * forced_setups.PAIRS + pairs[0]) * forced_setups.PAIRS
            + pairs[1]
        )
    return found


def test_there_are_as_many_setups_as_there_are_numbers() -> None:
    assert len(set(zip(forced_setups.LOWER, forced_setups.UPPER, strict=True))) == forced_setups.PAIRS == 36 * 35 // 2


@pytest.mark.parametrize(("plies", "expected"), [(1, 0), (3, 1)])
def test_one_image_of_a_setup_that_wins_in_three_plies_counts(plies: int, expected: int) -> None:
    game = banmen.game("kuniumi")
    kernels: Any = game.compiled(forced_setups)
    assert len(numbers(UNFAIR)) == 8  # with land and sea swapped it is an image of itself
    options, room = (game.first_state()[2],), numpy.zeros(1, numpy.int64)
    found = [kernels.list_forced(number, number + 1, plies, options, room) for number in numbers(UNFAIR)]
    assert sum(found) == expected
    assert (room[0] in numbers(UNFAIR)) == (expected == 1)


def test_the_proof_search_says_the_same_of_it() -> None:
    position = banmen.game("kuniumi").position(UNFAIR)
    for faction in ("land", "sea"):
        assert wins_within(position.play(faction), 1, Budget(nodes=100_000)) is False
        assert wins_within(position.play(faction), 3, Budget(nodes=100_000)) is True


@pytest.mark.parametrize(("lines", "expected"), [("sight", 0), ("through", 1)])
def test_some_setups_win_where_lines_run_through_pieces(lines: str, expected: int) -> None:
    game = banmen.game("kuniumi", lines=lines)
    kernels: Any = game.compiled(forced_setups)
    options = (game.first_state()[2],)
    every = numbers("2S3/6/6/6/2L2s/1l1ls1 choose -")
    room = numpy.zeros(1, numpy.int64)
    assert sum(kernels.list_forced(number, number + 1, 3, options, room) for number in every) == expected


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_counting_compiles_for_a_card() -> None:
    game = banmen.game("kuniumi")
    assert ".visible .entry" in gpu.sweep_ptx(bind(forced_setups, game.rules, GPU).is_forced, (0,))
