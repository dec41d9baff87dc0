"""Qubism's texts: their meaning, and which are refused."""

from __future__ import annotations

import pytest

import banmen
from tests.games.table import after, position, refuse, refuse_move

NAME = "qubism"


@pytest.mark.parametrize(
    "text",
    [
        "2B2/5/5/5/2W2 9 w",
        "2B1v/5/vvvv1/5/2W2 4 w",
        "^2^^/<1B1>/<4/5/<W1>v 0 w",
        "W1B2/5/5/5/5 9 b",
        "5/5/5/5/1WB2 9 w",
        "5/5/2B2/2W2/5 9 b",
    ],
)
def test_a_text_is_printed_as_it_was_read(text: str) -> None:
    assert position(NAME, text).text == text


def test_rows_are_written_from_5_down_to_1_with_digits_for_runs_of_free_squares() -> None:
    assert after(NAME, "2B2/5/5/5/2W2 9 w", "b4>", "e1^", "a3v") == "2B2/1>3/v4/5/2W1^ 6 b"


def test_after_the_last_move_the_side_to_act_has_flipped_as_after_any_other() -> None:
    assert after(NAME, "2B2/W4/5/5/5 9 w", "a5") == "W1B2/5/5/5/5 9 b"
    assert after(NAME, "5/5/5/4B/1W3 9 b", "e1") == "5/5/5/5/1W2B 9 w"


def test_a_finished_game_may_be_read() -> None:
    assert position(NAME, "W1B2/5/5/5/5 9 b").winner == ("w",)
    assert position(NAME, "5/5/5/5/1W2B 9 w").winner == ("b",)


@pytest.mark.parametrize("text", ["W1B2/5/5/5/5 9 «w", "5/5/5/5/1W2B 9 «b", "W4/5/5/5/4B 9 «w", "W4/5/5/5/4B 9 «b"])
def test_a_finished_game_has_one_winner_and_the_other_side_to_act(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text", ["2B2/5/5/5/2W2 «8 w", "2B2/5/1^3/5/2W2 «9 w", "2B1v/5/vvvv1/5/2W2 «5 w", "2B2/5/5/5/2W2 «0 w"]
)
def test_cubes_on_the_board_and_in_the_supply_are_nine(text: str) -> None:
    refuse(NAME, text)


def test_the_number_of_cubes_is_that_of_the_option() -> None:
    refuse(NAME, "2B2/5/5/5/2W2 «9 w", cubes=8)
    assert position(NAME, "2B2/5/1^3/5/2W2 2 w", cubes=3).turn == "w"


@pytest.mark.parametrize(
    "text",
    [
        "«2B2/5/vvvvv/5/2W2 4 w",
        "«2B2/5/5/v4/W>3 7 w",
        "«3vB/4v/5/5/2W2 7 w",
        "«W1B2/^^^^^/5/5/5 4 b",
        "«1vB^1/2^2/5/5/2W2 6 w",
    ],
)
def test_each_pawn_must_have_a_way_to_its_goal_row(text: str) -> None:
    assert "way" in refuse(NAME, text).reason


@pytest.mark.parametrize("text", ["«5/5/5/5/2W2 9 w", "«2B2/5/5/5/5 9 w", "«2B2/5/2W2/5/2W2 9 w", "«2B2/5/2B2/5/2W2 9 w"])
def test_there_is_one_pawn_of_each_side(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "2«b2/5/5/5/2w2 9 w",
        "«2B2/5/5/2W2 9 w",
        "«2B2/5/5/5/5/2W2 9 w",
        "2B2/«4/5/5/2W2 9 w",
        "2B2/«6/5/5/2W2 9 w",
        "2B2/«32/5/5/2W2 9 w",
        "2B2/«05/5/5/2W2 9 w",
        "2B2/«٥/5/5/2W2 9 w",
        "2B2/«...../5/5/2W2 9 w",
        "2B2/«/5/5/2W2 9 w",
        "2B2/«V4/5/5/2W2 8 w",
    ],
)
def test_each_row_counts_five_squares_in_one_way(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "2B2/5/5/5/2W2 9 «x",
        "2B2/5/5/5/2W2 9 «W",
        "2B2/5/5/5/2W2 9«",
        "2B2/5/5/5/2W2 «10 w",
        "2B2/5/5/5/2W2 «09 w",
        "2B2/5/5/5/2W2 «- w",
        "2B2/5/5/5/2W2 «٩ w",
        "2B2/5/5/5/2W2 9 w «",
        "« 2B2/5/5/5/2W2 9 w",
        "2B2/5/5/5/2W2 « 9 w",
        "2B2/5/5/5/2W2 9 w «-",
    ],
)
def test_fields_are_three_joined_by_single_spaces(text: str) -> None:
    refuse(NAME, text)


def test_moves_of_pawn_placement_and_cube() -> None:
    here = position(NAME, "2B2/5/1^3/5/2W2 8 w")
    assert [here.play(move).text for move in ("c2", "b2v", "b3-b5")] == [
        "2B2/5/1^3/2W2/5 8 b",
        "2B2/5/1^3/1v3/2W2 7 b",
        "1>B2/5/5/5/2W2 8 b",
    ]


def test_with_tip_either_the_sign_is_the_new_arrow() -> None:
    assert after(NAME, "2B2/5/1^3/5/2W2 8 w", "b3-b5>", tip="either") == "1>B2/5/5/5/2W2 8 b"


@pytest.mark.parametrize(
    "move",
    [
        "c1",
        "c3",
        "a1",
        "C2",
        "c2 ",
        "c2\n",
        "c6",
        "f1^",
        "b3^",
        "a1v",
        "b2x",
        "b3-b3",
        "b3-b2",
        "b3-c3",
        "b3-b5>",
        "b3b5",
        "c1-c2",
        "a1-a2",
        "pass",
        "",
    ],
)
def test_other_moves_are_refused_and_change_nothing(move: str) -> None:
    refuse_move(position(NAME, "2B2/5/1^3/5/2W2 8 w"), move)


def test_no_move_can_be_played_after_the_end() -> None:
    refuse_move(position(NAME, "W1B2/5/5/5/5 9 b"), "c4", "b1^")
    with pytest.raises(banmen.IllegalMoveError, match="over"):
        position(NAME, "W1B2/5/5/5/5 9 b").play("c4")
