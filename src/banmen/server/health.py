"""Whether the server can store data. Frequent checks cost no more than one per second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

FRESH = 1.0  # seconds for which a result is reused


class Health:
    """The latest write test, shared by all who ask."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._task: asyncio.Task[None] | None = None
        self._well_at = float("-inf")

    async def check(self) -> None:
        """Write something unless that was done just now; pass on any exception."""
        if time.monotonic() - self._well_at < FRESH:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._try())
        await asyncio.shield(self._task)

    async def _try(self) -> None:
        await self._write()
        self._well_at = time.monotonic()
