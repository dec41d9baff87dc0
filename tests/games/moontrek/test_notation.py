"""Moon Trek's texts: their meaning, and which are refused."""

from __future__ import annotations

import pytest

import banmen
from tests.games.table import after, moves, position, refuse, refuse_move

NAME = "moontrek"


@pytest.mark.parametrize(
    "text",
    [
        "- 4,4,4,4 0,0,0,0 A|B|C|D A -",
        "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3",
        "5:A,5a:B,5c:A,6:B,A:C 2,2,2 0,0,1 A|B|C C 5",
        "- 4,0 0,4 A|B B -",
        "- 0,4,0,4 4,0,4,0 AC|BD C -",
        "- 0,4,0,4 4,0,4,0 AC|BD A -",
        "7:CAD 3,4,3,3 0,0,0,0 ACD|B D 1",
    ],
)
def test_a_text_is_printed_as_it_was_read(text: str) -> None:
    assert position(NAME, text).text == text


def test_the_start_for_four_alone() -> None:
    assert banmen.game(NAME).start().text == "- 4,4,4,4 0,0,0,0 A|B|C|D A -"


@pytest.mark.parametrize(
    ("text", "players", "winner"),
    [
        ("30:A 0,4 3,0 A|B A 1", 2, ("A",)),
        ("30:A 0,4,0 3,0,4 AC|B A 1", 3, ("A", "C")),
        ("30:C 0,0,0,4 4,4,3,0 ABC|D C 1", 4, ("A", "B", "C")),
    ],
)
def test_reading_a_position_takes_players_and_teams_from_it(text: str, players: int, winner: tuple[str, ...]) -> None:
    here = banmen.game(NAME, players=3).position(text)
    assert len(here.game.players) == players
    assert here.play(here.legal_moves()[0]).winner == winner


def test_other_options_stay_when_the_text_changes_the_teams() -> None:
    here = banmen.game(NAME, pieces=2, hit_bonus="none", p=0.3).position("2:A,3:C 1,2,1 0,0,0 AB|C A 1")
    assert (here.game.options["pieces"], here.game.p) == (2, 0.3)
    assert here.play("2>3").turn == "B"


def test_points_are_listed_in_kariuchis_order_with_owners_bottom_to_top() -> None:
    text = "5:AC,5c:B,6:D 3,3,3,3 0,0,0,0 AC|BD C 1"
    assert after(NAME, text, "5>5a") == "5:A,5a:C,5c:B,6:D 3,3,3,3 0,0,0,0 AC|BD D -"


def test_a_board_without_pieces_is_a_dash() -> None:
    assert after(NAME, "30:A 0,4,4,4 3,0,0,0 AC|BD A 1", "30>H") == "- 0,4,4,4 4,0,0,0 AC|BD B -"


@pytest.mark.parametrize(
    "text",
    [
        "5:AAC,12:B 2,3,3,«3 0,0,0,0 AC|BD A 3",
        "5:AAC,12:B 2,3,3,«5 0,0,0,0 AC|BD A 3",
        "5:AAC,12:B 2,3,3,4 «0,0,0,1 AC|BD A 3",
        "- 4,4,4 «0,0,0,0 A|B|C A -",
        "- «4,4,4,4 0,0,0 A|B|C A -",
        "- «4,4,4 0,0,0,0 A|B|C|D A -",
        "- «4,4,4,04 0,0,0,0 A|B|C|D A -",
        "- «4,4,4,+4 0,0,0,0 A|B|C|D A -",
        "- «4,4,4,٤ 0,0,0,0 A|B|C|D A -",
        "- «4,4,,4 0,0,0,0 A|B|C|D A -",
    ],
)
def test_each_player_has_as_many_pieces_as_the_game(text: str) -> None:
    place = text.index("«")
    with pytest.raises(banmen.NotationError) as caught:
        banmen.game(NAME).position(text.replace("«", ""))
    assert caught.value.place <= place + 12  # a wrong sum may be blamed on the points or on a count
    assert text.replace("«", "") in str(caught.value)


def test_the_number_of_pieces_is_that_of_the_option() -> None:
    refuse(NAME, "- «4,4 0,0 A|B A -", pieces=3)
    assert position(NAME, "- 3,3 0,0 A|B A -", pieces=3).turn == "A"


@pytest.mark.parametrize(
    "text", ["«3:AB 3,3 0,0 A|B A -", "«3:AB,5:C 3,3,3,4 0,0,0,0 AC|BD A 1", "2:A,«9:ADC 2,4,3,3 0,0,0,0 AC|BD A 1"]
)
def test_two_teams_never_share_a_point(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "12:B,«5:AAC 2,3,3,4 0,0,0,0 AC|BD A 3",
        "5:A,«5:A 2,4,4,4 0,0,0,0 A|B|C|D A -",
        "6:A,«5c:A 2,4 0,0 A|B A -",
        "A:A,«30:A 2,4 0,0 A|B A -",
    ],
)
def test_points_in_another_order_or_twice_are_refused(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "«0:A 3,4 0,0 A|B A -",
        "«31:A 3,4 0,0 A|B A -",
        "«05:A 3,4 0,0 A|B A -",
        "«7a:A 3,4 0,0 A|B A -",
        "«R:A 3,4 0,0 A|B A -",
        "«H:A 3,4 0,0 A|B A -",
        "5:B,«H:A 3,3 0,0 A|B A -",
        "«5: 4,4 0,0 A|B A -",
        "«5 4,4 0,0 A|B A -",
        "«5:a 3,4 0,0 A|B A -",
        "«5:C 4,4 0,0 A|B A -",
        "«5:Ax2 2,4 0,0 A|B A -",
        "«5:A, 3,4 0,0 A|B A -",
        "«5:A:A 2,4 0,0 A|B A -",
        "«-,5:A 3,4 0,0 A|B A -",
    ],
)
def test_unknown_points_and_owners_are_refused(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "teams", ["BD|AC", "CA|BD", "A|B|C", "ACBD", "ABCD", "A|B|C|E", "A|B|C|DD", "A||BCD", "|ABCD", "a|b|c|d", "A|B|D|C"]
)
def test_teams_are_grouped_letters_in_order_of_their_first_letter(teams: str) -> None:
    with pytest.raises(banmen.NotationError) as caught:
        banmen.game(NAME).position(f"- 4,4,4,4 0,0,0,0 {teams} A -")
    assert f" {teams} " in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "- 4,4,4,4 0,0,0,0 A|B|C|D «E -",
        "- 4,4,4 0,0,0 A|B|C «D -",
        "- 4,4,4,4 0,0,0,0 A|B|C|D «a -",
        "- 4,4,4,4 0,0,0,0 A|B|C|D A «6",
        "- 4,4,4,4 0,0,0,0 A|B|C|D A «0",
        "- 4,4,4,4 0,0,0,0 A|B|C|D A«",
        "« 4,4,4,4 0,0,0,0 A|B|C|D A -",
        "- 4,4,4,4 « 0,0,0,0 A|B|C|D A -",
        "- 4,4,4,4 0,0,0,0 A|B|C|D A - «-",
        "- 4,4,4,4 0,0,0,0 A|B|C|D A - «",
    ],
)
def test_fields_are_six_joined_by_single_spaces(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize("text", ["- 0,4,4,4 4,0,0,0 AC|BD «A -", "- 0,4,4,4 4,0,0,0 AC|BD «A 3", "9:C 0,4,0 4,0,3 AC|B «A 1"])
def test_a_player_who_is_skipped_is_never_on_turn(text: str) -> None:
    assert "skipped" in refuse(NAME, text).reason


@pytest.mark.parametrize("text", ["- 0,4 4,0 A|B A «3", "- 0,4,0,4 4,0,4,0 AC|BD C «1"])
def test_a_finished_game_has_no_throw_pending(text: str) -> None:
    refuse(NAME, text)


@pytest.mark.parametrize(
    "text", ["- 0,4 4,0 A|B «B -", "- 0,4,0,4 4,0,4,0 AC|BD «B -", "- 0,0 4,4 A|B «A -", "- 0,0,4,0 4,4,0,4 A|B|C|D «C 2"]
)
def test_a_finished_game_has_one_winning_team_and_the_turn_is_with_it(text: str) -> None:
    refuse(NAME, text)


def test_moves_are_written_as_in_kariuchi_counted_from_the_top() -> None:
    text = "12:ACA 2,4,3,4 0,0,0,0 AC|BD A 3"
    assert moves(NAME, text) == {"R>3", "12>15", "12x2>15", "12x3>15"}
    assert after(NAME, text, "12x2>15") == "12:A,15:CA 2,4,3,4 0,0,0,0 AC|BD B -"


@pytest.mark.parametrize(
    "move", ["5>8", "5x1>8", "5x4>8", "5x02>8", "R>03", "Rx2>3", "12>15", "5x2>9", "5x2>8 ", "5:2>8", "pass", ""]
)
def test_other_moves_are_refused_and_change_nothing(move: str) -> None:
    refuse_move(position(NAME, "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3"), move)
