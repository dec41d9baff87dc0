"""Ratings in the database. The result of a match is rated once, by whichever process comes first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from banmen.server.store.database import DAY, Store
from banmen.server.store.tables import matches, rated_matches, rating_changes, ratings


@dataclass(frozen=True)
class RatingRow:
    """A person's stored rating at a game."""

    person: str
    game: str
    mu: float
    sigma: float
    games: int
    wins: int
    losses: int
    draws: int
    updated: float


@dataclass(frozen=True)
class ChangeRow:
    """How a match has changed a person's rating."""

    match: str
    person: str
    game: str
    at: float
    outcome: str
    mu: float
    sigma: float
    before: float


# Called with the known ratings, and how many matches the same people have played within the last day.
Rate = Callable[[Mapping[str, RatingRow], int], Sequence[tuple[RatingRow, ChangeRow]]]


class RatingRows:
    """The ratings of one database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def settle(self, match: str, game: str, people: Collection[str], now: float, rate: Rate) -> bool:
        """Rate the result of a match, unless that was done; return whether it was done now.

        If `people` is empty, the match counts for nothing.
        """

        def work(connection: Connection) -> bool:
            self.store.lock(connection, f"ratings {game}")  # what is read here must not change before it is written
            due = update(rated_matches).where(rated_matches.c.match == match, rated_matches.c.settled.is_(None))
            if not connection.execute(due.values(settled=now)).rowcount:
                return False
            if people:
                known = _load(connection, people, game)
                for rating, change in rate(known, _count_repeats(connection, people, game, now)):
                    own = (ratings.c.person == rating.person, ratings.c.game == game)
                    connection.execute(delete(ratings).where(*own))
                    connection.execute(insert(ratings).values(**rating.__dict__))
                    connection.execute(insert(rating_changes).values(**change.__dict__))
            return True

        return bool(await self.store.writer.write(work))

    async def list_due(self, most: int) -> list[str]:
        """Return matches that have ended and whose result is not rated yet."""
        due = select(rated_matches.c.match).join(matches, matches.c.id == rated_matches.c.match)
        due = due.where(rated_matches.c.settled.is_(None), matches.c.finished.is_not(None)).limit(most)
        return [str(name) for name in await self.store.read(lambda connection: connection.scalars(due).all())]

    async def find(self, people: Collection[str], game: str) -> dict[str, RatingRow]:
        """Return the ratings of some people at a game."""
        return await self.store.read(lambda connection: _load(connection, people, game))

    async def list_of_person(self, person: str) -> list[RatingRow]:
        """Return a person's ratings in all games."""
        wanted = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game)
        return await self.store.read(lambda connection: [RatingRow(**row) for row in connection.execute(wanted).mappings()])

    async def list_best(self, game: str, games: int, sigma: float, most: int) -> list[RatingRow]:
        """Return the best players of a game among those whose rating is certain enough."""
        wanted = select(ratings).where(ratings.c.game == game, ratings.c.games >= games, ratings.c.sigma <= sigma)
        wanted = wanted.order_by(ratings.c.mu.desc(), ratings.c.updated).limit(most)
        return await self.store.read(lambda connection: [RatingRow(**row) for row in connection.execute(wanted).mappings()])

    async def list_changes(self, person: str, most: int) -> list[ChangeRow]:
        """Return how matches have changed a person's ratings, the latest first."""
        wanted = select(rating_changes).where(rating_changes.c.person == person)
        wanted = wanted.order_by(rating_changes.c.at.desc()).limit(most)
        return await self.store.read(lambda connection: [ChangeRow(**row) for row in connection.execute(wanted).mappings()])

    async def forget(self, person: str) -> None:
        """Remove all ratings of a person, and their history."""

        def work(connection: Connection) -> None:
            connection.execute(delete(ratings).where(ratings.c.person == person))
            connection.execute(delete(rating_changes).where(rating_changes.c.person == person))

        await self.store.writer.write(work)


def _load(connection: Connection, people: Collection[str], game: str) -> dict[str, RatingRow]:
    wanted = select(ratings).where(ratings.c.person.in_(list(people)), ratings.c.game == game)
    return {row["person"]: RatingRow(**row) for row in connection.execute(wanted).mappings()}


def _count_repeats(connection: Connection, people: Collection[str], game: str, now: float) -> int:
    """Return how many matches of a game the same people have played within the last day."""
    recent: tuple[Any, ...] = (rating_changes.c.game == game, rating_changes.c.at > now - DAY)
    of_one = select(rating_changes.c.match).where(rating_changes.c.person == min(people), *recent)
    rows = connection.execute(select(rating_changes.c.match, rating_changes.c.person).where(rating_changes.c.match.in_(of_one)))
    found: dict[str, set[str]] = {}
    for match, person in rows:
        found.setdefault(match, set()).add(person)
    return sum(one == set(people) for one in found.values())
