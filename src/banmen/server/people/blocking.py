"""Blocking people met in a match, and reporting them to the server's operator."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Collection
from typing import Final, Literal, get_args

from banmen.match.events import JOIN, PRIVATE
from banmen.match.match_state import Match
from banmen.server.fair_pool import Asker
from banmen.server.problems import ProblemError
from banmen.server.rate_limits import RateLimit
from banmen.server.store.block_rows import (
    BlockRow,
    ReportRow,
    TooMuchError,
    add_block,
    add_report,
    list_apart,
    list_blocks,
    remove_block,
)
from banmen.server.store.database import Store

ReportReason = Literal["name", "talk", "cheating", "stalling"]
REASONS: Final[tuple[str, ...]] = get_args(ReportReason)
MOST_BLOCKS: Final = 500  # of one person
MOST_REPORTS: Final = 10  # of one person in a day
A_MINUTE: Final = 20  # blocks and reports from one address
KEPT: Final = 2.0  # seconds for which the blocks of a person are cached
MOST_KEPT: Final = 10_000


class Blocking:
    """The blocks and reports of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, tuple[float, frozenset[str], frozenset[str]]] = OrderedDict()
        self._at_address = RateLimit(A_MINUTE)

    async def list_apart(self, person: str, /) -> Collection[str]:
        """Return everybody whom a person must not meet, whichever of the two has blocked the other."""
        return (await self._find(person))[1]

    async def list_blocked(self, person: str, /) -> Collection[str]:
        """Return the people whom a person has blocked."""
        return (await self._find(person))[0]

    async def _find(self, person: str) -> tuple[frozenset[str], frozenset[str]]:
        known, now = self._known.get(person), time.monotonic()
        if known is None or known[0] < now:
            known = self._known[person] = now + KEPT, *await list_apart(self.store, person)
            self._known.move_to_end(person)
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return known[1], known[2]

    async def block(self, asker: Asker, match: Match, player: str) -> None:
        """Block a person met in a match."""
        other, name = self._find_met(asker, match, player)
        row = BlockRow(secrets.token_urlsafe(9), asker.visitor, other, name, match.game.name, time.time())
        try:
            await add_block(self.store, row, MOST_BLOCKS)
        except TooMuchError:
            raise ProblemError("too_many_blocks") from None
        self._forget(asker.visitor, other)

    async def unblock(self, asker: Asker, block: str) -> None:
        """Lift a block."""
        if not await remove_block(self.store, asker.visitor, block):
            raise ProblemError("not_blocked")
        self._known.clear()  # the other person need not be known

    async def list_own(self, person: str) -> list[BlockRow]:
        """Return a person's blocks, the latest first."""
        return await list_blocks(self.store, person)

    async def report(self, asker: Asker, match: Match, player: str, reason: str) -> None:
        """Report a person to the server's operator, once for each match."""
        other, name = self._find_met(asker, match, player)
        row = ReportRow(
            secrets.token_urlsafe(6), time.time(), asker.visitor, other, match.id, match.game.name, player, name, reason
        )
        try:
            await add_report(self.store, row, MOST_REPORTS)
        except TooMuchError:
            raise ProblemError("too_many_reports") from None

    def _find_met(self, asker: Asker, match: Match, player: str) -> tuple[str, str]:
        """Return the last person to take a seat, and their name; only other players of the match may ask."""
        if not self._at_address.takes(asker.address):
            raise ProblemError("too_busy")
        joined = [event for event in match.events if event.kind == JOIN]
        here = any(event.data[PRIVATE]["person"] == asker.visitor for event in joined)
        met = next((event for event in reversed(joined) if event.data["player"] == player), None)
        if not here or met is None or met.data[PRIVATE]["person"] == asker.visitor:
            raise ProblemError("nobody_there")
        return str(met.data[PRIVATE]["person"]), str(met.data["name"])

    def _forget(self, *people: str) -> None:
        for person in people:
            self._known.pop(person, None)
