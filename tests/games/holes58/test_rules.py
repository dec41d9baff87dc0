"""58 Holes, one test for each sentence of its rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import banmen
from tests.games.table import after, moves, position, refuse_move

NAME = "holes58"


def lane(text: str, move: str, **options: object) -> str:
    """Return player 1's side after a move from a text without turn, throw given last."""
    return after(NAME, text, move, **options).split("/")[0]


# Board and pieces


def test_each_lane_has_holes_1_to_29() -> None:
    found = []
    for hole in range(32):
        try:
            position(NAME, f"{hole};0;4/1;0;4 1 -")
        except banmen.NotationError:
            continue
        found.append(hole)
    assert found == list(range(1, 30))


def test_each_player_has_a_lane_of_her_own() -> None:
    assert after(NAME, "5;0;4/7;0;4 1 2", "5>7") == "7;0;4/7;0;4 2 -"
    assert moves(NAME, "5;0;4/6;0;4 1 2") == {"5>7"}


def test_shen_is_step_30_of_both_lanes_and_holds_any_number_of_pieces() -> None:
    assert after(NAME, "28;4;0/29;4;0 1 2", "28>S") == "-;5;0/-;4;0 2 -"
    assert after(NAME, "28;4;0/29;4;0 2 1", "29>S") == "-;4;0/-;5;0 1 -"


def test_a_hole_of_a_lane_holds_one_piece() -> None:
    assert moves(NAME, "3,5;0;3/1;0;4 1 2") == {"5>7"}


@pytest.mark.parametrize(("one_end", "other"), [(6, 20), (20, 6), (8, 10), (10, 8)])
def test_warp_lines_lead_from_6_to_20_and_from_8_to_10_in_both_directions(one_end: int, other: int) -> None:
    assert moves(NAME, f"{one_end - 1};0;0/1;0;4 1 1") == {f"{one_end - 1}>{other}"}


def test_no_other_hole_warps() -> None:
    plain = [hole for hole in range(2, 30) if hole not in (6, 8, 10, 20)]
    assert all(moves(NAME, f"{hole - 1};0;0/1;0;4 1 1") == {f"{hole - 1}>{hole}"} for hole in plain)


def test_five_pieces_each_at_the_start_one_on_hole_1_and_four_in_hand() -> None:
    assert banmen.game(NAME).start().text == "1;0;4/1;0;4 1 -"
    assert banmen.game(NAME).players == (1, 2)


# Throws


@pytest.mark.parametrize(
    ("rounds", "text"),
    [
        ([(2, 3)], "1;0;4/1;0;4 1 2"),
        ([(4, 1)], "1;0;4/1;0;4 2 1"),
        ([(5, 4)], "1;0;4/1;0;4 2 4"),
        ([(3, 3), (5, 5), (4, 5)], "1;0;4/1;0;4 1 4"),
    ],
)
def test_equal_throws_are_repeated_and_the_lower_throw_begins_and_moves_by_that_throw(
    rounds: list[tuple[int, int]], text: str
) -> None:
    assert banmen.game(NAME).opened(rounds).text == text


def test_both_players_throw_until_the_throws_differ() -> None:
    openings = [banmen.game(NAME).opening(random.Random(seed)) for seed in range(60)]
    assert {len(opening.rounds) for opening in openings} >= {1, 2}
    for opening in openings:
        *ties, (one, two) = opening.rounds
        assert all(first == second for first, second in ties)
        assert opening.position.text == f"1;0;4/1;0;4 {1 if one < two else 2} {min(one, two)}"


def test_from_then_on_the_player_on_turn_throws_and_moves() -> None:
    second = banmen.game(NAME).opened([(2, 3)]).play("1>3")
    assert (second.turn, len(second.throws()), second.legal_moves()) == (2, 5, [])


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_no_throw_by_itself_gives_another_throw(throw: int) -> None:
    here = position(NAME, f"3;0;0/1;0;4 1 {throw}")
    assert here.play(here.legal_moves()[0]).turn == 2


# Move


def test_one_piece_of_the_own_lane_moves_forward_by_exactly_the_throw() -> None:
    assert moves(NAME, "2,11,21;0;2/4;0;4 1 3") == {"2>5", "11>14", "21>24"}
    assert moves(NAME, "2,11,21;0;2/4;0;4 2 3") == {"4>7"}


def test_a_piece_may_not_pass_or_land_on_another_piece_of_the_own_lane() -> None:
    assert moves(NAME, "10,12;0;3/1;0;4 1 2") == {"12>14"}
    assert moves(NAME, "10,12;0;3/1;0;4 1 3") == {"12>15"}
    assert moves(NAME, "10,12;0;3/1;0;4 1 1") == {"10>11", "12>13"}


def test_a_piece_may_not_pass_its_own_piece_on_the_way_to_shen() -> None:
    assert moves(NAME, "27,28;0;0/1;0;4 1 3") == {"pass"}


def test_shen_must_be_reached_exactly_and_a_piece_that_would_overshoot_cannot_move() -> None:
    assert moves(NAME, "28;0;0/1;0;4 1 2") == {"28>S"}
    assert moves(NAME, "28;0;0/1;0;4 1 3") == {"pass"}


def test_a_piece_that_ends_on_a_warp_hole_goes_at_once_to_the_other_end() -> None:
    assert lane("5;0;0/1;0;4 1 1", "5>20") == "20;0;0"
    assert lane("19;0;0/1;0;4 1 1", "19>6") == "6;0;0"


def test_it_stays_where_a_piece_stands_at_the_other_end() -> None:
    assert moves(NAME, "1,20;0;3/1;0;4 1 5") == {"1>6", "20>25"}
    assert moves(NAME, "8,9;0;3/1;0;4 1 1") == {"9>10"}


def test_an_opposing_piece_at_the_other_end_is_on_another_lane() -> None:
    assert moves(NAME, "1;0;4/20;0;4 1 5") == {"1>20"}


def test_passing_a_warp_hole_does_nothing() -> None:
    assert moves(NAME, "5;0;0/1;0;4 1 2") == {"5>7"}
    assert moves(NAME, "19;0;0/1;0;4 1 2") == {"19>21"}


def test_a_piece_does_not_warp_twice() -> None:
    assert after(NAME, "19;0;0/1;0;4 1 1", "19>6") == "6;0;0/1;0;4 2 -"


def test_a_piece_on_8_with_a_throw_of_2_makes_the_legal_move_8_to_8() -> None:
    assert moves(NAME, "8;0;0/1;0;4 1 2") == {"8>8"}
    assert after(NAME, "8;0;0/1;0;4 1 2", "8>8") == "8;0;0/1;0;4 2 -"


@pytest.mark.parametrize(
    ("text", "move"), [("13;0;4/1;0;4 1 3", "13>16"), ("24;0;4/1;0;4 1 5", "24>29"), ("13;0;4/1;0;4 1 2", "13>15")]
)
def test_a_piece_that_passes_a_nefer_hole_or_ends_on_one_brings_a_piece_from_hand_onto_hole_1(text: str, move: str) -> None:
    assert lane(text, move) == f"1,{move.split('>')[1]};0;3"


def test_a_piece_comes_in_only_if_there_is_one_in_hand_and_hole_1_is_free() -> None:
    assert lane("13;0;0/1;0;4 1 3", "13>16") == "16;0;0"
    assert lane("1,13;0;3/1;0;4 1 3", "13>16") == "1,16;0;3"


@pytest.mark.parametrize(
    ("text", "move"), [("14;0;3/1;0;4 1 1", "14>15"), ("1,24;0;3/1;0;4 1 1", "24>25"), ("22;0;0/1;0;4 1 3", "22>25")]
)
def test_ending_exactly_on_a_nefer_hole_also_gives_another_throw_whether_or_not_a_piece_came_in(text: str, move: str) -> None:
    again = position(NAME, text).play(move)
    assert (again.turn, len(again.throws())) == (1, 5)


def test_passing_a_nefer_hole_gives_no_other_throw() -> None:
    assert position(NAME, "14;0;3/1;0;4 1 2").play("14>16").turn == 2


def test_a_warp_does_not_pass_nefer_holes() -> None:
    assert after(NAME, "1;0;4/1;0;4 1 5", "1>20") == "20;0;4/1;0;4 2 -"
    assert after(NAME, "19;0;4/1;0;4 1 1", "19>6") == "6;0;4/1;0;4 2 -"


@pytest.mark.parametrize(("text", "move"), [("15;0;4/1;0;4 1 2", "15>17"), ("25;0;4/1;0;4 1 4", "25>29")])
def test_a_piece_that_leaves_a_nefer_hole_does_not_pass_it(text: str, move: str) -> None:
    assert lane(text, move) == f"{move.split('>')[1]};0;4"


def test_a_piece_that_reaches_shen_removes_the_opponents_rearmost_lane_piece_for_good() -> None:
    assert after(NAME, "3,29;0;0/3,12;0;1 1 1", "29>S") == "3;1;0/12;0;1 2 -"


def test_then_a_piece_from_hand_comes_onto_hole_1_if_there_is_one_and_the_hole_is_free() -> None:
    assert lane("3,29;0;2/3,12;0;1 1 1", "29>S") == "1,3;1;1"
    assert lane("1,29;0;2/3,12;0;1 1 1", "29>S") == "1;1;2"
    assert lane("3,29;0;0/3,12;0;1 1 1", "29>S") == "3;1;0"


@pytest.mark.parametrize(("text", "move"), [("28;0;2/3,12;0;1 1 2", "28>S"), ("25;0;4/3;0;4 1 5", "25>S")])
def test_reaching_shen_gives_no_extra_throw(text: str, move: str) -> None:
    assert position(NAME, text).play(move).turn == 2


def test_with_a_throw_of_1_all_pieces_may_be_taken_back_from_shen_instead_of_moving() -> None:
    assert moves(NAME, "3;2;1/1;0;4 1 1") == {"3>4", "collect"}
    assert after(NAME, "3;2;1/1;0;4 1 1", "collect") == "3;0;3/1;0;4 2 -"


@pytest.mark.parametrize("text", ["3;2;1/1;0;4 1 2", "3;2;1/1;0;4 1 5", "3;0;1/1;3;1 1 1"])
def test_collecting_needs_a_throw_of_1_and_an_own_piece_in_shen(text: str) -> None:
    refuse_move(position(NAME, text), "collect")


def test_option_collect_one_takes_back_a_single_piece() -> None:
    assert after(NAME, "3;2;1/1;0;4 1 1", "collect", collect="one") == "3;1;2/1;0;4 2 -"


@pytest.mark.parametrize("text", ["3;2;1/1;0;4 1 1", "3;0;1/1;0;4 1 2", "-;2;0/1;0;4 1 1"])
def test_a_player_who_can_move_or_collect_must(text: str) -> None:
    refuse_move(position(NAME, text), "pass")


def test_a_player_who_cannot_move_passes() -> None:
    assert moves(NAME, "28,29;0;3/1;0;4 1 5") == {"pass"}
    assert after(NAME, "28,29;0;3/1;0;4 1 5", "pass") == "28,29;0;3/1;0;4 2 -"
    assert moves(NAME, "-;2;0/1;0;4 1 3") == {"pass"}


def test_a_player_with_no_piece_on_the_lane_but_one_in_hand_brings_one_in_at_once() -> None:
    assert lane("29;0;0/3,12;0;1 1 1", "29>S") == "-;1;0"
    assert lane("-;2;0/3,12;0;1 1 1", "collect") == "1;0;1"
    assert lane("-;2;0/3,12;0;1 1 1", "collect", collect="one") == "1;1;0"


def test_so_does_the_opponent_after_losing_the_last_lane_piece() -> None:
    assert after(NAME, "29;0;0/7;1;2 1 1", "29>S") == "-;1;0/1;1;1 2 -"
    assert after(NAME, "29;0;0/1;0;4 1 1", "29>S") == "-;1;0/1;0;3 2 -"


# End


def test_a_player_with_no_piece_left_on_lane_in_shen_or_in_hand_has_lost() -> None:
    won = position(NAME, "3,29;0;0/7;0;0 1 1").play("29>S")
    assert (won.over, won.winner, won.legal_moves(), won.throws()) == (True, (1,), [], [])
    assert not position(NAME, "3,29;0;0/7;1;0 1 1").play("29>S").over
    assert not position(NAME, "3,29;0;0/7;0;1 1 1").play("29>S").over


def test_an_opponent_with_pieces_in_shen_only_loses_at_once_and_those_pieces_leave_shen() -> None:
    won = position(NAME, "3,29;0;0/-;3;0 1 1").play("29>S")
    assert (won.text, won.winner) == ("3;1;0/-;0;0 1 -", (1,))


def test_an_opponent_with_pieces_in_shen_only_has_not_lost_before() -> None:
    here = position(NAME, "3,28;0;0/-;3;0 1 1").play("28>29")
    assert (here.over, here.turn) == (False, 2)
    assert position(NAME, "3,29;0;0/-;3;0 2 1").play("collect").text == "3,29;0;0/1;0;2 1 -"


def test_the_move_that_ends_the_game_is_carried_out_in_full() -> None:
    assert after(NAME, "29;0;2/7;0;0 1 1", "29>S") == "1;1;1/-;0;0 1 -"
    assert after(NAME, "29;0;2/-;3;0 1 1", "29>S") == "1;1;1/-;0;0 1 -"


def test_the_turn_stays_with_the_player_who_made_it_and_no_throw_is_pending() -> None:
    assert after(NAME, "4;0;0/28;0;0 2 2", "28>S") == "-;0;0/-;1;0 2 -"


def test_there_are_no_draws() -> None:
    rng = random.Random(2)
    for _ in range(3):
        here = banmen.game(NAME, pieces=2).start(rng)
        while not here.over:
            here = here.throw(rng.choice((1, 2, 3, 4, 5))) if here.throws() else here
            here = here.play(rng.choice(here.legal_moves()))
        assert here.winner in ((1,), (2,))


# Options


@pytest.mark.parametrize("pieces", [1, 2, 3, 4, 5])
def test_option_pieces_is_1_to_5(pieces: int) -> None:
    assert banmen.game(NAME, pieces=pieces).start().text == f"1;0;{pieces - 1}/1;0;{pieces - 1} 1 -"


@pytest.mark.parametrize(
    ("text", "move", "left"), [("1;0;4/1;0;4 1 5", "1>20", "1,20;0;3"), ("19;0;4/1;0;4 1 1", "19>6", "1,6;0;3")]
)
def test_option_warp_passes_nefer_counts_in_both_directions_without_extra_throw(text: str, move: str, left: str) -> None:
    assert after(NAME, text, move, warp_passes_nefer="yes") == f"{left}/1;0;4 2 -"


def test_option_warp_passes_nefer_needs_a_warp() -> None:
    assert lane("1,20;0;3/1;0;4 1 5", "1>6", warp_passes_nefer="yes") == "6,20;0;3"
    assert lane("7;0;3/1;0;4 1 1", "7>10", warp_passes_nefer="yes") == "10;0;3"


@pytest.mark.parametrize(
    "options",
    [{"pieces": 0}, {"pieces": 6}, {"collect": "two"}, {"warp_passes_nefer": "maybe"}, {"p": 0.0}, {"hit_bonus": "none"}],
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, **options)


# Worked moves


def test_worked_move_of_the_first_throw_of_5() -> None:
    assert moves(NAME, "1;0;4/1;0;4 1 5") == {"1>20"}
    assert lane("1;0;4/1;0;4 1 5", "1>20") == "20;0;4"


def test_worked_moves_with_a_throw_of_1() -> None:
    assert moves(NAME, "10,14;0;3/1;0;4 1 1") == {"10>11", "14>15"}
    assert after(NAME, "10,14;0;3/1;0;4 1 1", "14>15") == "1,10,15;0;2/1;0;4 1 -"


def test_worked_moves_with_a_throw_of_5() -> None:
    assert moves(NAME, "10,14;0;3/1;0;4 1 5") == {"14>19"}
    assert lane("10,14;0;3/1;0;4 1 5", "14>19") == "1,10,19;0;2"
