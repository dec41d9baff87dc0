"""Tournaments in the database. What two processes write at once, such as a round, is written once: the database decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson
from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from banmen.server.store.database import ConflictError, FullError, Store
from banmen.server.store.tables import entrants, meetings, tournaments

Entry = Literal["entered", "tournament_closed", "name_taken"]


@dataclass(frozen=True)
class TournamentRow:
    """A tournament."""

    id: str
    owner: str
    name: str
    game: str
    terms: dict[str, Any]
    state: str
    round: int
    created: float


@dataclass(frozen=True)
class EntrantRow:
    """A person or computer that has entered."""

    number: int
    person: str | None
    who: str
    name: str
    gone: bool = False


@dataclass(frozen=True)
class MeetingRow:
    """Two entrants in a round, or one with a bye, their match and their scores."""

    round: int
    board: int
    first: int
    second: int | None
    match: str | None
    scores: tuple[float, float] | None
    created: float


@dataclass(frozen=True)
class StoredTournament:
    """A tournament with all its rows."""

    row: TournamentRow
    entrants: list[EntrantRow]
    meetings: list[MeetingRow]


@dataclass(frozen=True)
class MostTournaments:
    """The limits on tournaments."""

    each: int  # set up by one person and not over
    open: int  # that have not begun
    unstarted: float  # seconds that they wait to be started


class TournamentStore:
    """The tournaments in a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, row: TournamentRow, first: Sequence[EntrantRow], most: MostTournaments) -> None:
        """Add a tournament and its first entrants; an existing one of this id stays as it is.

        Those not started for a long time are removed. Raises FullError if the limits are reached.
        """

        def work(connection: Connection) -> None:
            if connection.scalar(select(tournaments.c.id).where(tournaments.c.id == row.id)) is not None:
                return
            old = (tournaments.c.state == "open", tournaments.c.created < row.created - most.unstarted)
            connection.execute(delete(tournaments).where(*old))
            if _count(connection, tournaments.c.owner == row.owner, tournaments.c.state != "over") >= most.each:
                raise FullError(row.owner)
            if _count(connection, tournaments.c.state == "open") >= most.open:
                raise FullError
            connection.execute(insert(tournaments).values(**{**row.__dict__, "terms": orjson.dumps(row.terms).decode()}))
            for one in first:
                connection.execute(insert(entrants).values(tournament=row.id, **_write_entrant(one)))

        await self._store.writer.write(work)

    async def enter(
        self, tournament: str, person: str | None, who: str, name: str, most: int, key: Callable[[str], str]
    ) -> Entry:
        """Add an entrant, or rename an existing one; return the outcome.

        Of names with the same key only one can exist.
        """

        def work(connection: Connection) -> Entry:
            wanted = select(tournaments.c.state).where(tournaments.c.id == tournament).with_for_update()
            if connection.scalar(wanted) != "open":
                return "tournament_closed"
            in_it = entrants.c.tournament == tournament
            others = or_(entrants.c.person.is_(None), entrants.c.person != person)
            if key(name) in map(key, connection.scalars(select(entrants.c.name).where(in_it, others))):
                return "name_taken"
            known = update(entrants).where(in_it, entrants.c.person == person).values(name=name, gone=0)
            if person is not None and connection.execute(known).rowcount:
                return "entered"
            count = int(connection.scalar(select(func.count()).select_from(entrants).where(in_it)) or 0)
            if count >= most:
                return "tournament_closed"
            made = EntrantRow(count + 1, person, who, name)
            connection.execute(insert(entrants).values(tournament=tournament, **_write_entrant(made)))
            return "entered"

        outcome: Entry = await self._store.writer.write(work)
        return outcome

    async def close_entry(self, tournament: str) -> bool:
        """Close a tournament to entries, so that all rounds have the same people; return False if somebody else has done so."""
        still_open = update(tournaments).where(tournaments.c.id == tournament, tournaments.c.state == "open")
        closed = await self._store.writer.write(
            lambda connection: connection.execute(still_open.values(state="running")).rowcount
        )
        return bool(closed)

    async def call_off(self, tournament: str) -> bool:
        """Remove a tournament that has not begun; return False if it has, or if it is gone already."""
        still_open = delete(tournaments).where(tournaments.c.id == tournament, tournaments.c.state == "open")
        return bool(await self._store.writer.write(lambda connection: connection.execute(still_open).rowcount))

    async def leave(self, tournament: str, person: str) -> None:
        """Record that a person has left."""

        def work(connection: Connection) -> None:
            mine = (entrants.c.tournament == tournament, entrants.c.person == person)
            connection.execute(update(entrants).where(*mine).values(gone=1))

        await self._store.writer.write(work)

    async def add_round(self, tournament: str, number: int, rows: Sequence[MeetingRow]) -> bool:
        """Add the meetings of the next round; return False if somebody else has done so."""

        def work(connection: Connection) -> None:
            next_one = update(tournaments).where(tournaments.c.id == tournament, tournaments.c.round == number - 1)
            if not connection.execute(next_one.values(state="running", round=number)).rowcount:
                raise ConflictError
            for row in rows:
                scores = row.scores or (None, None)
                connection.execute(
                    insert(meetings).values(
                        tournament=tournament,
                        round=row.round,
                        board=row.board,
                        first=row.first,
                        second=row.second,
                        match=row.match,
                        first_score=scores[0],
                        second_score=scores[1],
                        created=row.created,
                    )
                )

        try:
            await self._store.writer.write(work)
        except ConflictError:
            return False
        return True

    async def set_match(self, tournament: str, number: int, board: int, match: str) -> None:
        """Store the match that two entrants play."""

        def work(connection: Connection) -> None:
            connection.execute(update(meetings).where(*_is_meeting(tournament, number, board)).values(match=match))

        await self._store.writer.write(work)

    async def set_scores(self, tournament: str, number: int, board: int, scores: tuple[float, float]) -> None:
        """Store the scores of two entrants; stored scores remain."""

        def work(connection: Connection) -> None:
            one = (*_is_meeting(tournament, number, board), meetings.c.first_score.is_(None))
            connection.execute(update(meetings).where(*one).values(first_score=scores[0], second_score=scores[1]))

        await self._store.writer.write(work)

    async def set_state(self, tournament: str, state: str) -> None:
        """Record that a tournament is over."""

        def work(connection: Connection) -> None:
            connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(state=state))

        await self._store.writer.write(work)

    async def find(self, tournament: str) -> StoredTournament | None:
        """Return a tournament with all its rows."""

        def work(connection: Connection) -> StoredTournament | None:
            row = connection.execute(select(tournaments).where(tournaments.c.id == tournament)).one_or_none()
            if row is None:
                return None
            people = select(entrants).where(entrants.c.tournament == tournament).order_by(entrants.c.number)
            met = select(meetings).where(meetings.c.tournament == tournament).order_by(meetings.c.round, meetings.c.board)
            return StoredTournament(
                _read_row(row),
                [EntrantRow(one.number, one.person, one.who, one.name, bool(one.gone)) for one in connection.execute(people)],
                [_read_meeting(one) for one in connection.execute(met)],
            )

        return await self._store.read(work)

    async def count_entrants(self, names: Sequence[str]) -> dict[str, int]:
        """Return the number of entrants in each of some tournaments."""
        among = (entrants.c.tournament.in_(names), entrants.c.gone == 0)
        wanted = select(entrants.c.tournament, func.count()).where(*among).group_by(entrants.c.tournament)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return {str(name): int(number) for name, number in rows}

    async def list_in_state(self, state: str, most: int) -> list[TournamentRow]:
        """Return some tournaments that are open, running or over, the latest first."""
        wanted = select(tournaments).where(tournaments.c.state == state).order_by(tournaments.c.created.desc()).limit(most)
        return [_read_row(row) for row in await self._store.read(lambda connection: connection.execute(wanted).all())]


def _count(connection: Connection, *wanted: ColumnElement[bool]) -> int:
    return int(connection.scalar(select(func.count()).select_from(tournaments).where(*wanted)) or 0)


def _is_meeting(tournament: str, number: int, board: int) -> tuple[ColumnElement[bool], ...]:
    return meetings.c.tournament == tournament, meetings.c.round == number, meetings.c.board == board


def _write_entrant(one: EntrantRow) -> dict[str, Any]:
    return {**one.__dict__, "gone": int(one.gone)}


def _read_row(row: Any) -> TournamentRow:
    return TournamentRow(row.id, row.owner, row.name, row.game, orjson.loads(row.terms), row.state, row.round, row.created)


def _read_meeting(row: Any) -> MeetingRow:
    scores = None if row.first_score is None else (row.first_score, row.second_score)
    return MeetingRow(row.round, row.board, row.first, row.second, row.match, scores, row.created)
