"""Matches that people play from different devices: creating them, taking a seat, links to seats, and rematches."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.game import Game
from banmen.match.clocks import ClockRule
from banmen.match.dice import CommittedDice, draw_seed
from banmen.match.events import BEGIN, PlannedEvent
from banmen.match.match_errors import MatchError
from banmen.match.match_start import Terms, make_first_event_together
from banmen.match.match_state import Match
from banmen.match.rated_results import can_be_rated
from banmen.match.seat_names import find_guest
from banmen.match.seats import HUMAN, assign_seats
from banmen.match.together import (
    find_seat,
    plan_absence,
    plan_begin_of_computers,
    plan_computer,
    plan_invitation,
    plan_join,
    plan_refusal,
    plan_rematch,
)
from banmen.server.fair_pool import Asker
from banmen.server.matches import Matches, make_match_name
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import MatchSession
from banmen.server.store.bot_rows import KeptSeat, forget_invitations, invite_bots
from banmen.server.store.database import ConflictError, FullError, MatchRow
from banmen.server.store.identity import digest_token, draw_token
from banmen.server.strangers import PublicNames

TRIES: Final = 5  # attempts to write something while others write as well


@dataclass(frozen=True)
class GatheringRequest:
    """A match to create that people play from different devices."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    terms: Terms = field(default_factory=Terms)
    start: str | None = None
    client_id: str | None = None
    owner: str | None = None  # if it is not the person who asks


@dataclass(frozen=True)
class Joining:
    """A person who wants a seat, by a link or an open one."""

    person: str
    name: str
    nonce: str
    link: str | None = None  # the secret of the link
    player: str | None = None  # the seat, if there is no link
    is_bot: bool = False  # a bot's name is public


@dataclass(frozen=True)
class PreparedMatch:
    """A match that is to be stored, and the secrets of the links to its open seats."""

    match: Match
    row: MatchRow
    links: dict[str, str]
    reserved: Mapping[str, str]  # the people whose seats are reserved


async def _welcome(_match: Match, _person: str) -> None:
    """Let a stranger take a seat that is open to all."""


class Gatherings:
    """What happens around the boards of one server's matches."""

    def __init__(self, matches: Matches, names: PublicNames, on_kept: Callable[[str], object]) -> None:
        """`on_kept` is called for everybody with a reserved seat."""
        self.matches, self.blocks, self.names, self.on_kept = matches, matches.blocks, names, on_kept
        self.welcome: Callable[[Match, str], Awaitable[None]] = _welcome  # refuses strangers by raising ProblemError

    async def create(self, asker: Asker, request: GatheringRequest) -> tuple[MatchSession, dict[str, str]]:
        """Create a match for people to join; return it with the secrets of the links to its open seats."""
        prepared = await self.prepare(asker, request)
        row = prepared.row
        try:
            store = self.matches.store
            begun = await store.create(
                row,
                prepared.match.events,
                self.matches.settings.most_matches,
                lambda connection: invite_bots(store, connection, row.id, prepared.reserved, row.created),
            )
        except FullError:
            raise ProblemError("too_many_matches") from None
        if begun != row.id:  # it exists already, but the answer did not reach the person who asks again
            session = await self.matches.open(begun, asker)
            return session, await self._renew_links(session, asker)
        session = self.keep(prepared)
        session.asker = asker
        return session, prepared.links

    async def _renew_links(self, session: MatchSession, asker: Asker) -> dict[str, str]:
        """Return the secrets of new links to the seats that are open to all: those of the earlier links are not stored."""
        if session.owner != asker.visitor:
            return {}
        free = [str(seat.player) for seat in session.match.seats.values() if seat.is_open and seat.reserved is None]
        return {player: await self.invite(session, asker, player) for player in free}

    async def prepare(self, asker: Asker, request: GatheringRequest) -> PreparedMatch:
        """Return a match that people can join once it is stored."""
        dice, now = CommittedDice(draw_seed()), time.time()
        name, tokens = make_match_name(now), dict[str, str]()

        def begin() -> Match:
            game = _read_game(request)
            seated = assign_seats(game, request.seats, VISITOR_PLAYERS)
            for player, who in seated.items():
                if who == HUMAN and str(player) not in request.terms.reserved:
                    tokens[str(player)] = draw_token()
            links = {player: digest_token(token) for player, token in tokens.items()}
            terms = replace(request.terms, links=links)
            made = Match(dice, [make_first_event_together(game, seated, dice, terms, start=request.start, at=now)], name)
            made.add_planned(plan_begin_of_computers(made), now)
            return made

        match = await self.matches.heavy.run(asker, begin)
        if request.terms.rated and not can_be_rated(match):
            raise ProblemError("cannot_rate")
        row = MatchRow(name, request.owner or asker.visitor, request.game, dice.seed, now, None, request.client_id)
        return PreparedMatch(match, row, tokens, request.terms.reserved)

    def keep(self, prepared: PreparedMatch) -> MatchSession:
        """Keep a stored match in memory."""
        self.matches.metrics.matches.labels(prepared.row.game).inc()
        for person in set(prepared.reserved.values()):
            self.on_kept(person)
        return self.matches.sessions.keep(prepared.match, prepared.row.owner)

    async def find(self, match: str) -> MatchSession:
        """Return a match that people play from different devices, as it is in the database, whoever asks.

        Raise ProblemError if there is none.
        """
        sessions = self.matches.sessions
        known = match in sessions
        session = await sessions.find(match)
        if session is None or session.match.gathering is None:
            raise ProblemError("no_match")
        if known:
            await sessions.catch_up(session)
        if session.removed and not session.replaced:
            raise ProblemError("no_match")
        if not sessions.holds(session):  # it was replaced or dropped at this very moment
            return await self.find(match)
        return session

    def find_seat(self, session: MatchSession, joining: Joining) -> Player:
        """Return the seat that a person may take, or raise an error."""
        link = None if joining.link is None else digest_token(joining.link)
        return find_seat(session.match, joining.person, link, joining.player)

    async def join(self, session: MatchSession, asker: Asker, joining: Joining) -> Player:
        """Take a seat; the last person to join starts the match."""
        for _ in range(TRIES):
            async with session.lock:
                await self.matches.sessions.refresh(session)
                session.refuse_if_removed()
                player = self.find_seat(session, joining)
                await self.refuse_apart(session, joining.person, "seat_taken" if joining.link is None else "bad_link")
                seat = session.match.seats[player]
                if joining.link is None and seat.person is None and seat.reserved is None:
                    await self.welcome(session.match, joining.person)
                try:
                    await self._write_join(session, asker, joining, player)
                except ConflictError:  # another process was faster
                    continue
            session.asker = asker
            session.presence.note(joining.person)
            session.send_presence()
            self.matches.turns.wake(session)
            return player
        raise ProblemError("too_busy")

    async def refuse_apart(self, session: MatchSession, person: str, code: Literal["seat_taken", "bad_link"]) -> None:
        """Raise the error of a taken seat if somebody in the match and the person must not meet."""
        if session.match.list_seats_of(person):
            return
        seats = session.match.seats.values()
        here = {session.owner, *(seat.person for seat in seats), *(seat.reserved for seat in seats)}
        if here & set(await self.blocks.list_apart(person)):
            raise MatchError(code)

    async def choose_name(self, match: Match, joining: Joining, player: Player) -> str:
        """Return a person's name in a match: as they entered a tournament, or among strangers that of their account, if any."""
        entered = match.seats[player].name
        if entered and match.gathering and match.gathering.tournament:
            return entered
        if joining.is_bot or not match.gathering or not match.gathering.among_strangers:
            return joining.name
        return (await self.names.find_names([joining.person])).get(joining.person, "")

    async def _write_join(self, session: MatchSession, asker: Asker, joining: Joining, player: Player) -> None:
        match, by_link = session.match, joining.link is not None
        name = await self.choose_name(match, joining, player)
        if not joining.is_bot:
            self._refuse_look_alike(match, player, joining.person, name)

        def plan() -> Any:
            return plan_join(match, player, joining.person, name, joining.nonce, listed=not by_link)

        planned = await self.matches.heavy.run(asker, plan)  # drawing a random start may take a while
        if not planned:
            return
        self._refuse_if_full(match)
        gathering = match.gathering
        due = _find_first_deadline(match, planned)
        rated = match.game.name if gathering and gathering.rated else None
        await self.matches.append(
            session, planned, write=lambda new: self.matches.store.seat(match.id, new, str(player), joining.person, due, rated)
        )

    def _refuse_look_alike(self, match: Match, player: Player, person: str, name: str) -> None:
        """Raise ProblemError for a name that looks like that of somebody else who sits at the board."""
        key = self.names.make_key(name)
        others = [seat for seat in match.seats.values() if seat.player != player and seat.person not in (None, person)]
        if key and any(key == self.names.make_key(seat.name or "") for seat in others):
            raise ProblemError("name_taken")

    async def refuse(self, session: MatchSession, asker: Asker) -> None:
        """Decline the seats that are reserved for a person."""
        for _ in range(TRIES):
            async with session.lock:
                await self.matches.sessions.refresh(session)
                session.refuse_if_removed()
                planned = plan_refusal(session.match, asker.visitor)
                try:
                    await self.matches.append(session, planned)
                except ConflictError:
                    continue
            await forget_invitations(self.matches.store, [KeptSeat(session.match.id, str(one.data["seat"])) for one in planned])
            return
        raise ProblemError("too_busy")

    async def end_unbegun(self, session: MatchSession) -> bool:
        """End a match that not everybody has joined in time; return False if it has begun at the same moment."""
        async with session.lock:
            await self.matches.sessions.refresh(session)
            if session.match.begun or session.match.over:
                return not session.match.begun
            try:
                await self.matches.append(session, plan_absence(session.match))
            except ConflictError:  # somebody has just joined
                return False
        return True

    async def seat_computer(self, session: MatchSession, asker: Asker, name: str) -> None:
        """Let a computer take a seat that is still empty, at the request of the person who created the match."""
        player = session.match.find_player(name)
        if player is None:
            raise MatchError("no_seat")
        for _ in range(TRIES):
            async with session.lock:
                await self.matches.sessions.refresh(session)
                session.refuse_if_removed()
                if session.owner != asker.visitor:
                    raise MatchError("not_your_seat")
                try:
                    await self._write_computer(session, asker, player)
                except ConflictError:
                    continue
            session.asker = asker
            self.matches.turns.wake(session)
            return
        raise ProblemError("too_busy")

    async def _write_computer(self, session: MatchSession, asker: Asker, player: Player) -> None:
        match, store = session.match, self.matches.store
        planned = await self.matches.heavy.run(asker, lambda: plan_computer(match, player))
        self._refuse_if_full(match)
        due = _find_first_deadline(match, planned)
        await self.matches.append(session, planned, write=lambda new: store.seat_computer(match.id, new, str(player), due))

    def _refuse_if_full(self, match: Match) -> None:
        """Raise ProblemError if the match has no room for more events."""
        if self.matches.is_full(match, aside=True):
            raise ProblemError("match_full")

    async def invite(self, session: MatchSession, asker: Asker, name: str) -> str:
        """Return the secret of a new link: to an open seat for the match's creator, or to one's own seat for another device."""
        player = session.match.find_player(name)
        if player is None:
            raise MatchError("no_seat")
        token = draw_token()
        for _ in range(TRIES):
            async with session.lock:
                await self.matches.sessions.refresh(session)
                seat = session.match.seats[player]
                if seat.person != asker.visitor and not (seat.is_open and session.owner == asker.visitor):
                    raise MatchError("not_your_seat")
                self._refuse_if_full(session.match)
                try:
                    await self.matches.append(session, plan_invitation(session.match, player, digest_token(token)))
                except ConflictError:
                    continue
                return token
        raise ProblemError("too_busy")

    async def play_again(self, session: MatchSession, asker: Asker) -> str:
        """Return the rematch of the same people, with the seats turned; the first request creates it."""
        match = session.match
        own = match.list_seats_of(asker.visitor)
        if not own:
            raise MatchError("not_your_seat")
        if not match.over:
            raise MatchError("not_over")
        if match.gathering and match.gathering.rematch:
            return match.gathering.rematch
        if {seat.person for seat in match.seats.values()} & set(await self.blocks.list_apart(asker.visitor)):
            raise MatchError("seat_taken")
        next_one, _ = await self.create(asker, _turn_seats(session))
        for _ in range(TRIES):
            async with session.lock:
                await self.matches.sessions.refresh(session)
                if match.gathering and match.gathering.rematch:
                    break
                try:
                    await self.matches.append(session, plan_rematch(match, next_one.match.id, own[0]))
                except ConflictError:
                    continue
                break
        return (match.gathering.rematch if match.gathering else None) or next_one.match.id


def _find_first_deadline(match: Match, planned: Sequence[PlannedEvent]) -> float | None:
    """Return when the clock of a match that begins with events is due; None if it does not begin, or has no clock."""
    clock = match.gathering.clock if match.gathering else None
    begins = any(event.kind == BEGIN for event in planned)
    return time.time() + clock.rule.seconds if begins and clock else None


def _read_game(request: GatheringRequest) -> Game:
    game = registry.game(request.game, **request.options)
    return game if request.start is None else game.position(request.start).game


def _turn_seats(session: MatchSession) -> GatheringRequest:
    """Return the rematch of the same people: everybody moves on by one seat.

    Its client id follows from this match, so that it is created only once however many ask at the same time.
    """
    match, gathering = session.match, session.match.gathering
    assert gathering is not None
    players = list(match.seats)
    seats: dict[str, str] = {}
    reserved: dict[str, str] = {}
    names: dict[str, str] = {}
    guests: dict[str, int] = {}
    for player, source in zip(players, [players[-1], *players[:-1]], strict=True):
        seat, guest = match.seats[source], find_guest(match, source)
        seats[str(player)] = seat.who
        if seat.person is not None:
            reserved[str(player)] = seat.person
            names[str(player)] = seat.name or ""
            if guest is not None:
                guests[str(player)] = guest
    rule: ClockRule | None = gathering.clock.rule if gathering.clock else None
    terms = Terms(rule, gathering.rated, gathering.watchable, False, gathering.chat, {}, reserved, names, guests)
    return GatheringRequest(
        match.game.name,
        dict(match.game.options),
        seats,
        terms,
        match.events[0].data["start"],
        f"again {match.id}",
        session.owner or next(iter(reserved.values())),  # its creator may have removed it
    )
