"""A connection between two programs that can be cut, slowed down, or robbed of its answers."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future

CHUNK = 65_536


class FaultyProxy:
    """Forwards connections on its port to another local port, on a separate thread."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.delay = 0.0  # seconds by which everything comes late
        self.swallow = False  # whether replies are dropped
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server: asyncio.Server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0)).result()
        self.port = int(self._server.sockets[0].getsockname()[1])

    def _do(self, work: object) -> Future[asyncio.Server]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)  # type: ignore[arg-type]

    def cut(self) -> None:
        """Break off all connections at once."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    def close(self) -> None:
        """Let go of everything."""
        self._loop.call_soon_threadsafe(self._close)
        self._thread.join()
        self._loop.close()

    def _close(self) -> None:
        self._server.close()
        self._cut()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.call_later(0.05, self._loop.stop)  # after all connections have been notified

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except (OSError, asyncio.CancelledError):  # the library complains of what is cancelled
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._open |= ends
        try:
            await asyncio.gather(self._pass_on(reader, far_writer, False), self._pass_on(far_reader, writer, True))
        except asyncio.CancelledError:
            pass
        finally:
            self._open -= ends
            for end in ends:
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not (answers and self.swallow):
                    writer.write(data)
                    await writer.drain()
        with contextlib.suppress(OSError):
            writer.transport.abort() if answers else writer.close()
