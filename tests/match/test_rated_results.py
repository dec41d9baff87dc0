"""A match's result for ratings, and when there is none."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banmen.match.events import PRIVATE, Event
from banmen.match.match_start import Terms
from banmen.match.match_state import Match
from banmen.match.rated_results import can_be_rated, read_rated_result
from banmen.match.together import plan_join
from tests.match.gathered import come, do, gathered, invite, play_turn

RATED = Terms(rated=True)


def play(match: Match, turns: int) -> Match:
    for _ in range(turns):
        play_turn(match)
    return match


def test_resigning_counts_once_both_have_had_two_turns() -> None:
    for turns, counts in ((3, False), (4, True)):
        match = play(gathered("qubism", "ann", "bob", terms=RATED), turns)
        assert read_rated_result(match) is None  # it goes on
        do(match, "ann", "resign")
        result = read_rated_result(match)
        assert (result is not None) is counts
    assert result is not None
    assert (result.teams, result.ranks, result.left) == ((("ann",), ("bob",)), (1, 0), frozenset())


def test_an_agreed_draw_counts() -> None:
    match = play(gathered("qubism", "ann", "bob", terms=RATED), 4)
    do(match, "ann", "propose", what="draw")
    assert match.gathering is not None
    assert match.gathering.proposal is not None
    do(match, "bob", "agree", to=match.gathering.proposal.seq)
    result = read_rated_result(match)
    assert result is not None
    assert result.ranks == (0, 0)


def test_a_game_with_throws_counts_by_its_turns() -> None:
    match = play(gathered("kariuchi", "ann", "bob", terms=RATED), 12)
    do(match, "bob", "resign")
    result = read_rated_result(match)
    assert result is not None
    assert result.ranks == (0, 1)


def test_partners_are_one_side_and_departures_are_reported() -> None:
    match = gathered("moontrek", "ann", "bob", "cay", "dan", terms=RATED, teams="AC|BD")
    play(match, 16)
    do(match, "ann", "resign")  # a computer takes over for her partner
    assert not match.over
    do(match, "cay", "resign")
    assert match.over
    result = read_rated_result(match)
    assert result is not None
    assert (result.teams, result.left) == ((("ann", "cay"), ("bob", "dan")), frozenset({"ann"}))
    assert result.ranks[1] < result.ranks[0]


def test_partners_of_somebody_who_left_can_win() -> None:
    match = play(gathered("moontrek", "ann", "bob", "cay", "dan", terms=RATED, teams="AC|BD"), 16)
    for person in ("ann", "bob", "dan"):
        do(match, person, "resign")
    result = read_rated_result(match)
    assert result is not None
    assert (result.ranks, result.left) == ((0, 1), frozenset({"ann", "bob"}))


@pytest.mark.parametrize(
    ("seats", "options"),
    [({"b": "random"}, {}), ({}, {"cubes": 1})],
    ids=["a computer plays", "other rules"],
)
def test_what_cannot_be_rated(seats: dict[str, str], options: dict[str, Any]) -> None:
    assert can_be_rated(invite("qubism", terms=RATED))
    match = invite("qubism", seats, terms=RATED, **options)
    assert not can_be_rated(match)
    come(match, "ann", "bob")
    do(match, "ann", "resign")
    assert read_rated_result(match) is None


def test_a_friendly_match_changes_nothing() -> None:
    match = play(gathered("qubism", "ann", "bob"), 4)
    do(match, "ann", "resign")
    assert read_rated_result(match) is None


def test_a_lost_game_cannot_be_left_to_an_invented_person() -> None:
    match = play(gathered("qubism", "ann", "bob", terms=RATED), 4)
    match.add_planned(plan_join(match, "w", "dan", "Ann", "00" * 16))  # Ann's seat, by a link for another device
    do(match, "dan", "resign")
    result = read_rated_result(match)
    assert result is not None
    assert (result.teams, result.ranks) == ((("ann",), ("bob",)), (1, 0))


def test_a_throw_without_its_move_is_a_turn_too() -> None:
    match = gathered("kariuchi", "ann", "bob", terms=RATED)
    moves = Counter[str]()
    while not (moves[match.seat.person or ""] == 1 and len(moves) == 2):
        moves[play_turn(match)] += 1
    person = match.seat.person or ""
    assert moves.pop(person) == 1 < min(moves.values())
    short = Match(match.dice, match.events)
    do(short, person, "resign")
    assert read_rated_result(short) is None
    do(match, person, "throw")
    do(match, person, "resign")
    assert read_rated_result(match) is not None


def test_a_match_from_a_position_of_ones_own_and_one_against_oneself_do_not_count() -> None:
    match = play(gathered("qubism", "ann", "bob", terms=RATED), 4)
    do(match, "ann", "resign")
    for person, counts in (("bob", True), ("ann", False)):  # two devices may turn out to be one person's
        events = [replace_person(event, "bob", person) for event in match.events]
        assert (read_rated_result(Match(match.dice, events)) is not None) is counts
    first = match.events[0]
    assert can_be_rated(match)
    begun_elsewhere = first._replace(data={**first.data, "start": match.game.start().play("c2").text})
    assert not can_be_rated(Match(match.dice, [begun_elsewhere]))


def replace_person(event: Event, old: str, new: str) -> Event:
    private = event.data.get(PRIVATE, {})
    return event._replace(data={**event.data, PRIVATE: {**private, "person": new}}) if private.get("person") == old else event
