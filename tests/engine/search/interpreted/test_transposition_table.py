"""The transposition table, entry by entry and bit by bit."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import banmen
from banmen.engine.search import transposition_table
from banmen.engine.search.transposition_table import AGES, EXACT, LOWER, SURE, UPPER, WIN
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind

GAME = banmen.game("qubism", tip="straight")  # a game with mirror images
KERNELS: Any = bind(transposition_table, GAME.rules, PLAIN)
STATE, OTHER, THIRD = (5, 9), (6, 9), (5, 10)
FLAT, FOLDED = 0, 1
SCATTERED = {
    (0, 0): 0,
    STATE: 193275431640290062,
    OTHER: 760348782901906408,
    (5, 9, 1): 848675109201106620,
    (1 << 40, 9): 596147331783037790,
    ((1 << 61) - 1, 1 << 31): 872483549446394044,
}


def table(rows: int = 2) -> Any:
    return numpy.zeros((rows, 3), numpy.int64)


def put(
    rows: Any,
    state: Any = STATE,
    depth: int = 4,
    bound: int = EXACT,
    move: int = 7,
    score: int = 30,
    *,
    ply: int = 0,
    age: int = 1,
) -> None:
    KERNELS.store_entry(rows, state, FLAT, depth, bound, move, score, ply, 0, age)


def depth_of(rows: Any, state: Any) -> int:
    """Return the depth stored for a state; 0 if there is none."""
    return int(KERNELS.lookup_entry(rows, state, FLAT)[0]) & 127


def test_every_field_has_bits_of_its_own() -> None:
    rows = table()
    KERNELS.store_entry(rows, STATE, FLAT, 101, UPPER, 12_345, -678, 3, 1, 45)
    entry, move = map(int, KERNELS.lookup_entry(rows, STATE, FLAT))
    assert move == 12_345
    assert entry & 127 == 101
    assert entry >> 7 & 3 == UPPER
    assert entry >> 9 & 0xFFFF == 12_346
    assert (entry >> 25 & (1 << 23) - 1) - 2 * WIN == -678
    assert entry >> 48 & AGES - 1 == 45
    assert entry >> 54 == 1
    assert KERNELS.score_from_entry(entry, 9) == -678


@pytest.mark.parametrize("bound", [EXACT, LOWER, UPPER])
@pytest.mark.parametrize("guessed", [0, 1])
def test_the_kind_of_bound_is_kept(bound: int, guessed: int) -> None:
    rows = table()
    KERNELS.store_entry(rows, STATE, FLAT, 1, bound, -1, 0, 0, guessed, 0)
    entry, move = map(int, KERNELS.lookup_entry(rows, STATE, FLAT))
    assert (entry >> 7 & 3, entry >> 54 & 1, move) == (bound, guessed, -1)
    assert {EXACT, LOWER, UPPER} == {1, 2, 3}


@pytest.mark.parametrize(
    ("score", "kept"),
    [
        (WIN - 9, WIN - 5),
        (9 - WIN, 5 - WIN),
        (SURE + 1, SURE + 5),
        (SURE, SURE),
        (-SURE, -SURE),
        (-SURE - 1, -SURE - 5),
        (0, 0),
    ],
)
def test_wins_are_counted_from_where_one_stands(score: int, kept: int) -> None:
    rows = table()
    put(rows, score=score, ply=4)
    entry = int(rows[0, 2])
    assert (entry >> 25 & (1 << 23) - 1) - 2 * WIN == kept
    assert KERNELS.score_from_entry(entry, 4) == score
    later = KERNELS.score_from_entry(entry, 6)
    assert later == (kept - 6 if kept > SURE else kept + 6 if kept < -SURE else kept)


def test_scores_on_the_edge_of_certainty_are_read_as_they_are() -> None:
    for score in (SURE, -SURE):
        assert KERNELS.score_from_entry(score + 2 * WIN << 25, 3) == score
    assert KERNELS.score_from_entry(SURE + 1 + 2 * WIN << 25, 3) == SURE - 2
    assert KERNELS.score_from_entry(-SURE - 1 + 2 * WIN << 25, 3) == 2 - SURE
    assert (WIN, SURE, AGES) == (1_000_000, 999_000, 64)


def test_an_empty_table_knows_nothing() -> None:
    for state in (STATE, (0, 0)):
        assert tuple(KERNELS.lookup_entry(table(), state, FLAT)) == (0, -1)


def test_the_first_row_keeps_what_took_most_work_and_the_second_what_came_last() -> None:
    rows = table()
    put(rows, STATE, depth=5)
    put(rows, OTHER, depth=4)
    assert (depth_of(rows, STATE), depth_of(rows, OTHER)) == (5, 4)
    assert rows[0, :2].tolist() == [5, 9]
    put(rows, THIRD, depth=3)
    assert [depth_of(rows, state) for state in (STATE, OTHER, THIRD)] == [5, 0, 3]
    put(rows, OTHER, depth=5)  # as deep: it comes later
    assert [depth_of(rows, state) for state in (STATE, OTHER, THIRD)] == [0, 5, 3]
    put(rows, OTHER, depth=1)  # newer data about the same position takes precedence
    assert [depth_of(rows, state) for state in (STATE, OTHER, THIRD)] == [0, 1, 3]


@pytest.mark.parametrize(("before", "now"), [(1, 2), (2, 1), (63, 0), (7, 15), (16, 48)])
def test_an_earlier_search_makes_room(before: int, now: int) -> None:
    rows = table()
    put(rows, STATE, depth=9, age=before)
    put(rows, OTHER, depth=1, age=now)
    assert (depth_of(rows, STATE), depth_of(rows, OTHER)) == (0, 1)


def test_a_row_is_about_one_state_only() -> None:
    rows = table()
    put(rows, STATE)
    assert KERNELS.is_about(rows, 0, STATE)
    assert not any(KERNELS.is_about(rows, 0, state) for state in (OTHER, THIRD, (9, 5)))
    assert KERNELS.is_about(rows, 0, STATE) is True
    rows[0, 2] = 0
    assert not KERNELS.is_about(rows, 0, STATE)


def test_states_are_scattered_in_a_known_way() -> None:
    """A change of these numbers changes the results of every search within a budget."""
    assert {state: KERNELS.hash_state(state, 0) for state in SCATTERED} == SCATTERED
    assert KERNELS.hash_state(STATE, 5 ^ 6) == KERNELS.hash_state(OTHER, 0)
    assert [KERNELS.first_of_pair(number, 10) for number in (10, 11, 12, 13, 29)] == [0, 0, 2, 2, 8]
    assert KERNELS.slot(STATE, 1000) == SCATTERED[STATE] % 1000 // 2 * 2


def test_many_states_find_their_rows_in_a_table_with_room() -> None:
    rows = table(4000)
    states = [(k % 7 << 33 | k, k * k) for k in range(300)]
    for depth, state in enumerate(states):
        put(rows, state, depth=depth % 100 + 1)
    found = [depth_of(rows, state) == depth % 100 + 1 for depth, state in enumerate(states)]
    assert sum(found) > 280


def test_images_of_a_position_share_a_row_and_translate_its_move() -> None:
    position = GAME.position("2B2/5/1^3/5/2W2 8 w")
    mirrored = GAME.position("2B2/5/3^1/5/2W2 8 w")
    for first, second in ((position, mirrored), (mirrored, position)):
        rows = table()
        code = first.legal_codes()[3]
        KERNELS.store_entry(rows, first.state, FOLDED, 2, EXACT, code, 10, 0, 0, 1)
        assert KERNELS.lookup_entry(rows, first.state, FOLDED)[1] == code
        image = KERNELS.lookup_entry(rows, second.state, FOLDED)[1]
        assert image != code
        assert image in second.legal_codes()
        assert reflect(GAME.write_move(code).text) == GAME.write_move(int(image)).text
        assert KERNELS.lookup_entry(rows, second.state, FLAT)[0] in (0, rows[0, 2])
        KERNELS.store_entry(rows, first.state, FOLDED, 2, UPPER, -1, 10, 0, 0, 1)
        assert KERNELS.lookup_entry(rows, second.state, FOLDED)[1] == -1


def test_a_move_comes_back_from_images_that_are_turned_by_a_quarter() -> None:
    game, turned = banmen.game("kuniumi"), set()
    kernels: Any = bind(transposition_table, game.rules, PLAIN)
    for place in ("b1", "e1", "f2", "f5", "e6", "b6", "a5", "a2"):
        position, rows = game.start().play(f"L@{place}"), numpy.zeros((2, 4), numpy.int64)
        code = position.find("S@c2").code
        turned.add(int(game.plain.canonical(position.state)[1]))
        kernels.store_entry(rows, position.state, FOLDED, 2, EXACT, code, 10, 0, 0, 1)
        assert kernels.lookup_entry(rows, position.state, FOLDED)[1] == code
    assert turned == set(range(8))


def reflect(text: str) -> str:
    """Return a move with its files, and sideways arrows, mirrored."""
    return text.translate(str.maketrans("abcde<>", "edcba><"))
