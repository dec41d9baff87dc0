"""Matches in memory: their watchers, the computer that may be thinking about them, and reading them from the database."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

import orjson

from banmen.match.actions import Intent
from banmen.match.events import FINISHED, Event
from banmen.match.match_state import Match
from banmen.match.page_changes import ShownMatch
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.server.fair_pool import Asker
from banmen.server.match_reading import MatchReading
from banmen.server.metrics import Metrics
from banmen.server.presence import Presence
from banmen.server.problems import ProblemError
from banmen.server.store.database import REMOVED, REWRITTEN, Changes, MatchRow, Store, StoreError
from banmen.server.store.event_reading import list_last_events
from banmen.server.turn_lock import TurnLock

log = logging.getLogger("banmen.server")
PRESENCE_PAUSE: Final = 0.25  # seconds between two messages about presence
MOST_EVENTS: Final = 200_000  # that are held while nobody looks at their matches, about 150 MB
LONG: Final = 500  # events with which a match is long enough to look whether others have to make room
AGAIN: Final = 2.0  # seconds before a failed read is retried while somebody watches


class Action(NamedTuple):
    """An action of a visitor who knows the events up to `seq`."""

    intent: Intent
    seq: int
    client_id: str

    @property
    def type(self) -> str:
        """The kind of action."""
        return self.intent.type

    @property
    def person(self) -> str:
        """The person who acts, if each person has their own device."""
        return self.intent.person or ""

    def knows(self, match: Match) -> bool:
        """Tell whether the visitor knows all relevant events; chat and proposals since then are not."""
        return match.settled <= self.seq <= match.seq


class ChangeListener(Protocol):
    """A listener that is notified of every change of a match."""

    @property
    def person(self) -> str:
        """The person behind it."""

    def changed(self) -> None:
        """Look for changes."""

    def tell(self, text: bytes) -> None:
        """Take news that is not part of the match."""

    def mute(self, players: frozenset[str]) -> None:
        """Stop showing what some players say."""


@dataclass(frozen=True)
class WrittenPage:
    """The latest change of a match for pages that keep what they received, and the state it leads from."""

    state: tuple[int, bool]  # the match's last event, and whether a computer thinks
    shown: ShownMatch
    since: int  # the last event that the pages know
    before: ShownMatch | None  # what they show
    text: bytes


@dataclass(eq=False)
class MatchSession:
    """A match in memory."""

    match: Match
    owner: str
    lock: TurnLock = field(default_factory=TurnLock)
    listeners: set[ChangeListener] = field(default_factory=set)
    written: tuple[tuple[int, int, bool], bytes] | None = None  # the latest change for programs, and its sequence numbers
    pages: dict[tuple[Reader, PictureFormat], WrittenPage] = field(default_factory=dict)  # by reader and form
    presence: Presence = field(default_factory=Presence)
    presence_sent: float = -PRESENCE_PAUSE  # when presence was last sent to all
    presence_due: asyncio.TimerHandle | None = None  # when it will be sent next
    refreshed: float = 0.0  # when the database was last queried because of a spectator
    flag: asyncio.TimerHandle | None = None  # which fires when the player to move runs out of time
    computing: asyncio.Task[None] | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    thinking: bool = False  # here or, as far as is known, in another process
    hurried_until: int = -1  # the last sequence number at which a computer has to decide at once
    last_look: float = field(default_factory=time.monotonic)
    asker: Asker = field(default_factory=Asker)  # the person on whose account computers think
    played_through: bool = False  # whether computers play on although nobody watches
    removed: bool = False  # it is gone, or was reloaded
    replaced: bool = False  # its rows were rewritten, so that it must be read again
    edition: int = 0  # how often it had been rewritten when it was read
    in_doubt: bool = False  # a write failed, so that the database may be ahead of the memory

    def mute(self, person: str, players: frozenset[str]) -> None:
        """Let a person's open pages stop showing what some players say."""
        for listener in tuple(self.listeners):
            if listener.person == person:
                listener.mute(players)

    def leave(self, listener: ChangeListener) -> None:
        """Remove a listener; what was cached for pages is dropped with the last one."""
        self.listeners.discard(listener)
        if not self.listeners:
            self.pages.clear()

    def notify(self) -> None:
        """Notify all listeners; some may disconnect as a result."""
        for listener in tuple(self.listeners):
            listener.changed()

    def note_presence(self, event: Event) -> None:
        """Record that a person who has just acted is there, even without a connection to this process."""
        acting = self.match.find_actor(event)
        person = None if acting is None else self.match.seats[acting].person
        if person is not None:
            self.presence.note(person)

    def send_presence(self) -> None:
        """Send presence to all listeners, now or a moment after the last time: some clients may come and go all the time."""
        if self.presence_due is not None:
            return
        left = self.presence_sent + PRESENCE_PAUSE - time.monotonic()
        if left <= 0:
            self._send_presence_now()
        else:
            self.presence_due = asyncio.get_running_loop().call_later(left, self._send_presence_now)

    def _send_presence_now(self) -> None:
        self.presence_due, self.presence_sent = None, time.monotonic()
        text = self.write_presence()
        for listener in tuple(self.listeners):
            listener.tell(text)

    def write_presence(self) -> bytes:
        """Return who is there, and the current time for clients that show a clock."""
        present, watching = self.presence.list_present(self.match), self.presence.count_watching(self.match)
        return orjson.dumps({"present": present, "watching": watching, "time": time.time()})

    def refuse_if_removed(self) -> None:
        """Raise ProblemError if the match is gone, or is just being read again."""
        if self.removed:
            raise ProblemError("too_busy" if self.replaced else "no_match")

    def set_thinking(self, thinking: bool) -> None:
        """Record whether the computer is thinking, and notify all listeners of a change."""
        if thinking != self.thinking:
            self.thinking = thinking
            self.notify()

    @property
    def idle(self) -> bool:
        """Whether nobody is watching and nothing is running."""
        return not self.listeners and not self.lock.locked() and (self.computing is None or self.computing.done())


@dataclass(eq=False)
class Reading:
    """A match that is being read from the database."""

    announced: int = -1  # the last sequence number announced in the meantime


class Sessions:
    """The matches that one process has in memory, least recently used first."""

    def __init__(self, store: Store, metrics: Metrics, most: int) -> None:
        self.store, self.metrics, self._most = store, metrics, most
        self.on_news: Callable[[MatchSession], object] = lambda _: None  # called when another process has added to a match
        self.on_change: Callable[[MatchSession], object] = lambda _: None  # called when clocks may run differently
        self.on_finish: Callable[[MatchSession], object] = lambda _: None  # called when people have finished a match
        self._held: OrderedDict[str, MatchSession] = OrderedDict()
        self._reading = MatchReading(store)
        self._loading: dict[str, set[Reading]] = {}  # by match
        self._refreshing: set[asyncio.Task[None]] = set()
        self._closed = False

    def __iter__(self) -> Iterator[MatchSession]:
        return iter(list(self._held.values()))

    def __contains__(self, match: str) -> bool:
        return match in self._held

    def __getitem__(self, match: str) -> MatchSession:
        return self._held[match]

    def holds(self, session: MatchSession) -> bool:
        """Tell whether this session is the current one of its match: one that was dropped gets no more news."""
        return self._held.get(session.match.id) is session

    def keep(self, match: Match, owner: str, edition: int = 0) -> MatchSession:
        """Keep a match in memory, and drop idle ones if there are too many."""
        session = self._held[match.id] = MatchSession(match, owner, edition=edition)
        self._make_room(session)
        return session

    def _make_room(self, needed: MatchSession) -> None:
        """Drop idle matches, the longest unused first, while there are too many or they have too many events."""
        matches, events = len(self._held), sum(len(one.match.events) for one in self._held.values())
        for session in self:
            if matches <= self._most and events <= MOST_EVENTS:
                return
            if session.idle and session is not needed:
                self._drop(session)
                matches, events = matches - 1, events - len(session.match.events)

    def _drop(self, session: MatchSession) -> None:
        """Drop a match from memory; its clock is then checked by the periodic sweep, like all that nobody watches."""
        if self.holds(session):
            del self._held[session.match.id]
        if session.flag is not None:
            session.flag.cancel()
            session.flag = None

    def forget(self, session: MatchSession) -> None:
        """Drop a match that was removed."""
        session.removed = True
        session.stop.set()
        self._drop(session)
        session.notify()

    def replace(self, match: str) -> None:
        """Drop a match whose events now name different people; its watchers reconnect."""
        for reading in self._loading.get(match, ()):
            reading.announced = REWRITTEN
        if session := self._held.get(match):
            session.replaced = True
            self.forget(session)

    def get(self, match: str) -> MatchSession | None:
        """Return a match if it is in memory."""
        return self._held.get(match)

    async def find(self, match: str, asker: Asker | None = None) -> MatchSession | None:
        """Return a match from memory, or else from the database; raise ProblemError if its rows cannot be read."""
        if session := self._held.get(match):
            self._held.move_to_end(match)
            return session
        row = await self.store.find(match)
        return await self._load(row, lambda row: self._reading.read(row, asker)) if row else None

    async def load_in_turn(self, row: MatchRow, asker: Asker) -> MatchSession:
        """Return a match of a list, when it is the asker's turn; raise ProblemError if its rows cannot be read."""
        return self._held.get(row.id) or await self._load(row, lambda row: self._reading.read_in_turn(row, asker))

    async def _load(self, row: MatchRow, read: Callable[[MatchRow], Awaitable[Match]]) -> MatchSession:
        reading = Reading()
        self._loading.setdefault(row.id, set()).add(reading)
        try:
            match = await read(row)
        finally:
            self._loading[row.id].discard(reading)
            if not self._loading[row.id]:
                del self._loading[row.id]
        # Another task may have been faster while this one waited.
        session = self._held.get(row.id) or self.keep(match, row.owner, row.edition)
        if reading.announced == REWRITTEN:  # what was read may be outdated
            self.replace(row.id)
            again = await self.store.find(row.id)
            if again is None:
                raise ProblemError("no_match")
            return await self._load(again, read)
        if reading.announced > session.match.seq:
            self._refresh_soon(session, reading.announced)
        return session

    # Changes.

    async def refresh(self, session: MatchSession) -> None:
        """Apply what another process has added, or drop a match that it has removed. The caller holds the session's lock."""
        known = session.match.seq
        found = await self.store.list_events_after(session.match.id, known - 1)  # the last one shows that the match exists
        session.in_doubt = False
        if not found:
            self.forget(session)
            return
        new = [event for event in found if event.seq > known]
        if new:
            session.stop.set()  # what the computer is thinking about here is settled
            session.thinking = True  # until it is clear that nobody waits for a computer: another process may be thinking
        self.take_in(session, new)
        if new and session.listeners:
            self.on_news(session)

    async def catch_up(self, session: MatchSession) -> None:
        """Apply what another process has added. Where nothing was, nobody who acts has to wait for the query."""
        match = session.match
        if not session.in_doubt:
            last = await self.store.read(lambda connection: list_last_events(connection, [match.id]))
            if match.id in last and last[match.id].seq <= match.seq:
                return
        async with session.lock:
            await self.refresh(session)

    def take_in(self, session: MatchSession, new: Sequence[Event]) -> None:
        """Add what is in the database to the memory, and notify the listeners."""
        match = session.match
        for event in new:
            if event.seq == match.seq + 1:  # otherwise it was read back while it was being written
                match.add(event)
                self.metrics.count_event(event.kind)
                if match.gathering:
                    session.note_presence(event)
        if new:
            if match.seq % LONG < len(new):
                self._make_room(session)
            session.thinking = session.thinking and match.waits_for_computer
            if match.gathering:
                self.on_change(session)
                if any(event.kind == FINISHED for event in new):
                    self.on_finish(session)
            session.notify()
            if not self.holds(session):  # it was dropped while somebody acted in it, and may have been reloaded
                self.hear([(match.id, match.seq)])

    def hear(self, changes: Changes) -> None:
        """Process notices that other processes have written to these matches."""
        for match, seq in changes:
            if seq == REWRITTEN:
                self.replace(match)
                continue
            for reading in self._loading.get(match, ()):
                reading.announced = max(reading.announced, seq)
            session = self._held.get(match)
            if session is None or session.match.seq >= seq:
                continue
            if seq == REMOVED or not session.idle:
                self._refresh_soon(session, seq)
            else:  # the next request reads it again
                self._drop(session)

    def refresh_all(self) -> None:
        """Process anything that other processes may have written; unwatched matches are read again on demand."""
        for readings in self._loading.values():
            for reading in readings:
                reading.announced = REMOVED
        for session in self:
            if session.idle:
                self._drop(session)
            else:
                self._refresh_soon(session, REMOVED)

    def _refresh_soon(self, session: MatchSession, announced: int) -> None:
        if self._closed:
            return
        task = asyncio.create_task(self._refresh_alone(session, announced))
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def _refresh_alone(self, session: MatchSession, announced: int) -> None:
        try:
            async with session.lock:
                if session.removed or session.match.seq >= announced:  # it was written here
                    return
                await self.refresh(session)
                if announced == REMOVED and not session.removed:  # anything may have happened
                    row = await self.store.find(session.match.id)
                    if row is not None and row.edition != session.edition:
                        self.replace(row.id)
        except StoreError as error:
            if not session.in_doubt:
                log.warning("match %s could not be read again: %s", session.match.id, error)
            session.in_doubt = True
            if session.listeners:  # otherwise it would wait for the next notice, which may never come
                asyncio.get_running_loop().call_later(AGAIN, self._refresh_soon, session, announced)

    async def close(self) -> None:
        """Wait a moment for reads in progress, and read nothing more."""
        self._closed = True
        self._reading.close()
        if self._refreshing:
            _, pending = await asyncio.wait(self._refreshing, timeout=1)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
