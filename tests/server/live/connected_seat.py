"""A person's connection to a match, without a socket."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from banmen.server.fair_pool import Asker
from banmen.server.live.change_writers import ChangeWriter, PlainWriter
from banmen.server.live.play_connection import PlayConnection
from banmen.server.matches import Matches
from banmen.server.sessions import MatchSession
from tests.server.noted_line import NotedLine
from tests.server.visiting import House

ASKER = Asker("here", "visitor")
PEOPLE = {"1": "human", "2": "human"}


class Seat:
    """A connection with its line, and a client's actions on them."""

    def __init__(self, matches: Matches, session: MatchSession, since: int = -1, writer: ChangeWriter | None = None) -> None:
        self.line, self.matches = NotedLine(), matches
        self.connection = PlayConnection(matches, session, since, writer or PlainWriter("en"), self.line)
        self.connection.begin()

    @property
    def last(self) -> dict[str, Any]:
        return self.line.sent[-1]

    def say(self, **action: Any) -> str:
        asked = {"seq": self.connection.session.match.seq, "client_id": str(uuid.uuid4()), **action}
        self.connection.receive(json.dumps(asked).encode())
        return str(asked["client_id"])

    async def done(self, **action: Any) -> dict[str, Any]:
        """Act, and return the answer."""
        name = self.say(**action)
        await self.quiet()
        (answer,) = [sent for sent in self.line.sent if sent.get("answer") == name]
        return answer

    async def quiet(self) -> None:
        """Wait until all messages are handled."""
        while self.connection._busy:
            await asyncio.sleep(0.001)


Scene = Callable[[Matches, MatchSession], Awaitable[None]]


def play(house: House, scene: Scene, game: str = "kuniumi", **more: Any) -> None:
    """Create a match among people and let some events happen in it."""

    async def run() -> None:
        matches: Matches = house.app.state.matches
        await scene(matches, await matches.create(ASKER, game, {}, PEOPLE, {}, **more))

    house.run(run())
