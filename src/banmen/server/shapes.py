"""The shapes of what the API sends about positions, replays, analyses and itself; its description is made from them.

Those of matches stand in `match_shapes.py`, those of games and lessons in `game_shapes.py`.
"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

Waiting = Literal["throw", "move", "nothing"]
AnalysisState = Literal["waiting", "running", "done", "stopped", "failed"]


class ErrorTold(TypedDict):
    """What went wrong."""

    code: str
    message: str


class ErrorView(TypedDict):
    """The body of every error."""

    error: ErrorTold


class MotionView(TypedDict):
    """Some pieces on their way; motions are played one after another."""

    piece: str
    number: int
    path: list[str]
    how: str


# `from` is a word of Python, so this one cannot be written as a class.
MoveView = TypedDict(
    "MoveView",
    {
        "move": str,
        "from": str | None,
        "to": str | None,
        "choice": str | None,
        "words": str,
        "effects": list[str],
        "motion": list[MotionView],
    },
)


class PlayerView(TypedDict):
    """A player of a position."""

    player: str
    name: str
    team: int


class ResultView(TypedDict):
    """How a game ended: who has won, by its rules or otherwise, and that in words."""

    winners: list[str]
    by: str  # `rules`, or as in records: `resigned`, `time`, `agreed`, `abandoned`
    words: str


class StandingView(TypedDict):
    """How a game stands, in a match or anywhere: its picture, its words and its legal moves."""

    game: str
    title: str
    options: dict[str, Any]
    position: str
    waits_for: Waiting
    turn: str
    thrown: int | None
    throws: list[int]
    status: str
    description: str
    svg: str
    moves: list[MoveView]
    last: MoveView | None
    result: ResultView | None


class PositionView(StandingView):
    """A position."""

    players: list[PlayerView]


class FrameView(TypedDict):
    """One step of a replay."""

    step: int
    position: str
    svg: str
    thrown: int | None
    move: MoveView | None
    words: str
    player: str | None


class ReplayView(TypedDict):
    """A game step by step."""

    game: str
    title: str
    options: dict[str, Any]
    players: list[PlayerView]
    total: int
    frames: list[FrameView]
    result: ResultView | None
    record: str


class HintView(TypedDict):
    """A good move; the chance to win is missing where there is no other move, for then nobody thinks about it."""

    move: MoveView
    words: str
    chance: float | None


class WordsView(TypedDict):
    """A sentence."""

    words: str


class ThreatsView(TypedDict):
    """What is in danger."""

    places: list[str]
    words: str


class WarmView(TypedDict):
    """How far compiling has come."""

    done: int
    total: int
    what: str
    ready: bool


class HealthView(TypedDict):
    """That the server is well."""

    status: str
    version: str


class AnalysisStarted(TypedDict):
    """The name of a new analysis."""

    id: str


class AnalysisView(TypedDict):
    """How far an analysis has come, and what it has found so far."""

    id: str
    state: AnalysisState
    kind: Literal["position", "record"]
    progress: float
    result: dict[str, Any] | None
