"""Everything that is stored of somebody, to be handed to them. Nothing in it tells who others are."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, or_, select

from banmen.match.events import JOIN, Event
from banmen.server.store.database import Store
from banmen.server.store.event_rewriting import list_players, read_data
from banmen.server.store.tables import (
    accounts,
    blocks,
    bots,
    challenges,
    devices,
    entrants,
    events,
    matches,
    rating_changes,
    ratings,
    reports,
    seats,
    tournaments,
)

# What is told of somebody besides matches, and the columns that are left out: they name people, or are secrets.
SECRETS = frozenset(("person", "owner", "by", "about", "other", "hash", "digest", "name_key", "claimed_by", "claimed_until"))


async def read_person(store: Store, person: str) -> dict[str, list[dict[str, Any]]]:
    """Return what is stored of somebody besides matches, by the tables."""
    wanted: dict[str, Select[Any]] = {
        "account": select(accounts).where(accounts.c.person == person),
        "devices": select(devices).where(devices.c.person == person).order_by(devices.c.created),
        "ratings": select(ratings).where(ratings.c.person == person).order_by(ratings.c.game),
        "rating_changes": select(rating_changes).where(rating_changes.c.person == person).order_by(rating_changes.c.at),
        "challenges": select(challenges).where(challenges.c.person == person).order_by(challenges.c.created),
        "tournaments": select(tournaments).where(tournaments.c.owner == person).order_by(tournaments.c.created),
        "tournament_entries": select(entrants).where(entrants.c.person == person).order_by(entrants.c.tournament),
        "bots": select(bots).where(bots.c.owner == person).order_by(bots.c.created),
        "blocked": select(blocks).where(blocks.c.person == person).order_by(blocks.c.at),
        "reports": select(reports).where(reports.c.by == person).order_by(reports.c.at),
    }

    def work(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            name: [_leave_out(row, SECRETS) for row in connection.execute(question).mappings()]
            for name, question in wanted.items()
        }

    return await store.read(work)


async def list_all_matches(store: Store, person: str) -> list[str]:
    """Return all matches that somebody has begun or sat down in, those included that they have put aside."""
    own = select(matches.c.id).where(or_(matches.c.owner == person, matches.c.id.in_(_select_sitting(person))))
    return [
        str(name) for name in await store.read(lambda connection: connection.scalars(own.order_by(matches.c.created)).all())
    ]


async def read_match(store: Store, match: str, person: str) -> dict[str, Any] | None:
    """Return a match with all its events as everybody may know them, and which players somebody has played for."""
    wanted = select(events.c.seq, events.c.at, events.c.kind, events.c.data).where(events.c.match == match)

    def work(connection: Connection) -> dict[str, Any] | None:
        stored = connection.execute(select(matches).where(matches.c.id == match)).one_or_none()
        if stored is None:
            return None
        rows = connection.execute(wanted.order_by(events.c.seq)).all()
        # Of an event that is damaged, it is told that there was one.
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
    return select(seats.c.match).where(seats.c.person == person)


def _leave_out(row: Any, names: Collection[str]) -> dict[str, Any]:
    return {str(name): value for name, value in row.items() if name not in names}
