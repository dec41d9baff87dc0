"""Whether the server can keep what it is told. Asking often costs no more than asking once a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

FRESH = 1.0  # seconds for which what was found out is good enough


class Health:
    """The last try to write something, shared by all who ask."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._task: asyncio.Task[None] | None = None
        self._well_at = float("-inf")

    async def check(self) -> None:
        """Write something unless that was done just now; raise what it raises."""
        if time.monotonic() - self._well_at < FRESH:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._try())
        await asyncio.shield(self._task)

    async def _try(self) -> None:
        await self._write()
        self._well_at = time.monotonic()
