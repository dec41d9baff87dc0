"""Rewriting personal data within events: their private parts, names, and messages.

Otherwise events are only ever appended. The course of a match, its throws and moves, never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import orjson
from sqlalchemy import Connection, select, update

from banmen.match.events import CREATED, JOIN, PRIVATE, SAY
from banmen.server.store.tables import events, matches

PERSONAL = (CREATED, JOIN, SAY)  # the kinds of events that contain personal data
EventData = dict[str, Any]
Rewrite = Callable[[str, EventData], EventData]  # called with the kind of an event and its data


def rename(kind: str, data: EventData, old: str, new: str) -> EventData:
    """Return the data of an event in which one person is replaced by another.

    >>> rename(JOIN, {"player": "A", "name": "Ann", "private": {"person": "x"}}, "x", "y")
    {'player': 'A', 'name': 'Ann', 'private': {'person': 'y'}}
    """
    private = data.get(PRIVATE)
    if kind == JOIN and private and private.get("person") == old:
        return {**data, PRIVATE: {**private, "person": new}}
    if kind == CREATED and private and old in private.get("reserved", {}).values():
        reserved = {player: new if person == old else person for player, person in private["reserved"].items()}
        return {**data, PRIVATE: {**private, "reserved": reserved}}
    return data


def forget(
    kind: str, data: EventData, person: str, nobody: str, players: Collection[str], held: Collection[str] = ()
) -> EventData:
    """Return the data of an event without a person: `nobody` takes their place, without a name and without messages.

    `players` are those that they have ever played for, `held` those that they were the last to play for: only its owner moves
    a seat, so a device that held it earlier went by their name.

    >>> forget(JOIN, {"player": "A", "name": "Ann", "private": {"person": "x"}}, "x", "gone", ["A"])
    {'player': 'A', 'name': '', 'private': {'person': 'gone'}}
    >>> seats = [{"player": "A", "name": "Ann"}, {"player": "B", "name": "Bob"}]
    >>> forget(CREATED, {"seats": seats, "private": {"reserved": {"A": "x"}}}, "x", "gone", [])["seats"]
    [{'player': 'A', 'name': None}, {'player': 'B', 'name': 'Bob'}]
    >>> forget(SAY, {"player": "A", "text": "my address is"}, "x", "gone", ["A"])
    {'player': 'A', 'text': ''}
    """
    renamed = rename(kind, data, person, nobody)
    if kind == CREATED:
        kept = (data.get(PRIVATE) or {}).get("reserved", {})
        named = {player for player, who in kept.items() if who == person} | set(held)
        return renamed if renamed is data and not named else {**renamed, "seats": _remove_names(data["seats"], named)}
    if kind == JOIN and (renamed is not data or data.get("player") in held):
        return {**renamed, "name": ""}
    if kind == SAY and "text" in data and data.get("player") in players:
        return {**data, "text": ""}
    return renamed


def _remove_names(seats: list[EventData], players: Collection[str]) -> list[EventData]:
    return [{**seat, "name": None} if seat["player"] in players else seat for seat in seats]


def list_players(rows: Iterable[tuple[str, EventData]], person: str) -> set[str]:
    """Return the players that a person has ever taken a seat for, by the kinds and data of events."""
    return {
        str(data["player"])
        for kind, data in rows
        if kind == JOIN and _is_private(data) and data[PRIVATE].get("person") == person
    }


def list_held(rows: Iterable[tuple[str, EventData]], person: str) -> set[str]:
    """Return the players that a person was the last to take a seat for, by the kinds and data of events in order."""
    last = {str(data["player"]): data[PRIVATE].get("person") for kind, data in rows if kind == JOIN and _is_private(data)}
    return {player for player, who in last.items() if who == person}


def _is_private(data: EventData) -> bool:
    return isinstance(data.get(PRIVATE), dict)


def rewrite_match(connection: Connection, match: str, make: Callable[[list[tuple[str, EventData]]], Rewrite]) -> None:
    """Rewrite the events of a match that contain personal data; `make` gets them and returns the change for each.

    An event that cannot be read stays as it is.
    """
    wanted = select(events.c.seq, events.c.kind, events.c.data).where(events.c.match == match, events.c.kind.in_(PERSONAL))
    rows = connection.execute(wanted.order_by(events.c.seq))
    known = [(seq, kind, data) for seq, kind, text in rows if (data := read_data(text)) is not None]
    change = make([(kind, data) for _, kind, data in known])
    for seq, kind, data in known:
        changed = change(kind, data)
        if changed is not data:
            here = (events.c.match == match, events.c.seq == seq)
            connection.execute(update(events).where(*here).values(data=orjson.dumps(changed).decode()))
    connection.execute(update(matches).where(matches.c.id == match).values(edition=matches.c.edition + 1))


def read_data(text: str) -> EventData | None:
    """Return the data of an event; empty if the text is damaged."""
    try:
        found = orjson.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
