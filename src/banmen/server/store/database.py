"""The database of matches: queries, and writes by a single thread.

The primary key of `events` decides between two writers: the second to insert a sequence number fails and has written
nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson
from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import DBAPIError

from banmen.match.events import BEGIN, Event
from banmen.server.store.address import READERS, Address, is_postgres, open_engine
from banmen.server.store.event_reading import LAST, list_events
from banmen.server.store.tables import (
    bot_invitations,
    challenges,
    deadlines,
    events,
    matches,
    metadata,
    rated_matches,
    seats,
    signs_of_life,
)
from banmen.server.store.traces import trace
from banmen.server.store.writer import (
    Append,
    ConflictError,
    Settle,
    StoreError,
    Writer,
    describe_error,
    insert_events,
)

__all__ = ["ConflictError", "MatchRow", "Store", "StoreError", "metadata"]

Answer = TypeVar("Answer")
DAY = 24 * 3600.0  # seconds
Changes = Sequence[tuple[str, int]]  # matches with their last sequence numbers


@dataclass(frozen=True)
class MatchRow:
    """A match without its events."""

    id: str
    owner: str
    game: str
    seed: str
    created: float
    finished: float | None
    client_id: str | None = None
    edition: int = 0  # how often its rows have been rewritten


class FullError(Exception):
    """A limit of matches or tournaments is reached, of one visitor or of all."""


class Store:
    """All matches in one database. It is created inside the running event loop, and belongs to it."""

    def __init__(self, address: Address, others_wrote: Callable[[], object] = lambda: None) -> None:
        """Open a database; `others_wrote` is called in another thread when another process has written to an SQLite file."""
        self._engine = open_engine(address)
        self.is_shared = is_postgres(self._engine.url)
        # A single query needs no transaction around it.
        self._readers = self._engine.execution_options(
            **({"isolation_level": "AUTOCOMMIT"} if self.is_shared else {"reads": True})
        )
        self._reading = ThreadPoolExecutor(READERS, "banmen-reader")
        self._others_wrote = others_wrote
        self._version: int | None = None
        self.writer = Writer(self._engine, self._announce, self._look)

    async def close(self) -> None:
        """Finish queued writes, and close the database.

        Reads in progress are waited for, even if their callers are gone: their connections would be left open.
        """
        await self.writer.close()
        await asyncio.to_thread(self._reading.shutdown)
        await asyncio.to_thread(self._engine.dispose)

    # Writing.

    async def create(
        self,
        row: MatchRow,
        first: Sequence[Event],
        most: int | None = None,
        also: Callable[[Connection], None] = lambda _: None,
    ) -> str:
        """Add a match with its first events and return its id; if its client id is known, the id of the match it named.

        Raises FullError if its owner already has `most` matches. `also` writes what belongs to the match.
        """

        def work(connection: Connection) -> str:
            name = self.add_match(connection, row, first, most)
            if name == row.id:
                also(connection)
            return name

        return str(await self.writer.write(work))

    def add_match(self, connection: Connection, row: MatchRow, first: Sequence[Event], most: int | None = None) -> str:
        """Add a match within a transaction, as `create` does."""
        self.lock(connection, row.owner)  # two processes must not count at the same time
        of_owner = matches.c.owner == row.owner
        if row.client_id is not None:
            known = connection.scalar(select(matches.c.id).where(of_owner, matches.c.client_id == row.client_id))
            if known is not None:
                return str(known)
        if most is not None:
            number = connection.scalar(select(func.count()).select_from(matches).where(of_owner))
            if int(number or 0) >= most:
                raise FullError
        connection.execute(insert(matches).values(**row.__dict__))
        insert_events(connection, _make_append(row.id, first, None, False).rows)
        trace(connection, row.id, first)
        return row.id

    def lock(self, connection: Connection, what: str) -> None:
        """Hold a lock across processes until the transaction ends; an SQLite file has one writer anyway."""
        if self.is_shared:
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:what))"), {"what": what})

    def append(self, match: str, new: Sequence[Event], finished: float | None, changed: bool) -> asyncio.Future[None]:
        """Add events to a match, all or none; `changed` says that `finished` has changed.

        The future is done when they are on disk, or raises ConflictError or StoreError.
        """
        return self.writer.write(_make_append(match, new, finished, changed))

    def append_then(self, match: str, new: Sequence[Event], finished: float | None, changed: bool, settle: Settle) -> None:
        """Add events to a match as `append` does; `settle` is then called by the event loop."""
        self.writer.write_then(_make_append(match, new, finished, changed), settle)

    def seat(
        self, match: str, new: Sequence[Event], player: str, person: str, due: float | None = None, rated: str | None = None
    ) -> asyncio.Future[None]:
        """Add the events by which a person takes a seat, and store who sits there, and when the clock is due if it now runs.

        `rated` names the game of a rated match that begins now. A match that begins is no longer a challenge. The future raises
        ConflictError or StoreError, as that of `append` does.
        """
        append = _make_append(match, new, None, False)

        def work(connection: Connection) -> None:
            insert_events(connection, append.rows)
            trace(connection, match, new)
            connection.execute(delete(seats).where(_is_seat(seats, match, player)))
            connection.execute(insert(seats).values(match=match, player=player, person=person))
            connection.execute(delete(bot_invitations).where(_is_seat(bot_invitations, match, player)))
            if due is not None:
                connection.execute(insert(deadlines).values(match=match, at=due))
            if any(event.kind == BEGIN for event in new):
                connection.execute(delete(challenges).where(challenges.c.match == match))
                if rated is not None:
                    connection.execute(insert(rated_matches).values(match=match, game=rated))
            else:
                connection.execute(update(challenges).where(challenges.c.match == match).values(claimed_by=None))
            self._announce(connection, [append])

        return self.writer.write(work)

    def seat_computer(self, match: str, new: Sequence[Event], player: str, due: float | None) -> asyncio.Future[None]:
        """Add the events by which a computer takes an empty seat, as `seat` does for a person."""
        append = _make_append(match, new, None, False)

        def work(connection: Connection) -> None:
            insert_events(connection, append.rows)
            connection.execute(delete(bot_invitations).where(_is_seat(bot_invitations, match, player)))
            if due is not None:
                connection.execute(insert(deadlines).values(match=match, at=due))
            self._announce(connection, [append])

        return self.writer.write(work)

    async def set_deadline(self, match: str, at: float | None) -> None:
        """Store when the clock of a match is next due, or never."""

        def work(connection: Connection) -> None:
            connection.execute(delete(deadlines).where(deadlines.c.match == match))
            if at is not None:
                connection.execute(insert(deadlines).values(match=match, at=at))

        await self.writer.write(work)

    async def hide(self, match: str, person: str) -> None:
        """Hide a match from a person's list if others play in it as well."""

        def work(connection: Connection) -> None:
            own = update(seats).where(seats.c.match == match, seats.c.person == person).values(hidden=1)
            if not connection.execute(own).rowcount:  # they created it for others
                connection.execute(update(matches).where(matches.c.id == match, matches.c.owner == person).values(owner=""))

        await self.writer.write(work)

    async def remove(self, match: str) -> None:
        """Remove a match."""
        await self.writer.write(lambda connection: self.erase(connection, match))

    def erase(self, connection: Connection, match: str) -> None:
        """Remove a match within a transaction."""
        connection.execute(delete(events).where(events.c.match == match))
        connection.execute(delete(seats).where(seats.c.match == match))
        connection.execute(delete(matches).where(matches.c.id == match))
        self.notify(connection, [(match, REMOVED)])

    async def remove_finished(self, before: float, most: int) -> list[str]:
        """Remove at most so many matches that ended before a time, and return them; several processes share the work."""

        def work(connection: Connection) -> list[str]:
            wanted = select(matches.c.id).where(matches.c.finished < before).order_by(matches.c.finished).limit(most)
            found = [str(name) for name in connection.scalars(wanted.with_for_update(skip_locked=True))]
            connection.execute(delete(events).where(events.c.match.in_(found)))
            connection.execute(delete(seats).where(seats.c.match.in_(found)))
            connection.execute(delete(matches).where(matches.c.id.in_(found)))
            self.notify(connection, [(name, REMOVED) for name in found])
            return found

        removed: list[str] = await self.writer.write(work)
        return removed

    async def check_writable(self) -> None:
        """Write something, or raise StoreError."""
        who, now = f"{platform.node()} {os.getpid()}", time.time()
        sign = {"who": who, "at": now}
        outdated = or_(signs_of_life.c.who == who, signs_of_life.c.at < now - DAY)

        def work(connection: Connection) -> None:
            connection.execute(delete(signs_of_life).where(outdated))
            connection.execute(insert(signs_of_life).values(sign))

        await self.writer.write(work)

    def _announce(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Notify other processes of what was added."""
        self.notify(connection, [(append.match, append.last) for append in appends])

    def notify(self, connection: Connection, changes: Changes) -> None:
        """Send notices, which are delivered when the transaction is committed."""
        if self.is_shared:
            for payload in write_notices(changes):
                connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})

    def _look(self, connection: Connection) -> None:
        """Detect writes of another process to an SQLite file."""
        if self.is_shared:
            return
        (version,) = connection.connection.cursor().execute("PRAGMA data_version").fetchone()  # without a transaction
        if self._version is not None and version != self._version:
            self._others_wrote()
        self._version = version

    # Reading.

    async def read(self, work: Callable[[Connection], Answer]) -> Answer:
        """Return the result of some queries, or raise StoreError."""
        return await asyncio.wrap_future(self._submit(work))

    def read_in_thread(self, work: Callable[[Connection], Answer]) -> Answer:
        """Return the result of some queries to a thread, which waits for it, or raise StoreError."""
        return self._submit(work).result()

    def _submit(self, work: Callable[[Connection], Answer]) -> Future[Answer]:
        def run() -> Answer:
            try:
                with self._readers.connect() as connection:
                    return work(connection)
            except DBAPIError as error:
                raise StoreError(describe_error(error)) from error

        try:
            return self._reading.submit(run)
        except RuntimeError as error:
            raise StoreError("the database is closed") from error

    async def find(self, match: str) -> MatchRow | None:
        """Return the stored data of a match."""
        wanted = select(matches).where(matches.c.id == match)
        row = await self.read(lambda connection: connection.execute(wanted).one_or_none())
        return MatchRow(*row) if row else None

    async def list_events_after(self, match: str, seq: int, most: int | None = None) -> list[Event]:
        """Return the events of a match after a sequence number, at most so many."""
        return await self.read(lambda connection: list_events(connection, match, seq, most))

    async def list_due(self, now: float, most: int) -> list[str]:
        """Return some matches whose clock is due."""
        wanted = select(deadlines.c.match).where(deadlines.c.at < now).order_by(deadlines.c.at).limit(most)
        return [str(name) for name in await self.read(lambda connection: connection.scalars(wanted).all())]

    async def list_owned(self, owner: str, most: int) -> list[MatchRow]:
        """Return a visitor's matches: unfinished ones first, then the latest first."""
        wanted = select(matches).where(_is_of(owner))
        wanted = wanted.order_by(matches.c.finished.is_not(None), LAST.desc()).limit(most)
        return [MatchRow(*row) for row in await self.read(lambda connection: connection.execute(wanted).all())]

    async def list_beginnings(self, owner: str) -> list[tuple[MatchRow, dict[str, Any]]]:
        """Return a visitor's matches, the latest first, each with the data of its first event: a match need not be replayed.

        If a match's first event is missing or damaged, its data is empty.
        """
        first = and_(events.c.match == matches.c.id, events.c.seq == 0)
        wanted = select(*matches.c, events.c.data).outerjoin(events, first)
        wanted = wanted.where(_is_of(owner)).order_by(LAST.desc())
        rows = await self.read(lambda connection: connection.execute(wanted).all())
        return [(MatchRow(*row), _read_object(data)) for *row, data in rows]

    async def count(self, owner: str) -> int:
        """Return how many matches a visitor has."""
        wanted = select(func.count()).select_from(matches).where(matches.c.owner == owner)
        return await self.read(lambda connection: int(connection.scalar(wanted) or 0))


def _is_seat(table: Table, match: str, player: str) -> ColumnElement[bool]:
    return and_(table.c.match == match, table.c.player == player)


def _is_of(person: str) -> ColumnElement[bool]:
    """Tell whether a match is in a person's list: they created it or sit in it, and have not hidden it."""
    own = select(seats.c.match).where(seats.c.person == person)
    put_aside = matches.c.id.in_(own.where(seats.c.hidden != 0))
    return or_(and_(matches.c.owner == person, ~put_aside), matches.c.id.in_(own.where(seats.c.hidden == 0)))


CHANNEL = "banmen"
REMOVED = 2**31 - 1  # in place of the last sequence number of a match that was removed
REWRITTEN = 2**31 - 2  # and of one whose events now name a different person
LONGEST_NOTICE = 7900  # bytes; PostgreSQL allows less than 8000


def write_notices(changes: Changes) -> list[str]:
    """Return the payloads of notices about matches.

    >>> write_notices([("abc", 4), ("x", 12)])
    ['abc:4 x:12']
    """
    texts, size = [[""]], 0
    for match, seq in changes:
        one = f"{match}:{seq}"
        size += len(one) + 1
        if size > LONGEST_NOTICE:
            texts.append([""])
            size = len(one) + 1
        texts[-1].append(one)
    return [" ".join(parts[1:]) for parts in texts if len(parts) > 1]


def read_notice(payload: str) -> list[tuple[str, int]]:
    """Return the matches in a notice.

    >>> read_notice("abc:4 x:12")
    [('abc', 4), ('x', 12)]
    """
    return [(match, int(seq)) for match, _, seq in (one.rpartition(":") for one in payload.split())]


def _make_append(match: str, new: Sequence[Event], finished: float | None, changed: bool) -> Append:
    finish = {"match_id": match, "finished_at": finished} if changed else None
    return Append(match, [(match, one.seq, one.at, one.kind, _write_data(one.data), one.client_id) for one in new], finish)


def _write_data(data: dict[str, Any]) -> str:
    try:
        return orjson.dumps(data).decode()
    except TypeError:  # text that the database cannot store is refused there, which notifies the caller
        return json.dumps(data, ensure_ascii=False)


def _read_object(text: str | None) -> dict[str, Any]:
    """Return a JSON object, or an empty one if the text is damaged."""
    try:
        found = orjson.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
