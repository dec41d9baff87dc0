"""Forwards requests about an analysis to the process that runs it: analyses live in memory, connections arrive anywhere."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import re
import socket
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from banmen.server.http.responses import JsonResponse
from banmen.server.peers import find_peer
from banmen.server.problems import ProblemError
from banmen.server.visitors import choose_language

ANALYSIS = re.compile(r"/api/analysis/([^/]+)(/live)?")
PASSED_ON = ("cookie", "authorization", "accept-language", "accept")
PATIENCE = 10.0  # seconds
TROUBLE, CUT = 1011, 1006  # close codes of a WebSocket; the second is never sent


class ForwardingMiddleware:
    """Handles the requests that this process can, and forwards the rest to the others."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or forward a request."""
        found = ANALYSIS.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        peer = find_peer(found[1]) if found else None
        if peer is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await _forward_socket(peer, scope, receive, send)
        else:
            await _forward_request(peer, scope, receive, send)


def _choose_headers(scope: Scope) -> dict[str, str]:
    headers = Headers(scope=scope)
    return {name: headers[name] for name in PASSED_ON if name in headers}


def _write_path(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    return str(scope["path"]) + (f"?{query.decode('latin-1')}" if query else "")


async def _forward_request(peer: Path, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        status, kind, body = await asyncio.to_thread(_ask, peer, scope["method"], _write_path(scope), _choose_headers(scope))
    except (OSError, http.client.HTTPException):  # it has died in the meantime, and its analyses with it
        problem = ProblemError("no_analysis")
        await JsonResponse(problem.body(choose_language(HTTPConnection(scope))), problem.status)(scope, receive, send)
        return
    await Response(body, status, media_type=kind)(scope, receive, send)


def _ask(peer: Path, method: str, path: str, headers: dict[str, str]) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("localhost", timeout=PATIENCE)
    connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.sock.settimeout(PATIENCE)
        connection.sock.connect(str(peer))
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("content-type", "application/json"), answer.read()
    finally:
        connection.close()


async def _forward_socket(peer: Path, scope: Scope, receive: Receive, send: Send) -> None:
    await receive()  # the request to connect
    try:
        async with unix_connect(
            str(peer), f"ws://localhost{_write_path(scope)}", additional_headers=_choose_headers(scope), open_timeout=PATIENCE
        ) as other:
            await send({"type": "websocket.accept"})
            leaving = asyncio.create_task(_wait_for_leave(receive))
            passing = asyncio.create_task(_pass_on(other, send))
            await asyncio.wait((leaving, passing), return_when=asyncio.FIRST_COMPLETED)
            for task in (leaving, passing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, RuntimeError):
                    await task
    except (OSError, WebSocketException, TimeoutError):
        with contextlib.suppress(RuntimeError):
            await send({"type": "websocket.close", "code": TROUBLE})


async def _pass_on(other: ClientConnection, send: Send) -> None:
    """Pass on what another process sends, until it ends."""
    try:
        async for text in other:
            await send({"type": "websocket.send", "text": text})
    except ConnectionClosed:
        pass
    code = other.close_code
    await send({"type": "websocket.close", "code": TROUBLE if code in (None, CUT) else code})


async def _wait_for_leave(receive: Receive) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        pass
