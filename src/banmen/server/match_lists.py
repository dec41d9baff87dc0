"""Lists of a visitor's matches. The work of one list is bounded, and visitors take turns with it.

Of each match only what the list shows is kept. Matches in memory cost nothing; of the others the shortest are replayed, one
after another, up to a number of events. Longer ones are shown without having been read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from banmen.match.match_state import Match
from banmen.match.match_views import MatchShort
from banmen.server.fair_pool import Asker
from banmen.server.history import History, HistoryQuery, PastMatch, list_all_opponents, list_games, list_opponents
from banmen.server.problems import ProblemError
from banmen.server.sessions import Sessions
from banmen.server.store.database import MatchRow, Store
from banmen.server.store.event_reading import LastEvent, list_last_events

LISTED: Final = 30  # matches of one visitor in a list
MOST_REPLAYED: Final = 20_000  # events of one list: dozens of matches of the usual length, or one that is full


@dataclass(frozen=True)
class UnreadMatch:
    """A match that a list shows by its row alone: it cannot be read, or would take too long to replay."""

    row: MatchRow
    readable: bool
    last: LastEvent | None = None


Show = Callable[[Match | UnreadMatch], MatchShort]


class MatchLists:
    """The lists of visitors' matches."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store, self._sessions = store, sessions

    async def list_owned(self, asker: Asker, show: Show) -> list[MatchShort]:
        """Return a visitor's matches, unfinished ones first."""
        return await self._show_all(await self._store.list_owned(asker.visitor, LISTED), asker, show)

    async def list_history(self, asker: Asker, wanted: HistoryQuery, show: Show) -> History:
        """Return a part of a visitor's matches, the latest first, and the filter choices."""
        known = [PastMatch(row, list_opponents(first)) for row, first in await self._store.list_beginnings(asker.visitor)]
        chosen = [past.row for past in known if wanted.takes(past)]
        shown = await self._show_all(chosen[wanted.first : wanted.first + wanted.count], asker, show)
        return History(shown, len(chosen), len(known), list_games(known), list_all_opponents(known))

    async def _show_all(self, rows: Sequence[MatchRow], asker: Asker, show: Show) -> list[MatchShort]:
        """Return what is shown of matches; of one that was removed in the meantime nothing."""
        # Those in memory come first, because reading others may drop them from it.
        shown = {row.id: show(session.match) for row in rows if (session := self._sessions.get(row.id))}
        stored = [row for row in rows if row.id not in shown]
        last = await self._store.read(partial(list_last_events, names=[row.id for row in stored])) if stored else {}
        replayed = choose_replayed({row.id: last[row.id].seq + 1 if row.id in last else 0 for row in stored})
        for row in stored:
            if row.id not in replayed:
                shown[row.id] = show(UnreadMatch(row, True, last[row.id]))
            elif (read := await self._read(row, asker, last.get(row.id))) is not None:
                shown[row.id] = show(read)
            read = None  # only one long match of this list is in use at a time
        return [shown[row.id] for row in rows if row.id in shown]

    async def _read(self, row: MatchRow, asker: Asker, last: LastEvent | None) -> Match | UnreadMatch | None:
        """Return a match that is not in memory, or its row if it cannot be read now; None if it is gone."""
        try:
            session = await self._sessions.load_in_turn(row, asker)
        except ProblemError as problem:
            if problem.code == "no_match":
                return None
            return UnreadMatch(row, problem.code != "unreadable_match", last)
        return None if session.removed else session.match


def choose_replayed(lengths: Mapping[str, int]) -> set[str]:
    """Return the matches that a list replays, by their numbers of events: the shortest ones.

    >>> sorted(choose_replayed({"a": 15_000, "b": 200, "c": 19_000}))
    ['a', 'b']
    """
    chosen, total = set[str](), 0
    for match in sorted(lengths, key=lengths.__getitem__):
        total += lengths[match]
        if total <= MOST_REPLAYED:
            chosen.add(match)
    return chosen
