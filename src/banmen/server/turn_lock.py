"""A lock for coroutines that other code can take too, if it is free."""

from __future__ import annotations

import asyncio
from collections import deque


class TurnLock:
    """Whoever comes first has it first. Unlike asyncio's lock it can be taken without a coroutine, which costs much less.

    >>> lock = TurnLock()
    >>> lock.try_acquire(), lock.try_acquire(), lock.release(), lock.try_acquire()
    (True, False, None, True)
    """

    def __init__(self) -> None:
        self._held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Tell whether somebody has it."""
        return self._held

    def try_acquire(self) -> bool:
        """Take it if it is free."""
        if self._held:
            return False
        self._held = True
        return True

    def release(self) -> None:
        """Hand it to whoever has waited longest, or let go of it."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._held = False

    async def __aenter__(self) -> None:
        if self.try_acquire():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was handed over in the same moment
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
