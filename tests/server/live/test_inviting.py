"""The connection that sends a bot its matches, without a socket."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from banmen.server.bots.bot_registry import Bots, Identified
from banmen.server.live import inviting
from banmen.server.live.inviting import InvitationConnection
from banmen.server.live.socket_lines import SocketLine
from banmen.server.sessions import Sessions
from banmen.server.store.bot_rows import BotRow
from tests.server.noted_line import NotedLine

PATIENCE = 60.0  # seconds


class EndingLine(NotedLine):
    """A line that ends once something was sent."""

    @property
    def ended(self) -> bool:
        return bool(self.sent)


class AcceptingBots:
    """A registry in which every token is valid."""

    async def is_known(self, _identified: Identified) -> bool:
        return True


def test_a_bot_gets_its_matches_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = 0

    async def fail_once(*_: object) -> dict[str, Any]:
        nonlocal failed
        failed += 1
        if failed == 1:
            raise RuntimeError("a bug")
        return {"invitations": []}

    async def run() -> list[dict[str, Any]]:
        line = EndingLine()
        bots, identified = cast("Bots", AcceptingBots()), Identified(cast("BotRow", SimpleNamespace(person="bot")), "")
        connection = InvitationConnection(bots, cast("Sessions", None), identified, cast("SocketLine", line), "en")
        async with asyncio.timeout(PATIENCE):
            await connection.run()
        return line.sent

    monkeypatch.setattr(inviting, "LOOK", 0.01)
    monkeypatch.setattr(inviting, "find_desk", fail_once)
    assert asyncio.run(run()) == [{"invitations": []}]
    assert failed == 2
