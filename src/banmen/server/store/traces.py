"""Which people the events of a match name, so that a person is found without searching the texts of all matches.

There is a row for everybody who ever had a reserved seat or took one, whoever sits there now.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, select, text

from banmen.match.events import CREATED, JOIN, PRIVATE, Event
from banmen.server.store.event_rewriting import read_data
from banmen.server.store.tables import events

ADD: Final = text('INSERT INTO traces ("match", person) VALUES (:match, :person) ON CONFLICT DO NOTHING')
BATCH: Final = 1000


def trace(connection: Connection, match: str, new: Iterable[Event]) -> None:
    """Record the people in new events of a match."""
    _add(connection, [(match, person) for event in new for person in list_people(event.kind, event.data)])


def trace_all(connection: Connection) -> None:
    """Record the people in all events, in a database that was written without these rows."""
    wanted = select(events.c.match, events.c.kind, events.c.data).where(events.c.kind.in_((CREATED, JOIN)))
    for rows in connection.execute(wanted.execution_options(yield_per=BATCH)).partitions():
        _add(connection, [(match, who) for match, kind, data in rows for who in list_people(kind, read_data(data) or {})])


def list_people(kind: str, data: dict[str, Any]) -> set[str]:
    """Return the people in an event.

    >>> list_people(JOIN, {"player": "A", "private": {"person": "x"}})
    {'x'}
    """
    private = data.get(PRIVATE)
    if not isinstance(private, dict) or kind not in (CREATED, JOIN):
        return set()
    found = private.get("reserved", {}).values() if kind == CREATED else [private.get("person")]
    return {person for person in found if isinstance(person, str)}


def _add(connection: Connection, found: list[tuple[str, str]]) -> None:
    if found:
        connection.execute(ADD, [{"match": match, "person": person} for match, person in found])
