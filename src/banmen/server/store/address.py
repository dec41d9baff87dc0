"""Which database: a file of SQLite, or a PostgreSQL that several processes share."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

Address = Path | str
PATIENCE = 10  # seconds that a locked file or a connection is waited for
PAGE = 2048  # bytes that SQLite writes where a match has grown: matches of the same moment stand on different pages
BETWEEN_TRIES = 0.01  # seconds
READERS = 7  # connections that read; one more writes
POSTGRES = "postgresql"
# How a PostgreSQL is connected to: a connection that is cut without a word is noticed within half a minute.
CONNECTION: Final[dict[str, Any]] = {
    "connect_timeout": PATIENCE,
    "application_name": "banmen",
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}


def read_url(address: Address) -> URL:
    """Return the address of a database as SQLAlchemy writes it; raise ValueError for what is no database of ours.

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
    # The driver begins no transaction by itself; those that write are immediate, so that two never wait for each other halfway.
    event.listen(engine, "begin", _begin_immediately)
    return engine


def describe_address(address: Address) -> str:
    """Return an address as it may be shown to anybody.

    >>> describe_address("postgresql://me:sesame@localhost/games")
    'postgresql+psycopg://me:***@localhost/games'
    """
    return str(address) if isinstance(address, Path) else read_url(address).render_as_string(hide_password=True)


def find_password(address: Address) -> str:
    """Return the password in an address, which must not be shown.

    >>> find_password("postgresql://me:sesame@localhost/games")
    'sesame'
    """
    return "" if isinstance(address, Path) else str(read_url(address).password or "")


def is_postgres(url: URL) -> bool:
    """Tell whether a database is a PostgreSQL."""
    return url.get_backend_name() == POSTGRES


def _set_up_connection(connection: Any, _record: Any) -> None:
    """Set up a new connection: what is acknowledged is on the disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    _keep_a_log(cursor)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _keep_a_log(cursor: sqlite3.Cursor) -> None:
    """Set the write-ahead log of a file. SQLite does not wait here for others who begin with the same new file, so we do."""
    late = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute(f"PRAGMA page_size={PAGE}")  # of a new file: one that is there keeps its own
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > late:
                raise
            time.sleep(BETWEEN_TRIES)


def _begin_immediately(connection: Connection) -> None:
    if not connection.get_execution_options().get("reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
