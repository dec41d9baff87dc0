"""Tournaments in the database. What two processes write at once, such as a round, is written once: the keys decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, func, insert, select, update

from banmen.server.store.database import ConflictError, Store
from banmen.server.store.tables import entrants, meetings, tournaments


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
    """Somebody who has entered."""

    number: int
    person: str | None
    who: str
    name: str
    gone: bool = False


@dataclass(frozen=True)
class MeetingRow:
    """Two entrants in a round, or one who has a bye, their match and their scores."""

    round: int
    board: int
    first: int
    second: int | None
    match: str | None
    scores: tuple[float, float] | None
    created: float


@dataclass(frozen=True)
class StoredTournament:
    """All that is stored of a tournament."""

    row: TournamentRow
    entrants: list[EntrantRow]
    meetings: list[MeetingRow]


class TournamentStore:
    """The tournaments in a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, row: TournamentRow, first: Sequence[EntrantRow]) -> None:
        """Add a tournament and who is in it from the start; one of this name stays as it is."""

        def work(connection: Connection) -> None:
            if connection.scalar(select(tournaments.c.id).where(tournaments.c.id == row.id)) is not None:
                return
            connection.execute(insert(tournaments).values(**{**row.__dict__, "terms": orjson.dumps(row.terms).decode()}))
            for one in first:
                connection.execute(insert(entrants).values(tournament=row.id, **_write_entrant(one)))

        await self._store.writer.write(work)

    async def enter(self, tournament: str, person: str | None, who: str, name: str, most: int) -> bool:
        """Add an entrant, or rename one who is in it already; tell whether there was room and it is still open."""

        def work(connection: Connection) -> bool:
            wanted = select(tournaments.c.state).where(tournaments.c.id == tournament).with_for_update()
            if connection.scalar(wanted) != "open":
                return False
            in_it = entrants.c.tournament == tournament
            known = update(entrants).where(in_it, entrants.c.person == person).values(name=name, gone=0)
            if person is not None and connection.execute(known).rowcount:
                return True
            count = int(connection.scalar(select(func.count()).select_from(entrants).where(in_it)) or 0)
            if count >= most:
                return False
            made = EntrantRow(count + 1, person, who, name)
            connection.execute(insert(entrants).values(tournament=tournament, **_write_entrant(made)))
            return True

        return bool(await self._store.writer.write(work))

    async def leave(self, tournament: str, person: str) -> None:
        """Note that somebody has left."""

        def work(connection: Connection) -> None:
            mine = (entrants.c.tournament == tournament, entrants.c.person == person)
            connection.execute(update(entrants).where(*mine).values(gone=1))

        await self._store.writer.write(work)

    async def add_round(self, tournament: str, number: int, rows: Sequence[MeetingRow]) -> bool:
        """Add the meetings of a round, and tell whether nobody else has done so."""

        def work(connection: Connection) -> None:
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
            running = update(tournaments).where(tournaments.c.id == tournament).values(state="running", round=number)
            connection.execute(running)

        try:
            await self._store.writer.write(work)
        except ConflictError:
            return False
        return True

    async def set_scores(self, tournament: str, number: int, board: int, scores: tuple[float, float]) -> None:
        """Note what two entrants scored."""

        def work(connection: Connection) -> None:
            one = (meetings.c.tournament == tournament, meetings.c.round == number, meetings.c.board == board)
            connection.execute(update(meetings).where(*one).values(first_score=scores[0], second_score=scores[1]))

        await self._store.writer.write(work)

    async def set_state(self, tournament: str, state: str) -> None:
        """Note that a tournament is over."""

        def work(connection: Connection) -> None:
            connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(state=state))

        await self._store.writer.write(work)

    async def find(self, tournament: str) -> StoredTournament | None:
        """Return a tournament with all that belongs to it."""

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
        """Return how many take part in each of some tournaments."""
        among = (entrants.c.tournament.in_(names), entrants.c.gone == 0)
        wanted = select(entrants.c.tournament, func.count()).where(*among).group_by(entrants.c.tournament)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return {str(name): int(number) for name, number in rows}

    async def list_in_state(self, state: str, most: int) -> list[TournamentRow]:
        """Return some tournaments that are open, running or over, the latest first."""
        wanted = select(tournaments).where(tournaments.c.state == state).order_by(tournaments.c.created.desc()).limit(most)
        return [_read_row(row) for row in await self._store.read(lambda connection: connection.execute(wanted).all())]


def _write_entrant(one: EntrantRow) -> dict[str, Any]:
    return {**one.__dict__, "gone": int(one.gone)}


def _read_row(row: Any) -> TournamentRow:
    return TournamentRow(row.id, row.owner, row.name, row.game, orjson.loads(row.terms), row.state, row.round, row.created)


def _read_meeting(row: Any) -> MeetingRow:
    scores = None if row.first_score is None else (row.first_score, row.second_score)
    return MeetingRow(row.round, row.board, row.first, row.second, row.match, scores, row.created)
