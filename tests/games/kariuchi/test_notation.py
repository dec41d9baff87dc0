"""Kariuchi's texts: their meaning, and which are refused."""

from __future__ import annotations

import pytest

import banmen
from tests.games.table import after, moves, position, refuse, refuse_move

NAME = "kariuchi"


@pytest.mark.parametrize(
    "text",
    [
        "Rx4/Rx4 1 -",
        "Rx2,5,A/Rx3,12 1 3",
        "5,5a,5b,5c/6,10,10a,A 2 5",
        "30,30a,30c,A/R,25c,26,H 1 1",
        "Hx4/Rx3,1 1 -",
        "Rx3,1/Hx4 2 -",
        "1,Hx3/Ax4 1 2",
    ],
)
def test_a_text_is_printed_as_it_was_read(text: str) -> None:
    assert position(NAME, text).text == text


def test_the_start_with_player_1_to_begin() -> None:
    assert banmen.game(NAME).start().text == "Rx4/Rx4 1 -"


def test_places_are_listed_reserve_first_then_1_to_30_with_each_spoke_after_its_base_point_then_centre_and_home() -> None:
    assert after(NAME, "Rx2,5a,6/1,10,30c,A 1 4", "R>4") == "R,4,5a,6/1,10,30c,A 1 -"
    assert after(NAME, "5,6,30,A/Rx4 1 3", "5>5c") == "5c,6,30,A/Rx4 2 -"
    assert after(NAME, "5,6,30,A/Rx4 1 1", "30>H") == "5,6,A,H/Rx4 2 -"


def test_several_pieces_on_a_place_are_counted() -> None:
    assert after(NAME, "Rx2,3x2/Rx4 1 3", "R>3") == "R,3x3/Rx4 2 -"


@pytest.mark.parametrize(
    "text",
    [
        "«Rx2,5/Rx3,12 1 3",  # three pieces only
        "«Rx2,5,A,H/Rx3,12 1 3",
        "Rx4/«Rx3,12x2 1 3",
        "Rx4/«R 1 3",
        "Rx4/«Rx5 1 -",
    ],
)
def test_each_side_has_as_many_pieces_as_the_game(text: str) -> None:
    refuse(NAME, text)


def test_the_number_of_pieces_is_that_of_the_option() -> None:
    refuse(NAME, "«Rx4/Rx4 1 -", pieces=3)
    refuse(NAME, "«Rx3/Rx3 1 -")


@pytest.mark.parametrize("text", ["«Rx3,12/Rx3,12 1 3", "«Rx3,1/Rx3,1 1 3", "«Rx3,A/Rx2,3,A 1 -", "«Rx2,30x2/Rx3,30 2 1"])
def test_two_sides_never_share_a_point(text: str) -> None:
    assert "both" in refuse(NAME, text).reason


def test_two_sides_may_both_have_pieces_in_reserve_and_home() -> None:
    assert position(NAME, "R,Hx3/R,Hx3 1 -").turn == 1


@pytest.mark.parametrize(
    "text",
    [
        "5,«Rx2,A/Rx3,12 1 3",
        "Rx2,A,«5/Rx3,12 1 3",
        "Rx2,5a,«5/Rx4 1 3",
        "Rx2,6,«5c/Rx4 1 3",
        "H,«Rx3/Rx4 1 3",
        "Rx2,5,«5/Rx4 1 3",
        "R,«R,Rx2/Rx4 1 -",
    ],
)
def test_places_in_another_order_or_twice_are_refused(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "Rx2,5,A/Rx3,«12x1 1 3",
        "Rx2,5,A/Rx3,«12x01 1 3",
        "Rx2,5,A/«Rx03,12 1 3",
        "Rx2,«05,A/Rx3,12 1 3",
        "Rx2,5,A/«Rx٣,12 1 3",
        "Rx2,«٥,A/Rx3,12 1 3",
        "Rx2,5,A/«Rx,12 1 3",
        "Rx2,5,A/Rx3,«12x0 1 3",
        "«rx2,5,A/Rx3,12 1 3",
        "Rx2,5,«a/Rx3,12 1 3",
        "Rx2,«5A,A/Rx3,12 1 3",
    ],
)
def test_numbers_and_names_have_one_spelling(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize("text", ["Rx3,«31/Rx4 1 -", "Rx3,«0/Rx4 1 -", "Rx3,«4a/Rx4 1 -", "Rx3,«B/Rx4 1 -", "Rx2,«,5/Rx4 1 -"])
def test_unknown_places_are_refused(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(("length", "shown"), [(20, "z" * 20), (21, f"{'z' * 17}...")])
def test_a_long_name_of_a_place_is_shown_cut(length: int, shown: str) -> None:
    with pytest.raises(banmen.NotationError, match=f"unknown place '{shown}' "):
        banmen.game(NAME).position(f"R,{'z' * length}/Rx4 1 -")


@pytest.mark.parametrize(
    "text",
    [
        "Rx4/Rx4 «3 -",
        "Rx4/Rx4 «0 -",
        "Rx4/Rx4 1 «6",
        "Rx4/Rx4 1 «0",
        "Rx4/Rx4 1«",
        "Rx4/Rx4«",
        "Rx4/Rx4 1 - «",
        "« Rx4/Rx4 1 -",
        "Rx4/Rx4 « 1 -",
        "Rx4/Rx4 1 - «x",
        "Rx4/Rx4 1 «-\n",
        "Rx4/Rx4\t1 -«",
        "«Rx4 1 -",
        "«Rx4/Rx4/Rx4 1 -",
        "Rx4/« 1 -",
        "«/Rx4 1 -",
    ],
)
def test_fields_are_three_joined_by_single_spaces(text: str) -> None:
    refuse(NAME, text)


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(banmen.NotationError, match="missing"):
        banmen.game(NAME).position("")


@pytest.mark.parametrize("text", ["Hx4/Rx4 1 «3", "Rx4/Hx4 2 «1"])
def test_a_finished_game_has_no_throw_pending(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize("text", ["Hx4/Rx4 «2 -", "Rx4/Hx4 «1 -", "Hx4/Rx4 «2 3", "Hx4/Hx4 «1 -", "Hx4/Hx4 «2 -"])
def test_a_finished_game_has_one_winner_who_keeps_the_turn(text: str) -> None:
    refuse(NAME, text)


def test_moves_are_written_from_to_with_the_number_of_pieces_where_it_is_more_than_one() -> None:
    assert moves(NAME, "R,12x2,28/Rx4 1 3") == {"R>3", "12>15", "12x2>15", "28>H"}


@pytest.mark.parametrize(
    "move",
    [
        "R>03",
        "Rx1>3",
        "5x1>8",
        "5>08",
        "5 >8",
        "5>8 ",
        " 5>8",
        "5-8",
        "5>9",
        "5x2>8",
        "H>3",
        "5>R",
        "12>15",
        "٥>8",
        "5>8\n",
        "pass",
    ],
)
def test_other_moves_are_refused_and_change_nothing(move: str) -> None:
    refuse_move(position(NAME, "Rx2,5,A/Rx3,12 1 3"), move)


def test_a_text_that_is_no_move_is_told_apart_from_an_illegal_move() -> None:
    here = position(NAME, "Rx2,5,A/Rx3,12 1 3")
    for text in ("5-8", "5x13>8"):
        with pytest.raises(banmen.MoveTextError, match=text):
            here.play(text)
    with pytest.raises(banmen.IllegalMoveError, match="5>9") as caught:
        here.play("5>9")
    assert not isinstance(caught.value, banmen.MoveTextError)


def test_no_move_can_be_played_while_a_throw_is_due_or_after_the_end() -> None:
    refuse_move(position(NAME, "Rx4/Rx4 1 -"), "R>1", "pass")
    refuse_move(position(NAME, "Hx4/Rx4 1 -"), "R>1", "pass")
