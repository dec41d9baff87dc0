"""A match as the sum of its events: however it was played, reading its events again gives the same match."""

import random

import pytest

from banmen.core import registry
from banmen.core.record_text import read_record
from banmen.server import dice, match_views
from banmen.server.errors import ProblemError
from banmen.server.match import Match, Planned, beginning, is_computer
from banmen.server.store import Event, Row
from tests.contract.variants import VARIANTS

SEED = "5a" * 32


def begun(game: str, **options: object) -> Match:
    chosen = registry.game(game, **options)
    seats = {str(player): "human" if number % 2 == 0 else "random" for number, player in enumerate(chosen.players)}
    data = beginning(chosen, seats, {}, None, SEED)
    return Match(Row("m", "o", game, SEED, 0.0, None), [Event(0, 0.0, "created", data)])


def add(match: Match, planned: list[Planned]) -> None:
    for kind, data in planned:
        match.add(Event(match.seq + 1, float(match.seq + 1), kind, data))


def anything(match: Match, rng: random.Random) -> list[Planned]:
    """Return something that can be done in a match."""
    if match.undo_index() is not None and rng.random() < (0.9 if match.over else 0.15):
        return match.planned_undo()
    if match.over:
        return []
    if rng.random() < 0.02:
        return match.planned_resignation(None)
    if match.position.throws():
        return match.planned_throw()
    return match.planned_move(rng.choice(match.position.legal_moves()).text)


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
            assert same(Match(match.row, match.events), match)
    again = Match(match.row, match.events)
    assert same(again, match)
    assert read_record(match.record.text).final == match.position
    assert match_views.match_view(again, "ja", "dark", False) == match_views.match_view(match, "ja", "dark", False)


@pytest.mark.parametrize("game", registry.names())
def test_every_event_can_be_told_in_every_language(game: str) -> None:
    rng = random.Random(1)
    match = begun(game)
    while len(match.events) < 60 and (planned := anything(match, rng)):
        add(match, planned)
    for lang in ("en", "ja"):
        for event in match.events:
            told = match_views.event_view(match, event, lang)
            assert told["words"]
            assert "{" not in told["words"]


def test_throws_fall_the_same_after_taking_back() -> None:
    rng = random.Random(3)
    match = begun("kariuchi")
    while match.throws < 12:
        add(
            match,
            match.planned_throw() if match.position.throws() else match.planned_move(match.position.legal_moves()[0].text),
        )
    before = [event.data["value"] for event in match.line if event.kind == "throw"]
    for _ in range(3):
        add(match, match.planned_undo())
    while match.throws < 12:
        add(
            match,
            match.planned_throw()
            if match.position.throws()
            else match.planned_move(rng.choice(match.position.legal_moves()).text),
        )
    assert [event.data["value"] for event in match.line if event.kind == "throw"] == before
    assert before == [dice.thrown(SEED, "throw", number, 0.5) for number in range(12)]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_a_match_with_any_options_begins(name: str, options: dict[str, object]) -> None:
    match = begun(name, **options)
    assert not match.over
    assert match.events[0].data["commitment"] == dice.commitment(SEED)
    assert match_views.match_view(match, "en", "light", False)["position"] == match.events[0].data["position"]


def test_a_setup_is_drawn_by_lot_where_the_option_asks_for_it() -> None:
    game = registry.game("kuniumi", setup="random")
    starts = {beginning(game, {}, {}, None, f"{number:02x}" * 32)["start"] for number in range(5)}
    assert len(starts) == 5
    match = begun("kuniumi", setup="random")
    assert match.start.start.text == match.events[0].data["start"]
    assert read_record(match.record.text).start == match.start.start


def test_only_fit_computers_are_let_in() -> None:
    game = registry.game("qubism")
    fit = [
        who
        for who in ("level:1", "level:8", "random", "greedy", "level:0", "mcts:9", "alphabeta:1", "")
        if is_computer(who, game)
    ]
    assert fit == ["level:1", "level:8", "random", "greedy"]


def test_nothing_is_planned_in_a_finished_match() -> None:
    match = begun("qubism")
    add(match, match.planned_resignation(None))
    for plan in (match.planned_throw, lambda: match.planned_move("c2"), lambda: match.planned_resignation(None)):
        with pytest.raises(ProblemError, match="match_over"):
            plan()
