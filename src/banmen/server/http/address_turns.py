"""Requests of one address take turns: a limited number are handled at the same time, and the rest wait.

The event loop switches between all requests in progress. With hundreds from one address, everybody else would wait for all of
them many times before getting an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator
from typing import Final

MOST_AT_ONCE: Final = 32
MOST_WAITING: Final = 500  # for one address


class AddressTurns:
    """The requests of each address that are in progress, and those that wait."""

    def __init__(self, most: int = MOST_AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._most, self._most_waiting = most, most_waiting
        self._under_way: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def is_crowded(self, address: str) -> bool:
        """Tell whether so many requests of an address wait that another one is to be refused."""
        return len(self._waiting.get(address, ())) >= self._most_waiting

    @contextlib.asynccontextmanager
    async def take(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of a request of an address, and take it."""
        if self._under_way[address] < self._most:
            self._under_way[address] += 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._pass_on(address)

    async def _wait(self, address: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it got its turn at the same moment
                self._pass_on(address)
            raise

    def _pass_on(self, address: str) -> None:
        """Pass a turn on to the request that has waited longest, if any."""
        waiting = self._waiting.get(address, deque())
        while waiting and waiting[0].done():  # it was cancelled
            waiting.popleft()
        if waiting:
            waiting.popleft().set_result(None)
        else:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]
        if not waiting:
            self._waiting.pop(address, None)
