"""One thread that writes. What arrives while it is busy is committed together, because a commit costs more than its rows.

Each write is all or nothing and is answered after its commit. A group in which one write cannot be done is undone and done
again one by one, so that one bad write never fails another.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from banmen.server.store.tables import events, matches

MOMENT: Final = 0.002  # seconds that others are waited for, where there were others last time
MOST_TOGETHER: Final = 500  # writes in one transaction
IDLE: Final = 0.5  # seconds without a write after which somebody else's writes are looked for
INSERT = insert(events)
FINISH = update(matches).where(matches.c.id == bindparam("match_id")).values(finished=bindparam("finished_at"))


class ConflictError(Exception):
    """Somebody else has written this sequence number or this client id already. Nothing was written."""


class _LostConnectionError(Exception):
    """The database has closed a connection while nobody used it."""


class StoreError(Exception):
    """The database cannot be reached or written. Whether the write was done may not be known."""


@dataclass(frozen=True, slots=True)
class Append:
    """Rows of events to add to a match, and when it finished if that has changed."""

    match: str
    rows: list[dict[str, Any]]
    finish: dict[str, Any] | None = None

    @property
    def last(self) -> int:
        """The last sequence number."""
        return int(self.rows[-1]["seq"])


Work = Append | Callable[[Connection], Any]
Announce = Callable[[Connection, Sequence[Append]], None]
Answer = tuple[asyncio.Future[Any], Any, Exception | None]


class Writer:
    """The thread that writes, and the queue before it."""

    def __init__(self, engine: Engine, announce: Announce, look: Callable[[Connection], None]) -> None:
        """Begin; `announce` is called within a transaction for what it added, `look` now and then when nothing is written."""
        self._engine, self._announce, self._look = engine, announce, look
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._connection: Connection | None = None
        self._crowded = False
        self._thread = threading.Thread(target=self._run, name="banmen-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> asyncio.Future[Any]:
        """Queue a write; the future is done when it is on the disk, or raises ConflictError or StoreError."""
        done: asyncio.Future[Any] = self._loop.create_future()
        self._queue.put((work, done))
        return done

    async def close(self) -> None:
        """Write what is queued, and end."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread.

    def _run(self) -> None:
        going = True
        while going:
            try:
                first = self._queue.get(timeout=IDLE)
            except queue.Empty:
                self._look_around()
                continue
            group, going = self._gather(first)
            if group:
                answers = self._write_all(group)
                with contextlib.suppress(RuntimeError):  # the loop may have ended
                    self._loop.call_soon_threadsafe(_deliver, answers)
        self._disconnect()

    def _gather(self, first: Any) -> tuple[list[tuple[Work, asyncio.Future[Any]]], bool]:
        """Return what is written together, and whether there may be more later."""
        if self._crowded:
            time.sleep(MOMENT)
        group, one = [], first
        while one is not None:
            group.append(one)
            if len(group) >= MOST_TOGETHER:
                return group, True
            try:
                one = self._queue.get_nowait()
            except queue.Empty:
                self._crowded = len(group) > 1
                return group, True
        return group, False

    def _write_all(self, group: list[tuple[Work, asyncio.Future[Any]]]) -> list[Answer]:
        """Do the appends together and everything else by itself; return the answers."""
        appends = [(work, done) for work, done in group if isinstance(work, Append)]
        answers: list[Answer] = []
        if len(appends) > 1:
            try:
                self._transact(lambda connection: self._append(connection, [work for work, _ in appends]))
                answers = [(done, None, None) for _, done in appends]
            except ConflictError:  # whose it is shows when each is done by itself
                pass
            except StoreError as error:
                answers = [(done, None, error) for _, done in appends]
        settled = {id(done) for done, _, _ in answers}
        return answers + [self._write_one(work, done) for work, done in group if id(done) not in settled]

    def _write_one(self, work: Work, done: asyncio.Future[Any]) -> Answer:
        def run(connection: Connection) -> Any:
            return self._append(connection, [work]) if isinstance(work, Append) else work(connection)

        try:
            return done, self._transact(run), None
        except Exception as error:
            return done, None, error

    def _append(self, connection: Connection, appends: Sequence[Append]) -> None:
        connection.execute(INSERT, [row for append in appends for row in append.rows])
        if finishes := [append.finish for append in appends if append.finish is not None]:
            connection.execute(FINISH, finishes)
        self._announce(connection, appends)

    def _transact(self, work: Callable[[Connection], Any]) -> Any:
        """Carry out work in one transaction: all of it, or nothing."""
        try:
            try:
                return self._try_once(work)
            except _LostConnectionError:  # before anything was written
                return self._try_once(work)
        except IntegrityError as error:
            raise ConflictError from error
        except DBAPIError as error:
            self._disconnect()
            raise StoreError(describe_error(error)) from error

    def _try_once(self, work: Callable[[Connection], Any]) -> Any:
        """Carry out work; raise _LostConnectionError where an old connection was gone when it was used again."""
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

    def _look_around(self) -> None:
        try:
            self._look(self._connect())
        except DBAPIError:
            self._disconnect()


def describe_error(error: DBAPIError) -> str:
    r"""Return what a database says, in one line and without what it was asked to write.

    >>> describe_error(DBAPIError("INSERT", {}, Exception("no room\nDETAIL: Key (owner)=(somebody)")))
    'no room'
    """
    return str(error.orig).partition("\n")[0]


def _deliver(answers: Sequence[Answer]) -> None:
    """Answer all who wait, in the thread of the loop."""
    for done, result, error in answers:
        if done.done():  # whoever waited has gone away
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
