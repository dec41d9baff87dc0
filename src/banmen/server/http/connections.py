"""Connections: how many there may be, how long a request may take to arrive, and how a socket is handed to the application.

A connection that is never finished costs its sender nothing, so each has a time in which its request must be there, and there
are never more than the system has files for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import httptools
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from banmen.server.live.play_connection import GOING_AWAY
from banmen.server.live.socket_lines import LONGEST_TEXT, TAKE_OVER, TakenLine

SPARE = 100  # files that are needed besides connections
MOST_FILES = 65_536
PING_SECONDS = 30.0  # of silence after which the other side is asked whether it is still there
TAKEN = ("/live", "/play")  # how addresses of matches end whose sockets the application may take over
log = logging.getLogger("banmen.server")
silent = logging.getLogger("banmen.server.frames")
silent.setLevel(logging.CRITICAL)  # whoever sends nonsense must not fill the log


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


def make_protocol(request_seconds: float, most: int, most_each: int, trusted: frozenset[str]) -> type[HttpToolsProtocol]:
    """Return the protocol of a server that takes at most so many connections, and so many from one address.

    Addresses of proxies that are trusted stand for many visitors and are not counted.
    """
    open_from: Counter[str] = Counter()
    sockets: set[asyncio.BaseTransport] = set()

    class BoundedProtocol(HttpToolsProtocol):
        """HTTP in which a request has to arrive in time."""

        late: asyncio.TimerHandle | None = None
        release: Callable[[], None] | None = None

        def connection_made(self, transport: Any) -> None:
            """Take a connection, or close it at once where there are too many."""
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if len(sockets) >= most or (address not in trusted and open_from[address] >= most_each):
                transport.abort()
                return
            sockets.add(transport)
            open_from[address] += 1
            self.release = lambda: _release(transport, address)
            self._wait_for_request()

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget a connection."""
            self._stop_waiting()
            if self.release is not None:
                self.release()
                self.release = None
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            """See the first byte of a request."""
            self._wait_for_request()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            """See the whole head of a request; its body is waited for by whoever reads it."""
            self._stop_waiting()
            super().on_headers_complete()

        def handle_websocket_upgrade(self) -> None:
            """Let the application take over the socket of a match, and leave others to the usual protocol."""
            path = unquote(httptools.parse_url(self.url).path.decode("ascii"))
            if path.startswith("/api/matches/") and path.endswith(TAKEN):
                self.connections.discard(self)
                Handover(self, path).start()
                return
            super().handle_websocket_upgrade()
            _call_at_end(self.transport.get_protocol(), self.release or (lambda: None))

        def _wait_for_request(self) -> None:
            self._stop_waiting()
            self.late = self.loop.call_later(request_seconds, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self.late is not None:
                self.late.cancel()
                self.late = None

    def _release(transport: asyncio.BaseTransport, address: str) -> None:
        sockets.discard(transport)
        open_from[address] -= 1
        if not open_from[address]:
            del open_from[address]

    return BoundedProtocol


def _call_at_end(protocol: Any, call: Callable[[], None]) -> None:
    """Have something called when the connection of another protocol is lost."""
    lose = protocol.connection_lost

    def connection_lost(exc: Exception | None) -> None:
        call()
        lose(exc)

    protocol.connection_lost = connection_lost


class Handover:
    """A request for a WebSocket that passes through the application as any other, which then takes over the socket."""

    def __init__(self, http: Any, path: str) -> None:
        self.http, self.path, self.transport = http, path, http.transport
        self.line: TakenLine | None = None
        self.answered = False

    def start(self) -> None:
        """Ask the application."""
        self.transport.pause_reading()
        http = self.http
        scope = {
            **http.scope,
            "type": "websocket",
            "scheme": "wss" if http.scheme == "https" else "ws",
            "path": http.root_path + self.path,
            "raw_path": self.path.encode(),
            "query_string": httptools.parse_url(http.url).query or b"",
            "subprotocols": [],
            "extensions": {TAKE_OVER: self.take},
        }
        http.connections.add(self)
        task = http.loop.create_task(self._run(scope))
        http.tasks.add(task)
        task.add_done_callback(http.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self.http.app(scope, self._receive, self._send)
        except Exception:
            log.exception("a socket could not be opened")
        if self.line is None:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, message: dict[str, Any]) -> None:
        """Hear that the application does not want this connection: it takes no other way to answer."""
        if message["type"] == "websocket.close":
            self._refuse(HTTPStatus.FORBIDDEN)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self.answered:
            self.answered = True
            answer = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(answer.encode())
            self.transport.close()
            self._end()

    def take(self) -> TakenLine:
        """Make the connection a WebSocket of picows and return it."""
        line = TakenLine()
        protocol = make_socket_protocol(line)
        protocol.connection_made(self.transport)
        request = _write_request(self.http)
        protocol.get_buffer(len(request))[: len(request)] = request
        protocol.buffer_updated(len(request))
        self.line, self.answered = line, True
        line.on_end(self._end)
        self.transport.set_protocol(protocol)
        self.transport.resume_reading()
        return line

    def shutdown(self) -> None:
        """Close the connection because the server ends."""
        if self.line is not None:
            self.line.close(GOING_AWAY)
        else:
            self.transport.close()

    def _end(self) -> None:
        self.http.connections.discard(self)
        if self.http.release is not None:
            self.http.release()
            self.http.release = None


def make_socket_protocol(line: TakenLine) -> Any:
    """Return picows' protocol for a server's side of a WebSocket."""
    return WSProtocol(
        None,
        None,
        False,  # the server's side
        lambda _: line,
        silent,
        True,  # an exception ends the connection
        PING_SECONDS,
        True,
        PING_SECONDS,
        PING_SECONDS,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        True,
        LONGEST_TEXT,
        None,
        2 * LONGEST_TEXT,
    )


def _write_request(http: Any) -> bytes:
    """Return the head of a request as it came."""
    lines = [b"%s %s HTTP/1.1" % (http.scope["method"].encode(), http.url)]
    lines += [b"%s: %s" % header for header in http.scope["headers"]]
    return b"\r\n".join((*lines, b"", b""))
