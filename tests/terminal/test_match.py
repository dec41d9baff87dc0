from __future__ import annotations

import pytest

import banmen
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE
from banmen.terminal.match import HUMAN, USUAL, Match, begin, is_kind, resume, seated

RANDOM = "random"


def play_on(match: Match, steps: int) -> None:
    """Play first moves for people and the computer's own for the computer."""
    for _ in range(steps):
        if match.position.over:
            return
        if match.position.kind == CHANCE:
            match.throw()
        match.play(match.position.legal_moves()[0] if match.is_human else match.computer_move())


def throws(match: Match) -> list[int]:
    return [step.throw for step in match.record.steps if step.throw is not None]


def test_undo_cannot_be_used_to_throw_again() -> None:
    """Whatever is played instead, the n-th throw of a match is always the same."""
    match = begin(banmen.game("kariuchi"), {1: HUMAN, 2: HUMAN}, seed=3)
    play_on(match, 20)
    fallen = throws(match)
    for _ in range(12):
        assert match.undo()
    while len(throws(match)) < 20:
        if match.position.kind == CHANCE:
            match.throw()
        match.play(match.position.legal_moves()[-1])
    assert throws(match) == fallen
    assert len(set(fallen)) > 2


def test_undo_takes_back_the_computers_moves_too() -> None:
    match = begin(banmen.game("moontrek"), {"A": HUMAN, "B": RANDOM, "C": RANDOM, "D": RANDOM}, seed=1)
    play_on(match, 30)
    while match.position.turn != "A":
        play_on(match, 1)
    seen = 0
    while match.undo():
        seen += 1
        assert match.position.turn == "A"
        assert match.position.legal_moves()
    assert seen > 3
    assert not match.undo()


def test_undo_brings_a_finished_game_back_to_life() -> None:
    match = begin(banmen.game("kariuchi", pieces=1), {1: HUMAN, 2: HUMAN}, seed=1)
    play_on(match, 1000)
    assert match.record.result is not None
    before = match.record.steps
    assert match.undo()
    assert match.record.result is None
    match.play(str(before[-1].move))
    assert match.record.steps == before
    assert match.record.result is not None


def test_the_opening_throw_that_is_played_with_stays_after_an_undo() -> None:
    match = begin(banmen.game("holes58"), {1: HUMAN, 2: HUMAN}, seed=1)
    start = match.position
    assert start.kind != CHANCE
    play_on(match, 1)
    assert match.undo()
    assert match.position == start
    assert match.record.steps == ()


@pytest.mark.parametrize("kind", [RANDOM, "greedy", "level:2", "level:4", "mcts:50"])
def test_a_match_goes_on_after_a_resume_as_if_it_had_not_been_left(kind: str) -> None:
    game = banmen.game("kariuchi")
    whole, first = (begin(game, {1: HUMAN, 2: kind}, seed=9) for _ in range(2))
    play_on(whole, 40)
    play_on(first, 13)
    second = resume(read_record(first.record.text), {})
    play_on(second, 27)
    assert second.record.text == whole.record.text


def test_different_seeds_give_different_games() -> None:
    games = {begin(banmen.game("kariuchi"), {1: HUMAN, 2: RANDOM}).seed for _ in range(5)}
    assert len(games) == 5


def test_a_foreign_record_gets_seats_and_a_seed() -> None:
    record = read_record('[Game "qubism"]\n[Playerw "Aki"]\n[Seed "none of your business"]\n[Result "*"]\n\n1. c2 *\n')
    match = resume(record, {"b": HUMAN})
    assert match.kinds == {"w": HUMAN, "b": HUMAN}
    assert match.record.tags["Seed"] == str(match.seed)


def test_seats() -> None:
    game = banmen.game("moontrek")
    assert seated(game, {}) == {"A": HUMAN, "B": USUAL, "C": USUAL, "D": USUAL}
    assert seated(game, {"B": "level:8"})["B"] == "level:8"
    assert seated(game, {"C": "human"})["C"] == HUMAN
    with pytest.raises(banmen.OptionError, match="no player 'E'"):
        seated(game, {"E": "human"})
    with pytest.raises(banmen.OptionError, match=r"player A is 'human' or .* unknown player 'robot'"):
        seated(game, {"A": "robot"})
    with pytest.raises(banmen.OptionError, match="1 to 8"):
        seated(game, {"A": "level:9"})
    assert is_kind("level:1", game)
    assert not is_kind("alphabeta:100", game)  # there are throws in this game
