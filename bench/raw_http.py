"""Sending bytes to a server, whatever they are, and reading what comes back."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass

NO_LINGER = struct.pack("ii", 1, 0)  # no port is kept waiting after a connection was closed
MOST = 64 * 1024 * 1024  # bytes of an answer


@dataclass(frozen=True)
class RawAnswer:
    """What came back: the first answer, or nothing before the connection was closed."""

    status: int  # 0 for none
    headers: dict[str, str]
    body: bytes
    late: bool = False  # whether it was waited for in vain

    @property
    def kind(self) -> str:
        """The type of the content."""
        return self.headers.get("content-type", "").partition(";")[0]


def exchange(port: int, sent: bytes, timeout: float, ends: bool = False, bodiless: bool = False) -> RawAnswer:
    """Send bytes over a connection of their own and return the answer; `ends` says that nothing will follow."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        try:
            connection.sendall(sent)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it may have answered before it had read everything
        return read_answer(connection, bodiless)


def read_answer(connection: socket.socket, bodiless: bool = False) -> RawAnswer:
    """Return the next answer of a connection."""
    try:
        head, rest = _read_until(connection, b"", b"\r\n\r\n")
        while head.startswith(b"HTTP/1.1 1") and not head.startswith(b"HTTP/1.1 101"):  # go on
            head, rest = _read_until(connection, rest, b"\r\n\r\n")
        if not head:
            return RawAnswer(0, {}, rest)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if bodiless or status in (101, 204, 304):
            return RawAnswer(status, headers, b"")
        return RawAnswer(status, headers, _read_body(connection, headers, rest))
    except TimeoutError:
        return RawAnswer(0, {}, b"", late=True)
    except OSError:
        return RawAnswer(0, {}, b"")


def _read_until(connection: socket.socket, begun: bytes, end: bytes) -> tuple[bytes, bytes]:
    """Return what comes before a delimiter and what was read after it; empty if the delimiter does not come."""
    while end not in begun:
        data = connection.recv(65_536)
        if not data or len(begun) > MOST:
            return b"", begun
        begun += data
    before, _, after = begun.partition(end)
    return before, after


def _read_body(connection: socket.socket, headers: dict[str, str], begun: bytes) -> bytes:
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while True:
            size, begun = _read_until(connection, begun, b"\r\n")
            number = int(size or b"0", 16)
            while len(begun) < number + 2 and (data := connection.recv(65_536)):
                begun += data
            body, begun = body + begun[:number], begun[number + 2 :]
            if not number:
                return body
    wanted = int(headers.get("content-length", MOST))
    while len(begun) < wanted and (data := connection.recv(65_536)):
        begun += data
    return begun[:wanted]
