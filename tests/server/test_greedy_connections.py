"""Connections that send far too much, or never read, are cheap to serve, and others are answered."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn
from uvicorn.server import ServerState

from banmen.server.http import serving
from banmen.server.http.connections import LONGEST_FRAME, BoundedSocketProtocol
from banmen.server.http.pipelining import MOST_UNANSWERED
from banmen.server.http.stalled_connections import StalledConnections
from banmen.server.settings import ServerSettings
from tests.server.live.test_released_sockets import wait_for
from tests.server.process import PATIENCE, Process

GET = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
PING = b"\x89\xfd" + bytes(4) + b"x" * 125
MOST_KEPT = 40_000  # kilobytes; without a limit it would be hundreds of thousands


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("greedy") / "data")
    yield process
    assert "Traceback" not in process.close()


def read_memory(server: Process) -> int:
    """Return the memory of a server in kilobytes."""
    found = re.search(r"VmRSS:\s+([0-9]+)", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found
    return int(found[1])


def read_until(opened: socket.socket, wanted: bytes, times: int = 1) -> None:
    """Read until a text has arrived so many times; fail if the server closes the connection before."""
    told = b""
    while told.count(wanted) < times:
        part = opened.recv(65_536)
        assert part, "it was closed"
        told += part


def send_on_and_on(opened: socket.socket, part: bytes, most: int) -> int:
    """Send a part again and again until the server stops reading; return how many bytes it took."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            sent += opened.send(part)
    return sent


@pytest.mark.parametrize(
    ("begun", "part"),
    [
        (b"GET /", b"a" * 65_536),
        (GET, b"x: y\r\n" * 10_000),
        (GET + b"x: ", b"y" * 65_536),
        (CHUNKED, b"x: y\r\n" * 10_000),
        (CHUNKED + b"x: ", b"y" * 65_536),
    ],
    ids=["address", "headers", "header", "trailers", "trailer"],
)
def test_a_request_without_end_is_refused(server: Process, begun: bytes, part: bytes) -> None:
    most = 64 * LONGEST_FRAME
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        opened.sendall(begun)
        assert send_on_and_on(opened, part, most) < most


def test_headers_without_number_are_refused(server: Process) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        opened.sendall(GET + b"x: y\r\n" * 3000 + b"\r\n")
        assert opened.recv(12) == b"HTTP/1.1 400"


def test_large_bodies_and_many_headers_are_no_such_thing(server: Process) -> None:
    body = b"".join(b"1\r\n%c\r\n" % sign for sign in b" " * 40_000) + b"0\r\nx: y\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        opened.sendall(GET + b"x: y\r\n" * 1000 + b"\r\n")
        assert opened.recv(12) == b"HTTP/1.1 200"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        opened.sendall(CHUNKED.removesuffix(b"0\r\n") + body)
        assert opened.recv(12) == b"HTTP/1.1 422", "it was read, and understood to be empty"


def test_requests_are_not_taken_without_end_while_the_first_are_answered(server: Process) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        opened.sendall((GET + b"\r\n") * MOST_UNANSWERED)
        read_until(opened, b"HTTP/1.1 200", MOST_UNANSWERED)
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as opened:
        assert send_on_and_on(opened, (GET + b"\r\n") * 1000, 40_000_000) < 40_000_000
    with server.client() as client:
        assert client.get("/healthz").status_code == 200


def write_handshake(path: str, cookie: str = "") -> bytes:
    """Return the request for a WebSocket."""
    head = {"Host": "localhost", "Cookie": cookie, "Connection": "Upgrade", "Upgrade": "websocket"}
    head |= {"Sec-WebSocket-Key": "8gUwgz76rP4SiyMvySoovQ==", "Sec-WebSocket-Version": "13"}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    return "\r\n".join(lines).encode()


def test_pings_are_answered_only_while_the_client_reads(server: Process) -> None:
    with server.client() as client:
        match = client.post("/api/matches", json={"game": "kuniumi", "seats": {"1": "human", "2": "human"}}).json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.settimeout(PATIENCE)
        opened.connect(("127.0.0.1", server.port))
        opened.sendall(write_handshake(f"/api/matches/{match}/play", cookie))
        assert opened.recv(12) == b"HTTP/1.1 101"
        opened.sendall(PING)
        read_until(opened, b"x" * 125)
        before = read_memory(server)
        send_on_and_on(opened, PING * 1000, 120_000_000)
        assert read_memory(server) - before < MOST_KEPT
    with server.client() as client:
        assert client.get("/healthz").status_code == 200


class Pipe(asyncio.Transport):
    """Records what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: Any) -> None:
        """Record it."""
        self.written += data

    def is_closing(self) -> bool:
        """Report that it is open."""
        return False

    def close(self) -> None:
        """Do nothing: nobody is on the other side."""

    def take(self) -> bytes:
        """Return what was written since the last call."""
        written, self.written = self.written, b""
        return written


def test_pings_of_analysis_watchers_too() -> None:
    async def serve(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    async def run() -> None:
        config = uvicorn.Config(serve, log_config=None)
        config.load()
        protocol, pipe = BoundedSocketProtocol(config, ServerState(), {}), Pipe()
        protocol.connection_made(pipe)
        protocol.data_received(write_handshake("/"))
        for _ in range(10):
            await asyncio.sleep(0)
        assert b"HTTP/1.1 101" in pipe.take()
        protocol.data_received(PING)
        assert pipe.take().endswith(b"x" * 125)
        protocol.pause_writing()
        protocol.data_received(PING * 3)
        protocol.resume_writing()
        assert pipe.take() == b""
        protocol.data_received(PING)
        assert pipe.take().count(b"x" * 125) == 1
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(run())


class Transport:
    """A connection with unsent output."""

    def __init__(self, *sizes: int) -> None:
        self.sizes, self.aborted = iter(sizes), False

    def get_write_buffer_size(self) -> int:
        """Return it."""
        return next(self.sizes)

    def abort(self) -> None:
        """Close the connection."""
        self.aborted = True


class Connection(NamedTuple):
    """A connection."""

    transport: Transport


def test_clients_that_read_nothing_are_disconnected_and_slow_ones_are_not() -> None:
    stalled, slow, quick, idle = Transport(5, 5), Transport(9, 5, 1), Transport(5, 0, 5), Transport(0, 0, 0)
    every = [Connection(one) for one in (stalled, slow, quick, idle)]
    look = StalledConnections(every).look
    asyncio.run(look())
    assert not stalled.aborted
    asyncio.run(look())
    assert stalled.aborted
    every.pop(0)
    asyncio.run(look())
    assert not any(one.transport.aborted for one in every)


def test_a_server_looks_for_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serving, "LOOK", 0.1)
    server = serving.Server(serving.make_config(ServerSettings(data=tmp_path, warm=False)), lambda: None)

    async def run() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        with socket.socket() as opened:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            opened.connect(listening.getsockname())
            opened.sendall((GET.replace(b"/api/games", b"/openapi.json") + b"\r\n") * MOST_UNANSWERED)
            await wait_for(lambda: bool(server.server_state.connections))
            await wait_for(lambda: not server.server_state.connections)
        server.should_exit = True
        await task

    asyncio.run(run())
