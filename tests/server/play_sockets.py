"""Sockets on which clients of a cluster play and watch.

Each client checks that it receives every event once and in order, over as many connections as it takes: it connects again
where it left off. Nothing is read while nobody waits, so that what is received is checked where a test can fail.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from fastapi import FastAPI
from starlette.types import Message
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from banmen.server.live.play_connection import GOING_AWAY, POLICY
from tests.server.process import PATIENCE

Row = tuple[str, dict[str, Any]]  # kind and data of an event
View = dict[str, Any]
Place = tuple[int, str, str]  # process, visitor and match


class Wire(Protocol):
    """The client's side of an open WebSocket."""

    async def send(self, text: str) -> None:
        """Send a text."""

    async def receive(self) -> str | int:
        """Return the next text, or the code with which the server has closed the connection."""

    async def close(self) -> None:
        """Disconnect."""


def make_scope(path: str, cookie: str, query: str = "") -> dict[str, Any]:
    """Return what an ASGI server tells the application of a WebSocket."""
    return {
        "type": "websocket",
        "path": path,
        "raw_path": b"",
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "ws",
        "headers": [(b"host", b"table"), (b"cookie", cookie.encode())],
        "client": ("127.0.0.1", 1),
        "server": ("table", 80),
        "subprotocols": [],
    }


class AsgiWire:
    """A WebSocket to an application in this event loop."""

    def __init__(self, app: FastAPI, path: str, cookie: str, query: str) -> None:
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        scope = make_scope(path, cookie, query)
        self._serving = asyncio.create_task(app(scope, self._incoming.get, self._sent.put))

    async def send(self, text: str) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> str | int:
        message = await self._sent.get()
        if message["type"] == "websocket.accept":
            message = await self._sent.get()
        return message["code"] if message["type"] == "websocket.close" else str(message["text"])

    async def close(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._serving


class NetworkWire:
    """A WebSocket to a real process."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, text: str) -> None:
        with suppress(ConnectionClosed):  # which is noticed when the answer is read
            await self._connection.send(text)

    async def receive(self) -> str | int:
        try:
            return str(await self._connection.recv())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else GOING_AWAY

    async def close(self) -> None:
        await self._connection.close()


class PlaySocket:
    """A client of one match at one process."""

    def __init__(self, connect: Callable[[int], Awaitable[Wire]]) -> None:
        """`connect` opens a connection that begins after an event."""
        self.rows: list[Row] = []  # all events that were received, the first one included
        self.refusal: View | None = None  # why the server does not let the client in
        self._connect = connect
        self._wire: Wire | None = None
        self._greeted = False
        self._answers: defaultdict[str, list[View]] = defaultdict(list)
        self._opening, self._reading = asyncio.Lock(), asyncio.Lock()

    @property
    def seq(self) -> int:
        return len(self.rows) - 1

    @property
    def is_open(self) -> bool:
        return self._wire is not None

    async def open(self) -> None:
        """Connect, unless there is a connection, and wait for the first message."""
        async with self._opening:
            if self._wire is None:
                self._greeted, self.refusal = False, None
                self._wire = await self._connect(self.seq)
                await self._read_until(lambda: self._greeted or self.refusal is not None)

    async def act(self, body: View) -> View:
        """Send an action and return its answer; if the connection turns out to be closed, send it over another one."""
        name, answers = body["client_id"], self._answers[body["client_id"]]
        while True:
            await self.open()
            if self.refusal is not None:
                return self.refusal
            assert self._wire
            await self._wire.send(json.dumps(body))
            if await self._read_until(lambda: bool(answers)):
                return self._answers[name].pop(0)

    async def catch_up(self, seq: int) -> None:
        """Wait until an event has been received, or the server has closed the connection."""
        await self._read_until(lambda: self.seq >= seq)

    async def wait_for_end(self) -> None:
        """Wait until the server closes the connection."""
        await self._read_until(lambda: False)

    async def close(self) -> None:
        """Disconnect; the next action connects again."""
        if self._wire is not None:
            wire, self._wire = self._wire, None
            await wire.close()

    async def _read_until(self, fulfilled: Callable[[], bool]) -> bool:
        """Read until a condition holds, or the connection is closed; return whether it holds."""
        async with asyncio.timeout(PATIENCE):
            while not fulfilled() and self._wire is not None:
                async with self._reading:
                    if not fulfilled() and self._wire is not None:
                        await self._take(await self._wire.receive())
        return fulfilled()

    async def _take(self, received: str | int) -> None:
        if isinstance(received, int):
            assert received in (POLICY, GOING_AWAY), received
            await self.close()
            return
        message: View = json.loads(received)
        if "answer" in message:
            message["known"] = self.seq  # the last event before it
            self._answers[message["answer"]].append(message)
        elif "error" in message and self._greeted:
            assert message["error"]["code"] == "client_id_reused"  # see `has_both_answers`
        elif "error" in message:
            self.refusal = message
        self._take_events(message.get("events", []), again="answer" in message)
        if "seq" in message:
            assert message["seq"] == self.seq
            self._greeted = True

    def _take_events(self, events: list[View], again: bool) -> None:
        """Check that events are the next ones; only an answer may repeat what was received before."""
        first = events[0]["seq"] if events else 0
        assert [event["seq"] for event in events] == list(range(first, first + len(events)))
        for event in events:
            row = event["kind"], event["data"]
            if again and event["seq"] <= self.seq:
                assert row == self.rows[event["seq"]]
            else:
                assert event["seq"] == self.seq + 1
                self.rows.append(row)


class PlaySockets:
    """The clients of a cluster that play and watch by sockets, by process, visitor and match."""

    def __init__(self, connect: Callable[[Place, int], Awaitable[Wire]]) -> None:
        """`connect` opens a connection at a place that begins after an event."""
        self._connect = connect
        self._sockets: dict[Place, PlaySocket] = {}

    def find(self, place: Place) -> PlaySocket:
        """Return the client at a place, which is not necessarily connected."""
        return self._sockets.setdefault(place, PlaySocket(lambda since: self._connect(place, since)))

    def list_processes(self, match: str) -> list[int]:
        """Return the processes at which somebody watches a match."""
        return sorted({process for (process, _, name), socket in self._sockets.items() if name == match and socket.is_open})

    async def check_events(self, match: str, events: list[Row], removed: bool = False) -> int:
        """Check that all clients of a match have received its events after the first; return how many are connected.

        Those of a match that was removed are disconnected, maybe without its last events.
        """
        count = 0
        for (_, _, name), socket in self._sockets.items():
            if name != match:
                continue
            count += socket.is_open
            await (socket.wait_for_end() if removed else socket.catch_up(len(events)))
            assert socket.rows[1:] == events[: max(0, socket.seq)]
            assert socket.seq == len(events) or not socket.is_open
        return count

    async def close(self, process: int | None = None) -> None:
        """Disconnect all clients, or those of a process."""
        for (at, _, _), socket in self._sockets.items():
            if process in (None, at):
                await socket.close()

    async def forget(self) -> None:
        """Disconnect all clients for good."""
        await self.close()
        self._sockets.clear()
