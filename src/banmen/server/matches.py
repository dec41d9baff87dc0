"""All matches: creating them, acting in them, and removing them.

`banmen.match` knows what an action means; here its events are stored and sent on. Everything that is added to a match goes
through `append`: the database first, then the memory, then the watchers. So nothing is ever sent that could be lost, and a
second process on the same database is noticed because its event is already there.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from banmen.core import registry
from banmen.core.errors import BanmenError
from banmen.core.game import Game
from banmen.match.actions import MOST_ADDED, plan_action
from banmen.match.dice import CommittedDice, draw_seed
from banmen.match.events import (
    ASIDE,
    FINISHED,
    PROPOSE,
    RESIGN,
    SEAL,
    UNDO,
    Event,
    PlannedEvent,
    number_events,
)
from banmen.match.match_errors import MatchError, SeatError
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match
from banmen.match.readers import Reader, make_reader
from banmen.match.seats import assign_seats, refuse_unknown_players
from banmen.match.together import plan_together
from banmen.server.action_checks import find_known, is_timely, may_act, may_see
from banmen.server.clock_flags import ClockFlags
from banmen.server.computer import Computer
from banmen.server.computer_turns import ComputerTurns
from banmen.server.crowding import find_spacious, refuse_long
from banmen.server.fair_pool import Asker, FairPool
from banmen.server.match_lists import MatchLists
from banmen.server.match_removal import MatchRemoval
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import Action, MatchSession, Sessions
from banmen.server.settings import ServerSettings
from banmen.server.store.database import ConflictError, FullError, MatchRow, Store
from banmen.server.strangers import Blocks

WATCHER_PAUSE = 1.0  # seconds between database queries caused by actions of a spectator
TRIES = 5  # attempts to write an action while others write unrelated events


class Matches:
    """The matches of one server."""

    def __init__(
        self, store: Store, computer: Computer, heavy: FairPool, settings: ServerSettings, metrics: Metrics, blocks: Blocks
    ) -> None:
        self.blocks, self.store, self.heavy, self.settings, self.metrics = blocks, store, heavy, settings, metrics
        self.sessions = Sessions(store, metrics, settings.matches_in_memory)
        self.lists, self._removal = MatchLists(store, self.sessions), MatchRemoval(store, self.sessions)
        self._spacious = find_spacious(settings.most_events)
        self.turns = ComputerTurns(self, computer)
        self.flags = ClockFlags(self, self.turns)

    # Finding and creating.

    async def create(
        self,
        asker: Asker,
        game: str,
        options: Mapping[str, Any],
        seats: Mapping[str, str],
        names: Mapping[str, str],
        start: str | None = None,
        client_id: str | None = None,
    ) -> MatchSession:
        """Create a match; for a client id that was used before, return the match it created."""
        dice, now = CommittedDice(draw_seed()), time.time()
        name = make_match_name(now)

        def begin() -> Match:
            return Match(dice, [_begin(registry.game(game, **options), seats, names, start, dice, now)], name)

        match = await self.heavy.run(asker, begin)  # drawing a random start may take a while
        row = MatchRow(name, asker.visitor, game, dice.seed, now, None, client_id)
        try:
            begun = await self.store.create(row, match.events, self.settings.most_matches)
        except FullError:
            raise ProblemError("too_many_matches") from None
        if begun != name:
            return await self.open(begun, asker)
        self.metrics.matches.labels(game).inc()
        session = self.sessions.keep(match, asker.visitor)
        session.asker = asker
        self.turns.wake(session)
        return session

    async def open(self, match: str, asker: Asker) -> MatchSession:
        """Return a visitor's match as it is in the database, or raise ProblemError."""
        known = match in self.sessions
        session = await self.find(match, asker)
        if known:
            await self.sessions.catch_up(session)
            if session.removed and not session.replaced:
                raise ProblemError("no_match")
            if not self.sessions.holds(session):  # it was replaced or dropped at this very moment
                return await self.open(match, asker)
        self.turns.wake(session)
        self.flags.watch(session)
        return session

    async def find(self, match: str, asker: Asker) -> MatchSession:
        """Return a visitor's match as it is in memory; a write shows whether that was the latest state."""
        session = await self.sessions.find(match, asker)
        if session is not None and session.match.gathering and not may_see(session, asker.visitor):
            await self.sessions.catch_up(session)  # they may have joined through another process
        if session is None or session.removed or not may_see(session, asker.visitor):
            raise ProblemError("no_match")
        session.last_look = time.monotonic()
        if may_act(session, asker.visitor):
            session.asker = asker  # computers think on the players' account, whoever else watches
        return session

    async def make_reader(self, session: MatchSession, lang: str, person: str) -> Reader:
        """Return a person as a reader of a match."""
        blocked = await self.blocks.list_blocked(person) if session.match.gathering and person else ()
        return make_reader(session.match, lang, person, session.owner, blocked)

    async def remove(self, match: str, person: str) -> None:
        """Remove a match from a person's list, whether or not it can be read; one that others play stays for them."""
        await self._removal.remove(match, person)

    # Acting.

    async def act(self, session: MatchSession, action: Action) -> list[Event]:
        """Carry out a visitor's action and return the resulting events; the same action again returns the same events."""
        self._refuse_watcher(session, action)
        if not self.flags.downtime.is_settled:
            await self.flags.downtime.settle()
        async with session.lock:
            if session.in_doubt or not is_timely(session, action):
                await self.sessions.refresh(session)  # another process may know more
            if (known := find_known(session, action)) is not None:
                self.turns.wake(session)  # the client that sent it may be gone
                return known
            try:
                planned = self._plan(session, action)
            except (BanmenError, ProblemError):
                await self.sessions.refresh(session)  # refused for certain, by the state in the database
                if (known := find_known(session, action)) is not None:
                    return known
                planned = self._plan(session, action)
            new = await self._write(session, action, planned)
        self.turns.wake(session)
        return new

    async def _write(self, session: MatchSession, action: Action, planned: list[PlannedEvent]) -> list[Event]:
        """Write the events of an action; if another process was faster, plan it again unless it is now outdated."""
        for _ in range(TRIES):
            if not planned:
                return []
            if action.type in (UNDO, RESIGN):
                session.stop.set()  # the search in progress is no longer wanted
            try:
                return await self.append(session, planned, action.client_id)
            except ConflictError:
                await self.sessions.refresh(session)
            if (known := find_known(session, action)) is not None:
                return known
            planned = self._plan(session, action)
        raise ProblemError("stale", events=[])

    def _refuse_watcher(self, session: MatchSession, action: Action) -> None:
        """Raise MatchError for a spectator without querying the database each time, for which players would have to wait.

        Another process may know that they have joined, so the database is asked now and then; at once if nobody would wait.
        """
        if may_act(session, action.person) or action.client_id in session.match.by_client_id:
            return
        now = time.monotonic()
        if session.listeners and now < session.refreshed + WATCHER_PAUSE:
            raise MatchError("not_your_seat")
        session.refreshed = now

    def try_act(self, session: MatchSession, action: Action, done: Callable[[Exception | None], None]) -> bool:
        """Carry out an action at once if nothing stands in its way, or return False; `done` is called when it is stored.

        A refusal is left to `act`, which asks the database first: another process may know more. If another process was
        faster, `done` gets ConflictError, and `act` finds out what happened.
        """
        match, kind = session.match, action.intent.type
        if session.in_doubt or session.removed or not is_timely(session, action):
            return False
        if match.gathering and not self.flags.downtime.is_settled:  # only people with devices of their own have clocks
            return False
        if not session.lock.try_acquire():
            return False
        try:
            planned = self._plan(session, action)
        except (BanmenError, ProblemError):
            planned = []
        except BaseException:
            session.lock.release()
            raise
        if not planned:
            session.lock.release()
            return False
        if kind in (UNDO, RESIGN):
            session.stop.set()
        new, finished, changed = self._number(session, planned, action.client_id)

        def settle(_result: None, error: Exception | None) -> None:
            try:
                self._note_outcome(session, new, error)
            finally:  # otherwise nobody could act in the match any more
                session.lock.release()
            done(error)
            if match.computers:
                self.turns.wake(session)

        self.store.append_then(match.id, new, finished, changed, settle)
        return True

    def _plan(self, session: MatchSession, action: Action) -> list[PlannedEvent]:
        match, intent = session.match, action.intent
        if len(match.events) >= self._spacious:
            self._refuse_full(match, intent.type)
        if match.gathering is None:
            return plan_action(match, intent)
        if intent.type == PROPOSE:
            if intent.who and (problem := VISITOR_PLAYERS.find_problem(intent.player or "", intent.who, match.game)):
                raise SeatError(problem)
            if self._knows_presence(session, intent.person or ""):
                intent = intent._replace(away=session.presence.find_away(match))
        return plan_together(match, intent)

    def _refuse_full(self, match: Match, kind: str) -> None:
        """Raise ProblemError if a match has no room for an action of a kind, or is long while there is no memory for it."""
        if (kind != SEAL and self.is_full(match)) or (kind in ASIDE and self.is_full(match, aside=True)):
            raise ProblemError("match_full")
        if kind not in (SEAL, RESIGN):
            refuse_long(self.sessions, match)

    def _knows_presence(self, session: MatchSession, person: str) -> bool:
        """Tell whether this process knows who is away: with several, only if the person has been connected for a while."""
        return not self.store.is_shared or session.presence.has_been_here(person)

    def is_full(self, match: Match, aside: bool = False) -> bool:
        """Tell whether a match has no room for more events; half of them are for play, whatever happens around the board."""
        return len(match.events) + MOST_ADDED > (self.settings.most_events // 2 if aside else self.settings.most_events)

    async def append(
        self,
        session: MatchSession,
        planned: list[PlannedEvent],
        client_id: str | None = None,
        write: Callable[[list[Event]], asyncio.Future[None]] | None = None,
    ) -> list[Event]:
        """Write events, then apply them and wake the watchers. The caller holds the session's lock.

        `write` is given if the events are to be written together with something else.
        """
        session.refuse_if_removed()
        new, finished, changed = self._number(session, planned, client_id)
        # Memory and database stay in step even if the client disconnects in between.
        written = write(new) if write else self.store.append(session.match.id, new, finished, changed)
        written.add_done_callback(lambda done: self._note_outcome(session, new, None if done.cancelled() else done.exception()))
        await asyncio.shield(written)
        return new

    def _number(
        self, session: MatchSession, planned: list[PlannedEvent], client_id: str | None
    ) -> tuple[list[Event], float | None, bool]:
        """Return events with their numbers, when the match finished if they end it, and whether that has changed."""
        now = time.time()
        new = number_events(planned, session.match.seq + 1, now, client_id)
        ends = new[-1].kind == FINISHED
        return new, now if ends else None, ends or (new[-1].kind == UNDO and session.match.over)

    def _note_outcome(self, session: MatchSession, new: list[Event], error: BaseException | None) -> None:
        if error is None:
            self.sessions.take_in(session, new)
        elif not isinstance(error, ConflictError):
            session.in_doubt = True

    async def close(self) -> None:
        """Stop all searches and let the tasks finish."""
        await self.flags.close()
        await self.turns.close()
        await self.sessions.close()


def make_match_name(now: float) -> str:
    """Return an unguessable id. Ids made at about the same time share a prefix.

    So matches that are played at the same time are neighbours in the database's index, and a commit's additions to them are on
    few pages.

    >>> make_match_name(1.8e9)[:5] == make_match_name(1.8e9)[:5], len(make_match_name(0.0))
    (True, 24)
    """
    name = int(1000 * now).to_bytes(6) + secrets.token_bytes(12)
    return base64.urlsafe_b64encode(name).decode()


def _begin(
    game: Game,
    seats: Mapping[str, str],
    names: Mapping[str, str],
    start: str | None,
    dice: CommittedDice,
    at: float,
) -> Event:
    """Return the first event of a match; raise an error of the library for invalid seats, names or positions."""
    if start is not None:
        game = game.position(start).game  # a position may have other players than the options
    refuse_unknown_players(game, names)
    return make_first_event(game, assign_seats(game, seats, VISITOR_PLAYERS), dice, names=names, start=start, at=at)
