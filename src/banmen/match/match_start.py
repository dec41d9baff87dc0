"""How a match begins: with the opening, from a position, or from a record of a game that was left."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from banmen.core.board import Player
from banmen.core.game import Game
from banmen.core.record import Record
from banmen.kernels.contract import CHANCE
from banmen.match.dice import Dice
from banmen.match.events import CREATED, MOVE, THROW, Event, PlannedEvent, number_events
from banmen.match.match_errors import MatchError


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
        position = game.position(start)
        if position.over:
            raise MatchError("position_over")
        game = position.game
    data = {
        "game": game.name,
        "options": dict(game.options),
        "seats": _write_seats(seats, names or {}),
        "opening": [list(values) for values in rounds],
        "start": None if rounds or position == game.start() else position.text,
        "position": position.text,
        "commitment": dice.commitment,
        "date": f"{datetime.datetime.now(datetime.UTC):%Y.%m.%d}",
    }
    return Event(0, at, CREATED, data)


def list_record_events(record: Record, seats: Mapping[Player, str]) -> list[Event]:
    """Return the events of a match that goes on from a record, whose tags and comments it keeps."""
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
