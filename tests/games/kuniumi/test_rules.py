"""Kuniumi, one test for each sentence of its rules: setup, turn and lines. Groups and the end are in test_end.py."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import banmen
from banmen.games.kuniumi import rules
from banmen.games.kuniumi.board import BOARD
from banmen.kernels.kernel import kth_bit
from banmen.kernels.prng import below, next_state, stream
from tests.games.table import after, moves, position, refuse_move

NAME = "kuniumi"
EMPTY = "6/6/6/6/6/6 setup -"
SPACES = {column + row for column in "abcdef" for row in "123456"}
UNFAIR = "6/6/6/ls4/S1l3/1Ls3"


# Board and setup


def test_the_board_is_6x6_with_columns_a_to_f_and_rows_1_to_6() -> None:
    assert moves(NAME, EMPTY) == {f"L@{space}" for space in SPACES}
    assert after(NAME, EMPTY, "L@b6", "S@f1") == "1L4/6/6/6/6/5S setup -"


def test_the_setup_is_six_placements_in_the_order_both_gods_two_land_two_sea() -> None:
    here, order = banmen.game(NAME).start(), ""
    for space in ("c3", "d4", "a1", "f6", "b6", "e1"):
        signs = {str(move)[0] for move in here.legal_moves()}
        assert len(signs) == 1
        order += signs.pop()
        here = here.play(f"{order[-1]}@{space}")
    assert order == "LSllss"
    assert here.text == "1s3l/6/3S2/2L3/6/l3s1 choose -"


def test_the_six_pieces_stand_on_six_different_spaces() -> None:
    here = position(NAME, "6/6/6/2L3/6/6 setup -")
    assert {str(move)[2:] for move in here.legal_moves()} == SPACES - {"c3"}
    refuse_move(here, "S@c3")


def test_player_1_sets_up_and_then_player_2_chooses_a_faction() -> None:
    assert [position(NAME, text).turn for text in (EMPTY, "6/6/6/2L3/6/6 setup -", "1s3l/6/3S2/2L3/6/l5 setup -")] == [1, 1, 1]
    chooses = position(NAME, "1s3l/6/3S2/2L3/6/l3s1 choose -")
    assert (chooses.turn, [str(move) for move in chooses.legal_moves()]) == (2, ["land", "sea"])


@pytest.mark.parametrize(("choice", "first"), [("land", "s"), ("sea", "l")])
def test_player_1_has_the_other_faction_and_moves_first_whichever_that_is(choice: str, first: str) -> None:
    here = position(NAME, "1s3l/6/3S2/2L3/6/l3s1 choose -").play(choice)
    assert (here.text, here.turn) == (f"1s3l/6/3S2/2L3/6/l3s1 {first} {first}", 1)
    god = "L" if first == "l" else "S"
    moved = here.play(here.legal_moves()[0])
    assert moved.turn == 2
    assert moved.text.split()[0].count(god.lower()) == 3


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("5l/5l/6/6/6/LS4 setup -", "s@a2"),  # would close the God in the corner
        ("6/6/3L2/3S2/l5/1l4 setup -", "s@a1"),  # would itself be closed
    ],
)
def test_a_placement_that_leaves_a_closed_group_on_the_board_is_illegal(text: str, bad: str) -> None:
    here = position(NAME, text)
    assert len(here.legal_moves()) == 36 - 4 - 1
    refuse_move(here, bad)


# Turn


def test_the_god_moves_to_a_free_space_on_a_horizontal_or_vertical_line_through_it() -> None:
    lines = {"a3", "b3", "d3", "e3", "f3", "c1", "c2", "c4", "c5", "c6"}
    assert moves(NAME, "1l2sS/l4s/6/2L3/6/6 l l") == lines


def test_or_on_a_line_through_a_token_of_the_group_that_the_god_belongs_to() -> None:
    lines = {"a3", "b3", "e3", "f3", "c1", "c2", "c4", "c5", "c6", "d1", "d2", "d4", "d5", "d6"}
    assert moves(NAME, "1l2sS/5s/6/2Ll2/6/6 l l") == lines


def test_the_group_reaches_as_far_as_own_tokens_touch() -> None:
    found = moves(NAME, "4sS/5s/3l2/2Ll2/6/6 l l")
    assert {"a4", "b4", "c4", "e4", "f4", "d5", "d6", "d1", "d2"} <= found
    assert not {"a5", "a6", "b5"} & found


def test_a_token_that_touches_the_god_at_a_corner_only_is_not_in_its_group() -> None:
    found = moves(NAME, "1l2sS/5s/3l2/2L3/6/6 l l")
    assert not {"e4", "f4", "d5", "d1", "b4"} & found


def test_the_god_belongs_to_the_group_of_every_own_token_that_touches_it() -> None:
    found = moves(NAME, "4sS/5s/6/1lLl2/6/6 l l")
    assert {"b1", "b6", "d1", "d6", "a3", "f3", "c6"} <= found


def test_tokens_of_the_other_side_do_not_lengthen_the_group() -> None:
    found = moves(NAME, "l4S/l5/6/2Ls2/3s2/6 l l")
    assert found == {"a3", "b3", "c1", "c2", "c4", "c5", "c6"}


def test_the_player_then_puts_a_token_on_the_space_that_the_god_left() -> None:
    assert after(NAME, "1l2sS/l4s/6/2L3/6/6 l l", "c6") == "1lL1sS/l4s/6/2l3/6/6 s l"
    assert after(NAME, "1l2sS/l4s/6/2L3/6/6 s s", "d6") == "1l1Sss/l4s/6/2L3/6/6 l s"


def test_the_player_must_move_her_god() -> None:
    refuse_move(position(NAME, "1l2sS/l4s/6/2L3/6/6 l l"), "c3", "pass", "l@a1", "land", "d4")


def test_a_line_ends_at_the_first_piece_on_it() -> None:
    found = moves(NAME, "1l3S/2s2l/6/2L3/6/4s1 l l")
    assert "c4" in found
    assert not {"c5", "c6"} & found


def test_own_pieces_end_a_line_too() -> None:
    found = moves(NAME, "4sS/2l2s/6/2L2l/6/6 l l")
    assert {"c4", "d3", "e3"} <= found
    assert "c6" not in found


@pytest.mark.parametrize("text", ["1l3S/2s2l/6/2L3/6/4s1 l l", "4sS/2l2s/6/2L2l/6/6 l l"])
def test_option_lines_through_runs_over_pieces(text: str) -> None:
    assert moves(NAME, text, lines="through") - moves(NAME, text) == {"c6"}


@pytest.mark.parametrize("choice", ["land", "sea"])
def test_with_lines_through_the_god_jumps_into_a_ready_made_eye_on_the_first_move(choice: str) -> None:
    text = "6/6/6/s5/Ls1l2/1lS3 choose -"
    won = position(NAME, text, lines="through").play(choice).play("a1")
    assert won.winner == (1,)


def test_with_sight_there_is_no_such_jump() -> None:
    rng = random.Random(7)
    for _ in range(10):
        here = banmen.game(NAME, setup="random").start(rng)
        for choice in ("land", "sea"):
            first = here.play(choice)
            assert all(first.play(move).winner != (1,) for move in first.legal_moves())


# Options of the setup


def test_option_setup_random_draws_six_spaces_and_player_2_still_chooses() -> None:
    rng, where = random.Random(3), Counter[str]()
    for _ in range(300):
        opening = banmen.game(NAME, setup="random").opening(rng)
        rows, act, first = opening.position.text.split()
        assert (opening.rounds, act, first) == ((), "choose", "-")
        assert [str(move) for move in opening.position.legal_moves()] == ["land", "sea"]
        assert sorted(sign for sign in rows if sign.isalpha()) == sorted("LSllss")
        where[opening.position.text] += 1
    assert len(where) > 290


def test_a_random_setup_is_uniform_over_the_board() -> None:
    rng, gods = random.Random(5), Counter[int]()
    for _ in range(1800):
        rows = banmen.game(NAME, setup="random").start(rng).text.split()[0]
        spread = "".join("." * int(sign) if sign.isdigit() else sign for sign in rows.replace("/", ""))
        gods[spread.index("L")] += 1
    assert len(gods) == 36
    assert max(gods.values()) < 100  # 50 on average


def test_a_random_setup_that_closes_a_group_is_redrawn_from_the_first_piece() -> None:
    """Redrawing only the last piece would make some setups more likely than others."""
    game, anew = banmen.game(NAME, setup="random"), 0
    for number in range(2500):
        random_state = stream(number, 0)
        state = game.first_state()
        while rules.phase(state) < rules.CHOICE:
            random_state = next_state(random_state)
            space = kth_bit(BOARD, below(random_state, 36))
            if (state[0] | state[1]) >> space & 1:
                continue
            legal = rules.may_place(state, space)
            anew += not legal
            state = rules.place_piece(state, space) if legal else game.first_state()
        assert game.plain.deal(game.first_state(), stream(number, 0)) == (random_state, state)
    assert anew >= 5


def test_a_random_setup_leaves_no_closed_group() -> None:
    rng = random.Random(9)
    texts = [banmen.game(NAME, setup="random").start(rng).text for _ in range(200)]
    assert [banmen.game(NAME).position(text).text for text in texts] == texts


def test_spaces_that_are_not_judged_one_by_one_are_legal() -> None:
    """Pieces crowd in a corner, where groups are soon closed."""
    rng, corner, refused = random.Random(3), [space for space in range(42) if BOARD >> space & 1][:9], 0
    for _ in range(300):
        state = banmen.game(NAME).first_state()
        while rules.phase(state) < rules.CHOICE:
            free = [space for space in range(42) if (BOARD & ~(state[0] | state[1])) >> space & 1]
            legal = [space for space in free if rules.may_place(state, space)]
            assert rules.placements(state) == sum(1 << space for space in legal)
            refused += len(free) - len(legal)
            state = rules.place_piece(state, rng.choice([space for space in legal if space in corner] or legal))
    assert refused > 50


def test_moves_drawn_during_the_setup_close_no_group() -> None:
    here, random_state, drawn = position(NAME, "6/6/3L2/3S2/l5/1l4 setup -"), 1, set()
    for _ in range(400):
        random_state, move = here.game.plain.sample(here.state, random_state)
        drawn.add(move)
    assert drawn == set(here.legal_codes())


@pytest.mark.parametrize(("before", "last"), [("6/6/6/ls4/S1l3/1L4", "s@c1"), ("6/6/6/l5/S1l3/1Ls3", "s@b3")])
def test_option_setup_fair_refuses_the_placement_that_finishes_an_unfair_setup(before: str, last: str) -> None:
    assert after(NAME, f"{before} setup -", last) == f"{UNFAIR} choose -"
    refuse_move(position(NAME, f"{before} setup -", setup="fair"), last)
    assert last in moves(NAME, f"{before} setup -") - moves(NAME, f"{before} setup -", setup="fair")


def test_option_setup_fair_is_otherwise_as_free() -> None:
    text = "5s/6/3L2/2S3/6/l4l setup -"
    assert moves(NAME, text, setup="fair") == moves(NAME, text)
    assert after(NAME, EMPTY, "L@c3", "S@d4", setup="fair") == after(NAME, EMPTY, "L@c3", "S@d4")


@pytest.mark.parametrize(("choice", "answer"), [("land", "s"), ("sea", "l")])
def test_from_the_unfair_setup_player_1_forces_a_win_with_either_faction(choice: str, answer: str) -> None:
    first = position(NAME, f"{UNFAIR} choose -").play(choice)
    assert first.text.endswith(f" {answer} {answer}")
    forced = [first.play(move) for move in first.legal_moves()]
    assert any(all(second.play(reply).winner == (1,) for reply in second.legal_moves()) for second in forced)


# Winning at once


@pytest.mark.parametrize("tie", ["mover", "draw"])
def test_closing_a_smaller_group_than_the_other_sides_is_no_win(tie: str) -> None:
    here = position(NAME, "s1S1ss/sL1ls1/ll1ls1/1l1ls1/2lls1/2l1s1 l l", tie=tie)
    assert here.play("b6").winner == (2,)
    assert here.game.plain.find_win(here.state) == -1


# Maximum length


def test_the_longest_game_is_counted_from_the_setup_on() -> None:
    """Six placements, the choice, and a move for each of the thirty spaces left."""
    here, counted = banmen.game(NAME).start(), []
    for move in ("L@c3", "S@d4", "l@a1", "l@f6", "s@b6", "s@e1", "sea", "c4"):
        counted.append(here.game.plain.max_plies(here.state))
        here = here.play(move)
    assert counted == [37, 36, 35, 34, 33, 32, 31, 30]
    assert here.game.plain.max_plies(here.state) == 29


@pytest.mark.parametrize("options", [{"lines": "over"}, {"tie": "loss"}, {"setup": "drawn"}, {"p": 0.5}])
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, **options)
