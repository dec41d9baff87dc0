"""Actions in a match: which are possible, what they add, and how they are refused, by errors with stable codes."""

from __future__ import annotations

from typing import Any

import pytest

import banmen
from banmen.core.errors import IllegalMoveError
from banmen.match.actions import Intent, find_undo, plan_action, plan_move, plan_resignation, plan_throw, plan_undo
from banmen.match.dice import CommittedDice, SeededDice
from banmen.match.match_errors import MatchError, SeatError
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match
from banmen.match.seats import HUMAN, assign_seats
from tests.match.players import ANYBODY


def begin(game: str, seats: dict[str, str], start: str | None = None, **options: Any) -> Match:
    chosen = banmen.game(game, **options)
    dice = SeededDice(3)
    return Match(dice, [make_first_event(chosen, assign_seats(chosen, seats, ANYBODY), dice, start=start)])


PEOPLE = {"1": HUMAN, "2": HUMAN}


@pytest.mark.parametrize(
    ("start", "seats", "kind", "code"),
    [
        ("Rx4/Rx4 1 3", PEOPLE, "throw", "no_throw_due"),
        ("Rx4/Rx4 1 -", PEOPLE, "move", "throw_due"),
        ("Rx4/Rx4 2 -", {"2": "random"}, "throw", "not_your_turn"),
        ("Rx4/Rx4 2 3", {"2": "random"}, "move", "not_your_turn"),
        ("Rx4/Rx4 1 3", PEOPLE, "undo", "nothing_to_undo"),
        ("Rx4/Rx4 1 3", {"1": "random", "2": "random"}, "resign", "nobody_to_resign"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(start: str, seats: dict[str, str], kind: str, code: str) -> None:
    match = begin("kariuchi", seats, start)
    with pytest.raises(MatchError) as caught:
        plan_action(match, Intent(kind, "R>3"))
    assert caught.value.code == code
    assert all(caught.value.localize(lang) for lang in ("en", "ja"))
    assert (match.seq, match.position.text) == (0, start)


def test_an_illegal_move_is_refused_by_the_game() -> None:
    with pytest.raises(IllegalMoveError):
        plan_move(begin("kariuchi", PEOPLE, "Rx4/Rx4 1 3"), "R>4")


def test_seats_are_checked_by_the_directory_of_players() -> None:
    game = banmen.game("qubism")
    with pytest.raises(SeatError, match="qubism has no player 'x'"):
        assign_seats(game, {"x": HUMAN}, ANYBODY)
    with pytest.raises(SeatError, match="robot cannot play qubism for b"):
        assign_seats(game, {"b": "robot"}, ANYBODY)
    assert assign_seats(game, {}, ANYBODY) == {"w": HUMAN, "b": "level:3"}


def test_no_match_begins_where_the_game_is_over() -> None:
    with pytest.raises(MatchError) as caught:
        begin("kariuchi", PEOPLE, "Hx4/Rx4 1 -")
    assert caught.value.code == "position_over"


def test_a_winning_move_is_followed_by_the_result() -> None:
    match = begin("kariuchi", PEOPLE, "30,Hx3/Rx4 1 1")
    planned = plan_action(match, Intent("move", "30>H"))
    assert [event.kind for event in planned] == ["move", "finished"]
    assert planned[1].data == {"winners": ["1"], "reason": "rules"}
    match.add_planned(planned, at=5.0)
    assert (match.over, match.finished, match.record.result) == (True, 5.0, (1,))


def test_undo_goes_back_behind_the_computers_moves_and_keeps_the_throw() -> None:
    match = begin("kariuchi", {"2": "random"}, "Rx4/Rx4 1 -")
    match.add_planned(plan_throw(match))
    thrown = match.position.text
    match.add_planned(plan_move(match, match.position.legal_moves()[0].text))
    while not match.waits_for_human:
        waits = bool(match.position.throws())
        match.add_planned(plan_throw(match) if waits else plan_move(match, match.position.legal_moves()[0].text))
    match.add_planned(plan_undo(match))
    assert match.position.text == thrown
    assert find_undo(match) is None
    assert [event.kind for event in match.line] == ["throw"]


def test_the_named_person_resigns_and_the_whole_team_loses() -> None:
    match = begin("moontrek", dict.fromkeys("ABCD", HUMAN), teams="2-2")
    leaving = plan_resignation(match, "D")
    assert leaving[0].data == {"player": "D"}
    assert leaving[1].data == {"winners": ["A", "C"], "reason": "resigned"}
    with pytest.raises(MatchError) as caught:
        plan_resignation(match, "E")
    assert caught.value.code == "nobody_to_resign"
    match.add_planned(leaving)
    assert (match.record.result, match.record.termination) == (("A", "C"), "resigned")
    match.add_planned(plan_undo(match))
    assert not match.over


def test_of_two_people_the_one_on_turn_resigns_unless_another_is_named() -> None:
    match = begin("kariuchi", PEOPLE, "Rx4/Rx4 2 -")
    assert plan_action(match, Intent("resign"))[0].data == {"player": "2"}
    assert plan_action(match, Intent("resign"))[1].data == {"winners": ["1"], "reason": "resigned"}
    assert plan_action(match, Intent("resign", player="1"))[0].data == {"player": "1"}
    other = begin("kariuchi", PEOPLE, "Rx4/Rx4 1 -")
    assert plan_action(other, Intent("resign", player="2"))[1].data == {"winners": ["1"], "reason": "resigned"}


def test_where_it_is_not_a_persons_turn_the_first_person_resigns() -> None:
    match = begin("kariuchi", {"1": HUMAN, "2": "random"}, "Rx4/Rx4 2 -")
    assert plan_action(match, Intent("resign"))[0].data == {"player": "1"}


def test_both_kinds_of_dice_fall_the_same_again_and_open_the_game() -> None:
    game = banmen.game("holes58")
    for dice in (CommittedDice("5a" * 32), SeededDice(5)):
        start = game.start()
        assert [dice.throw(start, number) for number in range(20)] == [dice.throw(start, number) for number in range(20)]
        assert len({dice.throw(start, number) for number in range(60)}) >= 4
        assert dice.open(game) == dice.open(game)
        assert dice.open(game).rounds
        assert dice.derive_computer_seed(3, 2) == dice.derive_computer_seed(3, 2) < 2**53


def test_a_throw_that_the_match_began_with_counts_as_the_first_of_seeded_dice() -> None:
    dice, game = SeededDice(9), banmen.game("kariuchi")
    waiting, thrown = game.position("Rx4/Rx4 1 -"), game.position("Rx4/Rx4 1 3")
    assert [dice.throw(thrown, number) for number in range(12)] == [dice.throw(waiting, number + 1) for number in range(12)]
    committed = CommittedDice("00")
    assert [committed.throw(thrown, number) for number in range(8)] == [1, 2, 3, 3, 2, 3, 3, 2]
