"""Removing matches: one that several people play is only hidden from the list of whoever removes it."""

from __future__ import annotations

from sqlalchemy import select

from banmen.server.problems import ProblemError
from banmen.server.sessions import Sessions
from banmen.server.store.database import Store
from banmen.server.store.tables import seats


class MatchRemoval:
    """Removes matches from visitors' lists."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store, self._sessions = store, sessions

    async def remove(self, match: str, person: str) -> None:
        """Remove a match, whether or not it can be read; raise ProblemError if it is not the person's."""
        row = await self._store.find(match)
        if row is None:
            raise ProblemError("no_match")
        seated = await self._list_seated(match)
        shared = await self._is_shared(match, person, seated)
        if row.owner != person and not (shared and person in seated):
            raise ProblemError("no_match")
        if shared:
            await self._store.hide(match, person)  # it stays for the others
        else:
            await self._erase(match)

    async def _list_seated(self, match: str) -> set[str]:
        """Return the people who sit in a match, or have sat there until a computer took over."""
        wanted = select(seats.c.person).where(seats.c.match == match)
        return set(await self._store.read(lambda connection: connection.scalars(wanted).all()))

    async def _is_shared(self, match: str, person: str, seated: set[str]) -> bool:
        """Tell whether a match has been played by several people; where it cannot be read, whether others sit there."""
        try:
            session = await self._sessions.find(match)
        except ProblemError as problem:
            if problem.code != "unreadable_match":
                raise
            return bool(seated - {person})
        return session is not None and session.match.gathering is not None and session.match.begun

    async def _erase(self, match: str) -> None:
        session = self._sessions.get(match)
        if session is None:
            await self._store.remove(match)
            return
        async with session.lock:
            await self._store.remove(match)
            self._sessions.forget(session)
