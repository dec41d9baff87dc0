"""Migrating a database: killed at any point or started several times at once, it is intact in the end."""

import asyncio
import json
import secrets
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from banmen.match.events import Event
from banmen.server.store.address import _enable_write_ahead_log, open_engine
from banmen.server.store.database import MatchRow, Store
from banmen.server.store.identity import digest_token
from banmen.server.store.migrating import migrate
from banmen.server.store.tables import metadata
from tests.common.loops import some
from tests.common.postgres import Postgres
from tests.server.process import Process

PROGRAM = "tests.server.store.killed_migrations"
PATIENCE = 300
POINTS = 22  # more than a first start has
# The statements of the first version; it could be killed after each.
FIRST_VERSION = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))",
    "CREATE TABLE matches (id TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, seed TEXT NOT NULL, "
    "created FLOAT NOT NULL, finished FLOAT, PRIMARY KEY (id))",
    "CREATE INDEX matches_of_owner ON matches (owner, created)",
    'CREATE TABLE events ("match" TEXT NOT NULL, seq INTEGER NOT NULL, at FLOAT NOT NULL, kind TEXT NOT NULL, '
    'data TEXT NOT NULL, client_id TEXT, PRIMARY KEY ("match", seq), '
    'CONSTRAINT one_event_a_client_id UNIQUE ("match", client_id), '
    'FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE)',
    "INSERT INTO alembic_version (version_num) VALUES ('0001')",
)


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """A function that makes empty databases of each kind."""
    with ExitStack() as made:

        def make(number: int) -> list[str]:
            if request.param == "sqlite":
                return [str(tmp_path / f"folder {name}" / "banmen.sqlite3") for name in range(number)]
            server: Postgres = request.getfixturevalue("postgres")
            return [made.enter_context(server.database(f"test_{secrets.token_hex(6)}")) for _ in range(number)]

        yield make


def run_program(what: str, addresses: list[str]) -> list[Any]:
    command = [sys.executable, "-m", PROGRAM, what, *addresses]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return list(json.loads(done.stdout))


def check_whole(address: Path | str) -> None:
    """Check that a database has all tables as in the code, and can be written."""
    engine = open_engine(address, pooled=False)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()

    async def write() -> None:
        store = Store(address)
        await store.create(MatchRow("m", "o", "qubism", "00", 1.0, None), [Event(0, 1.0, "created", {})])
        assert len(await store.list_events_after("m", -1)) == 1
        await store.close()

    asyncio.run(write())


def read_address(text: str) -> Path | str:
    return text if "://" in text else Path(text)


def test_a_first_start_that_is_killed_anywhere_can_be_made_again(databases: Any) -> None:
    addresses = databases(POINTS)
    ended = run_program("kill", addresses)
    points = ended.count("killed")
    assert 3 < points < POINTS
    assert ended == ["killed"] * points + ["ended 0"] * (POINTS - points)
    for address in addresses[: points + 1]:
        check_whole(read_address(address))


def test_processes_that_begin_at_once_do_not_collide(databases: Any) -> None:
    addresses = databases(10)
    assert run_program("together", addresses) == [[0] * 4] * 10
    for address in addresses:
        check_whole(read_address(address))


def test_a_locked_file_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "banmen.sqlite3"
    busy = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    busy.execute("BEGIN EXCLUSIVE")  # as a process holds it for a moment while it enables the log of a new file
    with pytest.raises(sqlite3.OperationalError, match="locked"), sqlite3.connect(file, timeout=0) as other:
        other.execute("PRAGMA journal_mode=WAL")
    later = threading.Timer(0.3, busy.rollback)
    later.start()
    migrate(file)
    later.join()
    busy.close()
    check_whole(file)


def test_turning_on_the_log_is_tried_again_as_long_as_the_file_is_busy() -> None:
    class Cursor:
        tries = 0

        def execute(self, _pragma: str) -> None:
            self.tries += 1
            if self.tries < 4:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY if self.tries < 3 else sqlite3.SQLITE_FULL
                raise error

    cursor = Cursor()
    with pytest.raises(sqlite3.OperationalError):  # the third time it fails differently
        _enable_write_ahead_log(cursor)  # type: ignore[arg-type]
    assert cursor.tries == 3


@pytest.mark.parametrize("made", range(len(FIRST_VERSION) + 1))
def test_what_an_earlier_version_left_half_made_is_finished(tmp_path: Path, made: int) -> None:
    file = tmp_path / "banmen.sqlite3"
    with sqlite3.connect(file) as connection:
        for statement in FIRST_VERSION[:made]:
            connection.execute(statement)
    connection.close()
    migrate(file)
    check_whole(file)


def test_matches_of_an_earlier_version_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "banmen.sqlite3"
    with sqlite3.connect(file) as connection:
        for statement in FIRST_VERSION:
            connection.execute(statement)
        connection.execute("INSERT INTO matches VALUES ('old', 'o', 'qubism', '00', 1.5, NULL)")
        connection.execute("INSERT INTO events VALUES ('old', 0, 1.5, 'created', '{}', NULL)")
        connection.execute("INSERT INTO matches VALUES ('two', 'o', 'qubism', '00', 1.5, NULL)")
        told = {"created": {"private": {"reserved": {"w": "ann", "b": "bob"}}}, "join": {"private": {"person": "ann's phone"}}}
        texts = [*((kind, json.dumps(data)) for kind, data in told.items()), ("join", '{"private": {"person'), ("join", "[]")]
        rows = [("two", seq, 1.5, kind, text, None) for seq, (kind, text) in enumerate(texts)]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.close()
    migrate(file)
    with sqlite3.connect(file) as connection:
        found = connection.execute('SELECT "match", person FROM traces ORDER BY person').fetchall()
    connection.close()
    assert found == [("two", "ann"), ("two", "ann's phone"), ("two", "bob")]  # whatever was damaged

    async def read() -> None:
        store = Store(file)
        assert await store.find("old") == MatchRow("old", digest_token("o"), "qubism", "00", 1.5, None, None)
        assert await store.list_events_after("old", -1) == [Event(0, 1.5, "created", {})]
        await store.close()

    asyncio.run(read())


def test_a_step_that_fails_leaves_nothing_behind(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    monkeypatch.setattr(op, "add_column", lambda *_: 1 // 0)  # the second step
    with pytest.raises(ZeroDivisionError):
        migrate(database)
    monkeypatch.undo()
    engine = open_engine(database, pooled=False)
    with engine.connect() as connection:
        assert engine.dialect.get_table_names(connection) == []
    engine.dispose()
    migrate(database)
    check_whole(database)


def test_a_server_that_is_killed_at_its_first_start_starts_again(tmp_path: Path) -> None:
    half = tmp_path / "data"
    half.mkdir()
    with sqlite3.connect(half / "banmen.sqlite3") as connection:
        for statement in some(FIRST_VERSION[:2]):
            connection.execute(statement)
    connection.close()
    server = Process(half)
    with server.client() as client:
        assert client.post("/api/matches", json={"game": "qubism"}).status_code == 201
    assert server.close() == ""
