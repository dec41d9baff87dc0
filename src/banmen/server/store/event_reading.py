"""Queries for events. The last one of a match is looked up by its key, however long the match is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import Column, Connection, ScalarSelect, func, select

from banmen.match.events import Event
from banmen.server.store.tables import events, matches


def list_events(connection: Connection, match: str, seq: int = -1, most: int | None = None) -> list[Event]:
    """Return the events of a match after a sequence number, at most so many."""
    wanted = select(events.c.seq, events.c.at, events.c.kind, events.c.data, events.c.client_id)
    wanted = wanted.where(events.c.match == match, events.c.seq > seq).order_by(events.c.seq).limit(most)
    rows = connection.execute(wanted).all()
    return [Event(row.seq, row.at, row.kind, orjson.loads(row.data), row.client_id) for row in rows]


class LastEvent(NamedTuple):
    """The number of a match's last event, and when it happened."""

    seq: int
    at: float


def list_last_events(connection: Connection, names: Sequence[str]) -> dict[str, LastEvent]:
    """Return the last event of each match that is there and has one."""
    wanted = select(matches.c.id, _select_last(events.c.seq), _select_last(events.c.at)).where(matches.c.id.in_(names))
    return {str(name): LastEvent(seq, at) for name, seq, at in connection.execute(wanted) if seq is not None}


def _select_last(column: Column[int] | Column[float]) -> ScalarSelect[float]:
    last = select(column).where(events.c.match == matches.c.id).order_by(events.c.seq.desc()).limit(1)
    return last.correlate(matches).scalar_subquery()


# When something last happened in a match; at least when it was created, if it has lost its events.
LAST = func.coalesce(_select_last(events.c.at), matches.c.created)
