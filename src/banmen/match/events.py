"""What happens in a match: events, which are only ever added."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

CREATED: Final = "created"
THROW: Final = "throw"
MOVE: Final = "move"
UNDO: Final = "undo"
RESIGN: Final = "resign"
SEAL: Final = "seal"  # nothing is taken back any more, so that the seed may be shown
FINISHED: Final = "finished"

BY_RULES, RESIGNED = "rules", "resigned"  # why a match finished


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a match; `client_id` is the id that the client gave to the action."""

    seq: int
    at: float
    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event before it has a number and a time."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)


def number_events(planned: list[PlannedEvent], first: int, at: float, client_id: str | None = None) -> list[Event]:
    """Return planned events with numbers and a time; the first of them carries the client's name for the action."""
    return [Event(first + number, at, one.kind, one.data, None if number else client_id) for number, one in enumerate(planned)]
