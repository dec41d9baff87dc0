"""A line without a socket, for tests."""

from __future__ import annotations

import json
from typing import Any


class NotedLine:
    """A line that records what is sent, and may be clogged."""

    def __init__(self) -> None:
        self.is_clogged = False
        self.sent: list[dict[str, Any]] = []
        self.closed: list[int] = []

    def send(self, text: bytes) -> None:
        self.sent.append(json.loads(text))

    def close(self, code: int) -> None:
        self.closed.append(code)

    @property
    def sent_events(self) -> list[dict[str, Any]]:
        """All events that were sent, in order."""
        return [event for one in self.sent for event in one.get("events", ())]
