"""Clocks that run out, noticed even when nobody is connected."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from banmen.match.match_errors import MatchError
from banmen.match.together import plan_time_out
from banmen.server.downtime import Appending, Downtime
from banmen.server.periodic import PATIENCE, PeriodicTask
from banmen.server.problems import ProblemError
from banmen.server.sessions import MatchSession
from banmen.server.store.database import ConflictError, StoreError

log = logging.getLogger("banmen.server")
LATER: Final = 0.05  # seconds of grace: a move made in time may still be on its way to disk
LONGEST: Final = 3600.0  # the longest that one timer runs, in seconds
AGAIN: Final = 1.0  # seconds before a failed write is retried
SWEEP: Final = 30.0  # seconds between sweeps over matches that nobody watches
MOST_SWEPT: Final = 100  # matches in one sweep


class Waking(Protocol):
    """The computer turns, which continue when a seat has been handed over."""

    def wake(self, session: MatchSession) -> None:
        """Let the computer play if it is its turn."""


class ClockFlags:
    """Timers for all matches in memory, and a periodic sweep over all others."""

    def __init__(self, matches: Appending, turns: Waking) -> None:
        self.matches, self.turns = matches, turns
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        matches.sessions.on_change = self.watch
        self.downtime = Downtime(matches)
        self._sweeping = PeriodicTask(self._sweep, lambda: SWEEP)

    def watch(self, session: MatchSession) -> None:
        """Set the timer of a match, unless it already fires early enough: every move adds time."""
        deadline, flag = session.match.deadline, session.flag
        # A timer would keep a match in memory that has been dropped from it.
        wanted = deadline is not None and not session.removed and self.matches.sessions.holds(session)
        due = 0.0
        if deadline is not None and wanted:
            due = self._loop.time() + min(max(0.0, deadline - time.time()) + LATER, LONGEST)
            if flag is not None and flag.when() <= due + LATER:
                return
        if flag is not None:
            flag.cancel()
        session.flag = self._loop.call_at(due, self._fall_soon, session) if wanted else None

    def _fall_soon(self, session: MatchSession) -> None:
        session.flag = None
        self._start(self._fall(session))

    async def _fall(self, session: MatchSession) -> None:
        """Flag the player if their time is over, and set the timer again if it is not."""
        try:
            await self.downtime.settle()
            async with session.lock:
                await self._write_fall(session)
        except MatchError:
            self.watch(session)
        except (StoreError, ProblemError) as error:
            log.warning("the clock of match %s could not be written: %s", session.match.id, error)
            session.flag = asyncio.get_running_loop().call_later(AGAIN, self._fall_soon, session)
            return
        self.turns.wake(session)

    async def _write_fall(self, session: MatchSession) -> None:
        """Write that the time is over. The caller holds the session's lock."""
        if session.in_doubt:
            await self.matches.sessions.refresh(session)
        if session.removed:
            return
        try:
            await self.matches.append(session, plan_time_out(session.match, time.time()))
        except ConflictError:  # another process was faster
            await self.matches.sessions.refresh(session)

    # Matches that nobody watches.

    async def _sweep(self) -> None:
        """Check the clocks that are due; a failure of one does not affect the others."""
        try:
            for match in await self.matches.store.list_due(time.time(), MOST_SWEPT):
                try:
                    await self._look(match)
                except ConflictError:  # another process has just checked it, or the match is gone
                    continue
                except StoreError:
                    raise
                except Exception:
                    log.exception("the clock of match %s could not be checked", match)
        except StoreError as error:
            log.warning("clocks could not be checked: %s", error)

    async def _look(self, match: str) -> None:
        """End a match whose clock ran out unnoticed, and store when to check next."""
        try:
            session = await self.matches.sessions.find(match)
        except ProblemError:
            session = None  # the match cannot be read
        if session is not None and session.match.deadline is not None and session.match.deadline < time.time():
            await self._fall(session)
        await self.matches.store.set_deadline(match, session.match.deadline if session else None)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all timers."""
        for session in self.matches.sessions:
            if session.flag is not None:
                session.flag.cancel()
        await self._sweeping.close()
        await self.downtime.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)
