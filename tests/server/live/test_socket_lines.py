"""Both kinds of WebSocket for a match: of any server, by ASGI, and of a real process whose sockets are taken over."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.parse import quote

import pytest
from starlette.types import Message
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from banmen.server.live.socket_lines import LONGEST_TEXT, MOST_QUEUED, TOO_BIG, UNSUPPORTED, AsgiLine, TakenLine
from tests.server.play_sockets import make_scope
from tests.server.process import PATIENCE, Process
from tests.server.visiting import House, Visitor

PEOPLE = {"1": "human", "2": "human"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("sockets") / "data")
    yield process
    assert process.close() == ""


class Table:
    """A visitor's match on a real server."""

    def __init__(self, server: Process) -> None:
        self.server = server
        with server.client() as client:
            answer = client.post("/api/matches", json={"game": "kuniumi", "seats": PEOPLE})
        self.match = answer.json()["id"]
        self.cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    def open(self, end: str = "play", **headers: str) -> ClientConnection:
        url = f"ws://127.0.0.1:{self.server.port}/api/matches/{self.match}/{end}"
        return connect(url, additional_headers={"cookie": self.cookie, **headers})

    def write_request(self, version: str) -> bytes:
        """Return a request for a WebSocket of a given version."""
        head = {
            "Host": f"127.0.0.1:{self.server.port}",
            "Cookie": self.cookie,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": "8gUwgz76rP4SiyMvySoovQ==",
            "Sec-WebSocket-Version": version,
        }
        lines = [f"GET /api/matches/{self.match}/play HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def write_move(seq: int, move: str) -> str:
    return json.dumps({"type": "move", "move": move, "seq": seq, "client_id": str(uuid.uuid4())})


def test_two_sockets_of_one_match_get_the_same(server: Process) -> None:
    table = Table(server)
    with table.open() as mover, table.open() as other:
        assert json.loads(mover.recv())["seq"] == json.loads(other.recv())["seq"] == 0
        mover.send(write_move(0, "L@c3"))
        answer, heard = json.loads(mover.recv()), json.loads(other.recv())
        assert answer.pop("answer")
        assert answer.pop("answered") == 1
        assert answer == heard
        with table.open() as late:
            assert json.loads(late.recv())["seq"] == 1


def test_a_message_may_come_in_parts(server: Process) -> None:
    with Table(server).open() as socket:
        socket.recv()
        text = write_move(0, "L@c3")
        socket.send([text[:10], text[10:30], text[30:]])
        assert json.loads(socket.recv())["seq"] == 1


@pytest.mark.parametrize("end", ["play", "live"])
def test_what_is_too_long_or_no_text_ends_the_connection(server: Process, end: str) -> None:
    table = Table(server)
    for message in ("x" * (LONGEST_TEXT + 1), b"binary", ["x" * 3000] * 3):
        with table.open(end) as socket:
            socket.recv()
            with contextlib.suppress(ConnectionClosed):  # while it is still being sent
                socket.send(message)
            with pytest.raises(ConnectionClosed):
                socket.recv()
    with table.open(end) as socket:
        assert json.loads(socket.recv())["events"], "others are served as before"


def test_a_socket_may_be_asked_for_by_long_and_many_headers_and_as_firefox_does(server: Process) -> None:
    table = Table(server)
    for more in ("Cookie: a=" + "b" * 20_000, "\r\n".join(["X: y"] * 300), "Sec-WebSocket-Protocol: " + "x" * 9000):
        with create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as asking:
            request = table.write_request(version="13").replace(b"Upgrade\r\n", b"keep-alive, Upgrade\r\n")
            asking.sendall(request.removesuffix(b"\r\n") + more.encode() + b"\r\n\r\n")
            assert asking.recv(100).startswith(b"HTTP/1.1 101")


def test_a_stranger_and_a_foreign_page_are_not_let_in(server: Process) -> None:
    table = Table(server)
    with pytest.raises(InvalidStatus) as refused:
        table.open(origin="http://evil.example")
    assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus):
        table.open(host="evil.example")
    stranger = Table(server)
    stranger.match = table.match
    with stranger.open() as socket:
        assert json.loads(socket.recv())["error"]["code"] == "no_match"
        with pytest.raises(ConnectionClosed) as ended:
            socket.recv()
        assert ended.value.rcvd
        assert ended.value.rcvd.code == 1008


def test_a_socket_may_be_silent_for_longer_than_a_request(tmp_path: Path) -> None:
    server = Process(tmp_path / "data", BANMEN_REQUEST_SECONDS="0.3")
    with Table(server).open() as socket:
        socket.recv()
        time.sleep(1)
        socket.send(write_move(0, "L@c3"))
        assert json.loads(socket.recv())["seq"] == 1
    server.close()


def test_connections_that_are_closed_are_forgotten(tmp_path: Path) -> None:
    """A socket that was handed over counts for its address, and no longer once it is closed."""
    server = Process(tmp_path / "data", BANMEN_MOST_CONNECTIONS_EACH="6")
    table = Table(server)
    for _ in range(12):
        with table.open() as socket:
            socket.recv()
    with table.server.client() as again:
        assert again.get("/healthz").status_code == 200
        for _ in range(12):  # so does a request for a WebSocket of an unknown version
            with create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as strange:
                strange.sendall(table.write_request(version="x"))
                assert strange.recv(100).startswith(b"HTTP/1.1 400")
                while strange.recv(4096):
                    pass
        assert again.get("/metrics").text.count("banmen_watching 0.0") == 1
    with table.server.client() as again:
        assert again.get("/healthz").status_code == 200
    server.close()


class AsgiSocket:
    """A WebSocket as an ASGI-only server passes it to the application."""

    def __init__(self, visitor: Visitor, match: str, end: str = "play") -> None:
        self.house = visitor.house
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())
        self.scope = make_scope(f"/api/matches/{match}/{end}", cookies)
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: asyncio.Queue[Message] = asyncio.Queue()

    def talk(self, *messages: dict[str, Any]) -> list[Message]:
        """Open the socket, send some messages, disconnect; return all that was sent."""

        async def run() -> list[Message]:
            self.incoming.put_nowait({"type": "websocket.connect"})
            serving = asyncio.create_task(self.house.app(self.scope, self.incoming.get, self.sent.put))
            found = [await self.sent.get(), await self.sent.get()]
            for message in messages:
                self.incoming.put_nowait({"type": "websocket.receive", **message})
                found.append(await self.sent.get())
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await serving
            return found

        return self.house.run(run())


def test_any_server_that_speaks_asgi_will_do(visitor: Visitor) -> None:
    match = visitor.begin("kuniumi", seats=PEOPLE)["id"]
    accepted, first, answer = AsgiSocket(visitor, match).talk({"text": write_move(0, "L@c3")})
    assert accepted["type"] == "websocket.accept"
    assert json.loads(first["text"])["seq"] == 0
    assert json.loads(answer["text"])["events"][0]["data"] == {"move": "L@c3"}
    session = visitor.house.app.state.matches.sessions[match]
    assert session.listeners == set(), "closed connections are dropped"


def test_by_asgi_too_what_is_no_text_ends_the_connection(visitor: Visitor) -> None:
    match = visitor.begin("kuniumi", seats=PEOPLE)["id"]
    *_, last = AsgiSocket(visitor, match).talk({"bytes": b"x"})
    assert (last["type"], last["code"]) == ("websocket.close", UNSUPPORTED)
    *_, last = AsgiSocket(visitor, match).talk({"text": "x" * (LONGEST_TEXT + 1)})
    assert (last["type"], last["code"]) == ("websocket.close", TOO_BIG)


class MessageRecorder:
    """A receiver of messages."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self.caught_up = self.ended = 0

    def receive(self, text: bytes) -> None:
        self.texts.append(text)

    def catch_up(self) -> None:
        self.caught_up += 1

    def end(self) -> None:
        self.ended += 1


def test_what_arrives_before_anybody_listens_waits() -> None:
    line, heard = TakenLine(), MessageRecorder()
    line.take(b"early")
    line.connect(heard)
    line.take(b"late")
    assert heard.texts == [b"early", b"late"]
    line.finish()
    line.finish()
    assert heard.ended == 1
    gone = TakenLine()
    gone.finish()
    gone.connect(heard)
    gone.take(b"never")
    assert heard.texts == [b"early", b"late"]


def test_a_line_that_was_clogged_is_caught_up_with() -> None:
    line, heard = TakenLine(), MessageRecorder()
    line.connect(heard)
    line.pause_writing()
    assert line.is_clogged
    line.resume_writing()
    assert (line.is_clogged, heard.caught_up) == (False, 1)


def test_texts_go_out_in_order_in_the_next_turn_of_the_loop_and_before_the_end() -> None:
    class Transport:
        def __init__(self) -> None:
            self.calls: list[object] = []

        def send(self, _kind: object, text: bytes) -> None:
            self.calls.append(text)

        def send_close(self, code: object) -> None:
            self.calls.append(code)

        def disconnect(self) -> None:
            self.calls.append("disconnected")

    async def run() -> None:
        line, transport = TakenLine(), Transport()
        line.on_ws_connected(transport)  # type: ignore[arg-type]
        line.send(b"1")
        line.send(b"2")
        assert transport.calls == []
        await asyncio.sleep(0)
        assert transport.calls == [b"1", b"2"]
        line.send(b"3")
        line.close(UNSUPPORTED)
        await asyncio.sleep(0)
        assert transport.calls == [b"1", b"2", b"3", UNSUPPORTED, "disconnected"]

    asyncio.run(run())


def test_by_asgi_a_queue_that_was_full_is_caught_up_with(house: House) -> None:
    class Socket:
        def __init__(self) -> None:
            self.sent: list[str] = []

        async def send_text(self, text: str) -> None:
            self.sent.append(text)

        async def receive(self) -> dict[str, Any]:
            while len(self.sent) < MOST_QUEUED:
                await asyncio.sleep(0)
            return {"type": "websocket.disconnect"}

    async def run() -> None:
        socket, heard = Socket(), MessageRecorder()
        line = AsgiLine(socket)  # type: ignore[arg-type]
        line.connect(heard)
        for number in range(MOST_QUEUED):
            line.send(b"%d" % number)
        assert line.is_clogged
        await line.run()
        assert heard.caught_up == 1
        assert socket.sent == [str(number) for number in range(MOST_QUEUED)]

    house.run(run())


@pytest.mark.parametrize("since", ["abc", "", "1.5", "-2", "1" * 11, "٣"])
def test_a_since_that_is_no_number_is_refused_in_words(visitor: Visitor, since: str) -> None:
    socket = AsgiSocket(visitor, visitor.begin("kuniumi", seats=PEOPLE)["id"])
    socket.scope["query_string"] = f"since={quote(since)}".encode()
    _, refused = socket.talk()
    error = json.loads(refused["text"])["error"]
    assert error["code"] == "invalid"
    assert "since" in error["message"]
