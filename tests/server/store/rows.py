"""A new database, for tests of what is asked of it; the steps that lead to its tables are tested elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import Table, insert

from banmen.match.events import Event
from banmen.server.store.address import open_engine
from banmen.server.store.database import MatchRow, Store
from banmen.server.store.lobby_rows import ChallengeInsert, ChallengeRow
from banmen.server.store.tables import metadata


def with_rows(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with a database of its own."""
    engine = open_engine(folder / "rows.sqlite3", pooled=False)
    with engine.begin() as connection:
        metadata.create_all(connection)
    engine.dispose()

    async def run() -> None:
        store = Store(folder / "rows.sqlite3")
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def add(store: Store, table: Table, **values: object) -> None:
    """Add a row to a table."""
    await store.writer.write(lambda connection: connection.execute(insert(table).values(**values)))


def match_row(name: str, owner: str = "o", client_id: str | None = None, finished: float | None = None) -> MatchRow:
    return MatchRow(name, owner, "qubism", "00", 1.0, finished, client_id)


async def add_matches(store: Store, *names: str, owner: str = "o", finished: float | None = None) -> None:
    for name in names:
        await store.create(match_row(name, owner, finished=finished), [Event(0, 1.0, "created", {})])


def challenge(match: str, person: str, created: float = 1.0, seen: float = 1.0, **more: object) -> ChallengeInsert:
    """Return a challenge that stands for a match of its own."""
    fields: dict[str, object] = {"match": match, "game": "qubism", "person": person, "created": created, "seen": seen}
    fields |= {
        "rated": False,
        "mu": 25.0,
        "sigma": 8.0,
        "games": 0,
        "least": None,
        "most": None,
        "clock": "{}",
        "options": "{}",
    }
    fields |= {"places": 2, "quick": True, **more}
    row = ChallengeRow(**fields)  # type: ignore[arg-type]
    return ChallengeInsert(match_row(match, person), [Event(0, 1.0, "created", {})], row, 99, 3, set(), 99)
