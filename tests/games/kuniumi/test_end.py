"""Kuniumi, one test for each sentence of its rules on groups and the end of the game."""

from __future__ import annotations

import random

import pytest

import banmen
from banmen.presentation.motion import describe_move
from tests.games.table import after, position

NAME = "kuniumi"
# The Earth God's only move is b1; it closes its group of three. Beside it stands a sea group of one, three or four.
CLOSES = "5l/6/4l1/s5/Ls4/l1s2S l l"
BOTH_CLOSE = "5S/6/6/s5/Lsl3/l1sl2 l l"
EQUAL = "5S/6/6/s5/Lslll1/l1sssl l l"
GIVES_AWAY = "3l1S/6/6/s5/Lsllll/l1ssss l l"


def test_a_group_is_closed_when_none_of_its_neighbours_is_free() -> None:
    before = position(NAME, CLOSES)
    assert not before.over
    assert before.play("b1").text == "5l/6/4l1/s5/ls4/lLs2S s l"
    assert before.play("b1").winner == (1,)


def test_edges_of_the_board_are_no_neighbours() -> None:
    assert position(NAME, CLOSES).play("b1").over


def test_a_group_with_one_free_neighbour_goes_on() -> None:
    here = position(NAME, "5l/6/4l1/s5/Ls4/l2s1S l l").play("b1")
    assert (here.over, here.winner) == (False, None)


def test_pieces_that_touch_at_a_corner_are_two_groups() -> None:
    """The land token on c2 is open and touches the closed group at a corner."""
    assert position(NAME, "5l/6/6/s5/Lsl3/l1s2S l l").play("b1").winner == (1,)


def test_a_god_that_touches_no_own_token_is_a_group_by_itself() -> None:
    won = position(NAME, "5l/2s1s1/1L4/6/l5/S5 l l").play("b1")
    assert (won.over, won.winner) == (True, (2,))


def test_a_token_that_touches_no_other_piece_of_its_side_is_a_group_too() -> None:
    won = position(NAME, "5l/2s2S/1L4/6/l5/s5 l l").play("b1")
    assert (won.over, won.winner) == (True, (2,))


def test_a_god_that_touches_own_tokens_opens_their_group() -> None:
    here = position(NAME, "5l/2s3/1L4/6/lS4/s5 l l").play("b3")
    assert not here.over


def test_after_a_move_the_owner_of_the_largest_closed_group_wins() -> None:
    won = position(NAME, BOTH_CLOSE).play("b1")
    assert won.winner == (1,)


def test_the_owner_may_be_the_player_who_did_not_move() -> None:
    assert position(NAME, "6/6/6/ls4/S1l3/Lls3 s l").play("b2").winner == (1,)
    assert position(NAME, GIVES_AWAY).play("b1").winner == (2,)


def test_the_size_counts_the_god() -> None:
    """Without the God the land group would have two against three and lose."""
    assert position(NAME, EQUAL).play("b1").winner == (1,)


def test_equal_largest_closed_groups_of_both_sides_are_won_by_the_player_who_just_moved() -> None:
    assert position(NAME, EQUAL, tie="mover").play("b1").winner == (1,)
    swapped = EQUAL.translate(str.maketrans("LSls", "SLsl"))
    assert position(NAME, swapped).play("b1").winner == (1,)


def test_option_tie_draw_makes_that_a_draw() -> None:
    drawn = position(NAME, EQUAL, tie="draw").play("b1")
    assert (drawn.over, drawn.winner) == (True, ())


def test_option_tie_draw_changes_nothing_else() -> None:
    assert position(NAME, GIVES_AWAY, tie="draw").play("b1").winner == (2,)
    assert position(NAME, BOTH_CLOSE, tie="draw").play("b1").winner == (1,)


@pytest.mark.parametrize(("first", "winner"), [("l", (1,)), ("s", (2,))])
def test_the_winner_is_the_player_who_has_the_faction(first: str, winner: tuple[int, ...]) -> None:
    extra = "5l/6/4l1/s5/Ls4/l1s2S l l" if first == "l" else "5l/6/4l1/s5/Ls4/l1ss1S l s"
    assert position(NAME, extra).play("b1").winner == winner


def test_a_finished_game_has_no_moves() -> None:
    won = position(NAME, CLOSES).play("b1")
    assert (won.legal_moves(), won.perft(1), won.perft(0)) == ([], 0, 1)


def test_after_the_last_move_the_side_to_act_has_flipped_as_after_any_other() -> None:
    assert after(NAME, CLOSES, "b1").endswith(" s l")
    assert position(NAME, CLOSES).play("b1").turn == 2


@pytest.mark.parametrize("lines", ["sight", "through"])
def test_a_player_can_always_move_before_a_group_is_closed_and_the_game_lasts_at_most_30_moves(lines: str) -> None:
    rng = random.Random(11)
    for _ in range(8):
        here = banmen.game(NAME, setup="random", lines=lines).start(rng).play("sea")
        made = 0
        while not here.over:
            here, made = here.play(rng.choice(here.legal_moves())), made + 1
        assert made <= 30


def test_the_thirtieth_move_fills_the_board_and_closes_every_group() -> None:
    last = position(NAME, "sssLll/ssslll/ssslll/ssslll/ssSlll/ss1lll s l")
    assert [str(move) for move in last.legal_moves()] == ["c1"]
    assert last.play("c1").text == "sssLll/ssslll/ssslll/ssslll/ssslll/ssSlll l l"
    assert last.play("c1").winner == (2,)


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        (CLOSES, "God to b1, a land group of 3 is closed: Land wins!", "神をb1へ、大地の集まり（3）が囲まれて、大地の勝ち！"),
        (
            GIVES_AWAY,
            "God to b1, a land group of 3 and a sea group of 4 are closed: Sea wins with the larger one!",
            "神をb1へ、大地の集まり（3）と海の集まり（4）が囲まれて、大きいほうの海の勝ち！",
        ),
    ],
)
def test_the_last_move_tells_how_large_the_closed_groups_are(text: str, english: str, japanese: str) -> None:
    here = position(NAME, text)
    assert describe_move(here, here.find("b1"), "en").words == english
    assert describe_move(here, here.find("b1"), "ja").words == japanese
