"""A match as the sum of its events: however it was played, replaying its events gives the same match."""

import random
from typing import Any

import pytest

from banmen.core import registry
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.match import dice
from banmen.match.actions import (
    Intent,
    find_undo,
    plan_action,
    plan_move,
    plan_resignation,
    plan_seal,
    plan_throw,
    plan_undo,
)
from banmen.match.changes import change_view
from banmen.match.dice import CommittedDice
from banmen.match.events import SAY, PlannedEvent, number_events
from banmen.match.match_errors import MatchError
from banmen.match.match_start import list_record_events, make_first_event
from banmen.match.match_state import Match
from banmen.match.match_views import event_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.match.seats import assign_seats
from tests.contract.variants import VARIANTS
from tests.match.players import ANYBODY

SEED = "5a" * 32
DICE = CommittedDice(SEED)


def begun(game: str, **options: Any) -> Match:
    chosen = registry.game(game, **options)
    seats = {str(player): "human" if number % 2 == 0 else "random" for number, player in enumerate(chosen.players)}
    return Match(DICE, [make_first_event(chosen, assign_seats(chosen, seats, ANYBODY), DICE)], "m")


def add(match: Match, planned: list[PlannedEvent]) -> None:
    match.add_planned(planned, at=float(match.seq + 1))


def anything(match: Match, rng: random.Random) -> list[PlannedEvent]:
    """Return an action that is possible in a match."""
    if find_undo(match) is not None and rng.random() < (0.9 if match.over else 0.15):
        return plan_undo(match)
    if match.over:
        return []
    if rng.random() < 0.02:
        return plan_resignation(match)
    if match.position.throws():
        return plan_throw(match)
    return plan_move(match, rng.choice(match.position.legal_moves()).text)


def same(one: Match, other: Match) -> bool:
    keys = ("id", "seq", "over", "throws", "line", "position", "record", "finished")
    return all(getattr(one, key) == getattr(other, key) for key in keys) and one.position.past == other.position.past


@pytest.mark.parametrize("game", registry.names())
def test_reading_the_events_again_gives_the_same_match(game: str) -> None:
    rng = random.Random(game)
    match = begun(game)
    for _ in range(150):
        planned = anything(match, rng)
        if not planned:
            break
        add(match, planned)
        if rng.random() < 0.1:
            assert same(Match(DICE, match.events, match.id), match)
    again = Match(DICE, match.events, match.id)
    assert same(again, match)
    assert read_record(match.record.text).final == match.position
    assert match_view(again, ANYBODY, Reader("ja"), PictureFormat("dark"), False) == match_view(
        match, ANYBODY, Reader("ja"), PictureFormat("dark"), False
    )


@pytest.mark.parametrize("game", registry.names())
def test_every_event_can_be_told_in_every_language(game: str) -> None:
    rng = random.Random(1)
    match = begun(game)
    while len(match.events) < 60 and (planned := anything(match, rng)):
        add(match, planned)
    for lang in ("en", "ja"):
        for event in match.events:
            told = event_view(match, event, Reader(lang))
            assert told["words"]
            assert "{" not in told["words"]


def test_throws_fall_the_same_after_taking_back() -> None:
    rng = random.Random(3)
    match = begun("kariuchi")
    while match.throws < 12:
        add(
            match,
            plan_throw(match) if match.position.throws() else plan_move(match, match.position.legal_moves()[0].text),
        )
    before = [event.data["value"] for event in match.line if event.kind == "throw"]
    for _ in range(3):
        add(match, plan_undo(match))
    while match.throws < 12:
        add(
            match,
            plan_throw(match) if match.position.throws() else plan_move(match, rng.choice(match.position.legal_moves()).text),
        )
    assert [event.data["value"] for event in match.line if event.kind == "throw"] == before
    assert before == [dice.throw_by_seed(SEED, "throw", number, 0.5) for number in range(12)]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_a_match_with_any_options_begins(name: str, options: dict[str, Any]) -> None:
    match = begun(name, **options)
    assert not match.over
    assert match.events[0].data["commitment"] == dice.commit_to(SEED)
    assert match_view(match, ANYBODY, Reader("en"), PictureFormat(), False)["position"] == match.events[0].data["position"]


def test_a_setup_is_drawn_by_lot_where_the_option_asks_for_it() -> None:
    game = registry.game("kuniumi", setup="random")
    seats = assign_seats(game, {}, ANYBODY)
    starts = {make_first_event(game, seats, CommittedDice(f"{number:02x}" * 32)).data["start"] for number in range(5)}
    assert len(starts) == 5
    match = begun("kuniumi", setup="random")
    assert match.start.start.text == match.events[0].data["start"]
    assert read_record(match.record.text).start == match.start.start


def test_nothing_is_planned_in_a_finished_match() -> None:
    match = begun("qubism")
    add(match, plan_resignation(match))
    for plan in (
        plan_throw,
        lambda over: plan_move(over, "c2"),
        plan_resignation,
        lambda over: plan_action(over, Intent("resign")),
    ):
        with pytest.raises(MatchError) as caught:
            plan(match)
        assert caught.value.code == "match_over"


def test_a_match_has_ended_when_its_result_came_and_is_sealed_once() -> None:
    match = begun("qubism")
    with pytest.raises(MatchError) as caught:
        plan_seal(match)
    assert caught.value.code == "not_over"
    match.add_planned(plan_resignation(match), at=5.0)
    match.add_planned(plan_seal(match), at=9.0)
    assert match.finished == 5.0
    assert plan_seal(match) == []
    assert match.list_events_after(-3) == match.events  # whatever a program asks for


def test_after_the_end_no_throw_is_waited_for() -> None:
    match = begun("kariuchi")
    add(match, plan_throw(match))
    assert change_view(match, [], False)["thrown"] is not None
    add(match, plan_resignation(match))
    assert change_view(match, [], False)["thrown"] is None


def test_what_was_said_is_found_by_its_client_id_too() -> None:
    match = begun("qubism")
    for event in number_events([PlannedEvent(SAY, {"player": "w", "phrase": "hello"})], 1, 0.0, "an id"):
        match.add(event)
    assert match.by_client_id["an id"].seq == 1


def test_a_start_that_is_the_games_own_is_none_of_its_own() -> None:
    game = registry.game("qubism")
    seats = assign_seats(game, {}, ANYBODY)
    for start in (None, game.start().text):
        assert make_first_event(game, seats, DICE, start=start).data["start"] is None


def test_a_match_that_goes_on_from_a_record_has_its_comments_once() -> None:
    game = registry.game("kariuchi")
    record = Record.begin(game, [(2, 5)]).with_comment("Before.").with_throw(3).with_move("R>3", "Good.")
    record = record.with_throw(1).with_comment("And now?")
    events = list_record_events(record, assign_seats(game, {}, ANYBODY))
    assert Match(DICE, events).record == record
