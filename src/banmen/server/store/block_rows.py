"""Blocks and reports in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, or_, select

from banmen.server.store.database import DAY, Store
from banmen.server.store.tables import blocks, reports
from banmen.server.store.writer import ConflictError


@dataclass(frozen=True)
class BlockRow:
    """A person who has blocked another."""

    id: str
    person: str
    other: str
    name: str
    game: str
    at: float


@dataclass(frozen=True)
class ReportRow:
    """A report about another person in a match."""

    id: str
    at: float
    by: str
    about: str
    match: str
    game: str
    player: str
    name: str
    reason: str


class TooMuchError(Exception):
    """A person has reached the limit of blocks or reports."""


async def add_block(store: Store, row: BlockRow, most: int) -> bool:
    """Store that one person blocks another; return False if they already do."""

    def work(connection: Connection) -> None:
        store.lock(connection, "blocks of " + row.person)
        own = select(func.count()).select_from(blocks).where(blocks.c.person == row.person)
        if int(connection.scalar(own) or 0) >= most:
            raise TooMuchError
        connection.execute(insert(blocks).values(**row.__dict__))

    return await _add(store, work)


async def remove_block(store: Store, person: str, block: str) -> bool:
    """Remove one person's block of another; return whether there was one."""
    work = delete(blocks).where(blocks.c.person == person, blocks.c.id == block)
    return bool(await store.writer.write(lambda connection: connection.execute(work).rowcount))


async def list_blocks(store: Store, person: str) -> list[BlockRow]:
    """Return the people whom a person has blocked, the latest first."""
    wanted = select(blocks).where(blocks.c.person == person).order_by(blocks.c.at.desc())
    return [BlockRow(*row) for row in await store.read(lambda connection: connection.execute(wanted).all())]


async def list_apart(store: Store, person: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the people whom a person has blocked, and everybody they must not meet, whichever of the two did the blocking."""
    wanted = select(blocks.c.person, blocks.c.other).where(or_(blocks.c.person == person, blocks.c.other == person))
    rows = await store.read(lambda connection: connection.execute(wanted).all())
    own = frozenset(str(other) for who, other in rows if who == person)
    return own, own | {str(who) for who, other in rows if other == person}


async def add_report(store: Store, row: ReportRow, most_a_day: int) -> bool:
    """Store a report; return False if the same person was already reported for the same match."""

    def work(connection: Connection) -> None:
        store.lock(connection, "reports by " + row.by)
        own = select(func.count()).select_from(reports).where(reports.c.by == row.by, reports.c.at > row.at - DAY)
        if int(connection.scalar(own) or 0) >= most_a_day:
            raise TooMuchError
        connection.execute(insert(reports).values(**row.__dict__))

    return await _add(store, work)


async def list_reports_by(store: Store, person: str) -> list[ReportRow]:
    """Return the reports that a person has made."""
    wanted = select(reports).where(reports.c.by == person).order_by(reports.c.at)
    return [ReportRow(*row) for row in await store.read(lambda connection: connection.execute(wanted).all())]


def read_reports(connection: Connection, most: int) -> list[ReportRow]:
    """Return the latest reports of all people, the latest first."""
    wanted = select(reports).order_by(reports.c.at.desc()).limit(most)
    return [ReportRow(*row) for row in connection.execute(wanted)]


def count_reports(connection: Connection, about: str) -> int:
    """Return how many people have reported a person."""
    wanted = select(func.count(reports.c.by.distinct())).where(reports.c.about == about)
    return int(connection.scalar(wanted) or 0) if about else 1


def remove_report(connection: Connection, report: str) -> bool:
    """Delete a report; return whether there was one."""
    return bool(connection.execute(delete(reports).where(reports.c.id == report)).rowcount)


async def _add(store: Store, work: object) -> bool:
    try:
        await store.writer.write(work)  # type: ignore[arg-type]
    except ConflictError:
        return False
    return True
