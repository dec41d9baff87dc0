"""The database of matches: rows of events that are only ever added, and one row a match to find it by.

Every transaction that writes is immediate, so that two never wait for each other halfway. The primary key of `events` is what
decides between two writers: the second to insert a sequence number fails and has written nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from banmen.match.events import Event

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("finished", Float),
    Index("matches_of_owner", "owner", "created"),
)
events = Table(
    "events",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("client_id", Text),
    UniqueConstraint("match", "client_id", name="one_event_a_client_id"),
)


@dataclass(frozen=True)
class MatchRow:
    """What is known of a match without its events."""

    id: str
    owner: str
    game: str
    seed: str
    created: float
    finished: float | None


class ConflictError(Exception):
    """Somebody else has written this sequence number or this client id already. Nothing was written."""


class Store:
    """All matches in one SQLite file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        # The driver begins an immediate transaction by itself when the first row is written, and none for reading.
        arguments = {"isolation_level": "IMMEDIATE"}
        pool = {"pool_size": 4, "max_overflow": 4}  # mutation: equivalent
        self._engine = create_async_engine(f"sqlite+aiosqlite:///{file}", connect_args=arguments, **pool)
        event.listen(self._engine.sync_engine, "connect", _set_up_connection)
        # SQLite lets one write at a time and makes the others try again and again; here they wait their turn.
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """Let go of the file."""
        await self._engine.dispose()

    @contextlib.asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._turn, self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise ConflictError from error

    async def create(self, row: MatchRow, first: Sequence[Event]) -> None:
        """Add a match with its first events."""
        async with self._write() as connection:
            await connection.execute(insert(matches).values(**row.__dict__))
            await connection.execute(insert(events), [_write_event(row.id, one) for one in first])

    async def append(self, match: str, new: Sequence[Event], finished: float | None, changed: bool) -> None:
        """Add events to a match, all or none, or raise ConflictError; `changed` says that `finished` is not as it was."""
        async with self._write() as connection:
            await connection.execute(insert(events), [_write_event(match, one) for one in new])
            if changed:
                await connection.execute(update(matches).where(matches.c.id == match).values(finished=finished))

    async def find(self, match: str) -> MatchRow | None:
        """Return the stored data of a match."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(matches).where(matches.c.id == match))).one_or_none()
        return MatchRow(*row) if row else None

    async def list_events_after(self, match: str, seq: int) -> list[Event]:
        """Return the events of a match after a sequence number."""
        wanted = select(events.c.seq, events.c.at, events.c.kind, events.c.data, events.c.client_id)
        wanted = wanted.where(events.c.match == match, events.c.seq > seq).order_by(events.c.seq)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [Event(row.seq, row.at, row.kind, json.loads(row.data), row.client_id) for row in rows]

    async def list_owned(self, owner: str, most: int) -> list[MatchRow]:
        """Return a visitor's matches: unfinished ones first, then the latest first."""
        last = select(func.max(events.c.at)).where(events.c.match == matches.c.id).scalar_subquery()
        wanted = select(matches).where(matches.c.owner == owner)
        wanted = wanted.order_by(matches.c.finished.is_not(None), last.desc()).limit(most)
        async with self._engine.connect() as connection:
            return [MatchRow(*row) for row in (await connection.execute(wanted)).all()]

    async def list_beginnings(self, owner: str) -> list[tuple[MatchRow, dict[str, Any]]]:
        """Return a visitor's matches, the latest first, each with what its first event tells: a match need not be replayed."""
        last = select(func.max(events.c.at)).where(events.c.match == matches.c.id).correlate(matches).scalar_subquery()
        wanted = select(*matches.c, events.c.data).join(events, events.c.match == matches.c.id)
        wanted = wanted.where(matches.c.owner == owner, events.c.seq == 0).order_by(last.desc())
        async with self._engine.connect() as connection:
            return [(MatchRow(*row), json.loads(data)) for *row, data in (await connection.execute(wanted)).all()]

    async def count(self, owner: str) -> int:
        """Return how many matches a visitor has."""
        async with self._engine.connect() as connection:
            number = await connection.scalar(select(func.count()).select_from(matches).where(matches.c.owner == owner))
        return int(number or 0)

    async def remove(self, match: str) -> None:
        """Forget a match."""
        async with self._write() as connection:
            await connection.execute(delete(events).where(events.c.match == match))
            await connection.execute(delete(matches).where(matches.c.id == match))

    async def is_healthy(self) -> bool:
        """Tell whether the database answers."""
        async with self._engine.connect() as connection:
            return bool(await connection.scalar(select(1)))


def _write_event(match: str, one: Event) -> dict[str, Any]:
    return {
        "match": match,
        "seq": one.seq,
        "at": one.at,
        "kind": one.kind,
        "data": json.dumps(one.data, ensure_ascii=False, separators=(",", ":")),  # mutation: equivalent
        "client_id": one.client_id,
    }


def _set_up_connection(connection: Any, _record: Any) -> None:
    """Set up a new connection: what is acknowledged is on the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(file: Path) -> None:
    """Bring a database up to date; a new one is made."""
    from alembic import command
    from alembic.config import Config

    file.parent.mkdir(parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", "banmen.server.store:migrations")
    config.attributes["file"] = file
    command.upgrade(config, "head")
