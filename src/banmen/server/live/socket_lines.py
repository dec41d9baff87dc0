"""The two kinds of WebSocket under a connection to a match: of any server, by ASGI, and of our own server, by picows.

ASGI wakes a task for every message and passes it through queues. Our own server lets the application take over the socket once
the request has passed all checks; then a message costs a function call.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from starlette.websockets import WebSocket, WebSocketDisconnect

log = logging.getLogger("banmen.server")
TAKE_OVER: Final = "banmen.take_over"  # the key of our own server's offer in a request's extensions
MOST_QUEUED: Final = 64  # texts waiting to be sent by ASGI
LONGEST_TEXT: Final = 4000  # bytes that a client may send in one message
UNSUPPORTED, NO_TEXT, TOO_BIG = 1003, 1007, 1009
TEXT: Final = WSMsgType.TEXT  # reading a member of an enumeration takes a while


class Receiver(Protocol):
    """The receiver of a line's messages."""

    def receive(self, text: bytes) -> None:
        """Take a message."""

    def catch_up(self) -> None:
        """Go on sending."""

    def end(self) -> None:
        """Send nothing more."""


class SocketLine(ABC):
    """A WebSocket of either kind. Messages wait until a receiver is connected."""

    def __init__(self) -> None:
        self.receiver: Receiver | None = None
        self.ended = False
        self._early: list[bytes] = []
        self._at_end: list[Callable[[], object]] = []

    @property
    @abstractmethod
    def is_clogged(self) -> bool:
        """Whether much output is unsent."""

    @abstractmethod
    def send(self, text: bytes) -> None:
        """Send a text."""

    @abstractmethod
    def close(self, code: int) -> None:
        """Close the connection."""

    @abstractmethod
    async def run(self) -> None:
        """Serve the connection as long as ASGI requires."""

    def on_end(self, call: Callable[[], object]) -> None:
        """Register a callback for the end of the connection; call it at once if it has already ended."""
        if self.ended:
            call()
        else:
            self._at_end.append(call)

    def connect(self, receiver: Receiver) -> None:
        """Pass messages to a receiver from now on."""
        if self.ended:
            return
        self.receiver = receiver
        self._at_end.append(receiver.end)
        for text in self._early:
            receiver.receive(text)
        self._early.clear()

    def take(self, text: bytes) -> None:
        """Pass on a message that has arrived."""
        if self.ended:
            return
        if len(text) > LONGEST_TEXT or len(self._early) >= MOST_QUEUED:
            self.close(TOO_BIG)
        elif not is_text(text):
            self.close(NO_TEXT)
        elif self.receiver is None:
            self._early.append(text)
        else:
            self.receiver.receive(text)

    def finish(self) -> None:
        """Record that the connection has ended.

        The receiver is dropped: otherwise the two would keep each other, and with them a whole match, in memory until the
        garbage collector runs, which is rare.
        """
        if not self.ended:
            self.ended = True
            at_end, self._at_end = self._at_end, []
            for call in reversed(at_end):
                call()
            self.receiver = None
            self._early.clear()


def is_text(text: bytes) -> bool:
    r"""Tell whether bytes are valid UTF-8.

    >>> is_text("盤".encode()), is_text(b"\xff")
    (True, False)
    """
    if text.isascii():
        return True
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


class AsgiLine(SocketLine):
    """A WebSocket of any server that supports ASGI."""

    def __init__(self, socket: WebSocket) -> None:
        super().__init__()
        self._socket = socket
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue()

    @property
    def is_clogged(self) -> bool:
        """Whether much output is unsent."""
        return self._queue.qsize() >= MOST_QUEUED

    def send(self, text: bytes) -> None:
        """Send a text after those queued before it."""
        if not self.ended:
            self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the connection after its queued output."""
        self._queue.put_nowait(code)

    async def run(self) -> None:
        """Send and receive until either side goes away."""
        listening = asyncio.create_task(self._listen())
        sending = asyncio.create_task(self._send_all())
        try:
            await asyncio.wait((listening, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listening, sending):
                task.cancel()
            await asyncio.gather(listening, sending, return_exceptions=True)
            self.finish()

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it was closed while we were sending
            while True:
                clogged = self.is_clogged
                message = await self._queue.get()
                if isinstance(message, int):
                    await self._socket.close(message)
                    return
                await self._socket.send_text(message.decode())
                if clogged and not self.is_clogged and self.receiver:
                    self.receiver.catch_up()

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if (text := message.get("text")) is None:
                self.close(UNSUPPORTED)
                return
            self.take(text.encode())


class Outbox:
    """The unsent texts of one event loop. They are sent in its next turn, those of all lines in a row.

    One commit answers hundreds of actions, and waking clients for one text at a time costs a tenth more processor time.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = weakref.ref(loop)
        self._unsent: list[tuple[TakenLine, bytes]] = []

    def add(self, line: TakenLine, text: bytes) -> None:
        """Send a text in the next turn."""
        self._unsent.append((line, text))
        if len(self._unsent) == 1 and (loop := self._loop()) is not None:
            loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send everything now."""
        unsent, self._unsent = self._unsent, []
        for line, text in unsent:
            transport = line.transport
            if transport is not None:  # otherwise the other side has gone away
                try:
                    transport.send(TEXT, text)
                except Exception:
                    log.exception("a text could not be sent")


outboxes: Final[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox]] = weakref.WeakKeyDictionary()


def find_outbox() -> Outbox:
    """Return the outbox of the running event loop."""
    loop = asyncio.get_running_loop()
    return outboxes.get(loop) or outboxes.setdefault(loop, Outbox(loop))


class TakenLine(SocketLine, WSListener):
    """A WebSocket whose socket was taken over from our own server. Texts are sent in the next turn of the event loop."""

    is_clogged = False

    def __init__(self) -> None:
        super().__init__()
        self.transport: WSTransport | None = None
        self._outbox: Outbox | None = None
        self._parts: list[bytes] = []

    @property
    def is_connected(self) -> bool:
        """Whether the other side is connected."""
        return self.transport is not None

    def send(self, text: bytes) -> None:
        """Send a text in the next turn of the event loop."""
        if self._outbox is not None:
            self._outbox.add(self, text)

    def close(self, code: int) -> None:
        """Send what is unsent, and close the connection."""
        if self._outbox is not None:
            self._outbox.flush()
        if self.transport is not None:
            self.transport.send_close(WSCloseCode(code))
            self.transport.disconnect()

    async def run(self) -> None:
        """Leave everything to picows."""

    # Called by picows.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Start."""
        self.transport, self._outbox = transport, find_outbox()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Process a frame; a message may come in several."""
        kind = frame.msg_type
        if kind == TEXT and frame.fin:
            self.take(frame.get_payload_as_bytes())
        elif kind in (TEXT, WSMsgType.CONTINUATION):
            self._take_part(frame.get_payload_as_bytes(), frame.fin)
        elif kind == WSMsgType.CLOSE:
            self._answer_close()
        elif kind == WSMsgType.PING and not self.is_clogged:  # a client that does not read gets no answers
            transport.send_pong(frame.get_payload_as_bytes())
        elif kind == WSMsgType.BINARY:
            self.close(UNSUPPORTED)

    def _take_part(self, part: bytes, last: bool) -> None:
        self._parts.append(part)
        whole = b"".join(self._parts)
        self._parts = [] if last else [whole]
        if last or len(whole) > LONGEST_TEXT:
            self.take(whole)

    def _answer_close(self) -> None:
        if self.transport is not None:
            self.transport.send_close()
            self.transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Stop."""
        self.transport = None
        self.finish()

    def pause_writing(self) -> None:
        """Record that much output is unsent."""
        self.is_clogged = True

    def resume_writing(self) -> None:
        """Go on sending."""
        self.is_clogged = False
        if self.receiver:
            self.receiver.catch_up()
