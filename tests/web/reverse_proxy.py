"""A proxy that serves a server under a path prefix, strips that, and records all requests outside it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading

CHUNK = 65_536
NOTHING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)


class ReverseProxy:
    """Listens on a free port in a thread of its own; a connection carries one request, or a WebSocket."""

    def __init__(self, target: int, prefix: str) -> None:
        self.target, self.prefix = target, prefix.encode()
        self.strays: list[str] = []  # requests outside the prefix
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        starting = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._server = starting.result()
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}{prefix}"

    def close(self) -> None:
        """Close everything."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        waiting = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _serve(self, browser: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError), contextlib.closing(back):
            head = await browser.readuntil(b"\r\n\r\n")
            method, path, rest = head.split(b" ", 2)
            if not path.startswith(self.prefix + b"/"):
                self.strays.append(f"{method.decode()} {path.decode()}")
                back.write(NOTHING)
                await back.drain()
                return
            server, forth = await asyncio.open_connection("127.0.0.1", self.target)
            with contextlib.closing(forth):
                forth.write(b" ".join((method, path[len(self.prefix) :], self._say_for_whom(rest))))
                if found := LENGTH.search(head):
                    forth.write(await browser.readexactly(int(found[1])))
                sending = asyncio.create_task(_copy(browser, forth))
                await _copy(server, back)
                sending.cancel()

    def _say_for_whom(self, rest: bytes) -> bytes:
        """Return what follows the path, with the headers of a proxy; only WebSockets keep their connections."""
        if b"\r\nUpgrade:" not in rest:
            rest = re.sub(rb"\r\nConnection: [^\r]*", b"\r\nConnection: close", rest)
        return rest[:-2] + b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: http\r\n\r\n"


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Copy data until there is no more."""
    with contextlib.suppress(OSError):
        while data := await source.read(CHUNK):
            target.write(data)
            await target.drain()
