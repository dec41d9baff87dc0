"""Reading matches from the database. Long ones, and those of a list, take turns: replaying them takes time and memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Final

from banmen.match.dice import CommittedDice
from banmen.match.events import Event
from banmen.match.match_state import Match
from banmen.server.fair_pool import Asker, FairPool
from banmen.server.problems import ProblemError
from banmen.server.store.database import MatchRow, Store, StoreError
from banmen.server.store.event_reading import list_events

log = logging.getLogger("banmen.server")
MOST_AT_ONCE: Final = 500  # events of a match that is read without waiting for a turn
MOST_WAITING: Final = 1000  # matches
MOST_WAITING_EACH: Final = 100  # of one address, of which so many requests are not even answered at a time


class MatchReading:
    """Reads matches from the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns = FairPool("reading", 1, MOST_WAITING, MOST_WAITING_EACH)

    async def read(self, row: MatchRow, asker: Asker | None) -> Match:
        """Return a match; a long one when it is the asker's turn, if anybody asks. Raise ProblemError if it cannot be read."""
        return await self._explain_failure(row, self._read_at_once(row, asker))

    async def read_in_turn(self, row: MatchRow, asker: Asker) -> Match:
        """Return a match, however short, when it is the asker's turn. Raise ProblemError if it cannot be read."""
        return await self._explain_failure(row, self._turns.run(asker, partial(self._read_here, row)))

    async def _read_at_once(self, row: MatchRow, asker: Asker | None) -> Match:
        if asker is None:
            events = await self._store.list_events_after(row.id, -1)
        else:
            events = await self._store.list_events_after(row.id, -1, MOST_AT_ONCE + 1)
            if len(events) > MOST_AT_ONCE:
                return await self._turns.run(asker, partial(self._read_here, row))
        return await asyncio.to_thread(read_match, row, events)

    def _read_here(self, row: MatchRow) -> Match:
        """Return a match. Its events are read only now, so that those of matches that wait fill no memory."""
        return read_match(row, self._store.read_in_thread(lambda connection: list_events(connection, row.id)))

    async def _explain_failure(self, row: MatchRow, reading: Awaitable[Match]) -> Match:
        try:
            return await reading
        except (StoreError, ProblemError):
            raise
        except Exception as error:  # the rows may be damaged in any way
            if await self._store.find(row.id) is None:  # it was removed at this very moment
                raise ProblemError("no_match") from error
            log.warning("match %s cannot be read: %r", row.id, error)
            raise ProblemError("unreadable_match") from error

    def close(self) -> None:
        """Read nothing more."""
        self._turns.close()


def read_match(row: MatchRow, events: Sequence[Event]) -> Match:
    """Return a match from what is stored, or raise some error."""
    dice = CommittedDice(row.seed)
    bytes.fromhex(dice.seed)  # else the next throw would fail
    if [event.seq for event in events] != list(range(len(events))):
        raise ValueError("events are missing")
    return Match(dice, events, row.id)
