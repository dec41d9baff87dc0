"""Connections: how many there may be, and how long a request may take to arrive.

A connection that is never finished costs its sender nothing, so each has a time in which its request must be there, and there
are never more than the system has files for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Container
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SPARE = 100  # files that are needed besides connections
MOST_FILES = 65_536


def raise_file_limit() -> int:
    """Let this process have as many files open as it may; return how many that is."""
    try:
        import resource
    except ImportError:  # not on every system
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, MOST_FILES) if hard != resource.RLIM_INFINITY else MOST_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def make_protocol(request_seconds: float, most: int, most_each: int, trusted: Container[str]) -> type[HttpToolsProtocol]:
    """Return the protocol of a server that takes at most so many connections, and so many from one address.

    Addresses of proxies that are trusted stand for many visitors and are not counted.
    """
    open_from: Counter[str] = Counter()

    class BoundedProtocol(HttpToolsProtocol):
        """HTTP in which a request has to arrive in time."""

        late: asyncio.TimerHandle | None = None
        address: str | None = None

        def connection_made(self, transport: Any) -> None:
            """Take a connection, or close it at once where there are too many."""
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if len(self.connections) > most or (address not in trusted and open_from[address] >= most_each):
                transport.abort()
                return
            self.address = address
            open_from[address] += 1
            self._wait_for_request()

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget a connection."""
            self._stop_waiting()
            if self.address is not None:
                open_from[self.address] -= 1
                if not open_from[self.address]:
                    del open_from[self.address]
                self.address = None
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            """See the first byte of a request."""
            self._wait_for_request()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            """See the whole head of a request; its body is waited for by whoever reads it."""
            self._stop_waiting()
            super().on_headers_complete()

        def _wait_for_request(self) -> None:
            self._stop_waiting()
            self.late = self.loop.call_later(request_seconds, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self.late is not None:
                self.late.cancel()
                self.late = None

    return BoundedProtocol
