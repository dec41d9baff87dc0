"""Kariuchi, one test for each sentence of its rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import banmen
from tests.games.table import after, moves, position, refuse_move

NAME = "kariuchi"
BASES = (5, 10, 15, 20, 25, 30)
POINTS = [*map(str, range(1, 31)), *(f"{base}{letter}" for base in BASES for letter in "abc"), "A"]


def alone(place: str, throw: int) -> set[str]:
    """Return the targets of a single piece on a place, all the others being home."""
    return {move.split(">")[1] for move in moves(NAME, f"{place},Hx3/Rx4 1 {throw}")}


# Board


def test_the_board_has_49_points_a_ring_a_centre_and_six_spokes() -> None:
    names = [str(number) + letter for number in range(32) for letter in ("", "a", "b", "c", "d")] + ["A", "B", "C", "0", "00"]
    found = []
    for name in names:
        try:
            position(NAME, f"Rx3,{name}/Rx4 1 -")
        except banmen.NotationError:
            continue
        found.append(name)
    assert sorted(found) == sorted(POINTS)
    assert len(found) == 49


def test_the_ring_is_walked_from_1_to_30() -> None:
    assert all(str(number + 1) in alone(str(number), 1) for number in range(1, 30))


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_a_new_piece_starts_from_outside_so_that_a_throw_of_n_brings_it_to_point_n(throw: int) -> None:
    assert moves(NAME, f"Rx4/Rx4 1 {throw}") == {f"R>{throw}"}


@pytest.mark.parametrize("base", [5, 10, 15])
def test_the_spokes_of_5_10_15_are_walked_inward_only(base: int) -> None:
    way = [str(base), f"{base}a", f"{base}b", f"{base}c", "A"]
    assert way[1] in alone(way[0], 1)
    assert [alone(place, 1) for place in way[1:4]] == [{place} for place in way[2:]]


@pytest.mark.parametrize("base", [20, 25, 30])
def test_the_spokes_of_20_25_30_are_walked_outward_only(base: int) -> None:
    way = ["A", f"{base}c", f"{base}b", f"{base}a", str(base)]
    assert way[1] in alone(way[0], 1)
    assert [alone(place, 1) for place in way[1:4]] == [{place} for place in way[2:]]
    assert f"{base}a" not in alone(str(base), 1)


# Course


def test_on_the_ring_a_piece_goes_to_the_next_number_and_from_30_home() -> None:
    assert alone("7", 1) == {"8"}
    assert alone("19", 3) == {"22"}
    assert alone("30", 1) == {"H"}


@pytest.mark.parametrize(("base", "throw", "ends"), [(5, 3, {"8", "5c"}), (10, 4, {"14", "A"}), (15, 5, {"20", "30c"})])
def test_a_piece_that_stands_on_5_10_or_15_may_go_along_the_ring_or_turn_into_the_spoke(
    base: int, throw: int, ends: set[str]
) -> None:
    assert alone(str(base), throw) == ends


@pytest.mark.parametrize("base", [5, 10, 15])
@pytest.mark.parametrize("throw", [2, 3, 4, 5])
def test_a_piece_that_only_passes_such_a_point_stays_on_the_ring(base: int, throw: int) -> None:
    assert alone(str(base - 1), throw) == {str(base - 1 + throw)}


@pytest.mark.parametrize(
    ("throw", "ends"),
    [(1, {"20c", "25c", "30c"}), (3, {"20a", "25a", "30a"}), (4, {"20", "25", "30"}), (5, {"21", "26", "H"})],
)
def test_a_piece_that_stands_on_the_centre_leaves_by_any_of_the_three_outward_spokes(throw: int, ends: set[str]) -> None:
    assert alone("A", throw) == ends


@pytest.mark.parametrize(("base", "opposite"), [(5, 20), (10, 25), (15, 30)])
def test_a_piece_that_passes_through_the_centre_goes_straight_on(base: int, opposite: int) -> None:
    assert [alone(f"{base}c", throw) for throw in (1, 2, 3, 5)] == [{"A"}, {f"{opposite}c"}, {f"{opposite}b"}, {str(opposite)}]
    assert alone(f"{base}a", 4) == {f"{opposite}c"}


def test_reaching_30_is_not_home_yet() -> None:
    assert alone("29", 1) == {"30"}
    assert alone("30a", 1) == {"30"}
    assert not position(NAME, "29,Hx3/Rx4 1 1").play("29>30").over


@pytest.mark.parametrize(("place", "least"), [("30", 1), ("29", 2), ("27", 4), ("30a", 2), ("30c", 4)])
def test_any_throw_that_carries_a_piece_past_30_brings_it_home(place: str, least: int) -> None:
    assert all(alone(place, throw) == {"H"} for throw in range(least, 6))
    assert all("H" not in alone(place, throw) for throw in range(1, least))


# Turn


@pytest.mark.parametrize("value", [0, 6, -1, True])
def test_a_throw_is_1_to_5(value: int) -> None:
    start = position(NAME, "Rx4/Rx4 1 -")
    with pytest.raises(banmen.IllegalMoveError):
        start.throw(value)
    assert [start.throw(good).text[-1] for good in (1, 2, 3, 4, 5)] == list("12345")


def test_one_piece_or_one_stack_or_part_of_one_is_moved_by_the_whole_throw() -> None:
    assert moves(NAME, "8,12x3/Rx4 1 2") == {"8>10", "12>14", "12x2>14", "12x3>14"}


def test_passing_is_not_allowed() -> None:
    refuse_move(position(NAME, "30,Hx3/Rx4 1 1"), "pass", "-", "")


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_passing_is_never_needed_since_some_piece_can_always_move(throw: int) -> None:
    assert all(alone(place, throw) for place in ["R", *POINTS])


@pytest.mark.parametrize(("throw", "turn"), [(1, 2), (2, 2), (3, 2), (4, 1), (5, 1)])
def test_after_a_4_or_5_the_same_player_throws_again_else_the_turn_passes(throw: int, turn: int) -> None:
    next_one = position(NAME, f"Rx4/Rx4 1 {throw}").play(f"R>{throw}")
    assert (next_one.turn, next_one.text[-1], len(next_one.throws())) == (turn, "-", 5)


def test_the_order_is_throw_move_throw_move() -> None:
    thrown = position(NAME, "Rx4/Rx4 1 4")
    with pytest.raises(banmen.IllegalMoveError):
        thrown.throw(2)
    refuse_move(thrown.play("R>4"), "R>4", "4>8")


def test_a_piece_from_the_reserve_enters_alone() -> None:
    refuse_move(position(NAME, "Rx4/Rx4 1 2"), "Rx2>2", "Rx4>2")


def test_landing_on_own_pieces_stacks() -> None:
    assert after(NAME, "Rx2,9,12/Rx4 1 3", "9>12") == "Rx2,12x2/Rx4 2 -"


@pytest.mark.parametrize(("number", "left"), [(1, "12x2,14"), (2, "12,14x2"), (3, "14x3")])
def test_any_number_of_a_stack_may_move_on_together_and_the_rest_stay(number: int, left: str) -> None:
    move = f"12x{number}>14" if number > 1 else "12>14"
    assert after(NAME, "R,12x3/Rx4 1 2", move) == f"R,{left}/Rx4 2 -"


def test_a_new_stack_may_be_moved_already_with_the_next_throw_of_the_same_turn() -> None:
    stacked = position(NAME, "Rx3,4/Rx4 1 4").play("R>4").throw(2)
    assert stacked.play("4x2>6").text == "Rx2,6x2/Rx4 2 -"


def test_landing_on_opposing_pieces_sends_all_of_them_to_their_reserve() -> None:
    assert after(NAME, "Rx3,9/R,12x3 1 3", "9>12") == "Rx3,12/Rx4 2 -"
    assert after(NAME, "3x2,9,H/Rx3,1 2 2", "1>3") == "Rx2,9,H/Rx3,3 1 -"


def test_pieces_sent_back_enter_again_as_single_pieces() -> None:
    sent = position(NAME, "Rx3,9/R,12x3 1 3").play("9>12").throw(2)
    assert [str(move) for move in sent.legal_moves()] == ["R>2"]


@pytest.mark.parametrize(("start", "target"), [("29", "30"), ("5c", "A"), ("4", "5"), ("20c", "20b"), ("19", "20"), ("R", "1")])
def test_no_point_is_safe_30_included(start: str, target: str) -> None:
    mine = f"{start},Hx3"
    assert after(NAME, f"{mine}/Rx2,{target}x2 1 1", f"{start}>{target}") == f"{target},Hx3/Rx4 2 -"


def test_a_piece_that_passes_an_opposing_piece_leaves_it_alone() -> None:
    assert after(NAME, "Rx3,9/Rx3,10 1 2", "9>11") == "Rx3,11/Rx3,10 2 -"


def test_a_hit_gives_no_extra_throw() -> None:
    assert position(NAME, "Rx4/Rx3,3 1 3").play("R>3").turn == 2


def test_a_stack_that_goes_home_brings_home_all_its_moving_pieces() -> None:
    assert after(NAME, "29x3,H/Rx4 1 2", "29x2>H") == "29,Hx3/Rx4 2 -"


# Start and end


@pytest.mark.parametrize(("rounds", "turn"), [([(4, 2)], 1), ([(1, 2)], 2), ([(5, 4)], 1), ([(3, 3), (5, 5), (1, 2)], 2)])
def test_the_higher_throw_begins_and_equal_throws_are_repeated(rounds: list[tuple[int, int]], turn: int) -> None:
    assert banmen.game(NAME).opened(rounds).turn == turn


@pytest.mark.parametrize("rounds", [[], [(3, 3)], [(4, 2), (1, 2)], [(4,)], [(4, 6)]])
def test_throws_that_do_not_decide_who_begins_are_refused(rounds: list[tuple[int, ...]]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME).opened(rounds)


def test_each_player_throws_until_the_throws_differ() -> None:
    game = banmen.game(NAME)
    openings = [game.opening(random.Random(seed)) for seed in range(60)]
    assert {len(opening.rounds) for opening in openings} >= {1, 2}
    for opening in openings:
        *ties, (one, two) = opening.rounds
        assert all(first == second for first, second in ties)
        assert opening.position.turn == (1 if one > two else 2)


def test_the_begin_throw_is_not_used_for_a_move() -> None:
    assert banmen.game(NAME).opened([(2, 4)]).text == "Rx4/Rx4 2 -"
    assert {banmen.game(NAME).start(random.Random(seed)).text for seed in range(20)} == {"Rx4/Rx4 1 -", "Rx4/Rx4 2 -"}


def test_the_first_player_with_all_four_pieces_home_wins_at_once() -> None:
    before = position(NAME, "30x2,Hx2/29,Hx3 1 4")
    assert before.play("30x2>H").winner == (1,)
    assert before.play("30>H").winner is None
    won = position(NAME, "Rx3,1/28,Hx3 2 3").play("28>H")
    assert (won.over, won.winner, won.legal_moves()) == (True, (2,), [])


def test_a_pending_extra_throw_is_not_made_after_the_win() -> None:
    won = position(NAME, "30,Hx3/Rx4 1 4").play("30>H")
    assert (won.over, won.throws()) == (True, [])
    with pytest.raises(banmen.IllegalMoveError):
        won.throw(1)


def test_there_are_no_draws() -> None:
    rng = random.Random(1)
    for _ in range(3):
        here = banmen.game(NAME, pieces=2).start(rng)
        while not here.over:
            here = here.throw(rng.choice((1, 2, 3, 4, 5)))
            here = here.play(rng.choice(here.legal_moves()))
        assert here.winner in ((1,), (2,))


@pytest.mark.parametrize("throw", [1, 5])
def test_the_turn_field_of_a_finished_game_stays_with_the_player_who_made_the_last_move(throw: int) -> None:
    assert after(NAME, f"Rx4/30,Hx3 2 {throw}", "30>H") == "Rx4/Hx4 2 -"


# Options


@pytest.mark.parametrize(
    ("pieces", "start", "last"),
    [
        (1, "R/R 1 -", "30/R 1 1"),
        (2, "Rx2/Rx2 1 -", "30,H/R,6 1 1"),
        (3, "Rx3/Rx3 1 -", "30,Hx2/Rx3 1 1"),
        (4, "Rx4/Rx4 1 -", "30,Hx3/Rx4 1 1"),
    ],
)
def test_option_pieces_is_1_to_4(pieces: int, start: str, last: str) -> None:
    game = banmen.game(NAME, pieces=pieces)
    assert game.start().text == start
    assert game.position(last).play("30>H").winner == (1,)


@pytest.mark.parametrize(
    "options", [{"pieces": 0}, {"pieces": 5}, {"hit_bonus": "all"}, {"p": 0}, {"p": 1}, {"lines": "sight"}]
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, **options)


@pytest.mark.parametrize(("bonus", "on_ring", "on_spoke"), [("none", 2, 2), ("ring", 1, 2), ("any", 1, 1)])
def test_option_hit_bonus_gives_an_extra_throw_for_a_hit(bonus: str, on_ring: int, on_spoke: int) -> None:
    for start, target, turn in (
        ("2", "3", on_ring),
        ("29", "30", on_ring),
        ("20a", "20", on_ring),
        ("5c", "A", on_spoke),
        ("20c", "20b", on_spoke),
        ("10", "10a", on_spoke),
    ):
        hit = position(NAME, f"Rx3,{start}/Rx3,{target} 1 1", hit_bonus=bonus).play(f"{start}>{target}")
        assert hit.turn == turn, target


@pytest.mark.parametrize("bonus", ["ring", "any"])
def test_there_are_never_two_extra_throws_for_one_throw(bonus: str) -> None:
    here = position(NAME, "Rx4/Rx3,4 1 4", hit_bonus=bonus).play("R>4")
    assert here.text == "Rx3,4/Rx4 1 -"
    assert here.throw(1).play("R>1").turn == 2


def test_without_a_hit_the_bonus_gives_nothing() -> None:
    assert position(NAME, "Rx4/Rx3,4 1 3", hit_bonus="any").play("R>3").turn == 2


def test_worked_moves() -> None:
    assert moves(NAME, "Rx2,5,A/Rx3,12 1 3") == {"R>3", "5>8", "5>5c", "A>20a", "A>25a", "A>30a"}
