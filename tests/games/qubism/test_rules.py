"""Qubism, one test for each sentence of its rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import banmen
from tests.games.table import after, moves, position, refuse_move

NAME = "qubism"
START = "2B2/5/5/5/2W2 9 w"
ROUND = ("d1", "d5", "c1", "c5")  # leads from the start back to the start


def pawn_moves(text: str, **options: object) -> set[str]:
    """Return the moves of the pawn to move."""
    return {move for move in moves(NAME, text, **options) if len(move) == 2}


def cube_moves(text: str, **options: object) -> set[str]:
    """Return the moves of cubes on the board."""
    return {move for move in moves(NAME, text, **options) if "-" in move}


def placements(text: str) -> set[str]:
    """Return the placements of new cubes."""
    return {move for move in moves(NAME, text) if len(move) == 3}


# Board and pieces


def test_white_starts_on_c1_black_on_c5_with_nine_cubes_in_supply_and_white_moves_first() -> None:
    start = banmen.game(NAME).start()
    assert (start.text, start.turn) == (START, "w")


def test_white_wins_on_row_5() -> None:
    assert position(NAME, "2B2/W4/5/5/5 9 w").play("a5").winner == ("w",)


def test_black_wins_on_row_1() -> None:
    assert position(NAME, "5/5/5/4B/1W3 9 b").play("e1").winner == ("b",)


def test_reaching_the_other_pawns_goal_row_wins_nothing() -> None:
    assert not position(NAME, "5/5/5/W3B/5 9 w").play("a1").over
    assert not position(NAME, "5/B4/5/W4/5 9 b").play("a5").over


def test_cubes_come_from_a_common_supply() -> None:
    assert after(NAME, START, "a1^", "e5v") == "2B1v/5/5/5/^1W2 7 w"


# Turn: the pawn


def test_a_pawn_steps_orthogonally() -> None:
    assert pawn_moves(START) == {"b1", "c2", "d1"}
    assert pawn_moves("5/3B1/5/1W3/5 9 w") == {"a2", "c2", "b1", "b3"}


def test_a_pawn_may_step_back() -> None:
    assert after(NAME, "5/3B1/5/1W3/5 9 w", "b1") == "5/3B1/5/5/1W3 9 b"


def test_a_pawn_steps_to_squares_without_cube_or_pawn_only() -> None:
    assert pawn_moves("5/3B1/1^3/vW3/5 7 w") == {"c2", "b1"}
    assert "c3" not in pawn_moves("5/5/2B2/2W2/5 9 w")


def test_a_pawn_jumps_straight_over_the_other_pawn() -> None:
    assert pawn_moves("5/5/2B2/2W2/5 9 w") == {"b2", "d2", "c1", "c4"}
    assert pawn_moves("5/5/1WB2/5/5 9 b") == {"c4", "c2", "d3", "a3"}


def test_with_the_square_behind_free_there_is_no_going_to_the_side() -> None:
    refuse_move(position(NAME, "5/5/2B2/2W2/5 9 w"), "b3", "d3")


def test_behind_a_cube_the_pawn_goes_to_either_side_of_the_other_pawn() -> None:
    assert pawn_moves("5/2v2/2B2/2W2/5 8 w") == {"b2", "d2", "c1", "b3", "d3"}
    assert pawn_moves("5/5/1WB^1/5/5 8 w") == {"a3", "b2", "b4", "c2", "c4"}


def test_at_the_edge_of_the_board_the_pawn_goes_to_either_side_of_the_other_pawn() -> None:
    assert pawn_moves("2B2/2W2/5/5/5 9 w") == {"b4", "d4", "c3", "b5", "d5"}
    assert pawn_moves("5/3WB/5/5/5 9 w") == {"c4", "d5", "d3", "e5", "e3"}


def test_the_side_squares_must_be_free() -> None:
    assert pawn_moves("1<B2/2W2/5/5/5 8 w") == {"b4", "d4", "c3", "d5"}
    assert pawn_moves("5/1^v2/1^B2/2W2/5 6 w") == {"b2", "d2", "c1", "d3"}
    assert pawn_moves("5/4>/3WB/4v/5 7 w") == {"c3", "d4", "d2"}


# Turn: placing a cube


def test_a_cube_is_placed_on_a_free_square() -> None:
    found = placements("2B2/5/1^3/5/2W2 8 w")
    assert not {move for move in found if move[:2] in ("c1", "c5", "b3")}
    assert {"a1^", "a1>", "d3v", "d3<"} <= found


def test_the_arrow_points_in_any_of_four_directions() -> None:
    assert {move for move in placements(START) if move.startswith("b3")} == {"b3^", "b3v", "b3<", "b3>"}


def test_the_arrow_must_point_onto_the_board() -> None:
    assert {move for move in placements(START) if move[:2] in ("a1", "e5", "a3")} == {
        "a1^",
        "a1>",
        "e5v",
        "e5<",
        "a3^",
        "a3v",
        "a3>",
    }


def test_the_arrow_must_point_to_a_square_without_cube_or_pawn() -> None:
    assert {move for move in placements(START) if move[:2] in ("b1", "c2")} == {"b1^", "b1<", "c2^", "c2<", "c2>"}
    assert {move for move in placements("2B2/5/1^3/5/2W2 8 w") if move[:2] == "a3"} == {"a3^", "a3v"}


def test_with_an_empty_supply_no_cube_is_placed() -> None:
    assert placements("^2^^/<1B1>/<4/5/<W1>1 1 w")
    assert not placements("^2^^/<1B1>/<4/5/<W1>v 0 w")


# Turn: moving a cube


def test_a_cube_moves_in_its_arrows_direction_by_one_or_more_free_squares() -> None:
    assert cube_moves("2B2/5/1^3/5/2W2 8 w") == {"b3-b4", "b3-b5"}
    assert cube_moves("2B2/5/5/<3>/2W2 7 w") == set()
    assert cube_moves("2B2/5/5/>3</2W2 7 w") == {"a2-b2", "a2-c2", "a2-d2", "e2-d2", "e2-c2", "e2-b2"}


def test_a_cube_does_not_pass_a_cube_or_a_pawn() -> None:
    assert cube_moves("2B2/v4/5/^4/2W2 7 w") == {"a4-a3", "a2-a3"}
    assert cube_moves("5/2B2/5/5/>1W2 8 w") == {"a1-b1"}


def test_either_player_moves_any_cube() -> None:
    assert cube_moves("2B2/5/1^3/5/2W2 8 b") == {"b3-b4", "b3-b5"}


@pytest.mark.parametrize(
    ("arrow", "move", "tipped"),
    [
        ("^", "b3-b4", "2B2/1>3/5/5/2W2"),
        (">", "b3-e3", "2B2/5/4v/5/2W2"),
        ("v", "b3-b1", "2B2/5/5/5/1<W2"),
        ("<", "b3-a3", "2B2/5/^4/5/2W2"),
    ],
)
def test_then_the_cube_tips_over_and_brings_up_an_arrow_turned_clockwise(arrow: str, move: str, tipped: str) -> None:
    assert after(NAME, f"2B2/5/1{arrow}3/5/2W2 8 w", move) == f"{tipped} 8 b"


def test_it_tips_once_however_far_it_moved() -> None:
    assert after(NAME, "2B2/5/1^3/5/2W2 8 w", "b3-b5") == "1>B2/5/5/5/2W2 8 b"


def test_the_arrow_on_the_new_top_need_not_point_to_a_free_square_nor_onto_the_board() -> None:
    assert after(NAME, "2B2/5/4^/5/2W2 8 w", "e3-e4") == "2B2/4>/5/5/2W2 8 b"
    assert after(NAME, "2B2/5/5/1^3/2W2 8 w", "b2-b5") == "1>B2/5/5/5/2W2 8 b"


@pytest.mark.parametrize(
    ("tip", "left"), [("cw", "2B2/1>3/5/5/2W2"), ("ccw", "2B2/1<3/5/5/2W2"), ("straight", "2B2/1^3/5/5/2W2")]
)
def test_option_tip_says_how_the_new_arrow_lies(tip: str, left: str) -> None:
    assert after(NAME, "2B2/5/1^3/5/2W2 8 w", "b3-b4", tip=tip) == f"{left} 8 b"


@pytest.mark.parametrize(("arrow", "tipped"), [("^", "<"), ("<", "v"), ("v", ">"), (">", "^")])
def test_option_tip_ccw_turns_every_arrow_counter_clockwise(arrow: str, tipped: str) -> None:
    target = {"^": "b4", "<": "a3", "v": "b2", ">": "c3"}[arrow]
    here = position(NAME, f"2B2/5/1{arrow}3/5/2W2 8 w", tip="ccw").play(f"b3-{target}")
    assert [sign for sign in here.text.split()[0] if sign in "^v<>"] == [tipped]


def test_option_tip_either_lets_the_mover_choose() -> None:
    text = "2B2/5/1^3/5/2W2 8 w"
    assert cube_moves(text, tip="either") == {"b3-b4<", "b3-b4>", "b3-b5<", "b3-b5>"}
    assert after(NAME, text, "b3-b4<", tip="either") == "2B2/1<3/5/5/2W2 8 b"
    refuse_move(position(NAME, text, tip="either"), "b3-b4", "b3-b4^", "b3-b4v")


# The free path


def test_after_placing_a_cube_each_pawn_must_still_have_a_way_to_its_goal_row() -> None:
    text = "2B1v/5/vvvv1/5/2W2 4 w"
    assert not {move for move in placements(text) if move[:2] in ("e2", "e3", "e4")}
    assert {"a4>", "d2v"} <= placements(text)


def test_after_moving_a_cube_each_pawn_must_still_have_a_way() -> None:
    assert {move for move in cube_moves("2B1v/5/vvvv1/5/2W2 4 w") if move.startswith("e5")} == {"e5-e1"}


def test_a_cube_that_leaves_a_way_open_behind_it_may_close_another() -> None:
    text = "2B2/5/vvv>1/5/2W2 5 w"
    assert "d3-e3" in cube_moves(text)
    here, random_state, drawn = position(NAME, text), 1, set()
    for _ in range(1000):
        random_state, move = here.game.plain.sample(here.state, random_state)
        drawn.add(move)
    assert drawn == set(here.legal_codes())


def test_one_pawn_without_a_way_is_enough_to_forbid_it() -> None:
    """White in the corner would be shut in by a cube on b1 or a2; Black's path is free."""
    assert not {move for move in placements("2B2/5/5/5/W>3 8 w") if move[:2] == "a2"}
    assert {move for move in placements("2B2/5/5/5/W4 9 w") if move[:2] == "a2"} == {"a2^", "a2>"}


def test_the_way_leads_orthogonally_and_not_past_corners() -> None:
    """A cube on e4 would leave White only a corner between d3 and e4 to slip through."""
    assert not {move for move in placements("2B2/5/vvvv1/5/2W2 5 w") if move[:2] == "e4"}


def test_pawns_are_no_obstacle_to_the_way() -> None:
    assert "a1^" in moves(NAME, "5/5/vvBvv/5/2W2 5 w")


# End


def test_a_pawn_that_stands_on_its_goal_row_wins_at_once() -> None:
    won = position(NAME, "2B2/W4/5/5/5 9 w").play("a5")
    assert (won.over, won.winner, won.legal_moves(), won.perft(1)) == (True, ("w",), [], 0)


def test_a_pawn_may_win_by_a_jump_or_by_going_to_the_side() -> None:
    assert position(NAME, "5/2B2/2W2/5/5 9 w").play("c5").winner == ("w",)
    assert position(NAME, "2B2/2W2/5/5/5 9 w").play("d5").winner == ("w",)


def test_a_player_always_has_a_legal_move() -> None:
    rng = random.Random(6)
    for _ in range(3):
        here = banmen.game(NAME).start()
        while not here.over:
            legal = [move for move in here.legal_moves() if len(str(move)) == 3] or here.legal_moves()
            assert legal
            here = here.play(rng.choice(legal))
        assert here.winner is not None


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    here = banmen.game(NAME).start()
    for move in ROUND * 2:
        assert not here.over
        here = here.play(move)
    assert (here.text, here.over, here.winner, here.legal_moves()) == (START, True, (), [])


def test_option_repetition_loss_makes_it_a_loss_of_the_player_who_makes_the_third_occurrence() -> None:
    here = banmen.game(NAME, repetition="loss").start()
    for move in ROUND * 2:
        assert here.game.plain.winner(here.state) == 0
        here = here.play(move)
    assert (here.over, here.winner) == (True, ("w",))
    there = position(NAME, "2B2/5/5/5/2W2 9 b", repetition="loss")
    for move in ("d5", "d1", "c5", "c1") * 2:
        there = there.play(move)
    assert there.winner == ("b",)


def test_occurrences_need_not_follow_each_other() -> None:
    here = banmen.game(NAME).start()
    for move in ("d1", "d5", "c1", "c5", "b1", "b5", "c1", "c5"):
        assert not here.over
        here = here.play(move)
    assert (here.over, here.winner) == (True, ())


def test_the_board_alone_does_not_make_an_occurrence_the_supply_and_the_side_count() -> None:
    here = banmen.game(NAME).start()
    for move in (*ROUND, "a1^", "e5v", *ROUND):
        here = here.play(move)
    assert not here.over
    assert here.play("d1").play("d5").play("c1").play("c5").over


def test_a_repetition_made_by_cubes_counts_too() -> None:
    here = position(NAME, "2B2/5/5/1^3/2W2 0 w", cubes=1)
    loop = ("b2-b3", "d5", "b3-c3", "c5", "c3-c2", "d5", "c2-b2", "c5")
    for move in loop * 2:
        assert not here.over
        here = here.play(move)
    assert (here.over, here.winner) == (True, ())


def test_lines_of_play_end_at_the_third_occurrence() -> None:
    here = banmen.game(NAME, cubes=1).start()
    for move in (ROUND * 2)[:-1]:
        here = here.play(move)
    anew = here.game.position(here.text)
    assert anew.perft(2) - here.perft(2) == anew.play("c5").perft(1) > 0


def test_a_position_read_from_text_counts_as_its_own_first_occurrence() -> None:
    here = banmen.game(NAME).start()
    for move in ROUND:
        here = here.play(move)
    here = here.game.position(here.text)
    for move in ROUND:
        here = here.play(move)
    assert not here.over
    for move in ROUND:
        here = here.play(move)
    assert here.over


# Options


@pytest.mark.parametrize("cubes", range(1, 10))
def test_option_cubes_is_1_to_9(cubes: int) -> None:
    assert banmen.game(NAME, cubes=cubes).start().text == f"2B2/5/5/5/2W2 {cubes} w"


@pytest.mark.parametrize("options", [{"tip": "left"}, {"cubes": 0}, {"cubes": 10}, {"repetition": "win"}, {"p": 0.5}])
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, **options)


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_perft_minds_what_happened_before_and_takes_moves_back(depth: int) -> None:
    position = banmen.game("qubism", cubes=1).start()
    for move in ["b1", "b5", "c1", "c5", "b1", "b5", "c1"]:
        position = position.play(move)

    def lines(here: banmen.Position, left: int) -> int:
        if left == 1:
            return len(here.legal_codes())
        return sum(lines(here.after(code), left - 1) for code in here.legal_codes())

    assert position.perft(depth) == lines(position, depth)


@pytest.mark.parametrize("text", ["2B2/5/5/5/2W2 9 w", "2B2/1^3/2>2/3v1/1W3 6 b", "1vBv1/^4/1^3/2v<1/<W3 2 b"])
def test_moves_are_found_by_their_numbers_in_the_order_of_the_list(text: str) -> None:
    found = position(NAME, text)
    codes = found.legal_codes()
    rules = found.game.plain
    assert [rules.kth(found.state, k) for k in range(rules.count(found.state))] == codes
    assert len(set(codes)) == len(codes) > 20


@pytest.mark.parametrize(("tip", "alike"), [("cw", False), ("ccw", False), ("either", True), ("straight", True)])
def test_left_and_right_are_alike_unless_cubes_tip_one_way(tip: str, alike: bool) -> None:
    states = [position(NAME, f"2B2/5/{row}/5/2W2 8 w", tip=tip).state for row in ("1^3", "3^1")]
    images = {banmen.game(NAME, tip=tip).plain.canonical(state)[0] for state in states}
    assert len(images) == (1 if alike else 2)
