"""Removing matches that ended long ago, if configured."""

from __future__ import annotations

import asyncio
import logging
import time

from banmen.server.periodic import PeriodicTask
from banmen.server.sessions import Sessions
from banmen.server.store.database import REMOVED, StoreError

log = logging.getLogger("banmen.server")
DAY = 24 * 3600.0  # seconds
OFTEN = 3600.0  # seconds between two sweeps
TOGETHER = 200  # matches that are removed in one batch, so that nobody waits long
BREATH = 0.1  # seconds between two batches


class Retention:
    """The task that removes finished matches after some days."""

    def __init__(self, sessions: Sessions, days: float) -> None:
        """Start, unless matches are kept for ever (`days` is 0)."""
        self._sessions, self._days = sessions, days
        self._sweeping = PeriodicTask(self._sweep, lambda: OFTEN) if days else None

    async def sweep(self) -> int:
        """Remove matches that are old enough; return how many."""
        count = 0
        while removed := await self._sessions.store.remove_finished(time.time() - self._days * DAY, TOGETHER):
            count += len(removed)
            self._sessions.hear([(match, REMOVED) for match in removed])  # remaining watchers are notified
            await asyncio.sleep(BREATH)
        return count

    async def _sweep(self) -> None:
        try:
            if count := await self.sweep():
                log.info("%s finished matches were removed after %g days", count, self._days)
        except StoreError as error:
            log.warning("old matches could not be removed: %s", error)

    async def close(self) -> None:
        """Stop removing."""
        if self._sweeping:
            await self._sweeping.close()
