"""Hands the socket of a match over to the application, which then needs neither uvicorn nor ASGI for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import httptools
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]

from banmen.server.live.play_connection import GOING_AWAY
from banmen.server.live.socket_lines import LONGEST_TEXT, TAKE_OVER, TakenLine

PING_SECONDS = 30.0  # of silence before the other side is pinged
HANDSHAKE: Final = (b"sec-websocket-key", b"sec-websocket-version")
LONGEST_TOKEN, MOST_LINES = 100, 20  # bytes per header and number of lines passed on to picows
TAKEN = ("/live", "/play")  # endings of the addresses of matches whose sockets the application may take over
log = logging.getLogger("banmen.server")
silent = logging.getLogger("banmen.server.frames")
silent.setLevel(logging.CRITICAL)  # clients that send garbage must not fill the log


def may_be_taken(path: str) -> bool:
    """Tell whether a WebSocket of this address belongs to a match.

    >>> [path for path in ("/api/matches/x/live", "/games/api/matches/x/play", "/api/analysis/x/live") if may_be_taken(path)]
    ['/api/matches/x/live', '/games/api/matches/x/play']
    """
    return "/api/matches/" in path and path.endswith(TAKEN)


class Handover:
    """A request for a WebSocket that passes through the application like any other, until the application takes the socket."""

    def __init__(self, http: Any, path: str, release: Callable[[], None]) -> None:
        self.http, self.path, self.transport, self.release = http, path, http.transport, release
        self.line: TakenLine | None = None
        self.task: asyncio.Task[None] | None = None
        self.answered = False

    def start(self) -> None:
        """Call the application."""
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
        self.task = http.loop.create_task(self._run(scope))
        http.tasks.add(self.task)
        self.task.add_done_callback(http.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self.http.app(scope, self._receive, self._send)
        except Exception:
            log.exception("a socket could not be opened")
        finally:
            self.task = None  # it would keep this object, and all that it holds, in memory
        if self.line is None:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, message: dict[str, Any]) -> None:
        """Receive the application's rejection of the connection: it sends no other answer this way."""
        if message["type"] == "websocket.close":
            self._refuse(HTTPStatus.FORBIDDEN)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self.answered:
            self.answered = True
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\nconnection: close"
            self.transport.write(f"{head}\r\ncontent-length: {len(status.phrase)}\r\n\r\n{status.phrase}".encode())
            self.transport.close()
            self._end()

    def take(self) -> TakenLine:
        """Make the connection a WebSocket of picows and return it."""
        line = TakenLine()
        protocol = make_socket_protocol(line)
        protocol.connection_made(self.transport)
        request = write_handshake(self.http)
        protocol.get_buffer(len(request))[: len(request)] = request
        protocol.buffer_updated(len(request))
        self.line, self.answered = line, True
        line.on_end(self._end)
        line.on_end(self._give_up)
        self.transport.set_protocol(protocol)
        self.transport.resume_reading()
        self.http.parser = None  # it is no longer needed, and the two would keep each other in memory
        if not line.is_connected:  # the request is not for a WebSocket that picows supports; it has answered and sends no more
            line.finish()
        return line

    def shutdown(self) -> None:
        """Close the connection because the server is shutting down."""
        if self.line is not None:
            self.line.close(GOING_AWAY)
        else:
            self.transport.close()

    def _give_up(self) -> None:
        """Cancel everything done for a client that has left: clients may come and go faster than matches are read."""
        if self.task is not None:
            self.task.cancel()

    def _end(self) -> None:
        self.http.connections.discard(self)
        self.release()


def make_socket_protocol(line: TakenLine) -> Any:
    """Return picows' protocol for the server side of a WebSocket."""
    return WSProtocol(
        None,
        None,
        False,  # the server side
        lambda _: line,
        silent,
        True,  # an exception ends the connection
        PING_SECONDS,
        True,
        PING_SECONDS,
        PING_SECONDS,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        False,  # the line itself answers pings, as long as the client reads
        LONGEST_TEXT,
        None,
        2 * LONGEST_TEXT,
    )


def write_handshake(http: Any) -> bytes:
    """Return a WebSocket request reduced to what picows needs: it accepts fewer, shorter and plainer headers than we do.

    Firefox, for example, sends `Connection: keep-alive, Upgrade`, which picows refuses.
    """
    lines = [b"GET / HTTP/1.1", b"connection: Upgrade", b"upgrade: websocket"]
    lines += [b"%s: %s" % (name, value[:LONGEST_TOKEN]) for name, value in http.scope["headers"] if name in HANDSHAKE]
    return b"\r\n".join((*lines[:MOST_LINES], b"", b""))


def write_request(http: Any) -> bytes:
    """Return the head of a request as it arrived."""
    lines = [b"%s %s HTTP/1.1" % (http.scope["method"].encode(), http.url)]
    lines += [b"%s: %s" % header for header in http.scope["headers"]]
    return b"\r\n".join((*lines, b"", b""))
