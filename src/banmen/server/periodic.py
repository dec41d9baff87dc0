"""Periodic work while a server runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("banmen.server")
PATIENCE = 5.0  # seconds that work in progress may take when the server shuts down


class PeriodicTask:
    """A task that does some work, waits, and repeats. When it is closed, work in progress is finished."""

    def __init__(self, work: Callable[[], Awaitable[object]], find_pause: Callable[[], float]) -> None:
        """`find_pause` returns the seconds to wait each time."""
        self._work, self._find_pause = work, find_pause
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while not self._closing.is_set():
            try:
                await self._work()
            except Exception:  # else it would never be done again
                log.exception("what is done again and again went wrong")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._find_pause()):
                    await self._closing.wait()

    async def close(self) -> None:
        """Stop repeating. A read in progress is waited for: its connection would be left open."""
        self._closing.set()
        _, pending = await asyncio.wait([self._task], timeout=PATIENCE)
        for task in pending:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
