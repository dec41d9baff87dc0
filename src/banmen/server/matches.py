"""All matches: beginning them, acting in them, and letting the computer play its part.

Whatever is added to a match goes through `_append`: the database first, then the memory, then those who watch. So nothing is
ever told that could be lost, and a second process on the same database is noticed when its event is already there.
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
from banmen.kernels.contract import CHANCE
from banmen.server import dice
from banmen.server.computer import Computer
from banmen.server.errors import ProblemError
from banmen.server.match import Match, Planned, beginning
from banmen.server.metrics import Metrics
from banmen.server.settings import Settings
from banmen.server.store import Event, Row, Store, TakenError
from banmen.server.tables import Action, Table

log = logging.getLogger("banmen.server")
UNWATCHED = 60.0  # seconds after which a match among computers waits for somebody to look
MOST_ADDED = 3  # most events that one action adds
LISTED = 30  # matches of one visitor in a list


class Matches:
    """The matches of one server."""

    def __init__(self, store: Store, computer: Computer, settings: Settings, metrics: Metrics) -> None:
        self.store, self.computer, self.settings, self.metrics = store, computer, settings, metrics
        self._tables: OrderedDict[str, Table] = OrderedDict()
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
    ) -> Table:
        """Begin a match."""
        seed = dice.new_seed()
        data = beginning(registry.game(game, **options), seats, names, start, seed)
        if await self.store.count(owner) >= self.settings.most_matches:
            raise ProblemError("too_many_matches")
        now = time.time()
        row = Row(secrets.token_urlsafe(12), owner, game, seed, now, None)
        first = Event(0, now, "created", data)
        match = Match(row, [first])
        await self.store.create(row, [first])
        self.metrics.matches.labels(game).inc()
        table = self._put(match)
        self.wake(table)
        return table

    async def open(self, match: str, owner: str) -> Table:
        """Return a visitor's match as it stands in the database, or raise ProblemError."""
        known = match in self._tables
        table = await self.seated(match, owner)
        if known:
            async with table.lock:
                await self._refresh(table)
        self.wake(table)
        return table

    async def seated(self, match: str, owner: str) -> Table:
        """Return a visitor's match as it is known here; whether that is the latest shows when something is written."""
        table = self._tables.get(match) or await self._load(match)
        if table is None or table.removed or table.match.row.owner != owner:
            raise ProblemError("no_match")
        if match in self._tables:
            self._tables.move_to_end(match)
        table.looked = time.monotonic()
        return table

    async def of_owner(self, owner: str) -> list[Match]:
        """Return a visitor's matches, unfinished ones first."""
        found = []
        for row in await self.store.of_owner(owner, LISTED):
            table = self._tables.get(row.id) or await self._load(row.id)
            if table and not table.removed:
                found.append(table.match)
        return found

    async def remove(self, table: Table) -> None:
        """Forget a match."""
        async with table.lock:
            table.removed = True
            table.stop.set()
            await self.store.remove(table.match.id)
            self._tables.pop(table.match.id, None)
        table.tell()

    async def _load(self, match: str) -> Table | None:
        row = await self.store.find(match)
        if row is None:
            return None
        events = await self.store.events_after(match, -1)
        loaded = await asyncio.to_thread(Match, row, events)  # a long match takes a while to replay
        # Somebody else may have been quicker while we waited.
        return self._tables.get(match) or self._put(loaded)

    async def _refresh(self, table: Table) -> None:
        """Take in what another process has added."""
        new = await self.store.events_after(table.match.id, table.match.seq)
        self._take_in(table, new)

    def _put(self, match: Match) -> Table:
        table = self._tables[match.id] = Table(match)
        for name in list(self._tables)[: max(0, len(self._tables) - self.settings.matches_in_memory)]:
            if name != match.id and self._tables[name].idle:
                del self._tables[name]
        return table

    # Acting.

    async def act(self, table: Table, action: Action) -> list[Event]:
        """Carry out a visitor's action and return the events it led to; the same action again gives the same events."""
        async with table.lock:
            if known := table.match.clients.get(action.client_id):
                return self._repeated(table.match, known, action)
            if action.seq != table.match.seq:
                raise ProblemError("stale", events=table.match.after(action.seq))
            planned = self._planned(table.match, action)
            if action.type in ("undo", "resign"):
                table.stop.set()  # what the computer is thinking about is no longer wanted
            try:
                new = await self._append(table, planned, action.client_id)
            except TakenError:
                await self._refresh(table)
                if known := table.match.clients.get(action.client_id):
                    return self._repeated(table.match, known, action)
                if await self.store.find(table.match.id) is None:  # another process has removed it
                    table.removed = True
                    raise ProblemError("no_match") from None
                raise ProblemError("stale", events=table.match.after(action.seq)) from None
        self.wake(table)
        return new

    def _planned(self, match: Match, action: Action) -> list[Planned]:
        if len(match.events) + MOST_ADDED > self.settings.most_events:
            raise ProblemError("match_full")
        if action.type == "undo":
            return match.planned_undo()
        if action.type == "resign":
            return match.planned_resignation(action.player)
        if match.waits_for_computer:
            raise ProblemError("not_your_turn")
        return match.planned_throw() if action.type == "throw" else match.planned_move(action.move or "")

    def _repeated(self, match: Match, known: Event, action: Action) -> list[Event]:
        """Return what an action led to when it came for the first time."""
        if known.kind != action.type or (action.type == "move" and known.data["move"] != action.move):
            raise ProblemError("client_id_reused")
        later = match.after(known.seq)
        return [known, *(event for event in later[:1] if known.kind in ("move", "resign") and event.kind == "finished")]

    async def _append(self, table: Table, planned: Sequence[Planned], client_id: str | None = None) -> list[Event]:
        """Write events, then take them in and tell of them. The table's lock is held."""
        if table.removed:
            raise ProblemError("no_match")
        match, now = table.match, time.time()
        new = [
            Event(match.seq + 1 + number, now, kind, data, None if number else client_id)
            for number, (kind, data) in enumerate(planned)
        ]
        finished = now if new[-1].kind == "finished" else None
        # A visitor who goes away in the middle must not leave memory and database apart.
        await asyncio.shield(self._commit(table, new, finished))
        return new

    async def _commit(self, table: Table, new: list[Event], finished: float | None) -> None:
        changed = (finished is not None) != table.match.over
        await self.store.append(table.match.id, new, finished, changed)
        self._take_in(table, new)

    def _take_in(self, table: Table, new: Sequence[Event]) -> None:
        """Add what the database holds to the memory, and tell of it."""
        for event in new:
            if event.seq == table.match.seq + 1:  # else it was read back while it was being written
                table.match.add(event)
                self.metrics.events.labels(event.kind).inc()
        if new:
            table.thinking = table.thinking and table.match.waits_for_computer
            table.tell()

    # The computer's part.

    def wake(self, table: Table) -> None:
        """Let the computer play if it is its turn, and get ready for it if not."""
        if not self._closing.is_set() and not table.match.over:
            for seat in table.match.seats.values():
                self.computer.prepare(seat.who, table.match.game)
        if self._closing.is_set() or table.removed or not table.match.waits_for_computer:
            return
        if table.computing is None or table.computing.done():
            table.computing = asyncio.create_task(self._compute(table))

    def decide(self, table: Table) -> None:
        """Make a thinking computer decide at once."""
        if table.thinking:
            table.stop.set()

    async def _compute(self, table: Table) -> None:
        """Throw and move for computers until a person is to act."""
        try:
            while await self._compute_step(table):
                pass
        except Exception:
            log.exception("the computer could not play in match %s", table.match.id)
            self.metrics.failures.labels("computer").inc()
        finally:
            table.think(False)

    async def _compute_step(self, table: Table) -> bool:
        """Make one throw or move; tell whether the computer may go on."""
        try:
            return await self._throw_or_move(table)
        except TakenError:  # another process was quicker, or has removed the match
            async with table.lock:
                before = table.match.seq
                await self._refresh(table)
                return table.match.seq > before

    async def _throw_or_move(self, table: Table) -> bool:
        match = table.match
        if not match.has_people:
            if not table.watchers and time.monotonic() - table.looked > UNWATCHED:
                return False
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self.settings.pace)
        async with table.lock:
            if self._closing.is_set() or table.removed or not match.waits_for_computer:
                return False
            if len(match.events) + MOST_ADDED > self.settings.most_events:
                return False
            if match.position.kind == CHANCE:
                await self._append(table, match.planned_throw())
                return True
            seq, position, who, seed = match.seq, match.position, match.seat.who, match.computer_seed()
            stop = table.stop = threading.Event()
        table.think(True)
        move = await self.computer.choose(who, position, seed, stop)
        async with table.lock:
            if match.seq == seq and not table.removed and not self._closing.is_set():
                await self._append(table, match.planned_move(move.text))
        return True

    async def close(self) -> None:
        """Stop all thinking and let the tasks come to their end."""
        self._closing.set()
        tasks = []
        for table in self._tables.values():
            table.stop.set()
            table.tell()
            if table.computing and not table.computing.done():
                tasks.append(table.computing)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=3)
            for task in late:
                task.cancel()
            for task in late:
                with contextlib.suppress(asyncio.CancelledError):
                    await task
