"""Whether the server can store data. Frequent checks cost no more than one per second."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from banmen.server.store.address import Address
from banmen.server.store.writer import StoreError

FRESH = 1.0  # seconds for which a result is reused
LEAST_ROOM: Final = 1 << 20  # bytes on the disk of a file


class Health:
    """The latest write test, shared by all who ask."""

    def __init__(self, database: Address, write: Callable[[], Awaitable[None]]) -> None:
        self._database, self._write = database, write
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
        _refuse_full_disk(self._database)
        await self._write()
        self._well_at = time.monotonic()


def _refuse_full_disk(database: Address) -> None:
    """Raise StoreError where a file cannot grow: what is written for a try may find room in it when no match does."""
    if isinstance(database, Path) and shutil.disk_usage(database.parent).free < LEAST_ROOM:
        raise StoreError("the disk is full")
