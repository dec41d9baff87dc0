"""Closes connections whose clients do not read what they are sent.

Otherwise they would be kept for ever, with their unsent output: an answer that nobody reads never ends, and neither does a
connection that is to be closed after it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

LOOK: Final = 30.0  # seconds between checks; a connection is closed at the second check that finds the same


class StalledConnections:
    """The unsent output of each connection at the last check."""

    def __init__(self, connections: Collection[Any]) -> None:
        """Each of the connections has a transport."""
        self._connections = connections
        self._waiting: dict[Any, int] = {}  # bytes

    async def look(self) -> None:
        """Close the connections from which nothing was read since the last check."""
        waiting = {one: size for one in tuple(self._connections) if (size := one.transport.get_write_buffer_size())}
        for one, size in waiting.items():
            if self._waiting.get(one) == size:
                one.transport.abort()
        self._waiting = waiting
