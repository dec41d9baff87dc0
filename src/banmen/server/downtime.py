"""Players are not charged for time in which no server ran, nor for jumps of the machine's clock; clocks of days go on.

A sign of life is written every few seconds while clocks run. A process that finds the last one outdated, after a start, a
suspension or a jump, moves all running clocks by the difference before anybody's time can run out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Final, Protocol

from sqlalchemy import Connection, insert, select, update

from banmen.match.clocks import DAY
from banmen.match.events import PAUSED, Event, PlannedEvent
from banmen.match.together import plan_pause
from banmen.server.periodic import PeriodicTask
from banmen.server.problems import ProblemError
from banmen.server.sessions import MatchSession, Sessions
from banmen.server.store.database import ConflictError, Store, StoreError
from banmen.server.store.tables import deadlines, signs_of_life

log = logging.getLogger("banmen.server")
BEAT: Final = 3.0  # seconds between two signs of life
LONG: Final = 10.0  # seconds from which a difference counts as downtime
SHORT: Final = DAY / 2  # seconds within which clocks are due that may have to be moved
WHO: Final = "clocks"  # all processes together
TRIES: Final = 3


class Appending(Protocol):
    """Where events are written."""

    sessions: Sessions
    store: Store

    async def append(self, session: MatchSession, planned: list[PlannedEvent]) -> list[Event]:
        """Write events."""


class Downtime:
    """Detects for how long no server ran, and moves the clocks."""

    def __init__(self, matches: Appending) -> None:
        self._matches = matches
        self._seen: float | None = None  # when this process last checked
        self._settling = asyncio.Lock()
        self._beating = PeriodicTask(self._beat, lambda: BEAT)

    @property
    def is_settled(self) -> bool:
        """Whether all clocks are right: this process has been running, and its machine's clock has not jumped."""
        return self._seen is not None and abs(time.time() - self._seen) < LONG

    async def settle(self) -> None:
        """Make sure that all clocks are right. The caller holds no lock of a match."""
        async with self._settling:
            if self.is_settled:
                return
            now = time.time()
            last = await self._matches.store.read(_read_sign)
            if last is not None and abs(now - last) > LONG:
                await self._pause_all(last, now)
            await self._write_sign(now)
            self._seen = time.time()

    async def _beat(self) -> None:
        try:
            if not self.is_settled:
                await self.settle()
                return
            now = time.time()
            if await self._matches.store.read(lambda connection: _list_clocked(connection, now + SHORT, 1)):
                await self._write_sign(now)
            self._seen = now
        except StoreError as error:
            log.warning("it could not be noted that clocks run: %s", error)

    async def _write_sign(self, now: float) -> None:
        with contextlib.suppress(ConflictError):  # another process has just written the first one
            await self._matches.store.writer.write(lambda connection: _write_sign(connection, now))

    async def _pause_all(self, last: float, now: float) -> None:
        moved = 0
        for match in await self._matches.store.read(lambda connection: _list_clocked(connection, last + SHORT)):
            try:
                session = await self._matches.sessions.find(match)
                if session is not None:
                    moved += await self._pause(session, last, now)
            except ProblemError:  # it cannot be read
                continue
        if moved:
            text = "no server ran for %.0f seconds, or the machine's clock was changed: %s running clocks are moved"
            log.warning(text, now - last, moved)

    async def _pause(self, session: MatchSession, last: float, now: float) -> bool:
        """Move the clock of a match, unless another process has done so; return whether it was moved here."""
        async with session.lock:
            for _ in range(TRIES):
                await self._matches.sessions.refresh(session)
                planned = [] if session.removed else plan_pause(session.match, last, now, LONG)
                if not planned or any(one.kind == PAUSED and abs(now - one.at) < LONG for one in session.match.events[-5:]):
                    return False
                try:
                    await self._matches.append(session, planned)
                except ConflictError:
                    continue
                return True
        return False

    async def close(self) -> None:
        """Stop writing signs of life."""
        await self._beating.close()


def _read_sign(connection: Connection) -> float | None:
    return connection.scalar(select(signs_of_life.c.at).where(signs_of_life.c.who == WHO))


def _write_sign(connection: Connection, now: float) -> None:
    if not connection.execute(update(signs_of_life).where(signs_of_life.c.who == WHO).values(at=now)).rowcount:
        connection.execute(insert(signs_of_life).values(who=WHO, at=now))


def _list_clocked(connection: Connection, due: float, most: int | None = None) -> list[str]:
    """Return matches whose clocks are due by a time."""
    return list(connection.scalars(select(deadlines.c.match).where(deadlines.c.at < due).limit(most)).all())
