"""Everything that is stored about a person, for their export. Nothing in it identifies others."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, Select, or_, select

from banmen.match.events import JOIN, Event
from banmen.server.store import tables
from banmen.server.store.database import Store
from banmen.server.store.event_rewriting import list_players, read_data

# What is stored about a person besides matches: its name in the export, its table, the owner's column, and the order.
KEPT: Final = (
    ("account", tables.accounts, "person", "name"),
    ("devices", tables.devices, "person", "created"),
    ("ratings", tables.ratings, "person", "game"),
    ("rating_changes", tables.rating_changes, "person", "at"),
    ("challenges", tables.challenges, "person", "created"),
    ("tournaments", tables.tournaments, "owner", "created"),
    ("tournament_entries", tables.entrants, "person", "tournament"),
    ("bots", tables.bots, "owner", "created"),
    ("blocked", tables.blocks, "person", "at"),
    ("reports", tables.reports, "by", "at"),
)
# The columns that are left out: they name people, or are secrets.
SECRETS = frozenset(("person", "owner", "by", "about", "other", "hash", "digest", "name_key", "claimed_by", "claimed_until"))


async def read_person(store: Store, person: str) -> dict[str, list[dict[str, Any]]]:
    """Return what is stored about a person besides matches, by table."""
    wanted = {
        name: select(table).where(table.c[whose] == person).order_by(table.c[order]) for name, table, whose, order in KEPT
    }

    def work(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            name: [_leave_out(row, SECRETS) for row in connection.execute(question).mappings()]
            for name, question in wanted.items()
        }

    return await store.read(work)


async def list_all_matches(store: Store, person: str) -> list[str]:
    """Return all matches that a person has created or played in, including hidden ones."""
    own = select(tables.matches.c.id).where(
        or_(tables.matches.c.owner == person, tables.matches.c.id.in_(_select_sitting(person)))
    )
    return [
        str(name)
        for name in await store.read(lambda connection: connection.scalars(own.order_by(tables.matches.c.created)).all())
    ]


async def read_match(store: Store, match: str, person: str) -> dict[str, Any] | None:
    """Return a match with the public part of all its events, and the players that a person has played for."""
    wanted = select(tables.events.c.seq, tables.events.c.at, tables.events.c.kind, tables.events.c.data).where(
        tables.events.c.match == match
    )

    def work(connection: Connection) -> dict[str, Any] | None:
        stored = connection.execute(select(tables.matches).where(tables.matches.c.id == match)).one_or_none()
        if stored is None:
            return None
        rows = connection.execute(wanted.order_by(tables.events.c.seq)).all()
        # A damaged event is listed without its data.
        found = [Event(row.seq, row.at, row.kind, read_data(row.data) or {}) for row in rows]
        return {
            "id": stored.id,
            "game": stored.game,
            "created": stored.created,
            "finished": stored.finished,
            "begun_by_you": stored.owner == person,
            "your_players": sorted(list_players(((one.kind, one.data) for one in found if one.kind == JOIN), person)),
            "events": [{"seq": one.seq, "at": one.at, "kind": one.kind, "data": one.public} for one in found],
        }

    return await store.read(work)


def _select_sitting(person: str) -> Select[Any]:
    return select(tables.seats.c.match).where(tables.seats.c.person == person)


def _leave_out(row: Any, names: Collection[str]) -> dict[str, Any]:
    return {str(name): value for name, value in row.items() if name not in names}
