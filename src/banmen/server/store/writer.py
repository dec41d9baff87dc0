"""The writer thread. Writes that arrive while it is busy are committed together, because a commit costs more than its rows.

Each write is all or nothing and is answered after its commit. If one write in a group fails, the group is rolled back and
retried one by one, so that one bad write never fails another.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from banmen.server.store.tables import events, matches

log = logging.getLogger("banmen.server")
MOMENT: Final = 0.004  # seconds to wait for more writes, if there were several last time
MOST_TOGETHER: Final = 500  # writes in one transaction
IDLE: Final = 0.5  # seconds between checks for writes of other processes
ROWS_IN_STATEMENT: Final = 100
COLUMNS: Final = tuple(column.name for column in events.columns)
NAMES: Final = ",".join(f'"{name}"' for name in COLUMNS)
FINISH = update(matches).where(matches.c.id == bindparam("match_id")).values(finished=bindparam("finished_at"))


class ConflictError(Exception):
    """Somebody else has already written this sequence number or this client id. Nothing was written."""


class _LostConnectionError(Exception):
    """The database has closed an idle connection."""


class StoreError(Exception):
    """The database cannot be reached or written. It may be unknown whether the write was done."""


class Append(NamedTuple):
    """Event rows to add to a match, and when it finished if that has changed."""

    match: str
    rows: list[tuple[Any, ...]]  # in the order of the table's columns
    finish: dict[str, Any] | None = None

    @property
    def last(self) -> int:
        """The last sequence number."""
        return int(self.rows[-1][1])


Work = Append | Callable[[Connection], Any]
Announce = Callable[[Connection, Sequence[Append]], None]
Settle = Callable[[Any, Exception | None], None]  # called with the result of a write, or the exception
Job = tuple[Work, Settle]
Answer = tuple[Settle, Any, Exception | None]


class Writer:
    """The writer thread and its queue."""

    def __init__(self, engine: Engine, announce: Announce, look: Callable[[Connection], None]) -> None:
        """`announce` is called within a transaction for what it added, `look` now and then."""
        self._engine, self._announce, self._look = engine, announce, look
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathered: list[Job] = []  # the next batch for the thread
        self._connection: Connection | None = None
        self._crowded = self._closed = False
        self._thread = threading.Thread(target=self._run, name="banmen-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> asyncio.Future[Any]:
        """Queue a write; the future is done when it is on disk, or raises ConflictError or StoreError."""
        done: asyncio.Future[Any] = self._loop.create_future()

        def settle(result: Any, error: Exception | None) -> None:
            if done.done():  # the caller has gone away
                return
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self.write_then(work, settle)
        return done

    def write_then(self, work: Work, settle: Settle) -> None:
        """Queue a write; the event loop calls `settle` when it is on disk, or with the exception."""
        if self._closed:
            self._loop.call_soon(settle, None, StoreError("the database is closed"))
            return
        self._gathered.append((work, settle))
        if len(self._gathered) == 1:
            if self._crowded:
                self._loop.call_later(MOMENT, self._hand_over)
            else:
                self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """Wake the thread once for everything in the batch: waking it costs more than a write."""
        if self._gathered:
            self._crowded = len(self._gathered) > 1
            self._queue.put(self._gathered)
            self._gathered = []

    async def close(self) -> None:
        """Write what is queued, and stop."""
        self._hand_over()
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread.

    def _run(self) -> None:
        looked, ended = -IDLE, False
        while not ended:
            if time.monotonic() - looked > IDLE:
                self._check_other_writers()
                looked = time.monotonic()
            group, ended = self._take_group()
            for first in range(0, len(group), MOST_TOGETHER):
                self._write_group(group[first : first + MOST_TOGETHER])
        self._disconnect()

    def _take_group(self) -> tuple[list[Job], bool]:
        """Return the batches that wait, as one group, and whether they are the last; none if nothing comes for a while."""
        group: list[Job] = []
        with contextlib.suppress(queue.Empty):
            while len(group) < MOST_TOGETHER:
                batch = self._queue.get_nowait() if group else self._queue.get(timeout=IDLE)
                if batch is None:
                    return group, True
                group += batch
        return group, False

    def _write_group(self, group: list[Job]) -> None:
        answers = self._write_all(group)
        with contextlib.suppress(RuntimeError):  # the loop may be closed
            self._loop.call_soon_threadsafe(_deliver, answers)

    def _write_all(self, group: list[Job]) -> list[Answer]:
        """Do the appends together and everything else one by one; return the results."""
        appends = [(work, settle) for work, settle in group if isinstance(work, Append)]
        # In the same order in all processes, so that two never deadlock on each other's rows.
        appends.sort(key=lambda one: (one[0].match, one[0].last))
        rest = group
        answers: list[Answer] = []
        if len(appends) > 1:
            try:
                self._transact(lambda connection: self._append(connection, [work for work, _ in appends]))
                answers = [(settle, None, None) for _, settle in appends]
            except StoreError as error:
                answers = [(settle, None, error) for _, settle in appends]
            except Exception:  # doing each by itself shows which one fails
                answers = []
        if answers:
            rest = [job for job in group if not isinstance(job[0], Append)]
        return answers + [self._write_one(work, settle) for work, settle in rest]

    def _write_one(self, work: Work, settle: Settle) -> Answer:
        def run(connection: Connection) -> Any:
            return self._append(connection, [work]) if isinstance(work, Append) else work(connection)

        try:
            return settle, self._transact(run), None
        except Exception as error:
            return settle, None, error

    def _append(self, connection: Connection, appends: Sequence[Append]) -> None:
        insert_events(connection, [row for append in appends for row in append.rows])
        if finishes := [append.finish for append in appends if append.finish is not None]:
            connection.execute(FINISH, finishes)
        self._announce(connection, appends)

    def _transact(self, work: Callable[[Connection], Any]) -> Any:
        """Run work in one transaction, all or nothing."""
        try:
            try:
                return self._try_once(work)
            except _LostConnectionError:  # before anything was written
                return self._try_once(work)
        except IntegrityError as error:
            raise ConflictError from error
        except DataError:  # one of the rows can never be written, and the connection is fine
            raise
        except DBAPIError as error:
            self._disconnect()
            raise StoreError(describe_error(error)) from error

    def _try_once(self, work: Callable[[Connection], Any]) -> Any:
        """Run work; raise _LostConnectionError if an idle connection turned out to be closed."""
        used, written = self._connection is not None, False
        try:
            connection = self._connect()
            with connection.begin():
                answer = work(connection)
                written = True
        except DBAPIError as error:
            if used and not written and error.connection_invalidated:
                self._disconnect()
                raise _LostConnectionError from error
            raise
        return answer

    def _connect(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError):
                self._connection.close()
            self._connection = None

    def _check_other_writers(self) -> None:
        """Check for writes of other processes; whatever goes wrong there, the thread goes on."""
        try:
            self._look(self._connect())
        except (DBAPIError, sqlite3.Error):
            self._disconnect()
        except Exception:
            log.exception("writes of other processes could not be checked")
            self._disconnect()


def insert_events(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert event rows with few statements: after each one the thread may have to wait for the GIL."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), ROWS_IN_STATEMENT):
        some = rows[first : first + ROWS_IN_STATEMENT]
        connection.exec_driver_sql(write_insert(mark, len(some)), tuple(chain.from_iterable(some)))


@functools.cache
def write_insert(mark: str, rows: int) -> str:
    """Return the statement that inserts so many rows."""
    one = f"({','.join([mark] * len(COLUMNS))})"
    return f"INSERT INTO events ({NAMES}) VALUES {','.join([one] * rows)}"  # noqa: S608


def describe_error(error: DBAPIError) -> str:
    r"""Return a database's error message, in one line and without the values it was asked to write.

    >>> describe_error(DBAPIError("INSERT", {}, Exception("no room\nDETAIL: Key (owner)=(somebody)")))
    'no room'
    """
    return str(error.orig).partition("\n")[0]


def _deliver(answers: Sequence[Answer]) -> None:
    """Deliver results to all callers, in the event loop's thread; a failure of one does not affect the others."""
    for settle, result, error in answers:
        try:
            settle(result, error)
        except Exception:
            log.exception("the result of a write could not be delivered")
