"""The shapes of what the API sends about matches."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from banmen.server.shapes import ErrorTold, MoveView, PlayerView, ResultView, StandingView


class SeatView(PlayerView):
    """A player of a match, and who plays for it."""

    who: str
    label: str


class MatchView(StandingView):
    """A match as its visitor sees it."""

    id: str
    seq: int
    players: list[SeatView]
    yours: bool
    thinking: bool
    can_undo: bool
    steps: int
    commitment: str
    seed: str | None
    opening: list[list[int]]
    url: str


class MatchShort(TypedDict):
    """A match in a list."""

    id: str
    game: str
    options: dict[str, Any]
    title: str
    players: list[SeatView]
    status: str
    yours: bool
    result: ResultView | None
    steps: int
    seq: int
    position: str
    created: float
    updated: float
    url: str


class MatchList(TypedDict):
    """A visitor's matches."""

    matches: list[MatchShort]


class EventView(TypedDict):
    """Something that happened in a match; a move comes with all that it does."""

    seq: int
    at: float
    kind: str
    data: dict[str, Any]
    player: str | None
    words: str
    move: MoveView | None


class ActionView(TypedDict):
    """What an action led to."""

    events: list[EventView]
    view: MatchView


class StaleView(TypedDict):
    """An error; where the match has gone on meanwhile, with what happened."""

    error: ErrorTold
    events: NotRequired[list[EventView]]
    view: NotRequired[MatchView]
