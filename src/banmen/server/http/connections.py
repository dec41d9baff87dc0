"""Connections: how many there may be, how long a request may take to arrive, and how large its head may be.

A connection that is never finished costs its sender nothing, so every request has a deadline, and there are never more
connections than the process may have open files. One address can have at most half of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import httptools
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from banmen.server.http.handover import Handover, may_be_taken, write_request
from banmen.server.http.host_names import shorten_address
from banmen.server.http.match_homes import LONGEST_HEAD, MatchHomes
from banmen.server.http.pipelining import EndlessRequestError, PipeliningProtocol
from banmen.server.http.proxies import Proxies
from banmen.server.settings import ServerSettings

SPARE = 100  # files needed for other things than connections
MOST_FILES = 65_536
LONGEST_FRAME = 64 * 1024  # bytes of a request's address and headers
HEADER_COST = 32  # overhead in bytes that is counted for each header
CROWDED = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
CHUNK_COST = 8  # bytes that may surround each byte of a body: the smallest chunks have five


def raise_file_limit() -> int:
    """Let this process open as many files as it may; return the limit."""
    try:
        import resource
    except ImportError:  # not available on every system
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, MOST_FILES) if hard != resource.RLIM_INFINITY else MOST_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


@dataclass
class ConnectionLimit:
    """Limits the connections in all and from one address, and counts them.

    Addresses of trusted proxies stand for many visitors: what a proxy opens counts for the visitor it names, once it does.

    >>> limit = ConnectionLimit(most=3, most_each=1)
    >>> limit.takes("192.0.2.1", 1), limit.takes("192.0.2.1", 2), limit.takes("192.0.2.2", 2), limit.takes("192.0.2.3", 4)
    (True, False, True, False)
    """

    most: int
    most_each: int
    trusted: Proxies = field(default_factory=lambda: Proxies(()))
    open: Counter[str] = field(default_factory=Counter)  # by address

    def takes(self, address: str, number: int) -> bool:
        """Tell whether the connection with this number may stay, and count it if so."""
        short = shorten_address(address)
        if number > self.most or (address not in self.trusted and self.open[short] >= self.most_each):
            return False
        self.open[short] += 1
        return True

    def move(self, address: str, headers: list[tuple[bytes, bytes]]) -> str | None:
        """Count a proxy's connection for the visitor it names instead; return for whom it counts, or None if that is too many.

        >>> limit = ConnectionLimit(9, 1, Proxies(["10.0.0.1"]))
        >>> limit.takes("10.0.0.1", 1), limit.takes("10.0.0.1", 2)
        (True, True)
        >>> [limit.move("10.0.0.1", [(b"x-forwarded-for", b"192.0.2.7")]) for _ in range(2)], limit.open
        (['192.0.2.7', None], Counter({'10.0.0.1': 1, '192.0.2.7': 1}))
        """
        if address not in self.trusted:
            return address
        forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        visitor = self.trusted.find_client(forwarded)
        if visitor is None:
            return address
        if not self.takes(visitor, 0):
            return None
        self.release(address)
        return visitor

    def release(self, address: str) -> None:
        """Stop counting a connection."""
        short = shorten_address(address)
        self.open[short] -= 1
        if not self.open[short]:
            del self.open[short]


def choose_limit(settings: ServerSettings, files: int) -> ConnectionLimit:
    """Return the limit for a server that may have so many files open.

    >>> limit = choose_limit(ServerSettings(), 1024)
    >>> limit.most, limit.most_each, choose_limit(ServerSettings(), 50).most
    (924, 462, 25)
    """
    most = min(settings.most_connections, files - min(SPARE, files // 2))
    return ConnectionLimit(most, min(settings.most_connections_each, most // 2), Proxies(settings.trusted_proxies))


class BoundedProtocol(PipeliningProtocol):
    """HTTP in which a request has to arrive in time, and whose heads are bounded as well as bodies."""

    limit: ConnectionLimit
    request_seconds: float
    homes: MatchHomes | None = None  # if there are several processes
    is_home: bool = False  # whether another process has sent the connection here
    parser: Any
    deadline: asyncio.TimerHandle | None = None
    address: str | None = None
    framing = 0  # bytes of the latest request's address and headers, including trailers
    around = 0  # bytes of it outside the body, from the second read on
    is_open = False  # whether more of it is still to come
    begun = body = 0  # requests, and bytes of their bodies, received so far

    def connection_made(self, transport: Any) -> None:
        """Accept a connection, or close it at once if there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.limit.takes(address, len(self.connections)):
            transport.abort()
            return
        self.address = address
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release a connection."""
        self.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received bytes; whatever is sent between two requests, the next one has to arrive in time.

        The parser buffers a header until it ends, so bytes that are neither complete headers nor a body are counted as well.
        """
        begun, body = self.begun, self.body
        super().data_received(data)
        self.around += max(0, len(data) - (1 + CHUNK_COST) * (self.body - body))
        if self.begun > begun:
            self.around = 0
        if self.is_open and self.around > LONGEST_FRAME:
            self.transport.abort()
            return
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.address is not None and self.deadline is None and self.timeout_keep_alive_task is None:
            self._wait_for_request()

    def on_message_begin(self) -> None:
        """Start counting a request."""
        self._wait_for_request()
        super().on_message_begin()
        self.framing, self.begun, self.is_open = 0, self.begun + 1, True

    def on_url(self, url: bytes) -> None:
        """Count a part of the address."""
        self._count_framing(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header or a trailer."""
        self._count_framing(len(name) + len(value) + HEADER_COST)
        super().on_header(name, value)

    def _count_framing(self, size: int) -> None:
        self.framing += size
        if self.framing > LONGEST_FRAME:
            raise EndlessRequestError

    def on_body(self, body: bytes) -> None:
        """Count a part of the body."""
        self.body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Finish a request."""
        self.is_open = False
        super().on_message_complete()

    def on_headers_complete(self) -> None:
        """Handle the complete head of a request; the application waits for its body."""
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Let the application take over the socket of a match; hand others to a protocol that counts them from now on."""
        path = unquote(httptools.parse_url(self.url).path.decode("ascii"))
        taken = may_be_taken(path)
        if taken and self.homes and not self.is_home and self._go_home(self.homes, path):
            self.transport.abort()  # which the other process does not notice
            return
        if not self._count_for_visitor():
            self.transport.write(CROWDED)
            self.transport.close()
            return
        if taken:
            self._stop_waiting()
            self.connections.discard(self)
            Handover(self, path, self._hand_over_count()).start()
            return
        self._stop_waiting()
        release = self._hand_over_count()
        super().handle_websocket_upgrade()
        taken_over: Any = self.transport.get_protocol()
        taken_over.release = release
        self.parser = None  # it is no longer needed, and the two would keep each other in memory

    def _count_for_visitor(self) -> bool:
        """Count a socket that a proxy opens for the visitor it opens it for; tell whether they may have one more."""
        if self.address is not None:
            visitor = self.limit.move(self.address, self.headers)
            if visitor is None:
                return False
            self.address = visitor
        return True

    def _go_home(self, homes: MatchHomes, path: str) -> bool:
        """Send the connection to the home of its match; return whether nothing is left to do here.

        That includes a request too long to be passed on: a client must not choose in this way which process serves it.
        """
        head = write_request(self)
        return len(head) > LONGEST_HEAD or homes.send_home(path, head, self._find_socket())

    def _find_socket(self) -> socket.socket:
        found: socket.socket = self.transport.get_extra_info("socket")
        return found

    def _wait_for_request(self) -> None:
        self._stop_waiting()
        self.deadline = self.loop.call_later(self.request_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _hand_over_count(self) -> Callable[[], None]:
        """Transfer the counting of the connection; return the function to call when it has ended."""
        address, self.address = self.address, None
        return lambda: self.limit.release(address) if address is not None else None

    def leave(self) -> None:
        """Stop counting the connection."""
        self._stop_waiting()
        if self.address is not None:
            self.limit.release(self.address)
            self.address = None


class BoundedSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets that are counted."""

    release: Callable[[], None] | None = None  # stops counting it: it was counted before it became a WebSocket

    def handle_ping(self) -> None:
        """Answer a ping, unless so much output is unread that nobody would read the answer."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        if self.release is not None:
            self.release()
            self.release = None
        super().connection_lost(exc)


def make_protocols(limit: ConnectionLimit, request_seconds: float) -> tuple[type[BoundedProtocol], type[BoundedSocketProtocol]]:
    """Return the protocols of a server: for HTTP and for WebSockets."""
    http = type("HttpProtocol", (BoundedProtocol,), {"limit": limit, "request_seconds": request_seconds})
    return http, BoundedSocketProtocol
