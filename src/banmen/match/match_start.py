"""How a match begins: with the opening, from a position, or from a record of a game that was left."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.record import Record
from banmen.kernels.contract import CHANCE
from banmen.match.clocks import ClockRule
from banmen.match.dice import Dice
from banmen.match.events import CREATED, MOVE, PRIVATE, THROW, Event, PlannedEvent, number_events
from banmen.match.match_errors import MatchError


@dataclass(frozen=True)
class Terms:
    """The terms of a match between people: who may join and watch, the clock, and whether it is rated."""

    clock: ClockRule | None = None
    rated: bool = False
    watchable: bool = True
    listed: bool = False
    chat: bool = False
    links: Mapping[str, str] = field(default_factory=dict)  # digests of the links to seats, by the player's name
    reserved: Mapping[str, str] = field(default_factory=dict)  # people for whom seats are kept, by the player's name
    names: Mapping[str, str] = field(default_factory=dict)  # their names, if known
    guests: Mapping[str, int] = field(default_factory=dict)  # who has met as strangers: see `seat_names`
    tournament: str | None = None  # in which the match is played


def make_first_event(
    game: Game,
    seats: Mapping[Player, str],
    dice: Dice,
    *,
    names: Mapping[str, str] | None = None,
    start: str | None = None,
    at: float = 0.0,
) -> Event:
    """Return the first event of a match; who begins is thrown for unless it starts from a position.

    `seats` says who plays for each player and is taken to be valid, `names` what people want to be called.
    """
    rounds: tuple[tuple[int, ...], ...] = ()
    if start is None:
        opening = dice.open(game)
        rounds, position = opening.rounds, opening.position
    else:
        position = _read_start(game, start)
        game = position.game
    data = {
        "game": game.name,
        "options": dict(game.options),
        "seats": _write_seats(seats, names or {}),
        "opening": [list(values) for values in rounds],
        "start": None if rounds or position == game.start() else position.text,
        "position": position.text,
        "commitment": dice.commitment,
        "date": _write_today(),
    }
    return Event(0, at, CREATED, data)


def make_first_event_together(
    game: Game, seats: Mapping[Player, str], dice: Dice, terms: Terms, *, start: str | None = None, at: float = 0.0
) -> Event:
    """Return the first event of a match that people play from different devices: nothing is thrown before all have come."""
    if start is not None:
        game = _read_start(game, start).game
    data = {
        "game": game.name,
        "options": dict(game.options),
        "seats": _write_seats(seats, terms.names),
        "opening": [],
        "start": start,
        "position": game.start().text if start is None else start,
        "commitment": dice.commitment,
        "date": _write_today(),
        "together": {
            "clock": terms.clock.to_json() if terms.clock else None,
            "rated": terms.rated,
            "watchable": terms.watchable,
            "listed": terms.listed,
            "chat": terms.chat,
            **({"tournament": terms.tournament} if terms.tournament else {}),
            **({"guests": dict(terms.guests)} if terms.guests else {}),
        },
        PRIVATE: {"links": dict(terms.links), "reserved": dict(terms.reserved)},
    }
    return Event(0, at, CREATED, data)


def _read_start(game: Game, start: str) -> Position:
    position = game.position(start)
    if position.over:
        raise MatchError("position_over")
    return position


def _write_today() -> str:
    return f"{datetime.datetime.now(datetime.UTC):%Y.%m.%d}"


def list_record_events(record: Record, seats: Mapping[Player, str]) -> list[Event]:
    """Return the events of a match that continues a record and keeps its tags and comments."""
    data: dict[str, Any] = {
        "game": record.game.name,
        "options": dict(record.game.options),
        "seats": _write_seats(seats, {}),
        "opening": [list(values) for values in record.opening],
        "start": None if record.opening else record.start.text,
        "position": record.start.text,
        "commitment": None,
        "date": record.tags.get("Date", ""),
        "tags": dict(record.tags),
        "comment": record.comment,
    }
    return [Event(0, 0.0, CREATED, data), *number_events(list(_list_step_events(record)), 1, 0.0)]


def _list_step_events(record: Record) -> Iterator[PlannedEvent]:
    for before, step in zip(record.positions(), record.steps, strict=False):
        if step.throw is not None and before.kind == CHANCE:
            yield PlannedEvent(THROW, {"value": step.throw, "comment": "" if step.move else step.comment})
        if step.move is not None:
            yield PlannedEvent(MOVE, {"move": step.move, "comment": step.comment})


def _write_seats(seats: Mapping[Player, str], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"player": str(player), "who": who, "name": names.get(str(player))} for player, who in seats.items()]
