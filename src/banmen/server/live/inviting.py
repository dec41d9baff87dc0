"""The connection that sends a bot its invitations, and the guard that closes its connections when a token is revoked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final, Protocol

import orjson
from fastapi import APIRouter, WebSocket

from banmen.server.bots.bot_registry import Bots, Identified
from banmen.server.bots.bot_seats import find_desk, find_kept_seats
from banmen.server.live.play_connection import POLICY
from banmen.server.live.socket_lines import UNSUPPORTED, AsgiLine, SocketLine
from banmen.server.problems import ProblemError
from banmen.server.sessions import Sessions
from banmen.server.store.database import StoreError
from banmen.server.visitors import choose_language

log = logging.getLogger("banmen.server")
router = APIRouter(prefix="/api")
LOOK: Final = 10.0  # seconds between checks for invitations that were not announced


class Closable(Protocol):
    """A connection that can be closed."""

    def close(self, code: int) -> None:
        """Close it."""


class TokenGuard:
    """Closes a connection of a bot once its token is revoked."""

    def __init__(self, bots: Bots, identified: Identified, line: Closable) -> None:
        self.bots, self.identified, self.line = bots, identified, line
        self.looking: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Check whether the token is still valid."""
        if self.looking is None or self.looking.done():
            self.looking = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(StoreError):
            if not await self.bots.is_known(self.identified):
                self.line.close(POLICY)


def guard(bots: Bots, identified: Identified, line: SocketLine) -> None:
    """Count a bot's connection and close it when its token is revoked; raise ProblemError if the bot has too many."""
    guarding = TokenGuard(bots, identified, line)
    bots.connect(identified.bot, guarding)
    line.on_end(lambda: bots.leave(identified.bot, guarding))


class InvitationConnection:
    """A bot waiting for matches. Nothing is queued for a client that does not read; it catches up later."""

    def __init__(self, bots: Bots, sessions: Sessions, identified: Identified, line: SocketLine, lang: str) -> None:
        self.bots, self.sessions, self.identified, self.line, self.lang = bots, sessions, identified, line, lang
        self._woken = asyncio.Event()
        self._sent: set[tuple[str, str]] = set()  # matches and players of invitations already sent

    def wake(self) -> None:
        """Look for news."""
        self._woken.set()

    def catch_up(self) -> None:
        """Go on sending once the line has room again."""
        self._woken.set()

    def receive(self, text: bytes) -> None:  # noqa: ARG002
        """Refuse messages: a bot answers by requests."""
        self.line.close(UNSUPPORTED)

    def end(self) -> None:
        """Send nothing more."""
        self._woken.set()

    async def run(self) -> None:
        """Send the current matches and invitations, and then new ones."""
        first = True
        while not self.line.ended:
            self._woken.clear()
            try:
                if not await self.bots.is_known(self.identified):
                    self._send(ProblemError("bad_token").body(self.lang))
                    self.line.close(POLICY)
                    return
                await self._send_news(first)
                first = False
            except StoreError as error:
                log.warning("a bot could not be notified of its matches: %s", error)
            except Exception:  # otherwise it would wait for ever
                log.exception("a bot could not be notified of its matches")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK)

    async def _send_news(self, first: bool) -> None:
        """Send the news."""
        if self.line.is_clogged:
            return
        if first:
            desk = await find_desk(self.bots, self.sessions, self.identified.bot)
            self._sent = {(one["match"], one["player"]) for one in desk["invitations"]}
            self._send(desk)
            return
        kept = await find_kept_seats(self.bots, self.sessions, self.identified.bot)
        for one in kept:
            if (one["match"], one["player"]) not in self._sent:
                self._send({"invitation": one})
        self._sent = {(one["match"], one["player"]) for one in kept}

    def _send(self, content: Any) -> None:
        self.line.send(orjson.dumps(content))


@router.websocket("/bot/live")
async def wait_for_matches(socket: WebSocket) -> None:
    """Send a bot its invitations and matches, and then every new invitation."""
    await socket.accept()
    line, lang = AsgiLine(socket), choose_language(socket)
    identified, bots = socket.scope["state"].get("bot"), socket.app.state.bots
    connection = None
    try:
        if identified is None:
            raise ProblemError("bad_token")
        connection = InvitationConnection(bots, socket.app.state.matches.sessions, identified, line, lang)
        bots.connect(identified.bot, connection)
        line.connect(connection)
    except ProblemError as problem:
        line.send(orjson.dumps(problem.body(lang)))
        line.close(POLICY)
        await line.run()
        return
    telling = asyncio.create_task(connection.run())
    try:
        await line.run()
    finally:
        bots.leave(identified.bot, connection)
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
