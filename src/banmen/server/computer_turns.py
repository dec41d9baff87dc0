"""Computer turns: computers throw and move in matches until it is a person's turn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from banmen.core.move import Move
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_throw
from banmen.match.events import Event, PlannedEvent
from banmen.match.match_state import Match
from banmen.server.computer import Computer
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.sessions import MatchSession, Sessions
from banmen.server.settings import ServerSettings
from banmen.server.store.database import ConflictError, StoreError

log = logging.getLogger("banmen.server")
GRACE = 3.0  # seconds that the responsible process has to move for a computer before another one does
UNWATCHED = 60.0  # seconds after which a match is left until somebody watches it again
LOOK = 1.0  # seconds between checks whether somebody watches
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0  # seconds before a failed write is retried


class TurnWriter(Protocol):
    """Stores the throws and moves of computers."""

    sessions: Sessions
    settings: ServerSettings
    metrics: Metrics

    async def append(self, session: MatchSession, planned: list[PlannedEvent]) -> list[Event]:
        """Write events."""

    def is_full(self, match: Match) -> bool:
        """Tell whether a match has no room for more events."""


class ComputerTurns:
    """The tasks that play for computers."""

    def __init__(self, matches: TurnWriter, computer: Computer) -> None:
        self.matches, self.computer = matches, computer
        self._closing = asyncio.Event()
        matches.sessions.on_news = self._wait_for_others

    def wake(self, session: MatchSession) -> None:
        """Let the computer play if it is its turn, otherwise prepare it."""
        if not session.match.computers or self._closing.is_set() or session.removed or session.match.over:
            return
        for seat in session.match.computers:
            self.computer.prepare(seat.who, session.match.game)
        if session.match.waits_for_computer and (session.computing is None or session.computing.done()):
            session.computing = asyncio.create_task(self._compute(session))

    def decide(self, session: MatchSession) -> None:
        """Make a thinking computer decide at once; if it thinks in another process, a faster one decides here."""
        match = session.match
        if match.waits_for_computer and match.people:
            session.stop.set()
            session.hurried_until = match.seq + (match.position.kind == CHANCE)
            self.wake(session)
        elif session.thinking:
            session.stop.set()

    def _wait_for_others(self, session: MatchSession) -> None:
        """Move for a computer in a watched match if the responsible process does not."""

        def take_over(seq: int = session.match.seq) -> None:
            if session.match.seq == seq and session.listeners:
                self.wake(session)

        if session.match.waits_for_computer:
            asyncio.get_running_loop().call_later(GRACE, take_over)

    async def _compute(self, session: MatchSession) -> None:
        """Throw and move for computers until it is a person's turn; retry where that fails for the moment."""
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    if not await self._compute_step(session):
                        return
                    pause = FIRST_PAUSE
                except (StoreError, ProblemError) as error:  # no database, or too many searches
                    log.warning("the computer's move in match %s is delayed: %s", session.match.id, error)
                    await self._pause(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        except Exception:
            log.exception("the computer could not play in match %s", session.match.id)
            self.matches.metrics.failures.labels("computer").inc()
        finally:
            session.set_thinking(False)

    async def _compute_step(self, session: MatchSession) -> bool:
        """Make one throw or move; return whether the computer may go on."""
        if session.in_doubt:
            async with session.lock:
                await self.matches.sessions.refresh(session)
        try:
            return await self._throw_or_move(session)
        except ConflictError:  # another process was faster, or has removed the match
            async with session.lock:
                before = session.match.seq
                await self.matches.sessions.refresh(session)
                return session.match.seq > before

    async def _throw_or_move(self, session: MatchSession) -> bool:
        match = session.match
        if _is_unwatched(session):
            return False
        if not match.people and (session.listeners or not session.played_through):
            await self._pause(self.matches.settings.pace)
        async with session.lock:
            if not self._may_go_on(session):
                return False
            if match.position.kind == CHANCE:
                await self.matches.append(session, plan_throw(match))
                return True
            seq, position, who, seed = match.seq, match.position, match.seat.who, match.derive_computer_seed()
            stop = session.stop = threading.Event()
            if seq <= session.hurried_until:
                stop.set()
        session.set_thinking(True)
        move = await self._choose(session, self.computer.choose(who, position, seed, stop, session.asker))
        async with session.lock:
            if match.seq == seq and self._may_go_on(session):
                await self.matches.append(session, plan_move(match, move.text))
        return True

    async def _choose(self, session: MatchSession, choosing: Coroutine[Any, Any, Move]) -> Move:
        """Wait for a move; once nobody watches any more it is decided at once."""
        thinking = asyncio.create_task(choosing)
        try:
            while not thinking.done():
                await asyncio.wait((thinking,), timeout=LOOK)
                if _is_unwatched(session):
                    session.stop.set()
            return await thinking
        finally:
            thinking.cancel()  # a server that is shutting down does not wait

    def _may_go_on(self, session: MatchSession) -> bool:
        match = session.match
        return not (self._closing.is_set() or session.removed or not match.waits_for_computer or self.matches.is_full(match))

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    async def close(self) -> None:
        """Stop all searches and let the tasks finish."""
        self._closing.set()
        tasks = []
        for session in self.matches.sessions:
            session.stop.set()
            session.notify()
            if session.computing and not session.computing.done():
                tasks.append(session.computing)
        if tasks:
            _, pending = await asyncio.wait(tasks, timeout=3)
            for task in pending:
                task.cancel()
            for task in pending:
                with contextlib.suppress(asyncio.CancelledError):
                    await task


def _is_unwatched(session: MatchSession) -> bool:
    lonely = not session.listeners and time.monotonic() - session.last_look > UNWATCHED
    return lonely and not session.played_through
