"""A lock for coroutines that other code can take too, if it is free."""

from __future__ import annotations

import asyncio
from collections import deque


class TurnLock:
    """A fair lock. Unlike asyncio's it can be acquired without a coroutine, which costs much less.

    >>> lock = TurnLock()
    >>> lock.try_acquire(), lock.try_acquire(), lock.release(), lock.try_acquire()
    (True, False, None, True)
    """

    def __init__(self) -> None:
        self._held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Tell whether it is held."""
        return self._held

    def try_acquire(self) -> bool:
        """Acquire it if it is free."""
        if self._held:
            return False
        self._held = True
        return True

    def release(self) -> None:
        """Pass it to the coroutine that has waited longest, or release it."""
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
            if turn.done() and not turn.cancelled():  # it was passed on at the same moment
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
