"""A match in memory: who watches it, the computer that may be thinking about it, and what visitors do in it."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass, field

from banmen.match.match_state import Match


@dataclass(frozen=True)
class Action:
    """What a visitor does in a match, knowing its events up to `seq`."""

    type: str
    seq: int
    client_id: str
    move: str | None = None
    player: str | None = None


@dataclass(eq=False)
class MatchSession:
    """A match that is held in memory."""

    match: Match
    owner: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    computing: asyncio.Task[None] | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    thinking: bool = False
    last_look: float = field(default_factory=time.monotonic)
    removed: bool = False

    def notify(self) -> None:
        """Wake all who watch."""
        for watcher in self.watchers:
            watcher.set()

    def set_thinking(self, thinking: bool) -> None:
        """Note whether the computer is thinking, and wake all who watch if that is new."""
        if thinking != self.thinking:
            self.thinking = thinking
            self.notify()

    @property
    def idle(self) -> bool:
        """Whether nobody is watching and nothing is running."""
        return not self.watchers and not self.lock.locked() and (self.computing is None or self.computing.done())
