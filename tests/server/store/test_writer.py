"""The writer thread: groups of writes, and the effect of one bad write on the others."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from banmen.match.events import Event
from banmen.server.store.database import ConflictError, MatchRow, Store, StoreError
from banmen.server.store.migrating import migrate
from tests.common.postgres import Postgres

FIRST = Event(0, 1.0, "created", {"game": "qubism"})
PATIENCE = 30.0
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def with_store(database: Path | str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test with a store that has the matches a and b."""

    async def run() -> None:
        await asyncio.to_thread(migrate, database)
        store = Store(database)
        try:
            for match in "ab":
                await store.create(MatchRow(match, "o", "qubism", "00", 1.0, None), [FIRST])
            async with asyncio.timeout(PATIENCE):
                await work(store)
        finally:
            await store.close()

    asyncio.run(run())


class Gate:
    """Work that keeps the writer busy until it is released, so that later writes are grouped."""

    def __init__(self, store: Store) -> None:
        self._open, self.is_reached = threading.Event(), threading.Event()
        self.done = store.writer.write(self._wait)

    def _wait(self, _connection: Connection) -> None:
        self.is_reached.set()
        self._open.wait(PATIENCE)

    def open(self) -> None:
        self._open.set()


@pytest.mark.parametrize(
    "bad", [Event(2**70, 2.0, "move", {}), Event(1, 2.0, "move", {"move": "\ud800"}), Event(0, 2.0, "move", {})]
)
def test_one_bad_write_fails_alone(database: Path | str, bad: Event) -> None:
    async def work(store: Store) -> None:
        gate = Gate(store)
        good, other = store.append("b", [Event(1, 2.0, "move", {})], None, False), store.append("a", [bad], None, False)
        last = store.append("b", [Event(2, 2.0, "move", {})], None, False)
        gate.open()
        outcomes = await asyncio.gather(gate.done, good, other, last, return_exceptions=True)
        assert [isinstance(outcome, Exception) for outcome in outcomes] == [False, False, True, False]
        assert len(await store.list_events_after("b", 0)) == 2
        await store.append("b", [Event(3, 2.0, "move", {})], None, False)  # and the thread goes on

    with_store(database, work)


@pytest.mark.parametrize("error", [sqlite3.OperationalError("disk I/O error"), RuntimeError("a bug")])
def test_the_thread_survives_a_failed_check_for_other_writers(tmp_path: Path, error: Exception) -> None:
    looked = 0

    async def work(store: Store) -> None:
        def look(_connection: Connection) -> None:
            nonlocal looked
            looked += 1
            raise error

        store.writer._look = look
        while looked < 2:
            await asyncio.sleep(0.01)
        await store.append("a", [Event(1, 2.0, "move", {})], None, False)

    with_store(tmp_path / "banmen.sqlite3", work)


def test_what_waited_while_the_thread_was_busy_is_committed_together(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        announced: list[int] = []
        store.writer._announce = lambda _, appends: announced.append(len(appends))
        gate, written = Gate(store), []
        await asyncio.to_thread(gate.is_reached.wait, PATIENCE)
        for match in "ab":
            written.append(store.append(match, [Event(1, 2.0, "move", {})], None, False))
            await asyncio.sleep(0.01)  # the next one comes in a batch of its own
        gate.open()
        await asyncio.gather(gate.done, *written)
        assert announced == [2]

    with_store(tmp_path / "banmen.sqlite3", work)


def test_what_fails_although_the_connection_is_well_is_tried_once(tmp_path: Path) -> None:
    tried = 0

    async def work(store: Store) -> None:
        def fail(connection: Connection) -> None:
            nonlocal tried
            tried += 1
            connection.execute(text("SELECT column_that_is_not_there"))

        with pytest.raises(StoreError):
            await store.writer.write(fail)
        await store.append("a", [Event(1, 2.0, "move", {})], None, False)

    with_store(tmp_path / "banmen.sqlite3", work)
    assert tried == 1


def test_processes_that_write_to_the_same_matches_never_wait_for_each_other(postgres: Postgres) -> None:
    """Another process has written to a and goes on to b; if b were written here first, each would wait for the other."""

    async def work(store: Store, other: psycopg.AsyncConnection[tuple[int]]) -> None:
        rows = "INSERT INTO events (match, seq, at, kind, data) VALUES (%s, 1, 2.0, 'move', '{}')"
        await other.execute(rows, ("a",))
        gate = Gate(store)
        written = [store.append(match, [Event(1, 2.0, "move", {})], None, False) for match in "ba"]
        gate.open()
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as looking:
            while (await (await looking.execute(WAITING)).fetchone()) != (1,):
                await asyncio.sleep(0.01)
        await other.execute(rows, ("b",))
        await other.commit()
        outcomes = await asyncio.gather(*written, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [ConflictError, ConflictError]

    async def connect_and_work(store: Store) -> None:
        async with await psycopg.AsyncConnection.connect(url) as other:
            await work(store, other)

    with postgres.database("test_order_of_writes") as url:
        with_store(url, connect_and_work)
