"""WebSockets are opened by what browsers and proxies really send, whatever its case, order and further headers."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.live.test_released_sockets import listen
from tests.server.visiting import PATIENCE, PEOPLE, House

KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = b"s3pplmbitxaq9kygzzhzrbk+xoo="  # in lower case
# Heads of requests as they arrive, below the line that names the address; `HERE` is the server's host and port.
HEADS = {
    "chrome": f"""Host: HERE
Connection: Upgrade
Pragma: no-cache
Cache-Control: no-cache
User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36
Upgrade: websocket
Origin: http://HERE
Sec-WebSocket-Version: 13
Accept-Encoding: gzip, deflate, br, zstd
Accept-Language: ja,en-GB;q=0.9,en;q=0.8
COOKIE
{KEY}
Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits""",
    "firefox": f"""Host: HERE
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0
Accept: */*
Accept-Language: ja,en-US;q=0.7,en;q=0.3
Accept-Encoding: gzip, deflate
Sec-WebSocket-Version: 13
Origin: http://HERE
Sec-WebSocket-Extensions: permessage-deflate
{KEY}
DNT: 1
Sec-GPC: 1
Connection: keep-alive, Upgrade
COOKIE
Sec-Fetch-Dest: empty
Sec-Fetch-Mode: websocket
Sec-Fetch-Site: same-origin
Pragma: no-cache
Cache-Control: no-cache
Upgrade: websocket""",
    "safari": f"""Host: HERE
Origin: http://HERE
Upgrade: websocket
Connection: Upgrade
Sec-Fetch-Mode: websocket
User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1
COOKIE
Sec-WebSocket-Version: 13
{KEY}
Sec-WebSocket-Extensions: permessage-deflate
Accept-Language: ja
Accept-Encoding: gzip, deflate""",
    "older safari": f"""Upgrade: websocket
Connection: Upgrade
Host: HERE
Origin: http://HERE
COOKIE
Pragma: no-cache
Cache-Control: no-cache
{KEY}
Sec-WebSocket-Version: 13
Sec-WebSocket-Extensions: x-webkit-deflate-frame, permessage-deflate; client_max_window_bits""",
    "nginx": f"""X-Forwarded-For: 192.0.2.7
X-Forwarded-Proto: http
Host: HERE
Upgrade: websocket
Connection: upgrade
Origin: http://HERE
COOKIE
Sec-WebSocket-Version: 13
{KEY}""",
    "lower case": f"""host: HERE
connection: keep-alive,upgrade
upgrade: WebSocket
origin: http://HERE
COOKIE
sec-websocket-version: 13
{KEY.replace("Sec-WebSocket-Key", "sec-websocket-key")}
sec-websocket-extensions: permessage-deflate; server_no_context_takeover; client_max_window_bits=15""",
}
ADDRESSES = ["/api/matches/MATCH/live", "/api/matches/MATCH/play"]


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_browser_opens_a_socket(house: House, head: str) -> None:
    match, cookie = begin(house)

    async def come() -> None:
        async with listen(house) as (port, _):
            for address in ADDRESSES:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(write_request(address.replace("MATCH", match), head, cookie, port))
                answer = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).lower()
                assert answer.startswith(b"http/1.1 101 ")
                assert ACCEPT in answer
                assert b"extensions" not in answer  # none was agreed on: frames are plain
                assert await reader.readexactly(1) == b"\x81"  # one whole text
                writer.close()

    house.run(come())


@pytest.mark.parametrize("origin", ["null", "https://127.0.0.1.example", "http://127.0.0.1:1", "http://[", "file://"])
def test_no_socket_is_opened_from_elsewhere(house: House, origin: str) -> None:
    match, cookie = begin(house)

    async def come() -> bytes:
        async with listen(house) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = HEADS["chrome"].replace("http://HERE", origin)
            writer.write(write_request(f"/api/matches/{match}/live", head, cookie, port))
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            return answer

    assert house.run(come()).startswith(b"HTTP/1.1 403 ")


def begin(house: House) -> tuple[str, str]:
    """Return a match and its owner's cookies."""
    visitor = house.visitor()
    match = visitor.begin("qubism", seats=PEOPLE["qubism"])["id"]
    return match, "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())


def write_request(address: str, head: str, cookie: str, port: int) -> bytes:
    lines = head.replace("HERE", f"127.0.0.1:{port}").replace("COOKIE", f"Cookie: other=1; {cookie}")
    return f"GET {address} HTTP/1.1\n{lines}\n\n".replace("\n", "\r\n").encode()
