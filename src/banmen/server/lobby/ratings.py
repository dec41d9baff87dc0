"""Ratings: recording the result of each match once, and looking ratings up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from banmen.match.rated_results import RatedResult, read_rated_result
from banmen.server.lobby.rating_rules import (
    ENOUGH_GAMES,
    SURE_SIGMA,
    Rating,
    combine_ratings,
    find_outcome,
    rate_match,
    weigh_repeats,
)
from banmen.server.periodic import PeriodicTask
from banmen.server.problems import ProblemError
from banmen.server.sessions import MatchSession, Sessions
from banmen.server.store.database import StoreError
from banmen.server.store.rating_rows import ChangeRow, RatingRow, RatingRows
from banmen.server.store.writer import ConflictError

log = logging.getLogger("banmen.server")
SWEEP: Final = 60.0  # seconds between sweeps for results that have not been rated
MOST_SWEPT: Final = 100
MOST_LOOKED_AT: Final = 2000  # the best ratings, among which those of people who may be named are selected
MOST_CHANGES: Final = 500  # of one person, in an answer


class Ratings:
    """The ratings of one server's people."""

    def __init__(self, sessions: Sessions) -> None:
        """Record the result of every match that ends from now on, and look for missed results."""
        self.sessions, self.rows = sessions, RatingRows(sessions.store)
        self._tasks: set[asyncio.Task[None]] = set()
        sessions.on_finish = self._settle_soon
        self._sweeping = PeriodicTask(self._sweep, lambda: SWEEP)

    def _settle_soon(self, session: MatchSession) -> None:
        if session.match.gathering and session.match.gathering.rated:
            self._start(self._settle_quietly(session))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _settle_quietly(self, session: MatchSession) -> None:
        try:
            await self.settle(session)
        except (ConflictError, StoreError) as error:  # a sweep will find it
            log.warning("match %s could not be rated: %r", session.match.id, error)

    async def settle(self, session: MatchSession) -> bool:
        """Record the result of a finished match; return whether it was new."""
        match, now = session.match, time.time()
        result, at = read_rated_result(match), match.finished or now

        def rate(known: Mapping[str, RatingRow], repeats: int) -> Sequence[tuple[RatingRow, ChangeRow]]:
            assert result is not None
            return list_changes(match.id, match.game.name, result, known, weigh_repeats(repeats), at)

        return await self.rows.settle(match.id, match.game.name, result.people if result else (), now, rate)

    # Missed results.

    async def sweep(self) -> int:
        """Record the results of matches that ended while no server could; return their number."""
        return sum([await self._settle_late(name) for name in await self.rows.list_due(MOST_SWEPT)])

    async def _settle_late(self, name: str) -> bool:
        """Record the result of a match; what goes wrong with one concerns no other."""
        try:
            session = await self.sessions.find(name)
            if session is None:
                return False
            async with session.lock:
                await self.sessions.refresh(session)
            return await self.settle(session)
        except ProblemError:  # it cannot be read
            await self.rows.settle(name, "", (), time.time(), lambda _known, _repeats: [])
        except StoreError:
            raise
        except Exception:
            log.exception("the result of match %s could not be taken into the ratings", name)
        return False

    async def _sweep(self) -> None:
        try:
            await self.sweep()
        except StoreError as error:
            log.warning("missed results could not be rated: %s", error)

    # Lookup.

    async def find(self, person: str, game: str) -> Rating:
        """Return a person's rating at a game, or the initial one."""
        row = (await self.rows.find([person], game)).get(person)
        return read_rating(row) if row else Rating()

    async def list_best(self, game: str) -> list[RatingRow]:
        """Return the best players of a game among those whose rating is sure."""
        return await self.rows.list_best(game, ENOUGH_GAMES, SURE_SIGMA, MOST_LOOKED_AT)

    async def list_of_person(self, person: str) -> tuple[list[RatingRow], list[ChangeRow]]:
        """Return a person's ratings in all games, and their history, the latest change first."""
        return await self.rows.list_of_person(person), await self.rows.list_changes(person, MOST_CHANGES)

    async def close(self) -> None:
        """Stop recording."""
        await self._sweeping.close()
        for task in tuple(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def read_rating(row: RatingRow) -> Rating:
    """Return a rating from a row."""
    return Rating(row.mu, row.sigma, row.games, row.wins, row.losses, row.draws)


def combine_rows(one: RatingRow, other: RatingRow) -> RatingRow:
    """Merge the rows of two people at a game who turn out to be one."""
    both = combine_ratings(read_rating(one), read_rating(other))
    return replace(one, **both.__dict__, updated=max(one.updated, other.updated))


def list_changes(
    match: str, game: str, result: RatedResult, known: Mapping[str, RatingRow], weight: float, at: float
) -> list[tuple[RatingRow, ChangeRow]]:
    """Return each person's new rating, and the change that led to it, as they are stored."""
    before = {person: read_rating(row) for person, row in known.items()}
    written = []
    for person, rating in rate_match(result, before, weight).items():
        row = RatingRow(person, game, rating.mu, rating.sigma, rating.games, rating.wins, rating.losses, rating.draws, at)
        outcome, earlier = find_outcome(result, person), before.get(person, Rating())
        written.append((row, ChangeRow(match, person, game, at, outcome, rating.mu, rating.sigma, earlier.mu)))
    return written
