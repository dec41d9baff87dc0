"""Notices of what other processes have written."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from banmen.server.store.database import CHANNEL, Changes
from banmen.server.store.listening import Listener
from tests.common.postgres import Postgres

PATIENCE = 60.0  # seconds


class NoticeRecorder:
    """Records notices."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self.refreshed = 0

    def hear(self, changes: Changes) -> None:
        self.heard += changes

    def refresh_all(self) -> None:
        self.refreshed += 1


def test_a_malformed_notice_does_not_stop_listening(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    async def run(url: str) -> None:
        notices = NoticeRecorder()
        listener = Listener(url, notices)
        try:
            async with asyncio.timeout(PATIENCE), await psycopg.AsyncConnection.connect(url, autocommit=True) as other:
                for payload, refreshed in (("nonsense", 2), ("a:1 b:2", 2)):
                    await listener.listening.wait()
                    await other.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                    while notices.refreshed < refreshed or (payload == "a:1 b:2" and not notices.heard):
                        await asyncio.sleep(0.01)
        finally:
            await listener.close()
        assert notices.heard == [("a", 1), ("b", 2)]

    with postgres.database("test_listening") as url:
        asyncio.run(run(url))
    assert "could not be processed" in caplog.text
