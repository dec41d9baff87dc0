"""Connections that are opened and never used: they end in time, are bounded, and shut nobody out."""

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.server.process import PATIENCE, Process

GET = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n"
HALF_BODY = b"POST /api/matches HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that waits only for a moment for a request to arrive."""
    server = Process(tmp_path_factory.mktemp("impatient") / "data", BANMEN_REQUEST_SECONDS="0.3")
    yield server
    assert server.close() == ""


@contextlib.contextmanager
def connecting(server: Process, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0)) as opened:
        yield opened


def read_to_the_end(opened: socket.socket) -> bytes:
    """Return the answer until the server closes the connection; fail if it never does."""
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while part := opened.recv(65536):
            told += part
    return told


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", b""),
        (b"G", b""),
        (b"GET / HTTP/1.1\r\n", b""),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: y", b""),
        (b"\r\n\r\n", b""),
        (HALF_BODY, b"HTTP/1.1 408"),
        (GET + b"GET / HT", b"HTTP/1.1 200"),
    ],
)
def test_a_request_that_is_not_finished_is_not_waited_for(impatient: Process, sent: bytes, answered: bytes) -> None:
    with connecting(impatient) as opened:
        opened.sendall(sent)
        assert read_to_the_end(opened).startswith(answered)


def test_a_line_end_now_and_then_keeps_nothing_open(impatient: Process) -> None:
    with connecting(impatient) as opened:
        opened.sendall(GET)
        told = opened.recv(65536)
        assert told.startswith(b"HTTP/1.1 200")
        opened.settimeout(0.1)
        for _ in range(int(PATIENCE / 0.1)):
            try:
                opened.sendall(b"\r\n")
                if not opened.recv(65536):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        else:
            pytest.fail("it was kept open")


def test_a_slow_body_is_answered_in_words(impatient: Process) -> None:
    with connecting(impatient) as opened:
        opened.sendall(HALF_BODY)
        head, _, body = read_to_the_end(opened).partition(b"\r\n\r\n")
    assert json.loads(body)["error"]["code"] == "too_slow"
    assert b"connection: close" in head
    assert b"content-security-policy" in head


def test_an_answer_may_take_longer_than_a_request(impatient: Process) -> None:
    with impatient.client() as client:
        started = client.post("/api/analysis", json={"game": "qubism", "seconds": 0.01})
        assert started.status_code == 202
        view = client.post("/api/matches", json={"game": "qubism", "seats": {"w": "human", "b": "human"}}).json()
        assert client.get(f"/api/matches/{view['id']}/hint").status_code == 200  # which takes about a second


# Many connections.


def test_unused_connections_shut_nobody_out_and_fill_no_log(tmp_path: Path) -> None:
    with contextlib.ExitStack() as kept, Process(tmp_path / "data", files=200) as server:
        for _ in range(260):
            opened = kept.enter_context(connecting(server))
            with contextlib.suppress(OSError):
                opened.sendall(b"GET / HTTP/1.1\r\n")
        transport = httpx.HTTPTransport(local_address="127.0.0.2", verify=False)
        honest = kept.enter_context(httpx.Client(base_url=server.url, timeout=PATIENCE, transport=transport))
        for _ in range(5):
            assert honest.get("/api/games").status_code == 200
        assert honest.post("/api/matches", json={"game": "qubism"}).status_code == 201
        assert server.close() == "", "nothing is complained about"
    assert (tmp_path / "data.log").read_text() == ""


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Process]:
    """A server that accepts few connections from one address."""
    server = Process(tmp_path / "data", BANMEN_MOST_CONNECTIONS_EACH="5")
    yield server
    assert server.close() == ""


def watch(server: Process, client: httpx.Client, match: str) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(
        f"ws://127.0.0.1:{server.port}/api/matches/{match}/live",
        additional_headers={"Cookie": cookies},
        open_timeout=PATIENCE,
    )


def test_sockets_are_counted_while_they_are_open(narrow: Process) -> None:
    with narrow.client() as client:
        match = client.post("/api/matches", json={"game": "qubism"}).json()["id"]
        for _ in range(12):
            with watch(narrow, client, match) as one:
                one.recv(timeout=PATIENCE)
        with contextlib.ExitStack() as kept:
            for _ in range(4):  # the client has one more
                kept.enter_context(watch(narrow, client, match)).recv(timeout=PATIENCE)
            with pytest.raises((WebSocketException, OSError, EOFError)):
                watch(narrow, client, match)
            assert client.get("/api/games").status_code == 200
        kept.close()
        with watch(narrow, client, match) as again:
            assert again.recv(timeout=PATIENCE)
