"""Connections whose other side reads nothing of what it is sent: they are closed after a while.

They would be held for ever otherwise, with what waits to be sent: an answer that nobody reads has no end, and neither has a
connection that is to be closed after it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

LOOK: Final = 30.0  # seconds between looks; at the second one that finds the same, a connection is closed


class StalledConnections:
    """What waited to be sent when it was looked at last."""

    def __init__(self, connections: Collection[Any]) -> None:
        """Begin; each of the connections has a transport."""
        self._connections = connections
        self._waiting: dict[Any, int] = {}  # bytes

    async def look(self) -> None:
        """Close the connections of which nothing was read since the last look."""
        waiting = {one: size for one in tuple(self._connections) if (size := one.transport.get_write_buffer_size())}
        for one, size in waiting.items():
            if self._waiting.get(one) == size:
                one.transport.abort()
        self._waiting = waiting
