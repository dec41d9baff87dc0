"""Games that an earlier version saved in the terminal go on with the same throws and the same opponents."""

from __future__ import annotations

from pathlib import Path

import pytest

import banmen
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_throw
from banmen.match.match_state import Match
from banmen.terminal.match_setup import resume_match
from banmen.terminal.opponents import choose_move

KEPT = Path(__file__).parent.parent / "data" / "today"


def kept(game: str, kind: str) -> str:
    return (KEPT / f"{game}.{kind}.banmen").read_text("utf-8")


def play_to_the_end(match: Match) -> None:
    """Play first moves for people, and the computer's own for the computer."""
    while not match.over:
        if match.position.kind == CHANCE:
            match.add_planned(plan_throw(match))
        move = match.position.legal_moves()[0] if match.waits_for_human else choose_move(match)
        match.add_planned(plan_move(match, move.text))


@pytest.mark.parametrize("game", banmen.names())
def test_a_game_left_then_ends_as_it_did_when_played_in_one_go(game: str) -> None:
    left, whole = kept(game, "left"), kept(game, "whole")
    match = resume_match(read_record(left), {})
    assert match.record.text == left
    assert not match.over
    play_to_the_end(match)
    assert match.record.text == whole


@pytest.mark.parametrize("game", banmen.names())
def test_people_and_computers_sit_where_they_sat(game: str) -> None:
    record = read_record(kept(game, "left"))
    match = resume_match(record, {})
    assert [str(seat.who) for seat in match.seats.values()] == [record.tags[tag] for tag in tags_of(record.game.players)]
    assert match.dice.seed == 58


def tags_of(players: tuple[int | str, ...]) -> list[str]:
    return [{"w": "White", "b": "Black"}.get(str(player), f"Player{player}") for player in players]
