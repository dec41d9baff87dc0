"""A match that somebody looks at, and what may be done in it."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass, field

from banmen.server.match import Match


@dataclass(frozen=True)
class Action:
    """What a visitor does in a match, knowing its events up to `seq`."""

    type: str
    seq: int
    client_id: str
    move: str | None = None
    player: str | None = None


@dataclass(eq=False)
class Table:
    """A match that is looked at: who watches it, and the computer that may be thinking about it."""

    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    computing: asyncio.Task[None] | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    thinking: bool = False
    looked: float = field(default_factory=time.monotonic)
    removed: bool = False

    def tell(self) -> None:
        """Wake all who watch."""
        for watcher in self.watchers:
            watcher.set()

    def think(self, thinking: bool) -> None:
        """Say whether the computer is thinking."""
        if thinking != self.thinking:
            self.thinking = thinking
            self.tell()

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.watchers and not self.lock.locked() and (self.computing is None or self.computing.done())
