"""The lobby's rows in the database: open challenges, and who is about to accept them.

Two people never get one seat: the second to write the event of taking it has written nothing. A claim keeps others from
trying in the meantime, and processes take turns in searching for an opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, exists, func, insert, or_, select, update

from banmen.match.events import Event
from banmen.server.store.database import MatchRow, Store
from banmen.server.store.tables import challenges, deadlines, matches, seats

MOST_LOOKED_AT: Final = 200  # challenges that are considered in a search


@dataclass(frozen=True)
class ChallengeRow:
    """A stored match that anybody may join."""

    match: str
    game: str
    person: str
    rated: bool
    mu: float
    sigma: float
    games: int
    least: int | None
    most: int | None
    clock: str  # as JSON
    options: str  # as JSON
    places: int
    quick: bool
    created: float
    seen: float
    claimed_by: str | None = None
    claimed_until: float | None = None


@dataclass(frozen=True)
class OpenChallenge:
    """A challenge, and the people who have joined already."""

    row: ChallengeRow
    people: frozenset[str]

    @property
    def open(self) -> int:
        """The number of seats free for others than its maker."""
        return self.row.places - len(self.people | {self.row.person})

    @property
    def is_seated(self) -> bool:
        """Tell whether its maker has sat down: nobody is sent to wait for one who has not."""
        return self.row.person in self.people

    def is_claimed(self, now: float, person: str = "") -> bool:
        """Tell whether somebody else is about to take a seat."""
        return self.row.claimed_by not in (None, person) and (self.row.claimed_until or 0.0) > now


class TooManyError(Exception):
    """A person has reached the limit of challenges."""


class TooManyNearbyError(Exception):
    """An address has reached the limit of challenges."""


@dataclass(frozen=True)
class ChallengeInsert:
    """A challenge to store: its match with the first events, and the limits of both."""

    match: MatchRow
    events: Sequence[Event]
    row: ChallengeRow
    most_matches: int
    most_challenges: int
    neighbours: set[str]  # matches of challenges from the same address; only the writer's thread changes it
    most_neighbours: int


Choose = Callable[[Sequence[OpenChallenge]], str | None]


@dataclass(frozen=True)
class OpponentSearch:
    """A person who looks for a challenge of a game with a clock."""

    person: str
    game: str
    clock: str
    rated: bool
    choose: Choose  # selects among the open challenges
    now: float
    claim_until: float


class LobbyRows:
    """The challenges of one database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Making and removing.

    async def add(self, new: ChallengeInsert) -> str:
        """Store a challenge and return its match; for a client id that was used before, the match it named."""
        return str(await self.store.writer.write(lambda connection: self._add(connection, new)))

    def _add(self, connection: Connection, new: ChallengeInsert) -> str:
        begun = self.store.add_match(connection, new.match, new.events, new.most_matches)
        if begun != new.match.id:
            return begun
        own = select(func.count()).select_from(challenges).where(challenges.c.person == new.row.person)
        if int(connection.scalar(own) or 0) >= new.most_challenges:
            raise TooManyError
        if len(new.neighbours) >= new.most_neighbours:
            standing = select(challenges.c.match).where(challenges.c.match.in_(list(new.neighbours)))
            new.neighbours.intersection_update(connection.scalars(standing).all())
        if len(new.neighbours) >= new.most_neighbours:
            raise TooManyNearbyError
        connection.execute(
            insert(challenges).values(**asdict(new.row) | {"rated": int(new.row.rated), "quick": int(new.row.quick)})
        )
        new.neighbours.add(begun)
        return begun

    async def withdraw(self, match: str, person: str) -> bool:
        """Remove a person's challenge with its match, unless it has begun in the meantime; return whether it was removed."""
        return bool(await self.store.writer.write(lambda connection: self._withdraw(connection, match, person)))

    async def remove_abandoned(self, match: str, seen: float) -> bool:
        """Remove a challenge whose maker has not been seen since a time; return whether it was removed."""
        return bool(await self.store.writer.write(lambda connection: self._withdraw(connection, match, None, seen)))

    def _withdraw(self, connection: Connection, match: str, person: str | None, seen: float | None = None) -> bool:
        # A person taking a seat right now locks the match: waiting for that lock here prevents deadlocks.
        connection.execute(select(matches.c.id).where(matches.c.id == match).with_for_update())
        wanted = delete(challenges).where(challenges.c.match == match)
        if person is not None:
            wanted = wanted.where(challenges.c.person == person)
        if seen is not None:
            wanted = wanted.where(challenges.c.seen <= seen)
        if not connection.execute(wanted).rowcount:
            return False
        self.store.erase(connection, match)
        return True

    async def touch(self, found: Collection[str], now: float) -> None:
        """Record that the waiting person is still there."""
        if found:
            work = update(challenges).where(challenges.c.match.in_(list(found))).values(seen=now)
            await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    # Pairing.

    async def claim(self, match: str, person: str, now: float, until: float) -> bool:
        """Claim a challenge for a person who is about to take a seat; return False if somebody else has claimed it."""
        return bool(await self.store.writer.write(lambda connection: _claim(connection, match, person, now, until)))

    async def find_or_add(self, search: OpponentSearch, new: ChallengeInsert) -> tuple[str, bool]:
        """Claim a challenge or else store one, in one step; return the match, and whether it was somebody else's."""

        def work(connection: Connection) -> tuple[str, bool]:
            found = self._search(connection, search)
            return (found, True) if found else (self._add(connection, new), False)

        result: tuple[str, bool] = await self.store.writer.write(work)
        return result

    async def move_on(self, search: OpponentSearch, own: str) -> str | None:
        """Claim somebody else's challenge in place of a person's own, which is removed; None if they go on waiting."""

        def work(connection: Connection) -> str | None:
            self.store.lock(connection, f"pairing {search.game}")
            mine = _load(connection, select(challenges).where(challenges.c.match == own, challenges.c.person == search.person))
            if not mine or mine[0].is_claimed(search.now) or mine[0].people - {search.person}:
                return None
            found = self._search(connection, search)
            if found:
                self._withdraw(connection, own, search.person)
            return found

        moved: str | None = await self.store.writer.write(work)
        return moved

    def _search(self, connection: Connection, search: OpponentSearch) -> str | None:
        self.store.lock(connection, f"pairing {search.game}")
        wanted = select(challenges).where(
            challenges.c.game == search.game,
            challenges.c.clock == search.clock,
            challenges.c.rated == int(search.rated),
            challenges.c.options == "{}",
            challenges.c.person != search.person,
            or_(challenges.c.claimed_by.is_(None), challenges.c.claimed_until < search.now),
        )
        found = _load(connection, wanted.order_by(challenges.c.created).limit(MOST_LOOKED_AT))
        chosen = search.choose([one for one in found if one.open > 0 and search.person not in one.people])
        if chosen and _claim(connection, chosen, search.person, search.now, search.claim_until):
            return chosen
        return None

    # Reading.

    async def find(self, match: str) -> OpenChallenge | None:
        """Return an open challenge."""
        wanted = select(challenges).where(challenges.c.match == match)
        found = await self.store.read(lambda connection: _load(connection, wanted))
        return found[0] if found else None

    async def list_standing(self, most: int) -> list[OpenChallenge]:
        """Return all challenges, the latest first."""
        return await self._list(select(challenges), most)

    async def list_open(self, game: str, most: int) -> list[OpenChallenge]:
        """Return challenges of a game or, without a name, of all games, whose makers have sat down: the latest first."""
        seated = (seats.c.match == challenges.c.match) & (seats.c.person == challenges.c.person)
        wanted = select(challenges).where(exists().where(seated))
        return await self._list(wanted.where(challenges.c.game == game) if game else wanted, most)

    async def _list(self, wanted: Select[Any], most: int) -> list[OpenChallenge]:
        wanted = wanted.order_by(challenges.c.created.desc()).limit(most)
        return await self.store.read(lambda connection: _load(connection, wanted))

    async def list_own(self, person: str) -> list[OpenChallenge]:
        """Return the challenges of a person."""
        wanted = select(challenges).where(challenges.c.person == person).order_by(challenges.c.created)
        return await self.store.read(lambda connection: _load(connection, wanted))

    async def count_waiting(self) -> Mapping[str, int]:
        """Return the number of open challenges by game."""
        return await self._count(select(challenges.c.game, func.count()).group_by(challenges.c.game))

    async def count_playing(self) -> Mapping[str, int]:
        """Return the number of matches being played with a clock, by game."""
        playing = select(matches.c.game, func.count()).join(deadlines, deadlines.c.match == matches.c.id)
        return await self._count(playing.where(matches.c.finished.is_(None)).group_by(matches.c.game))

    async def _count(self, wanted: Select[Any]) -> dict[str, int]:
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return {str(game): int(number) for game, number in rows}


def _claim(connection: Connection, match: str, person: str, now: float, until: float) -> bool:
    free = or_(challenges.c.claimed_by.is_(None), challenges.c.claimed_by == person, challenges.c.claimed_until < now)
    work = update(challenges).where(challenges.c.match == match, free).values(claimed_by=person, claimed_until=until)
    return bool(connection.execute(work).rowcount)


def _load(connection: Connection, wanted: Select[Any]) -> list[OpenChallenge]:
    names = [one.name for one in fields(ChallengeRow)]
    rows = [ChallengeRow(**{name: row[name] for name in names}) for row in connection.execute(wanted).mappings()]
    people: dict[str, set[str]] = {row.match: set() for row in rows}
    taken = select(seats.c.match, seats.c.person).where(seats.c.match.in_(list(people)))
    for match, person in connection.execute(taken) if rows else ():
        people[match].add(person)
    return [OpenChallenge(row, frozenset(people[row.match])) for row in rows]
