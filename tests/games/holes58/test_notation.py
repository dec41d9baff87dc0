"""The texts of 58 Holes: their meaning, and which are refused."""

from __future__ import annotations

import pytest

import banmen
from tests.games.table import after, position, refuse, refuse_move

NAME = "holes58"


@pytest.mark.parametrize(
    "text",
    [
        "1;0;4/1;0;4 1 2",
        "1;0;4/1;0;4 1 -",
        "10,14;0;3/1;0;4 1 5",
        "-;3;0/2;0;0 1 3",
        "1;1;1/-;0;0 1 -",
        "-;0;0/-;1;0 2 -",
        "1,2,3,28,29;0;0/4;1;0 2 1",
    ],
)
def test_a_text_is_printed_as_it_was_read(text: str) -> None:
    assert position(NAME, text).text == text


def test_a_real_game_starts_with_the_opening_throw_pending_and_the_waiting_start_is_for_perft() -> None:
    assert banmen.game(NAME).opened([(2, 4)]).text == "1;0;4/1;0;4 1 2"
    assert banmen.game(NAME).start().text == "1;0;4/1;0;4 1 -"


def test_holes_are_listed_ascending_and_an_empty_lane_is_a_dash() -> None:
    assert after(NAME, "2,12;0;0/1;0;4 1 3", "12>15") == "2,15;0;0/1;0;4 1 -"
    assert after(NAME, "13,28;0;1/1;0;4 1 3", "13>16") == "1,16,28;0;0/1;0;4 2 -"
    assert after(NAME, "29;0;0/1;0;4 1 1", "29>S") == "-;1;0/1;0;3 2 -"


@pytest.mark.parametrize("text", ["2,«1;0;3/1;0;4 1 -", "1,«1;0;3/1;0;4 1 -", "1;0;4/3,9,«4;0;2 1 -"])
def test_holes_in_another_order_or_twice_are_refused(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "«0;0;4/1;0;4 1 -",
        "«30;0;4/1;0;4 1 -",
        "«01;0;4/1;0;4 1 -",
        "«S;0;4/1;0;4 1 -",
        "«١;0;4/1;0;4 1 -",
        "«+1;0;4/1;0;4 1 -",
        "1;«00;4/1;0;4 1 -",
        "1;0;«04/1;0;4 1 -",
        "1;0;«-1/1;0;4 1 -",
        "1;0;«²/1;0;4 1 -",
        "1;0;«/1;0;4 1 -",
        "«;0;4/1;0;4 1 -",
        "1,«;0;3/1;0;4 1 -",
        "«-,1;0;3/1;0;4 1 -",
    ],
)
def test_numbers_have_one_spelling(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize("text", ["«1;0;5/1;0;4 1 -", "1;0;4/«1,2;3;1 1 -", "«1,2,3,4,5,7;0;0/1;0;4 1 -", "«1;6;0/1;0;4 1 -"])
def test_a_side_has_at_most_as_many_pieces_as_the_game(text: str) -> None:
    refuse(NAME, text)


def test_the_number_of_pieces_is_that_of_the_option() -> None:
    refuse(NAME, "«1;0;4/1;0;4 1 -", pieces=4)
    assert position(NAME, "1;0;2/3;0;0 1 -", pieces=4).turn == 1


@pytest.mark.parametrize("text", ["«-;0;4/1;0;4 1 -", "1;0;4/«-;1;1 1 2"])
def test_an_empty_lane_with_pieces_in_hand_is_refused(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "1;0;4/1;0;4 «3 -",
        "1;0;4/1;0;4 1 «6",
        "1;0;4/1;0;4 1 «0",
        "1;0;4/1;0;4 1«",
        "1;0;4/1;0;4 1 - «",
        "« 1;0;4/1;0;4 1 -",
        "1;0;4/1;0;4 « 1 -",
        "«1;0/1;0;4 1 -",
        "«1;0;4;0/1;0;4 1 -",
        "«1;0;4 1 -",
        "«1;0;4/1;0;4/1;0;4 1 -",
        "1, 2;0;3/1;0;4 1 «-",
    ],
)
def test_fields_are_three_joined_by_single_spaces(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize("text", ["1;1;1/-;0;0 1 «3", "-;0;0/2;1;0 2 «1"])
def test_a_finished_game_has_no_throw_pending(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text", ["1;1;1/-;0;0 «2 -", "-;0;0/2;1;0 «1 -", "-;0;0/2;1;0 «1 3", "-;0;0/-;0;0 «1 -", "-;0;0/-;0;0 «2 -"]
)
def test_a_finished_game_has_one_winner_who_keeps_the_turn(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1;0;4/1;0;4 1 2", "1>3"),
        ("1;0;4/1;0;4 1 5", "1>20"),
        ("28;0;0/1;0;4 1 2", "28>S"),
        ("3;2;0/1;0;4 1 1", "collect"),
        ("29;2;0/1;0;4 1 3", "pass"),
    ],
)
def test_a_move_names_where_the_piece_finally_rests(text: str, move: str) -> None:
    assert move in [str(legal) for legal in position(NAME, text).legal_moves()]
    assert position(NAME, text).play(move).text != text


@pytest.mark.parametrize(
    "move", ["1>6", "1>020", "01>20", "1>20 ", "1-20", "1>S", "20>25", "1>30", "pass", "collect", "Collect", ""]
)
def test_other_moves_are_refused_and_change_nothing(move: str) -> None:
    refuse_move(position(NAME, "1;0;4/1;0;4 1 5"), move)


@pytest.mark.parametrize("move", ["1>30", "1>31", "1>35", "30>S", "1>99"])
def test_holes_that_are_not_there_make_no_move(move: str) -> None:
    with pytest.raises(banmen.MoveTextError, match=move):
        position(NAME, "1;0;4/1;0;4 1 5").play(move)


def test_no_move_can_be_played_while_a_throw_is_due_or_after_the_end() -> None:
    refuse_move(position(NAME, "1;0;4/1;0;4 1 -"), "1>2", "pass")
    refuse_move(position(NAME, "1;1;1/-;0;0 1 -"), "1>2", "pass", "collect")
