"""Moon Trek, one test for each sentence of its rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import banmen
from tests.games.table import after, moves, position, refuse_move

NAME = "moontrek"
ALONE = "A|B|C|D"


def lone(place: str, throw: int) -> set[str]:
    """Return the targets of A's single piece."""
    return moves(NAME, f"{place}:A 0,4 3,0 A|B A {throw}")


def test_board_and_course_are_those_of_kariuchi() -> None:
    assert lone("5", 3) == {"5>8", "5>5c"}
    assert lone("4", 3) == {"4>7"}
    assert lone("A", 3) == {"A>20a", "A>25a", "A>30a"}
    assert lone("10b", 4) == {"10b>25b"}
    assert lone("30", 5) == {"30>H"}
    assert lone("29", 1) == {"29>30"}


# Players and teams


@pytest.mark.parametrize(("players", "letters"), [(2, "AB"), (3, "ABC"), (4, "ABCD")])
def test_2_3_or_4_players_have_four_pieces_each_and_play_alone_by_default(players: int, letters: str) -> None:
    game = banmen.game(NAME, players=players)
    count = ",".join(["4"] * players)
    assert game.players == tuple(letters)
    assert game.start().text == f"- {count} {count.replace('4', '0')} {'|'.join(letters)} A -"


def test_players_move_in_the_order_of_their_seats() -> None:
    here, turns = position(NAME, "8:D,11:C,14:B,17:A 3,3,3,3 0,0,0,0 A|B|C|D A -"), []
    for move in ("17>18", "14>15", "11>12", "8>9", "18>19"):
        turns.append(here.turn)
        here = here.throw(1).play(move)
    assert turns == ["A", "B", "C", "D", "A"]


def test_after_the_last_seat_the_first_is_on_turn() -> None:
    assert after(NAME, "- 4,4,4,4 0,0,0,0 A|B|C|D D 2", "R>2") == "2:D 4,4,4,3 0,0,0,0 A|B|C|D A -"
    assert after(NAME, "- 4,4,4 0,0,0 A|B|C C 2", "R>2") == "2:C 4,4,3 0,0,0 A|B|C A -"


@pytest.mark.parametrize(
    ("teams", "shown"),
    [("alone", ALONE), ("2-2", "AC|BD"), ("2-1", "AC|B"), ("2-1-1", "AC|B|D"), ("3-1", "ACD|B")],
)
def test_named_splits_seat_partners_opposite(teams: str, shown: str) -> None:
    assert banmen.game(NAME, teams=teams).start().text.split()[3] == shown


@pytest.mark.parametrize("teams", ["AB|CD", "AD|BC", "A|BC", "A|BCD", "AB|C|D", "A|BC|D", "A|B|CD", "ABD|C", "A|B"])
def test_any_other_split_with_at_least_two_teams_is_played(teams: str) -> None:
    game = banmen.game(NAME, teams=teams)
    assert game.start().text.split()[3] == teams
    assert len(game.players) == len(teams.replace("|", ""))


@pytest.mark.parametrize(
    "teams", ["AB", "ABCD", "BA|CD", "CD|AB", "A|C", "A|B|C|D|E", "A||B", "A|AB", "", "1-1-1-1", "ac|bd", "A|"]
)
def test_other_splits_are_refused(teams: str) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, teams=teams)


@pytest.mark.parametrize(
    ("teams", "split"), [("2-2", "AC|BD"), ("2-1", "AC|B"), ("2-1-1", "AC|B|D"), ("3-1", "ACD|B"), ("alone", "A|B|C|D")]
)
def test_a_split_is_the_same_by_name_and_by_letters(teams: str, split: str) -> None:
    game = banmen.game(NAME, teams=teams)
    assert game == banmen.game(NAME, teams=split)
    assert banmen.game(NAME).position(game.start().text) == game.start()
    assert game.options["teams"] == teams


def test_a_new_split_may_be_for_another_number_of_players() -> None:
    game = banmen.game(NAME, pieces=2).with_options(teams="2-1")
    assert (game.players, game.options["pieces"]) == (("A", "B", "C"), 2)
    assert game.with_options(teams="AD|BC") == banmen.game(NAME, teams="AD|BC", pieces=2)
    assert game.with_options(teams="alone") == banmen.game(NAME, players=3, pieces=2)
    assert game.with_options(pieces=4) == banmen.game(NAME, teams="2-1")
    with pytest.raises(banmen.OptionError):
        game.with_options(players=4)


@pytest.mark.parametrize(("players", "teams"), [(3, "2-2"), (4, "2-1"), (2, "AC|B"), (3, "3-1")])
def test_a_split_must_be_for_as_many_players_as_play(players: int, teams: str) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, players=players, teams=teams)


# Stacks


def test_pieces_of_one_team_share_a_point_as_one_stack() -> None:
    assert after(NAME, "3:C,5:A 3,4,3,4 0,0,0,0 AC|BD C 2", "3>5") == "5:AC 3,4,3,4 0,0,0,0 AC|BD D -"


def test_a_stack_has_no_limit() -> None:
    text = "1:ACDACDACDAC,2:D 0,4,0,0 0,0,0,0 ACD|B A 1"
    assert after(NAME, text, "1x11>2") == "2:DACDACDACDAC 0,4,0,0 0,0,0,0 ACD|B B -"
    assert "2x12>3" in moves(NAME, "2:DACDACDACDAC 0,4,0,0 0,0,0,0 ACD|B A 1")


def test_a_stack_keeps_its_order() -> None:
    assert after(NAME, "5:ACA 2,4,3,4 0,0,0,0 AC|BD C 3", "5x3>8") == "8:ACA 2,4,3,4 0,0,0,0 AC|BD D -"


def test_what_lands_goes_on_top_keeping_its_own_order() -> None:
    text = "5:CAC,8:AC 2,4,1,4 0,0,0,0 AC|BD A 3"
    assert after(NAME, text, "5x2>8") == "5:C,8:ACAC 2,4,1,4 0,0,0,0 AC|BD B -"


def test_what_is_left_of_a_stack_stays_in_its_order() -> None:
    text = "5:ACCA 2,4,2,4 0,0,0,0 AC|BD A 3"
    assert after(NAME, text, "5>8") == "5:ACC,8:A 2,4,2,4 0,0,0,0 AC|BD B -"


def test_a_player_moves_the_top_pieces_of_a_stack_provided_one_of_them_is_the_players_own() -> None:
    text = "7:ACC 3,4,2,4 0,0,0,0 AC|BD {} 1"
    assert moves(NAME, text.format("A")) == {"R>1", "7x3>8"}
    assert moves(NAME, text.format("C")) == {"R>1", "7>8", "7x2>8", "7x3>8"}
    assert moves(NAME, "7:CC 4,4,2,4 0,0,0,0 AC|BD A 1") == {"R>1"}


def test_team_mates_pieces_among_them_travel_along() -> None:
    assert after(NAME, "29:CCA 3,4,2,4 0,0,0,0 AC|BD A 2", "29x2>H") == "29:C 3,4,2,4 1,0,1,0 AC|BD B -"


def test_a_team_mates_piece_alone_is_not_moved() -> None:
    refuse_move(position(NAME, "7:C 4,4,3,4 0,0,0,0 AC|BD A 1"), "7>8")


def test_an_enemy_stack_is_not_moved() -> None:
    assert moves(NAME, "7:BD 4,3,4,3 0,0,0,0 AC|BD A 1") == {"R>1"}


def test_pieces_of_one_team_never_hit_each_other() -> None:
    assert after(NAME, "3:C 4,4,3,4 0,0,0,0 AC|BD A 3", "R>3") == "3:CA 3,4,3,4 0,0,0,0 AC|BD B -"


def test_landing_on_enemies_returns_each_of_them_to_its_own_owners_reserve() -> None:
    text = "3:A,5:BDB 3,2,4,3 0,0,0,0 AC|BD A 2"
    assert after(NAME, text, "3>5") == "5:A 3,4,4,4 0,0,0,0 AC|BD A -"
    assert after(NAME, "2:BCC,A:D 4,3,2,3 0,0,0,0 A|BC|D A 2", "R>2") == "2:A,A:D 3,4,4,3 0,0,0,0 A|BC|D A -"


def test_a_whole_stack_that_lands_on_enemies_keeps_the_point() -> None:
    text = "3:CA,5:BD 3,3,3,3 0,0,0,0 AC|BD A 2"
    assert after(NAME, text, "3x2>5") == "5:CA 3,4,3,4 0,0,0,0 AC|BD A -"


# Extra throw


@pytest.mark.parametrize(("throw", "turn"), [(1, "B"), (2, "B"), (3, "B"), (4, "A"), (5, "A")])
def test_after_a_throw_of_4_or_5_the_player_throws_again_once_the_move_is_made(throw: int, turn: str) -> None:
    here = position(NAME, f"- 4,4,4,4 0,0,0,0 {ALONE} A {throw}").play(f"R>{throw}")
    assert (here.turn, len(here.throws())) == (turn, 5)


@pytest.mark.parametrize(
    ("points", "move", "left"),
    [("2:A,3:B", "2>3", "3:A"), ("29:A,30:B", "29>30", "30:A"), ("20:B,20a:A", "20a>20", "20:A"), ("1:BB", "R>1", "1:A")],
)
def test_after_removing_an_enemy_on_the_ring_the_player_throws_again(points: str, move: str, left: str) -> None:
    reserve = f"{4 - points.count('A')},{4 - points.count('B')}"
    here = position(NAME, f"{points} {reserve} 0,0 A|B A 1").play(move)
    assert here.text == f"{left} 3,4 0,0 A|B A -"


def test_there_is_at_most_one_extra_throw_for_one_throw() -> None:
    here = position(NAME, "4:B 4,3 0,0 A|B A 4").play("R>4")
    assert here.text == "4:A 3,4 0,0 A|B A -"
    assert here.throw(1).play("R>1").turn == "B"


@pytest.mark.parametrize(("points", "move"), [("5c:A,A:B", "5c>A"), ("20b:B,20c:A", "20c>20b"), ("10:A,10a:B", "10>10a")])
def test_removing_an_enemy_on_a_spoke_or_the_centre_gives_none(points: str, move: str) -> None:
    assert position(NAME, f"{points} 3,3 0,0 A|B A 1").play(move).turn == "B"


def test_where_the_enemy_stood_decides_not_how_the_mover_came_there() -> None:
    assert position(NAME, "20:B,20b:A 3,3 0,0 A|B A 2").play("20b>20").turn == "A"
    assert position(NAME, "10:A,10b:B 3,3 0,0 A|B A 2").play("10>10b").turn == "B"


# Turn order, start, end


@pytest.mark.parametrize(
    ("rounds", "turn"),
    [
        ([(1, 2, 5, 4)], "C"),
        ([(4, 2, 4, 1), (1, 3)], "C"),
        ([(4, 4, 4, 1), (2, 3, 3), (5, 1)], "B"),
        ([(3, 3, 3, 3), (1, 1, 1, 2)], "D"),
    ],
)
def test_the_highest_throw_begins_and_ties_among_the_highest_throw_again(rounds: list[tuple[int, ...]], turn: str) -> None:
    assert banmen.game(NAME).opened(rounds).text == f"- 4,4,4,4 0,0,0,0 {ALONE} {turn} -"


@pytest.mark.parametrize(
    "rounds", [[(4, 4, 1, 1)], [(4, 4, 1, 1), (2, 2)], [(4, 4, 1, 1), (2, 3, 1)], [(1, 2)], [(5, 1, 1, 1), (2, 2)]]
)
def test_rounds_that_do_not_decide_who_begins_are_refused(rounds: list[tuple[int, ...]]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME).opened(rounds)


def test_only_those_tied_for_the_highest_throw_again() -> None:
    game = banmen.game(NAME, players=3)
    openings = [game.opening(random.Random(seed)) for seed in range(60)]
    assert {len(opening.rounds) for opening in openings} >= {1, 2}
    for opening in openings:
        for thrown, again in zip(opening.rounds, opening.rounds[1:], strict=False):
            assert len(again) == thrown.count(max(thrown)) > 1
        assert opening.rounds[-1].count(max(opening.rounds[-1])) == 1


def test_a_player_whose_own_pieces_are_all_home_is_skipped() -> None:
    assert after(NAME, "5:D 4,0,0,3 0,4,4,0 AB|CD A 1", "R>1").split()[-2:] == ["D", "-"]
    assert after(NAME, "- 4,0,4,4 0,4,0,0 AC|BD A 1", "R>1").split()[-2:] == ["C", "-"]


def test_a_player_with_a_piece_left_in_a_team_mates_stack_is_not_skipped() -> None:
    here = position(NAME, "9:CA 0,4,3,4 3,0,0,0 AC|BD D 1").play("R>1").throw(3)
    assert (here.turn, {str(move) for move in here.legal_moves()}) == ("A", {"9>12", "9x2>12"})


@pytest.mark.parametrize("throw", [4, 5])
def test_a_player_who_just_came_home_is_skipped_even_where_a_4_or_5_earned_another_throw(throw: int) -> None:
    text = f"30:A 0,4,4,4 3,0,0,0 AC|BD A {throw}"
    assert after(NAME, text, "30>H") == "- 0,4,4,4 4,0,0,0 AC|BD B -"


def test_a_player_whose_last_pieces_a_team_mate_brought_home_is_skipped() -> None:
    here = position(NAME, "30:CCCCA 3,4,0,4 0,0,0,0 AC|BD A 1").play("30x5>H")
    assert here.text == "- 3,4,0,4 1,0,4,0 AC|BD B -"
    assert here.throw(1).play("R>1").turn == "D"


def test_a_team_wins_at_once_when_every_piece_of_every_member_is_home() -> None:
    before = position(NAME, "30:AC 0,4,0,4 3,0,3,0 AC|BD A 4")
    assert before.play("30x2>H").winner == ("A", "C")
    assert position(NAME, "29:A,30:C 0,4,0,4 3,0,3,0 AC|BD A 5").play("29>H").winner is None


def test_a_lone_player_wins_at_once_with_all_own_pieces_home() -> None:
    won = position(NAME, "30:B 4,0,4,4 0,3,0,0 A|B|C|D B 1").play("30>H")
    assert (won.over, won.winner, won.throws(), won.legal_moves()) == (True, ("B",), [], [])


def test_a_member_who_is_home_waits_for_the_team() -> None:
    here = position(NAME, "30:A 0,4,1,4 3,0,3,0 AC|BD A 1").play("30>H")
    assert (here.over, here.turn) == (False, "B")


def test_there_are_no_draws() -> None:
    rng = random.Random(4)
    here = banmen.game(NAME, pieces=1, teams="2-2").start(rng)
    while not here.over:
        here = here.throw(rng.choice((1, 2, 3, 4, 5)))
        here = here.play(rng.choice(here.legal_moves()))
    assert here.winner in (("A", "C"), ("B", "D"))


@pytest.mark.parametrize("throw", [1, 5])
def test_the_turn_field_of_a_finished_game_stays_with_the_player_who_made_the_last_move(throw: int) -> None:
    text = f"30:CA 0,4,0,4 3,0,3,0 AC|BD C {throw}"
    assert after(NAME, text, "30x2>H") == "- 0,4,0,4 4,0,4,0 AC|BD C -"


# Options


@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_option_pieces_is_1_to_4(pieces: int) -> None:
    game = banmen.game(NAME, pieces=pieces, players=2)
    assert game.start().text == f"- {pieces},{pieces} 0,0 A|B A -"
    last = game.position(f"30:A 0,{pieces} {pieces - 1},0 A|B A 1").play("30>H")
    assert last.winner == ("A",)


@pytest.mark.parametrize(("bonus", "on_ring", "on_spoke"), [("ring", "A", "B"), ("none", "B", "B"), ("any", "A", "A")])
def test_option_hit_bonus_says_which_hits_give_an_extra_throw(bonus: str, on_ring: str, on_spoke: str) -> None:
    hit = position(NAME, "2:A,3:B 3,3 0,0 A|B A 1", hit_bonus=bonus).play("2>3")
    inner = position(NAME, "5c:A,A:B 3,3 0,0 A|B A 1", hit_bonus=bonus).play("5c>A")
    assert (hit.turn, inner.turn) == (on_ring, on_spoke)


@pytest.mark.parametrize(
    "options",
    [{"players": 1}, {"players": 5}, {"pieces": 0}, {"pieces": 5}, {"hit_bonus": "all"}, {"p": 1.5}, {"collect": "one"}],
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(NAME, **options)


def test_worked_moves() -> None:
    expected = {"R>3", "5x2>8", "5x3>8", "5x2>5c", "5x3>5c"}
    assert moves(NAME, "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3") == expected
