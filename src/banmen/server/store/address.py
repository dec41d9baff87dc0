"""Database addresses: an SQLite file, or PostgreSQL, which several processes can share."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

Address = Path | str
PATIENCE = 10  # seconds to wait for a locked file or a connection
PAGE = 2048  # bytes per SQLite page: matches of the same moment are on different pages
BETWEEN_TRIES = 0.01  # seconds
LOGGED = 4000  # pages in the write-ahead log before they are copied to the file: the more, the fewer are copied repeatedly
READERS = 7  # connections for reading; one more writes
POSTGRES = "postgresql"
# PostgreSQL connection options: a connection that is cut silently is noticed within half a minute.
CONNECTION: Final[dict[str, Any]] = {
    "connect_timeout": PATIENCE,
    "application_name": "banmen",
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}


def read_url(address: Address) -> URL:
    """Return the address of a database in SQLAlchemy's form; raise ValueError for an unsupported one.

    >>> read_url("postgres://me@localhost/games").drivername
    'postgresql+psycopg'
    """
    if isinstance(address, Path):
        return URL.create("sqlite", database=str(address))
    try:
        url = make_url(address.replace("postgres://", "postgresql://", 1))
    except ArgumentError:
        raise ValueError(address) from None
    if url.get_backend_name() == POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite" or not url.database:
        raise ValueError(address)
    return url


def open_engine(address: Address, pooled: bool = True) -> Engine:
    """Return an engine for an address."""
    url = read_url(address)
    pool: dict[str, Any] = {"pool_size": READERS + 1, "max_overflow": 0, "pool_pre_ping": True}
    if not pooled:
        pool = {"poolclass": NullPool}
    if is_postgres(url):
        return create_engine(url, connect_args=dict(CONNECTION), hide_parameters=True, **pool)
    if pooled:
        pool["pool_pre_ping"] = False
    arguments = {"check_same_thread": False, "timeout": PATIENCE}
    engine = create_engine(url, connect_args=arguments, hide_parameters=True, **pool)
    event.listen(engine, "connect", _set_up_connection)
    # The driver begins no transactions by itself; those that write are immediate, so that two never deadlock halfway.
    event.listen(engine, "begin", _begin_immediately)
    return engine


def describe_address(address: Address) -> str:
    """Return an address without its password.

    >>> describe_address("postgresql://me:sesame@localhost/games")
    'postgresql+psycopg://me:***@localhost/games'
    """
    return str(address) if isinstance(address, Path) else read_url(address).render_as_string(hide_password=True)


def find_password(address: Address) -> str:
    """Return the password in an address, which must not be logged.

    >>> find_password("postgresql://me:sesame@localhost/games")
    'sesame'
    """
    return "" if isinstance(address, Path) else str(read_url(address).password or "")


def is_postgres(url: URL) -> bool:
    """Tell whether a database is PostgreSQL."""
    return url.get_backend_name() == POSTGRES


def _set_up_connection(connection: Any, _record: Any) -> None:
    """Configure a new connection: what is acknowledged is on disk.

    What SQLite keeps to undo a single statement stays in memory: else every statement of many rows writes a temporary file.
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    _enable_write_ahead_log(cursor)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY", f"wal_autocheckpoint={LOGGED}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _enable_write_ahead_log(cursor: sqlite3.Cursor) -> None:
    """Enable the write-ahead log of a file. SQLite does not wait here for other processes opening the same new file; we do."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute(f"PRAGMA page_size={PAGE}")  # of a new file: an existing one keeps its own
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(BETWEEN_TRIES)


def _begin_immediately(connection: Connection) -> None:
    if not connection.get_execution_options().get("reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
