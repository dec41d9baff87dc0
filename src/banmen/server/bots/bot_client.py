"""A bot that plays on a server with one of our computer players, from any machine that can reach it.

It receives invitations on one connection, accepts those it can play, and follows each match on a connection of its own. It
reconnects when a connection is lost; an unanswered action is resent with the same id, so nothing is done twice.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from banmen.core.errors import BanmenError
from banmen.core.game import Position
from banmen.core.messages import Catalogue, Message
from banmen.engine.interruptible import begin_work
from banmen.engine.players import player
from banmen.server.bots.bot_game import FollowedMatch

messages = Catalogue(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a lost connection is reopened
ANSWER_SECONDS: Final = 20.0
REFUSED: Final = frozenset((401, 403))
Tell = Callable[[Message], None]


class BotError(BanmenError):
    """The server rejects this bot."""

    code = "bot"


@dataclass
class BotClient:
    """A bot on a server."""

    server: str
    token: str = field(repr=False)
    who: str  # the computer player, as in `level:5`
    games: Sequence[str] = ()  # the games it plays; empty for all
    tell: Tell = lambda _: None
    _playing: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def run(self) -> None:
        """Play until cancelled; raise BotError if the server does not recognise the token."""
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    async for message in self._listen("/api/bot/live"):
                        pause = FIRST_PAUSE
                        await self._take_in(message)
                except (OSError, WebSocketException, TimeoutError):
                    pass
                self.tell(messages("bot.lost", seconds=f"{pause:g}"))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def _listen(self, path: str) -> Any:
        url = urlsplit(self.server)
        address = f"{'wss' if url.scheme == 'https' else 'ws'}://{url.netloc}{url.path.rstrip('/')}{path}"
        try:
            async with connect(address, additional_headers=self._headers, max_size=2**24) as socket:
                async for text in socket:
                    yield json.loads(text)
        except InvalidStatus as error:
            if error.response.status_code in REFUSED:
                raise BotError(messages("bot.refused")) from None
            raise

    @property
    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def _take_in(self, message: dict[str, Any]) -> None:
        if "error" in message:
            raise BotError(messages("bot.told", words=message["error"]["message"]))
        if "name" in message:
            self.tell(messages("bot.ready", name=message["name"]))
        for seat in message.get("playing", ()):
            self._begin(seat["match"], seat["game"])
        for seat in message.get("invitations", [message["invitation"]] if "invitation" in message else ()):
            await self._answer(seat)

    async def _answer(self, seat: dict[str, Any]) -> None:
        """Join a match, or decline it if this bot cannot play it."""
        match, suits = seat["match"], not self.games or seat["game"] in self.games
        path, body = f"/api/matches/{match}/{'join' if suits else 'refuse'}", {}
        if suits:
            body = {"player": seat["player"], "nonce": secrets.token_hex(16)}
        status = await asyncio.to_thread(self._post, path, body)
        if suits and status == 200:
            self.tell(messages("bot.joined", game=seat["game"], match=match))
            self._begin(match, seat["game"])

    def _post(self, path: str, body: dict[str, Any]) -> int:
        headers = {**self._headers, "content-type": "application/json"}
        request = urllib.request.Request(self.server.rstrip("/") + path, json.dumps(body).encode(), headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def _begin(self, match: str, game: str) -> None:
        """Follow a match, unless it is already followed."""
        running = self._playing.get(match)
        if running is None or running.done():
            if len(self._playing) > 1000:
                self._playing = {name: task for name, task in self._playing.items() if not task.done()}
            self._playing[match] = asyncio.create_task(self._play(match, game))

    async def _play(self, match: str, game: str) -> None:
        """Play a match to its end."""
        pause = FIRST_PAUSE
        while True:
            try:
                if await self._follow(match):
                    self.tell(messages("bot.finished", game=game, match=match))
                    return
                pause = FIRST_PAUSE
            except (OSError, WebSocketException, TimeoutError):
                pass
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _follow(self, match: str) -> bool:
        """Follow a match on one connection; return whether it is over."""
        url = urlsplit(self.server)
        scheme = "wss" if url.scheme == "https" else "ws"
        address = f"{scheme}://{url.netloc}{url.path.rstrip('/')}/api/matches/{match}/play"
        async with connect(address, additional_headers=self._headers, max_size=2**24) as socket:
            followed, ahead = FollowedMatch(), 0.0
            own, seq = await self._find_own(match), -1
            async for text in socket:
                message = json.loads(text)
                if "time" in message:
                    ahead = message["time"] - time.time()
                wait = float(message.get("retry_after", 0.0))
                if wait:
                    await asyncio.sleep(wait)
                elif "error" in message and "events" not in message:
                    return "answer" not in message  # this match is no longer open to this bot; otherwise reconnect
                for event in message.get("events", ()):
                    if event["seq"] > seq:
                        seq = event["seq"]
                        followed.take_in(event)
                if followed.over:
                    return True
                if ("turn" in message or wait) and followed.begun and followed.position and str(followed.position.turn) in own:
                    action = await self._choose(followed, time.time() + ahead)
                    await socket.send(json.dumps({**action, "seq": seq, "client_id": str(uuid.uuid4())}))
        return False

    async def _find_own(self, match: str) -> set[str]:
        """Return the players in a match that belong to this bot."""

        def ask() -> set[str]:
            request = urllib.request.Request(self.server.rstrip("/") + "/api/bot", headers=self._headers)  # noqa: S310
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                return {seat["player"] for seat in json.load(answer)["playing"] if seat["match"] == match}

        return await asyncio.to_thread(ask)

    async def _choose(self, followed: FollowedMatch, now: float) -> dict[str, str]:
        """Return the action to take in a match: a throw, or a move chosen within the time limit."""
        position = followed.position
        assert position is not None
        moves = position.legal_moves()
        if not moves:
            return {"type": "throw"}
        if len(moves) == 1:
            return {"type": "move", "move": moves[0].text}
        seconds = followed.find_seconds(position.turn, now)
        return {"type": "move", "move": await self._think(position, seconds)}

    async def _think(self, position: Position, seconds: float | None) -> str:
        stop = threading.Event()
        timer = asyncio.get_running_loop().call_later(seconds, stop.set) if seconds is not None else None
        chooser = player(self.who, position.game, seed=secrets.randbits(32))
        try:
            move = await asyncio.wrap_future(begin_work(lambda: chooser.choose(position, stop)))
        finally:
            stop.set()
            if timer:
                timer.cancel()
        return move.text
