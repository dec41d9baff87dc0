"""The lobby: challenges that anybody may accept, and finding an opponent at once.

A challenge is a listed match in which its maker's seat is reserved. Nobody takes a seat here: an opponent joins the match as
by a link, with a random number of their own for the throws, once they know the digest that the server is committed to.
"""

from __future__ import annotations

import logging
import random
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import orjson

from banmen.core import registry
from banmen.core.game import Game
from banmen.match.clocks import ClockRule
from banmen.match.match_start import Terms
from banmen.match.match_state import Match
from banmen.match.seats import HUMAN, refuse_unknown_players
from banmen.server.clock_presets import PRESETS
from banmen.server.fair_pool import Asker
from banmen.server.gatherings import GatheringRequest, Gatherings, PreparedMatch
from banmen.server.lobby.rating_rules import Rating
from banmen.server.lobby.ratings import Ratings
from banmen.server.lobby.waiting_rules import (
    AWAY,
    CLAIM,
    SITTING_DOWN,
    WaitingOpponent,
    choose_opponent,
    is_abandoned,
)
from banmen.server.periodic import PeriodicTask
from banmen.server.problems import ProblemError
from banmen.server.rate_limits import MOST_KNOWN
from banmen.server.store.database import FullError, StoreError
from banmen.server.store.lobby_rows import (
    ChallengeInsert,
    ChallengeRow,
    LobbyRows,
    OpenChallenge,
    OpponentSearch,
    TooManyError,
    TooManyNearbyError,
)

log = logging.getLogger("banmen.server")
MOST_EACH: Final = 3  # challenges of one person at a time
MOST_LISTED: Final = 50  # in one answer
MOST_SWEPT: Final = 1000
SWEEP: Final = 20.0  # seconds between sweeps for makers who are gone
FRESH: Final = 1.0  # seconds for which a list is reused for everybody
LOOKED: Final = 15.0  # seconds after which the maker's presence is recorded again
# Limits that a new challenge can reach.
REFUSED: Final[dict[type[Exception], str]] = {
    FullError: "too_many_matches",
    TooManyError: "too_many_challenges",
    TooManyNearbyError: "too_many_nearby",
}
REFUSALS: Final = tuple(REFUSED)

PairingState = Literal["waiting", "found", "ready"]


@dataclass(frozen=True)
class ChallengeRequest:
    """A challenge to make; `own` is its maker's seat, drawn at random if not given."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    own: str | None = None
    clock: ClockRule | None = None
    rated: bool = False
    least: int | None = None
    most: int | None = None
    quick: bool = False
    client_id: str | None = None


@dataclass(frozen=True)
class LobbyCounts:
    """How many challenges wait and how many matches are in play, by game."""

    waiting: Mapping[str, int]
    playing: Mapping[str, int]


class Lobby:
    """The lobby of one server."""

    def __init__(self, gatherings: Gatherings, ratings: Ratings) -> None:
        self.gatherings, self.matches, self.ratings = gatherings, gatherings.matches, ratings
        self.rows = LobbyRows(self.matches.store)
        self.blocks, self.names = gatherings.blocks, gatherings.names
        self._lists: dict[str, tuple[float, list[OpenChallenge]]] = {}
        self._counts: tuple[float, LobbyCounts] | None = None
        self._neighbours: OrderedDict[str, set[str]] = OrderedDict()  # matches of challenges, by the address they came from
        gatherings.welcome = self.welcome
        self._sweeping = PeriodicTask(self._sweep, lambda: SWEEP)

    # Making and accepting.

    async def offer(self, asker: Asker, request: ChallengeRequest) -> Match:
        """Make a challenge and return its match."""
        rating = await self.ratings.find(asker.visitor, request.game)
        prepared, new = await self._prepare(asker, request, rating)
        try:
            made = await self.rows.add(new)
        except REFUSALS as error:
            raise _refuse(error) from None
        return await self._keep(asker, prepared, made)

    async def pair(self, asker: Asker, game: str, preset: str, rated: bool) -> tuple[PairingState, Match]:
        """Find the waiting opponent closest in strength, or wait in a new challenge; the caller joins the match either way."""
        request = ChallengeRequest(game, clock=PRESETS[preset], rated=rated, quick=True)
        rating = await self.ratings.find(asker.visitor, game)
        search = await self._plan_search(asker, request, rating, time.time())
        prepared, new = await self._prepare(asker, request, rating)
        try:
            made, found = await self.rows.find_or_add(search, new)
        except REFUSALS as error:
            raise _refuse(error) from None
        self._forget_lists()
        if found:
            return "found", (await self.gatherings.find(made)).match
        return "waiting", await self._keep(asker, prepared, made)

    async def look_again(self, asker: Asker, match: str) -> tuple[PairingState, Match]:
        """Return the state of a person's challenge: waiting, ready to play, or replaced by one that was found meanwhile."""
        session = await self.matches.open(match, asker)
        if session.match.begun:
            return "ready", session.match
        challenge, now = await self.rows.find(match), time.time()
        if challenge is None or challenge.row.person != asker.visitor:
            raise ProblemError("no_challenge")
        if now - challenge.row.seen > LOOKED:
            await self.rows.touch([match], now)
        if challenge.row.quick and not challenge.people - {asker.visitor}:
            row = challenge.row
            rule = ClockRule(**orjson.loads(row.clock))
            request = ChallengeRequest(row.game, clock=rule, rated=bool(row.rated), quick=True)
            search = await self._plan_search(asker, request, _read_rating(row), row.created)
            if moved := await self.rows.move_on(search, match):
                self.matches.sessions.forget(session)
                self._forget_lists()
                return "found", (await self.gatherings.find(moved)).match
        return "waiting", session.match

    async def claim(self, asker: Asker, match: str) -> tuple[Match, str]:
        """Reserve an open seat for a person who is about to join; return the match and the seat."""
        session = await self.gatherings.find(match)
        async with session.lock:
            await self.matches.sessions.refresh(session)
        if session.removed:
            raise ProblemError("no_challenge")
        if session.match.list_seats_of(asker.visitor):
            raise ProblemError("one_seat_each")
        await self.welcome(session.match, asker.visitor, needed=True)
        now = time.time()
        free = [seat for seat in session.match.seats.values() if seat.is_open and seat.reserved is None]
        if not free or not await self.rows.claim(match, asker.visitor, now, now + CLAIM):
            raise ProblemError("seat_taken")
        return session.match, str(free[0].player)

    async def withdraw(self, asker: Asker, match: str) -> None:
        """Withdraw a challenge; one that has begun is a match and stays."""
        if not await self.rows.withdraw(match, asker.visitor):
            raise ProblemError("no_challenge")
        self._forget(match)

    async def welcome(self, match: Match, person: str, needed: bool = False) -> None:
        """Raise ProblemError if a person may not take an open seat; with `needed`, also if the match is no challenge.

        A blocked person gets the same error as one who comes too late.
        """
        challenge = await self.rows.find(match.id)
        if challenge is None:
            if needed:
                raise ProblemError("no_challenge")
            return
        if challenge.row.person == person:
            raise ProblemError("one_seat_each")
        if challenge.is_claimed(time.time(), person):
            raise ProblemError("seat_taken")
        here = {challenge.row.person, *challenge.people}
        if here & set(await self.blocks.list_apart(person)):
            raise ProblemError("seat_taken")
        row = challenge.row
        if row.least is not None or row.most is not None:
            rating = await self.ratings.find(person, row.game)
            if not WaitingOpponent(match.id, rating, row.created, row.least, row.most).takes(rating):
                raise ProblemError("rating_range")

    # Listing.

    async def list_open(self, game: str, person: str) -> list[OpenChallenge]:
        """Return the challenges that a person may see; the list is read once a second for everybody."""
        now = time.monotonic()
        known = self._lists.get(game)
        if known is None or now - known[0] > FRESH:
            found = await self.rows.list_open(game, MOST_LISTED)
            if len(self._lists) > len(registry.names()):
                self._lists.clear()
            known = self._lists[game] = now, found
        apart = set(await self.blocks.list_apart(person))
        return [one for one in known[1] if one.open > 0 and not _meets(one, apart) and not self._has_begun(one)]

    def _has_begun(self, one: OpenChallenge) -> bool:
        """Tell whether a challenge was accepted since it was listed, as far as this process knows."""
        sessions = self.matches.sessions
        return one.row.match in sessions and sessions[one.row.match].match.begun

    async def list_own(self, person: str) -> list[OpenChallenge]:
        """Return a person's own challenges."""
        return await self.rows.list_own(person)

    async def count(self) -> LobbyCounts:
        """Return the counts, read once a second for everybody."""
        now = time.monotonic()
        if self._counts is None or now - self._counts[0] > FRESH:
            self._counts = now, LobbyCounts(await self.rows.count_waiting(), await self.rows.count_playing())
        return self._counts[1]

    # Preparation.

    async def _plan_search(self, asker: Asker, request: ChallengeRequest, rating: Rating, since: float) -> OpponentSearch:
        apart, now = set(await self.blocks.list_apart(asker.visitor)), time.time()

        def choose(found: Sequence[OpenChallenge]) -> str | None:
            ready = (one for one in found if one.is_seated or now - one.row.created < SITTING_DOWN)
            return choose_opponent(rating, since, [_read_waiting(one) for one in ready if not _meets(one, apart)], now)

        return OpponentSearch(asker.visitor, request.game, write_clock(request.clock), request.rated, choose, now, now + CLAIM)

    async def _prepare(self, asker: Asker, request: ChallengeRequest, rating: Rating) -> tuple[PreparedMatch, ChallengeInsert]:
        """Return the match of a challenge and the rows to store for it."""
        seats, own = choose_seats(registry.game(request.game, **request.options), request)
        terms = Terms(request.clock, request.rated, listed=True, reserved={own: asker.visitor})
        wanted = GatheringRequest(request.game, request.options, seats, terms, client_id=request.client_id)
        prepared = await self.gatherings.prepare(asker, wanted)
        people = sum(who == HUMAN for who in seats.values())
        now = prepared.row.created
        options = orjson.dumps(dict(prepared.match.game.changed_options)).decode()
        row = ChallengeRow(
            prepared.row.id, request.game, asker.visitor, request.rated, rating.mu, rating.sigma, rating.games, request.least,
            request.most, write_clock(request.clock), options, people, request.quick, now, now,
        )  # fmt: skip
        settings, near = self.matches.settings, self._find_neighbours(asker.address)
        limits = settings.most_matches, MOST_EACH, near, settings.most_challenges
        return prepared, ChallengeInsert(prepared.row, prepared.match.events, row, *limits)

    def _find_neighbours(self, address: str) -> set[str]:
        """Return the matches of challenges made from an address here, perhaps with some that stand no longer."""
        near = self._neighbours.setdefault(address, set())
        self._neighbours.move_to_end(address)
        if len(self._neighbours) > MOST_KNOWN:
            self._neighbours.popitem(last=False)
        return near

    async def _keep(self, asker: Asker, prepared: PreparedMatch, made: str) -> Match:
        self._forget_lists()
        if made != prepared.row.id:  # it exists already
            return (await self.matches.open(made, asker)).match
        return self.gatherings.keep(prepared).match

    def _forget_lists(self) -> None:
        self._lists.clear()
        self._counts = None

    def _forget(self, match: str) -> None:
        """Drop a removed match from memory."""
        if match in self.matches.sessions:
            self.matches.sessions.forget(self.matches.sessions[match])
        self._forget_lists()

    # Abandoned challenges.

    async def sweep(self) -> list[str]:
        """Remove abandoned challenges, and return their matches."""
        now, removed = time.time(), []
        standing = await self.rows.list_standing(MOST_SWEPT)
        here = [one.row.match for one in standing if self._is_here(one)]
        await self.rows.touch(here, now)
        for one in standing:
            kind = (orjson.loads(one.row.clock) or {}).get("kind")
            never_came = not one.is_seated and now - one.row.created > AWAY
            gone = one.row.match not in here and (never_came or is_abandoned(kind, one.row.created, one.row.seen, now))
            if gone and await self.rows.remove_abandoned(one.row.match, one.row.seen):
                self._forget(one.row.match)
                removed.append(one.row.match)
        return removed

    def _is_here(self, one: OpenChallenge) -> bool:
        """Tell whether the maker of a challenge has its board open, as far as this process knows."""
        sessions = self.matches.sessions
        return one.row.match in sessions and sessions[one.row.match].presence.is_here(one.row.person)

    async def _sweep(self) -> None:
        try:
            await self.sweep()
        except StoreError as error:
            log.warning("abandoned challenges could not be removed: %s", error)

    async def close(self) -> None:
        """Stop looking for abandoned challenges."""
        await self._sweeping.close()


def choose_seats(game: Game, request: ChallengeRequest) -> tuple[dict[str, str], str]:
    """Return who plays each seat, by default a person, and the seat of the challenge's maker.

    >>> import banmen
    >>> choose_seats(banmen.game("qubism"), ChallengeRequest("qubism", own="b"))
    ({'w': 'human', 'b': 'human'}, 'b')
    """
    refuse_unknown_players(game, [*request.seats, *([request.own] if request.own else [])])
    seats = {str(player): request.seats.get(str(player), HUMAN) for player in game.players}
    people = [player for player, who in seats.items() if who == HUMAN]
    own = request.own or random.choice(people or [""])
    if len(people) < 2 or own not in people:
        raise ProblemError("bad_seat")
    return seats, own


def write_clock(rule: ClockRule | None) -> str:
    """Return a clock as it is stored, so that equal clocks have the same text."""
    return orjson.dumps(rule.to_json() if rule else None).decode()


def _read_rating(row: ChallengeRow) -> Rating:
    return Rating(row.mu, row.sigma, row.games)


def _read_waiting(one: OpenChallenge) -> WaitingOpponent:
    return WaitingOpponent(one.row.match, _read_rating(one.row), one.row.created, one.row.least, one.row.most)


def _meets(one: OpenChallenge, apart: Collection[str]) -> bool:
    """Tell whether anybody in a challenge is among the people to keep apart."""
    return bool({one.row.person, *one.people} & set(apart))


def _refuse(error: Exception) -> ProblemError:
    return ProblemError(next(code for kind, code in REFUSED.items() if isinstance(error, kind)))
