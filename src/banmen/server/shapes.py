"""The shapes of what the API sends; its description is made from them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

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


class SeatView(TypedDict):
    """A player of a match, and who plays for it."""

    player: str
    name: str
    team: int
    who: str
    label: str


class ResultView(TypedDict):
    """How a game ended."""

    winners: list[str]
    words: str


class PositionView(TypedDict):
    """A position: its picture, its words and its legal moves."""

    game: str
    title: str
    options: dict[str, Any]
    players: list[PlayerView]
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


class MatchView(TypedDict):
    """A match as its visitor sees it."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seq: int
    players: list[SeatView]
    position: str
    waits_for: Waiting
    turn: str
    thrown: int | None
    throws: list[int]
    yours: bool
    thinking: bool
    status: str
    description: str
    svg: str
    moves: list[MoveView]
    last: MoveView | None
    result: ResultView | None
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
    """A good move."""

    move: MoveView
    words: str
    chance: float


class WordsView(TypedDict):
    """A sentence."""

    words: str


class ThreatsView(TypedDict):
    """What is in danger."""

    places: list[str]
    words: str


class OptionValue(TypedDict):
    """A value that a rule option can take."""

    value: str | int | float
    label: str


class OptionRange(TypedDict):
    """The bounds of a rule option that is any number between them."""

    least: float
    most: float


class OptionView(TypedDict):
    """A rule option in plain words."""

    name: str
    label: str
    help: str
    default: str | int | float
    values: list[OptionValue]
    range: OptionRange | None


class LevelView(TypedDict):
    """A level of the computer."""

    number: int
    name: str
    character: str
    seconds: float


class GameView(TypedDict):
    """A game to choose."""

    name: str
    title: str
    tagline: str
    players: str
    minutes: str
    age: str
    kind: str
    credit: str
    credit_url: str
    options: list[OptionView]
    levels: list[LevelView]
    seats: list[PlayerView]


class RulesView(TypedDict):
    """The rules of a game."""

    markdown: str
    html: str
    credit: str


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


class LessonShort(TypedDict):
    """A lesson in a list."""

    number: int
    title: str
    steps: int


class LessonsView(TypedDict):
    """The lessons of a game."""

    lessons: list[LessonShort]


class LessonStepView(TypedDict):
    """A step of a lesson."""

    lesson: int
    step: int
    steps: int
    title: str
    text: str
    asks: Literal["throw", "move"]
    view: PositionView


class TryView(TypedDict):
    """What is said about a try, and the position it leads to."""

    right: bool
    words: str
    view: PositionView
