"""All matches: beginning them, acting in them, and letting the computer play its part.

What an action means is known to `banmen.match`; here its events are stored and sent on. Whatever is added to a match goes
through `_append`: the database first, then the memory, then those who watch. So nothing is ever sent that could be lost, and a
second process on the same database is noticed when its event is already there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from banmen.core import registry
from banmen.core.game import Game
from banmen.kernels.contract import CHANCE
from banmen.match.actions import MOST_ADDED, plan_action, plan_move, plan_throw
from banmen.match.dice import CommittedDice, draw_seed
from banmen.match.events import FINISHED, MOVE, RESIGN, UNDO, Event, PlannedEvent, number_events
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match
from banmen.match.seats import assign_seats, refuse_unknown_players
from banmen.server.computer import Computer
from banmen.server.history import History, HistoryQuery, PastMatch, list_all_opponents, list_games, list_opponents
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import Action, MatchSession
from banmen.server.settings import ServerSettings
from banmen.server.store.database import ConflictError, MatchRow, Store

log = logging.getLogger("banmen.server")
UNWATCHED = 60.0  # seconds after which a match among computers waits for somebody to look
LISTED = 30  # matches of one visitor in a list


class Matches:
    """The matches of one server."""

    def __init__(self, store: Store, computer: Computer, settings: ServerSettings, metrics: Metrics) -> None:
        self.store, self.computer, self.settings, self.metrics = store, computer, settings, metrics
        self._sessions: OrderedDict[str, MatchSession] = OrderedDict()
        self._closing = asyncio.Event()

    # Finding and beginning.

    async def create(
        self,
        owner: str,
        game: str,
        options: Mapping[str, Any],
        seats: Mapping[str, str],
        names: Mapping[str, str],
        start: str | None,
    ) -> MatchSession:
        """Begin a match."""
        dice, now = CommittedDice(draw_seed()), time.time()
        first = _begin(registry.game(game, **options), seats, names, start, dice, now)
        if await self.store.count(owner) >= self.settings.most_matches:
            raise ProblemError("too_many_matches")
        row = MatchRow(secrets.token_urlsafe(12), owner, game, dice.seed, now, None)
        match = Match(dice, [first], row.id)
        await self.store.create(row, [first])
        self.metrics.matches.labels(game).inc()
        session = self._keep(match, owner)
        self.wake(session)
        return session

    async def open(self, match: str, owner: str) -> MatchSession:
        """Return a visitor's match as it stands in the database, or raise ProblemError."""
        known = match in self._sessions
        session = await self.find(match, owner)
        if known:
            async with session.lock:
                await self._refresh(session)
        self.wake(session)
        return session

    async def find(self, match: str, owner: str) -> MatchSession:
        """Return a visitor's match as it stands in memory; whether that is the latest shows when something is written."""
        session = self._sessions.get(match) or await self._load(match)
        if session is None or session.removed or session.owner != owner:
            raise ProblemError("no_match")
        if match in self._sessions:
            self._sessions.move_to_end(match)
        session.last_look = time.monotonic()
        return session

    async def list_owned(self, owner: str) -> list[Match]:
        """Return a visitor's matches, unfinished ones first."""
        return await self._replay_all([row.id for row in await self.store.list_owned(owner, LISTED)])

    async def list_history(self, owner: str, wanted: HistoryQuery) -> History:
        """Return a part of all matches of a visitor, the latest first, and what there is to choose from."""
        known = [PastMatch(row.id, row.game, list_opponents(first)) for row, first in await self.store.list_beginnings(owner)]
        chosen = [past.id for past in known if wanted.takes(past)]
        shown = await self._replay_all(chosen[wanted.first : wanted.first + wanted.count])
        return History(shown, len(chosen), len(known), list_games(known), list_all_opponents(known))

    async def _replay_all(self, names: Sequence[str]) -> list[Match]:
        found = []
        for name in names:
            session = self._sessions.get(name) or await self._load(name)
            if session and not session.removed:
                found.append(session.match)
        return found

    async def remove(self, session: MatchSession) -> None:
        """Forget a match."""
        async with session.lock:
            session.removed = True
            session.stop.set()
            await self.store.remove(session.match.id)
            self._sessions.pop(session.match.id, None)
        session.notify()

    async def _load(self, match: str) -> MatchSession | None:
        row = await self.store.find(match)
        if row is None:
            return None
        events = await self.store.list_events_after(match, -1)
        # A long match takes a while to replay.
        loaded = await asyncio.to_thread(Match, CommittedDice(row.seed), events, row.id)
        # Somebody else may have been quicker while we waited.
        return self._sessions.get(match) or self._keep(loaded, row.owner)

    async def _refresh(self, session: MatchSession) -> None:
        """Take in what another process has added."""
        new = await self.store.list_events_after(session.match.id, session.match.seq)
        self._take_in(session, new)

    def _keep(self, match: Match, owner: str) -> MatchSession:
        session = self._sessions[match.id] = MatchSession(match, owner)
        for name in list(self._sessions)[: max(0, len(self._sessions) - self.settings.matches_in_memory)]:
            if name != match.id and self._sessions[name].idle:
                del self._sessions[name]
        return session

    # Acting.

    async def act(self, session: MatchSession, action: Action) -> list[Event]:
        """Carry out a visitor's action and return the events it led to; the same action again gives the same events."""
        async with session.lock:
            if known := session.match.by_client_id.get(action.client_id):
                return self._find_repeated(session.match, known, action)
            if action.seq != session.match.seq:
                raise ProblemError("stale", events=session.match.list_events_after(action.seq))
            planned = self._plan(session.match, action)
            if action.type in (UNDO, RESIGN):
                session.stop.set()  # what the computer is thinking about is no longer wanted
            try:
                new = await self._append(session, planned, action.client_id)
            except ConflictError:
                await self._refresh(session)
                if known := session.match.by_client_id.get(action.client_id):
                    return self._find_repeated(session.match, known, action)
                if await self.store.find(session.match.id) is None:  # another process has removed it
                    session.removed = True
                    raise ProblemError("no_match") from None
                raise ProblemError("stale", events=session.match.list_events_after(action.seq)) from None
        self.wake(session)
        return new

    def _plan(self, match: Match, action: Action) -> list[PlannedEvent]:
        if self._is_full(match):
            raise ProblemError("match_full")
        return plan_action(match, action.type, action.move, action.player)

    def _is_full(self, match: Match) -> bool:
        return len(match.events) + MOST_ADDED > self.settings.most_events

    def _find_repeated(self, match: Match, known: Event, action: Action) -> list[Event]:
        """Return what an action led to when it came for the first time."""
        if known.kind != action.type or (action.type == MOVE and known.data["move"] != action.move):
            raise ProblemError("client_id_reused")
        later = match.list_events_after(known.seq)
        return [known, *(event for event in later[:1] if known.kind in (MOVE, RESIGN) and event.kind == FINISHED)]

    async def _append(self, session: MatchSession, planned: list[PlannedEvent], client_id: str | None = None) -> list[Event]:
        """Write events, then take them in and wake those who watch. The session's lock is held."""
        if session.removed:
            raise ProblemError("no_match")
        now = time.time()
        new = number_events(planned, session.match.seq + 1, now, client_id)
        finished = now if new[-1].kind == FINISHED else None
        # A visitor who goes away in the middle must not leave memory and database apart.
        await asyncio.shield(self._commit(session, new, finished))
        return new

    async def _commit(self, session: MatchSession, new: list[Event], finished: float | None) -> None:
        changed = (finished is not None) != session.match.over
        await self.store.append(session.match.id, new, finished, changed)
        self._take_in(session, new)

    def _take_in(self, session: MatchSession, new: Sequence[Event]) -> None:
        """Add what the database holds to the memory, and wake those who watch."""
        for event in new:
            if event.seq == session.match.seq + 1:  # else it was read back while it was being written
                session.match.add(event)
                self.metrics.events.labels(event.kind).inc()
        if new:
            session.thinking = session.thinking and session.match.waits_for_computer
            session.notify()

    # The computer's part.

    def wake(self, session: MatchSession) -> None:
        """Let the computer play if it is its turn, and get ready for it if not."""
        if not self._closing.is_set() and not session.match.over:
            for seat in session.match.seats.values():
                self.computer.prepare(seat.who, session.match.game)
        if self._closing.is_set() or session.removed or not session.match.waits_for_computer:
            return
        if session.computing is None or session.computing.done():
            session.computing = asyncio.create_task(self._compute(session))

    def decide(self, session: MatchSession) -> None:
        """Make a thinking computer decide at once."""
        if session.thinking:
            session.stop.set()

    async def _compute(self, session: MatchSession) -> None:
        """Throw and move for computers until a person is to act."""
        try:
            while await self._compute_step(session):
                pass
        except Exception:
            log.exception("the computer could not play in match %s", session.match.id)
            self.metrics.failures.labels("computer").inc()
        finally:
            session.set_thinking(False)

    async def _compute_step(self, session: MatchSession) -> bool:
        """Make one throw or move; tell whether the computer may go on."""
        try:
            return await self._throw_or_move(session)
        except ConflictError:  # another process was quicker, or has removed the match
            async with session.lock:
                before = session.match.seq
                await self._refresh(session)
                return session.match.seq > before

    async def _throw_or_move(self, session: MatchSession) -> bool:
        match = session.match
        if not match.people:
            if not session.watchers and time.monotonic() - session.last_look > UNWATCHED:
                return False
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self.settings.pace)
        async with session.lock:
            if self._closing.is_set() or session.removed or not match.waits_for_computer:
                return False
            if self._is_full(match):
                return False
            if match.position.kind == CHANCE:
                await self._append(session, plan_throw(match))
                return True
            seq, position, who, seed = match.seq, match.position, match.seat.who, match.derive_computer_seed()
            stop = session.stop = threading.Event()
        session.set_thinking(True)
        move = await self.computer.choose(who, position, seed, stop)
        async with session.lock:
            if match.seq == seq and not session.removed and not self._closing.is_set():
                await self._append(session, plan_move(match, move.text))
        return True

    async def close(self) -> None:
        """Stop all thinking and let the tasks come to their end."""
        self._closing.set()
        tasks = []
        for session in self._sessions.values():
            session.stop.set()
            session.notify()
            if session.computing and not session.computing.done():
                tasks.append(session.computing)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=3)
            for task in late:
                task.cancel()
            for task in late:
                with contextlib.suppress(asyncio.CancelledError):
                    await task


def _begin(
    game: Game,
    seats: Mapping[str, str],
    names: Mapping[str, str],
    start: str | None,
    dice: CommittedDice,
    at: float,
) -> Event:
    """Return the first event of a match, or raise an error of the library for seats, names or a position that are not valid."""
    if start is not None:
        game = game.position(start).game  # a position may tell of other players than the options
    refuse_unknown_players(game, names)
    return make_first_event(game, assign_seats(game, seats, VISITOR_PLAYERS), dice, names=names, start=start, at=at)
