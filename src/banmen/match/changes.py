"""Updates for programs: the new events of a match and its state after them, without words and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typing_extensions import TypedDict

from banmen.match.events import MOVE, THROW, Event
from banmen.match.match_state import Match
from banmen.match.position_views import WAITING, Waiting


class PlainEvent(TypedDict):
    """Something that happened in a match."""

    seq: int
    at: float
    kind: str
    data: dict[str, Any]
    player: str | None  # who threw or moved


class ChangeView(TypedDict):
    """What has happened in a match, and its current state."""

    events: list[PlainEvent]
    seq: int
    turn: str
    waits_for: Waiting
    yours: bool  # whether a person is to act
    thrown: int | None
    moves: list[str]  # the legal moves, if a person is to move
    winners: list[str] | None  # once the match is over
    thinking: bool


def change_view(match: Match, events: Sequence[Event], thinking: bool) -> ChangeView:
    """Return some events of a match and how it stands."""
    now = match.standing
    result, begun = now.result, match.begun
    yours = result is None and begun and match.seats[now.turn].is_human
    return {
        "events": [plain_event(match, event) for event in events],
        "seq": match.seq,
        "turn": str(now.turn),
        "waits_for": WAITING[now.kind] if result is None and begun else "nothing",
        "yours": yours,
        "thrown": now.thrown,
        "moves": list(match.legal) if yours else [],
        "winners": None if result is None else [str(player) for player in result],
        "thinking": thinking,
    }


def plain_event(match: Match, event: Event) -> PlainEvent:
    """Return an event with the player who threw or moved."""
    player = str(match.before[event.seq].turn) if event.kind in (MOVE, THROW) else None
    return {"seq": event.seq, "at": event.at, "kind": event.kind, "data": event.public, "player": player}
