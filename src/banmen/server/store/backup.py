"""Backups of a whole database in one file, from which either kind of database can be filled.

The file is text: one line of JSON each. The first line is a header; `{"table": ..., "columns": [...]}` begins a table, in which
each row is a list; the last line has the number of rows and a digest of all earlier lines, so that a truncated file is noticed.
A name that ends in .gz means compression. The file contains seeds: anyone who has it knows the throws to come.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, text

from banmen.server.store.address import Address, is_postgres, open_engine
from banmen.server.store.identity import digest_token
from banmen.server.store.migrating import migrate
from banmen.server.store.tables import matches, metadata, signs_of_life
from banmen.server.store.traces import trace_all

FORMAT: Final = "banmen-backup"
VERSION: Final = 2  # up to version 1 a backup held visitors' secrets themselves, not their digests
BATCH: Final = 1000  # rows
PACKED = ".gz"


class BackupError(Exception):
    """A backup that cannot be made or used; the argument is the key of the message with the reason."""


def list_tables() -> list[Table]:
    """Return the tables to copy, referenced tables first."""
    return [table for table in metadata.sorted_tables if table is not signs_of_life]


# Writing.


def write_backup(address: Address, path: Path) -> int:
    """Write a snapshot of a database to a new file, while servers may be running; return the number of matches."""
    if path.exists():
        raise BackupError("exists")
    if isinstance(address, Path) and not address.exists():
        raise BackupError("no_database")
    migrate(address)
    engine = open_engine(address, pooled=False)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # readable by nobody else
    try:
        with os.fdopen(handle, "wb") as raw, _open_snapshot(engine) as connection:
            with _open_text(raw, "wb", path) as file:
                count = _write_tables(connection, file)
            raw.flush()
            os.fsync(raw.fileno())
        os.link(name, path)  # unlike a rename, it never replaces another program's file
    except FileExistsError:
        raise BackupError("exists") from None
    finally:
        Path(name).unlink()
        engine.dispose()
    return count


@contextlib.contextmanager
def _open_snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection with a snapshot of the database, whatever is written in the meantime."""
    options: dict[str, Any] = {"isolation_level": "REPEATABLE READ"} if is_postgres(engine.url) else {"reads": True}
    with engine.connect().execution_options(**options) as connection:
        if not is_postgres(engine.url):
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()


def _write_tables(connection: Connection, file: IO[bytes]) -> int:
    digest, rows, count = hashlib.sha256(), 0, 0

    def write(value: Any) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        digest.update(line)
        file.write(line)

    write({"format": FORMAT, "version": VERSION})
    for table in list_tables():
        write({"table": table.name, "columns": [column.name for column in table.columns]})
        wanted = select(table).order_by(*table.primary_key.columns)
        for row in connection.execution_options(stream_results=True, yield_per=BATCH).execute(wanted):
            write(list(row))
            rows += 1
            count += table is matches
    write({"rows": rows, "sha256": digest.hexdigest()})
    return count


@contextlib.contextmanager
def _open_text(raw: IO[bytes], mode: str, path: Path) -> Iterator[IO[bytes]]:
    """Open the contents of a file, compressed or not."""
    if path.suffix == PACKED:
        with gzip.GzipFile(fileobj=raw, mode=mode, filename="", mtime=0) as packed:
            yield packed  # type: ignore[misc]
    else:
        yield raw


# Reading.


def restore_backup(address: Address, path: Path, replace: bool = False) -> int:
    """Fill a database from a file, all or nothing, and return the number of matches.

    Raises BackupError for a file that is damaged, and for a database with matches unless they may be replaced.
    """
    check_backup(path)
    migrate(address)
    engine = open_engine(address, pooled=False)
    try:
        with engine.connect() as connection, connection.begin():
            if is_postgres(engine.url):  # nobody creates a match in the meantime
                connection.execute(text("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE"))
            if connection.scalar(select(func.count()).select_from(matches)):
                if not replace:
                    raise BackupError("has_matches")
                for table in reversed(list_tables()):
                    connection.execute(delete(table))
            read_rows(path, lambda table, rows: _insert(connection, table, rows))
            trace_all(connection)  # which backups of earlier versions lack
            return int(connection.scalar(select(func.count()).select_from(matches)) or 0)
    finally:
        engine.dispose()


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(table), rows)


def check_backup(path: Path) -> None:
    """Raise BackupError unless a file is an intact backup that this version supports."""
    read_rows(path, lambda _table, _rows: None)


def read_rows(path: Path, take: Callable[[Table, list[dict[str, Any]]], None]) -> None:
    """Pass on the rows of a backup in batches; raise BackupError if something is wrong with it."""
    tables = {table.name: table for table in list_tables()}
    digest, rows, waiting = hashlib.sha256(), 0, list[dict[str, Any]]()
    table, columns, version, ended = None, list[str](), VERSION, False
    try:
        for number, line in enumerate(_read_lines(path)):
            value = json.loads(line)
            if ended:
                raise BackupError("damaged")
            if number == 0:
                version = _read_version(value)
            elif isinstance(value, list) and table is not None:
                waiting.append(_bring_up_to_date(table, dict(zip(columns, value, strict=True)), version))
                rows += 1
            if waiting and (len(waiting) >= BATCH or isinstance(value, dict)):
                assert table is not None
                take(table, waiting)
                waiting = []
            if isinstance(value, dict) and "table" in value:
                table, columns = _read_table(tables, value)
            elif isinstance(value, dict) and "sha256" in value:
                ended = value == {"rows": rows, "sha256": digest.hexdigest()}
            digest.update(line)
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, gzip.BadGzipFile):
        raise BackupError("damaged") from None
    if not ended:
        raise BackupError("damaged")


def _read_lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as raw, _open_text(raw, "rb", path) as file:
        yield from file if isinstance(file, io.BufferedIOBase) else iter(file.readline, b"")


def _read_version(head: Any) -> int:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError("no_backup")
    if head["version"] not in range(1, VERSION + 1):
        raise BackupError("newer")
    return int(head["version"])


def _bring_up_to_date(table: Table, row: dict[str, Any], version: int) -> dict[str, Any]:
    """Convert a row of an earlier version's backup to the current form."""
    return {**row, "owner": digest_token(row["owner"])} if version == 1 and table is matches else row


def _read_table(tables: dict[str, Table], value: dict[str, Any]) -> tuple[Table, list[str]]:
    """Read a table and its columns as in the backup; a column that did not exist yet stays empty."""
    table = tables.get(value["table"])
    if table is None or not set(value["columns"]) <= set(table.columns.keys()):
        raise BackupError("newer")
    return table, list(value["columns"])
