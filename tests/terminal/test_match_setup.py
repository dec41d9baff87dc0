from __future__ import annotations

import pytest

import banmen
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_throw, plan_undo
from banmen.match.match_errors import MatchError
from banmen.match.match_state import Match
from banmen.match.seats import DEFAULT_COMPUTER, HUMAN, assign_seats
from banmen.terminal.match_setup import begin_match, resume_match
from banmen.terminal.opponents import TERMINAL_PLAYERS, can_play, choose_move

RANDOM = "random"


def play_on(match: Match, steps: int) -> None:
    """Play first moves for people and the computer's own for the computer."""
    for _ in range(steps):
        if match.over:
            return
        if match.position.kind == CHANCE:
            match.add_planned(plan_throw(match))
        move = match.position.legal_moves()[0] if match.waits_for_human else choose_move(match)
        match.add_planned(plan_move(match, move.text))


def undo(match: Match) -> bool:
    """Take back; return whether there was anything to take back."""
    try:
        match.add_planned(plan_undo(match))
    except MatchError as error:
        assert error.code == "nothing_to_undo"
        return False
    return True


def throws(match: Match) -> list[int]:
    return [step.throw for step in match.record.steps if step.throw is not None]


def test_undo_cannot_be_used_to_throw_again() -> None:
    """Whatever is played instead, the n-th throw of a match is always the same."""
    match = begin_match(banmen.game("kariuchi"), {1: HUMAN, 2: HUMAN}, seed=3)
    play_on(match, 20)
    fallen = throws(match)
    for _ in range(12):
        assert undo(match)
    while len(throws(match)) < 20:
        if match.position.kind == CHANCE:
            match.add_planned(plan_throw(match))
        match.add_planned(plan_move(match, match.position.legal_moves()[-1].text))
    assert throws(match) == fallen
    assert len(set(fallen)) > 2


def test_undo_takes_back_the_computers_moves_too() -> None:
    match = begin_match(banmen.game("moontrek"), {"A": HUMAN, "B": RANDOM, "C": RANDOM, "D": RANDOM}, seed=1)
    play_on(match, 30)
    while match.position.turn != "A":
        play_on(match, 1)
    seen = 0
    while undo(match):
        seen += 1
        assert match.position.turn == "A"
        assert match.position.legal_moves()
    assert seen > 3
    assert not undo(match)


def test_undo_brings_a_finished_game_back_to_life() -> None:
    match = begin_match(banmen.game("kariuchi", pieces=1), {1: HUMAN, 2: HUMAN}, seed=1)
    play_on(match, 1000)
    assert match.record.result is not None
    before = match.record.steps
    assert undo(match)
    assert match.record.result is None
    match.add_planned(plan_move(match, str(before[-1].move)))
    assert match.record.steps == before
    assert match.record.result is not None


def test_the_opening_throw_that_is_played_with_stays_after_an_undo() -> None:
    match = begin_match(banmen.game("holes58"), {1: HUMAN, 2: HUMAN}, seed=1)
    start = match.position
    assert start.kind != CHANCE
    play_on(match, 1)
    assert undo(match)
    assert match.position == start
    assert match.record.steps == ()


@pytest.mark.parametrize("kind", [RANDOM, "greedy", "level:2", "level:4", "mcts:50"])
def test_a_match_goes_on_after_a_resume_as_if_it_had_not_been_left(kind: str) -> None:
    game = banmen.game("kariuchi")
    whole, first = (begin_match(game, {1: HUMAN, 2: kind}, seed=9) for _ in range(2))
    play_on(whole, 40)
    play_on(first, 13)
    second = resume_match(read_record(first.record.text), {})
    play_on(second, 27)
    assert second.record.text == whole.record.text


def test_different_seeds_give_different_games() -> None:
    games = {begin_match(banmen.game("kariuchi"), {1: HUMAN, 2: RANDOM}).dice.seed for _ in range(5)}
    assert len(games) == 5


def test_a_foreign_record_gets_seats_and_a_seed() -> None:
    record = read_record('[Game "qubism"]\n[Playerw "Aki"]\n[Seed "none of your business"]\n[Result "*"]\n\n1. c2 *\n')
    match = resume_match(record, {"b": HUMAN})
    assert {player: seat.who for player, seat in match.seats.items()} == {"w": HUMAN, "b": HUMAN}
    assert match.record.tags["Seed"] == str(match.dice.seed)


def test_seats() -> None:
    game = banmen.game("moontrek")
    assert assign_seats(game, {}, TERMINAL_PLAYERS) == {
        "A": HUMAN,
        "B": DEFAULT_COMPUTER,
        "C": DEFAULT_COMPUTER,
        "D": DEFAULT_COMPUTER,
    }
    assert assign_seats(game, {"B": "level:8"}, TERMINAL_PLAYERS)["B"] == "level:8"
    assert assign_seats(game, {"C": "human"}, TERMINAL_PLAYERS)["C"] == HUMAN
    with pytest.raises(banmen.OptionError, match="no player 'E'"):
        assign_seats(game, {"E": "human"}, TERMINAL_PLAYERS)
    with pytest.raises(banmen.OptionError, match=r"^player A: unknown player 'robot'; .*; a person is 'human'$"):
        assign_seats(game, {"A": "robot"}, TERMINAL_PLAYERS)
    with pytest.raises(banmen.OptionError, match="1 to 8"):
        assign_seats(game, {"A": "level:9"}, TERMINAL_PLAYERS)
    assert can_play("level:1", game)
    assert not can_play("alphabeta:100", game)  # this game has throws


def test_a_record_keeps_its_comments_and_tags_when_it_is_resumed() -> None:
    text = """\
[Game "kariuchi"]
[Player1 "human"]
[Player2 "random"]
[Event "Rainy day"]
[Opening "2-5"]
[Result "*"]
[Seed "4"]

{The first game.} 1. 3:R>3 {Well done.} 2. 1: {A pity.} *
"""
    record = read_record(text)
    assert record.comment
    assert all(step.comment for step in record.steps)
    match = resume_match(record, {})
    assert match.record.text == record.text
    play_on(match, 2)
    assert match.record.steps[0] == record.steps[0]
    assert undo(match) or not match.people
