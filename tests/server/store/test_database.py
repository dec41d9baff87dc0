"""The database: added rows stay, taken keys are refused, and old files are migrated."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, event, text

from banmen.match.events import Event
from banmen.server.store.database import ConflictError, MatchRow, Store, StoreError
from banmen.server.store.migrating import migrate
from banmen.server.store.migrations import versions
from banmen.server.store.tables import metadata

ROW = MatchRow("m", "o", "qubism", "00", 1.0, None)
FIRST = Event(0, 1.0, "created", {"game": "qubism"})
PATIENCE = 30.0  # seconds


def with_store(database: Path | str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        await asyncio.to_thread(migrate, database)
        store = Store(database)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_events_come_back_as_they_were(database: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.create(ROW, [FIRST])
        event = Event(1, 2.5, "move", {"move": "指す"}, "client")
        await store.append("m", [event], None, False)
        assert await store.list_events_after("m", -1) == [FIRST, event]
        assert await store.list_events_after("m", 0) == [event]
        assert await store.find("m") == ROW
        assert await store.find("n") is None
        await store.append("m", [Event(2, 3.5, "finished", {})], 3.5, True)
        assert await store.find("m") == MatchRow("m", "o", "qubism", "00", 1.0, 3.5)

    with_store(database, work)


@pytest.mark.parametrize(
    "second",
    [
        [Event(1, 2.0, "move", {}, "other")],  # a number that is taken
        [Event(2, 2.0, "move", {}, "fine"), Event(1, 2.0, "finished", {})],  # the second of two
    ],
)
def test_what_is_taken_is_refused_and_nothing_written(database: Path | str, second: list[Event]) -> None:
    async def work(store: Store) -> None:
        await store.create(ROW, [FIRST])
        await store.append("m", [Event(1, 2.0, "move", {}, "client")], None, False)
        with pytest.raises(ConflictError):
            await store.append("m", second, time.time(), True)
        assert [event.seq for event in await store.list_events_after("m", -1)] == [0, 1]
        found = await store.find("m")
        assert found is not None
        assert found.finished is None

    with_store(database, work)


def test_a_visitors_matches_are_counted_listed_and_removed(database: Path | str) -> None:
    """Unfinished ones first, then by the last event; other visitors' are left alone."""

    async def work(store: Store) -> None:
        for number, (name, owner) in enumerate((("a", "o"), ("b", "o"), ("c", "o"), ("x", "p"))):
            row = MatchRow(name, owner, "qubism", "00", float(number), None)
            await store.create(row, [Event(0, float(number), "created", {})])
        assert [await store.count(owner) for owner in ("o", "p", "q")] == [3, 1, 0]

        async def listed(most: int = 9) -> str:
            return "".join(row.id for row in await store.list_owned("o", most))

        assert await listed() == "cba"
        await store.append("a", [Event(1, 10.0, "move", {})], None, False)
        assert await listed() == "acb"
        await store.append("a", [Event(2, 11.0, "finished", {})], 11.0, True)
        await store.append("c", [Event(1, 12.0, "finished", {})], 12.0, True)
        assert (await listed(), await listed(2), await listed(1)) == ("bca", "bc", "b")
        await store.append("a", [Event(3, 13.0, "undo", {})], None, True)
        assert await listed() == "abc"
        await store.remove("a")
        assert (await listed(), await store.count("o"), await store.find("a")) == ("bc", 2, None)
        assert await store.list_events_after("a", -1) == []
        assert [len(await store.list_events_after(name, -1)) for name in "bcx"] == [1, 2, 1]
        await store.check_writable()

    with_store(database, work)


def test_closing_a_store_leaves_no_connection_of_a_cancelled_read(database: Path | str) -> None:
    """Otherwise it stays open until the garbage collector runs."""
    opened, entered, free = set[int](), threading.Event(), threading.Event()

    def read_slowly(connection: Connection) -> None:
        entered.set()
        free.wait(PATIENCE)
        connection.execute(text("SELECT 1"))

    async def work(store: Store) -> None:
        event.listen(store._engine, "connect", lambda connection, _: opened.add(id(connection)))
        event.listen(store._engine, "close", lambda connection, _: opened.discard(id(connection)))
        reading = asyncio.create_task(store.read(read_slowly))
        await asyncio.to_thread(entered.wait, PATIENCE)
        assert opened
        reading.cancel()
        asyncio.get_running_loop().call_later(0.1, free.set)
        await store.close()
        assert opened == set()
        with pytest.raises(StoreError, match="closed"):
            await store.find("m")
        with pytest.raises(StoreError, match="closed"):
            await store.append("m", [FIRST], None, False)

    with_store(database, work)


def test_of_many_writers_one_gets_the_number(database: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.create(ROW, [FIRST])
        tries = [store.append("m", [Event(1, 2.0, "move", {"by": number}, str(number))], None, False) for number in range(12)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ConflictError"] * 11 + ["NoneType"]
        assert len(await store.list_events_after("m", -1)) == 2

    with_store(database, work)


def test_acknowledged_means_on_the_disk(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with store._engine.connect() as connection:
            for pragma, expected in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == expected

    with_store(tmp_path / "x.sqlite3", work)


def test_the_steps_lead_to_the_tables_the_code_knows(tmp_path: Path) -> None:
    file = tmp_path / "new" / "x.sqlite3"
    migrate(file)
    migrate(file)  # nothing left to do
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    with sqlite3.connect(file) as plain:
        steps = [path.name[:4] for path in Path(str(versions.__path__[0])).glob("0*.py")]
        assert plain.execute("select version_num from alembic_version").fetchone() == (max(steps),)
    plain.close()
