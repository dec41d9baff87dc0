"""The event loop stays free: long work is done in threads, and long matches cost no more than short ones."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from banmen.core import registry
from banmen.core.game import Game, Opening, Position
from banmen.core.record import Record
from banmen.match.dice import CommittedDice
from banmen.match.events import MOVE, THROW, PlannedEvent
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match
from banmen.match.seats import assign_seats
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.store.database import MatchRow
from banmen.server.store.identity import digest_token
from tests.server.visiting import PATIENCE, PEOPLE, House, Visitor, problem

SEED = "00" * 32
STUCK = "22,25,28;1;0/21,22,27,28;0;0 2 -"  # in 58 Holes, with a throw of 5


class Doorkeeper:
    """Holds up openings that are not drawn in the event loop's thread, and records those that are."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered, self.opened = threading.Event(), threading.Event()
        self.in_loop = 0
        loop_thread, original = threading.get_ident(), CommittedDice.open

        def open_slowly(dice: CommittedDice, game: Game) -> Opening:
            self.in_loop += threading.get_ident() == loop_thread
            self.entered.set()
            assert threading.get_ident() == loop_thread or self.opened.wait(PATIENCE)
            return original(dice, game)

        monkeypatch.setattr(CommittedDice, "open", open_slowly)


@pytest.fixture
def doorkeeper(monkeypatch: pytest.MonkeyPatch) -> Iterator[Doorkeeper]:
    found = Doorkeeper(monkeypatch)
    yield found
    found.opened.set()


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("kuniumi", {"setup": "fair"}, 201),
        ("kuniumi", {"setup": "random"}, 201),
        ("kariuchi", {"p": 5e-324}, 422),  # a thousand rounds of throws, all tied
        ("moontrek", {"p": 0.999999}, 422),
        ("kariuchi", {}, 201),
    ],
)
def test_others_are_answered_while_an_opening_is_drawn(
    house: House, doorkeeper: Doorkeeper, game: str, options: dict[str, Any], expected: int
) -> None:
    visitor, other = house.visitor("192.0.2.1"), house.visitor("192.0.2.2")

    async def work() -> int:
        begun = asyncio.create_task(visitor.client.post("/api/matches", json={"game": game, "options": options}))
        assert await asyncio.to_thread(doorkeeper.entered.wait, PATIENCE)
        assert (await other.client.get("/api/games")).status_code == 200
        assert not begun.done()
        doorkeeper.opened.set()
        return (await begun).status_code

    assert house.run(work()) == expected
    assert doorkeeper.in_loop == 0


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/positions", {}),
        ("/api/positions/play", {"move": "x"}),
        ("/api/positions/why", {}),
        ("/api/positions/shift", {"piece": "L", "from": "a1", "to": "a2"}),
        ("/api/positions/why-better", {"better": "a", "played": "b"}),
        ("/api/analysis", {"seconds": 0.01}),
        ("/api/matches", {}),
        ("/new/kuniumi?setup=fair", None),
        ("/board/kuniumi?setup=fair", None),
        ("/pictures/kuniumi.svg?setup=fair", None),
    ],
)
def test_no_game_is_made_by_the_event_loop(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any] | None
) -> None:
    made: list[bool] = []
    loop_thread, make = threading.get_ident(), Game.start

    def start(game: Game) -> Position:
        made.append(threading.get_ident() == loop_thread)
        return make(game)

    monkeypatch.setattr(Game, "start", start)
    if body is None:
        visitor.get(path)
    else:
        visitor.post(path, {"game": "kuniumi", "options": {"setup": "fair"}, **body})
    assert True not in made


# Long matches.


def play_passes(steps: int) -> Match:
    """Return a match of 58 Holes in which nobody can move for long: everybody throws 5 and passes."""
    game, dice = registry.game("holes58"), CommittedDice(SEED)
    first = make_first_event(game, assign_seats(game, PEOPLE["holes58"], VISITOR_PLAYERS), dice, start=STUCK)
    match = Match(dice, [first], "long")
    for _ in range(steps):
        match.add_planned([PlannedEvent(THROW, {"value": 5})])
        match.add_planned([PlannedEvent(MOVE, {"move": "pass"})])
    return match


@pytest.fixture
def long_match(house: House, visitor: Visitor) -> Match:
    """A match of some thousand events that belongs to the visitor."""
    visitor.begin("holes58", seats=PEOPLE["holes58"])
    match = play_passes(1500)
    owner = digest_token(visitor.client.cookies["banmen_visitor"])
    house.run(house.app.state.store.create(MatchRow("long", owner, "holes58", SEED, 0.0, None), match.events))
    return match


def test_taking_back_in_a_long_match_replays_nothing(
    visitor: Visitor, long_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = visitor.look("long")
    assert view["seq"] == long_match.seq
    followed: list[str] = []
    follow = Match._follow

    def count(match: Match, event: Any) -> Any:
        followed.append(event.kind)
        return follow(match, event)

    monkeypatch.setattr(Match, "_follow", count)
    monkeypatch.setattr(Record, "with_played", lambda *_: pytest.fail("the whole record was written"))
    undone = visitor.done(view, "undo")
    assert undone["position"] == long_match.before[long_match.seq].text
    assert followed == []
    again = visitor.done(undone, "move", move=undone["moves"][0]["move"])
    visitor.done(again, "throw")
    assert followed == ["move", "throw"]


def test_a_long_match_is_read_aside(house: House, visitor: Visitor, long_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []
    follow = Match._follow

    def note(match: Match, event: Any) -> Any:
        threads.append(threading.get_ident())
        return follow(match, event)

    monkeypatch.setattr(Match, "_follow", note)
    assert visitor.look("long")["seq"] == long_match.seq
    assert len(threads) == long_match.seq
    assert threading.get_ident() not in threads
    assert problem(house.visitor().get("/api/matches/long")) == (404, "no_match")
