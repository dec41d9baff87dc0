"""Kuniumi's texts: their meaning, and which are refused."""

from __future__ import annotations

import pytest

import banmen
from tests.games.table import after, position, refuse, refuse_move

NAME = "kuniumi"


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 setup -",
        "6/6/3L2/6/6/6 setup -",
        "6/6/3L2/2S3/s5/l4l setup -",
        "5s/6/3L2/2S3/s5/l4l choose -",
        "6/6/2L3/6/S4l/s3sl l l",
        "6/6/2L3/6/S4l/s3sl s s",
        "5l/6/4l1/s5/ls4/lLs2S s l",
        "sssLll/ssslll/ssslll/ssslll/ssslll/ssSlll l l",
    ],
)
def test_a_text_is_printed_as_it_was_read(text: str) -> None:
    assert position(NAME, text).text == text


def test_the_empty_start() -> None:
    assert banmen.game(NAME).start().text == "6/6/6/6/6/6 setup -"


def test_rows_are_written_from_6_down_to_1_with_digits_for_runs_of_free_spaces() -> None:
    assert after(NAME, "6/6/6/6/6/6 setup -", "L@c6", "S@b1", "l@f6") == "2L2l/6/6/6/6/1S4 setup -"


@pytest.mark.parametrize(
    ("rows", "sign"), [("6/6/6/6/6/6", "L"), ("6/6/3L2/6/6/6", "S"), ("6/6/3L2/2S3/6/6", "l"), ("6/6/3L2/2S3/6/l4l", "s")]
)
def test_during_the_setup_the_pieces_on_the_board_tell_what_is_placed_next(rows: str, sign: str) -> None:
    assert {str(move)[0] for move in position(NAME, f"{rows} setup -").legal_moves()} == {sign}


@pytest.mark.parametrize(
    "text",
    [
        "«6/6/3S2/6/6/6 setup -",
        "«6/6/3l2/6/6/6 setup -",
        "«6/6/3L2/2L3/6/6 setup -",
        "«6/6/3L2/2S3/s5/6 setup -",
        "«6/6/3L2/2S3/s5/5l setup -",
        "«6/6/3L2/2S3/6/l3ll setup -",
        "«5s/6/3L2/2S3/s5/l4l setup -",
        "«6/6/3L2/2S3/s5/l4l choose -",
        "«6/6/6/6/6/6 choose -",
        "«5s/6/3L2/2S3/s4s/l4l choose -",
    ],
)
def test_a_setup_has_the_pieces_of_its_six_placements_in_their_order(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    ["«5l/5l/6/6/s5/LS4 setup -", "«5l/5l/6/3s2/s5/LS4 choose -", "«6/6/3L2/3S2/l5/sl4 setup -", "«5l/5l/6/3s2/s5/LS4 l l"],
)
def test_a_setup_with_a_closed_group_is_refused(text: str) -> None:
    assert "closed" in refuse(NAME, text).reason


@pytest.mark.parametrize(
    "text",
    [
        "«6/6/6/6/Ll4/S4l l l",
        "«6/6/2L3/6/S4l/s3sl l s",
        "«6/6/2L3/6/S4l/s3sl s l",
        "«6/l5/2L3/6/S4l/s3sl l l",
        "«6/l5/2L3/6/S4l/s3sl s s",
        "«6/ll4/2L3/6/S4l/s3sl s l",
        "«6/ls4/2L3/6/S4l/s3sl s l",
        "«6/6/2L3/L5/S4l/s3sl l l",
        "«6/6/6/6/S4l/s3sl l l",
        "«6/6/2L3/6/5l/s3sl l l",
        "«6/6/2L3/6/1s3l/4sl l l",  # no Sea God, and nobody on a1, where a missing one would stand
        "«6/6/2L3/6/S5/s3sl l l",
        "«6/6/2L3/6/S5/6 l l",
        "«6/6/2L3/6/S4l/s5 l l",  # one token each, as many as the other
        "«6/6/2L3/6/S4l/s5 s s",
        "«6/6/2L3/6/S4l/s3s1 l s",  # one token of a side, and one ahead
        "«6/6/2L3/6/S3ll/s5 s l",
        "«llllll/llllll/llllll/LSssss/ssssss/ssssss s l",
    ],
)
def test_in_play_the_token_counts_must_fit(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "«6/6/6/6/6 setup -",
        "«6/6/6/6/6/6/6 setup -",
        "6/6/6/6/6/«33 setup -",
        "6/6/6/6/6/«5x setup -",
        "6/6/6/6/6/«5 setup -",
        "6/6/6/6/6/«7 setup -",
        "6/6/6/6/6/6«1 setup -",
        "6/6/6/6/6/«06 setup -",
        "6/6/6/6/6/« setup -",
        "6/6/6/6/6/«٦ setup -",
        "6/6/6/6/6/«...... setup -",
        "6/6/6/6/6/«2L21 setup -",
    ],
)
def test_each_row_counts_six_spaces_in_one_way(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 «foo -",
        "6/6/6/6/6/6 «Setup -",
        "6/6/6/6/6/6 setup «l",
        "6/6/6/6/6/6 setup«",
        "6/6/6/6/6/6 setup «x",
        "6/6/6/6/6/6 setup - «",
        "« 6/6/6/6/6/6 setup -",
        "6/6/6/6/6/6 « setup -",
        "5s/6/3L2/2S3/s5/l4l choose «s",
        "6/6/2L3/6/S4l/s3sl l «-",
        "6/6/2L3/6/S4l/s3sl «L l",
        "6/6/2L3/6/S4l/s3sl l l «-",
    ],
)
def test_fields_are_three_joined_by_single_spaces(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "rows",
    [
        "6/6/6/ls4/S1l3/1Ls3",
        "3sL1/3l1S/4sl/6/6/6",  # the same rotated
        "6/6/6/ls4/S2l2/1Ls3",  # takes three plies
        "6/6/l5/Sl4/2s3/1L1s2",  # takes four
    ],
)
def test_an_unfair_setup_is_refused_with_setup_fair_only(rows: str) -> None:
    for text in (f"{rows} choose -", f"{rows} l l", f"{rows} s s"):  # also after the choice of a faction
        assert position(NAME, text).text == text
        assert position(NAME, text, setup="random").text == text
        assert "force a win" in refuse(NAME, "«" + text, setup="fair").reason


@pytest.mark.parametrize(
    "rows",
    [
        "5s/6/3L2/2S3/s5/l4l",
        "6/6/6/ss4/l1L3/S1l3",  # player 1 could force a win with land only
        "6/6/6/lss3/Sl4/2L3",  # with sea only
    ],
)
@pytest.mark.parametrize("rest", ["choose -", "l l", "s s"])
def test_a_fair_setup_is_read_with_setup_fair(rows: str, rest: str) -> None:
    assert position(NAME, f"{rows} {rest}", setup="fair").text == f"{rows} {rest}"


@pytest.mark.parametrize(("first", "owners"), [("l", [1, 2]), ("s", [2, 1])])
def test_gods_and_tokens_belong_to_the_player_of_their_faction(first: str, owners: list[int]) -> None:
    board = position(NAME, f"6/6/2L3/6/S4l/s3sl {first} {first}").board
    assert [board["c4"][0].owner, board["a2"][0].owner] == owners, "the Gods"
    assert [board["f1"][0].owner, board["e1"][0].owner] == owners, "tokens"


@pytest.mark.parametrize("text", ["6/6/3L2/2S3/s5/l4l setup -", "5s/6/3L2/2S3/s5/l4l choose -"])
def test_gods_and_tokens_belong_to_nobody_before_a_faction_is_chosen(text: str) -> None:
    assert {piece.owner for piece in position(NAME, text).board.pieces} == {None}


def test_a_finished_game_may_be_read() -> None:
    over = position(NAME, "5l/6/4l1/s5/ls4/lLs2S s l")
    assert (over.over, over.winner, over.turn) == (True, (1,), 2)


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        (
            "6/6/6/6/6/6 setup -",
            ["S@c3", "l@a1", "LS@a1", "L@g1", "L@a7", "L@a0", "La1", "a1", "L@a1 ", "l@A1", "@a1", "land", ""],
        ),
        ("5s/6/3L2/2S3/s5/l4l choose -", ["Land", "l", "s", "a1", "land ", "both"]),
        ("6/6/2L3/6/S4l/s3sl l l", ["L@c5", "c4 ", "C5", "c4c5", "d5", "a1", "sea"]),
    ],
)
def test_other_moves_are_refused_and_change_nothing(text: str, bad: list[str]) -> None:
    refuse_move(position(NAME, text), *bad)
