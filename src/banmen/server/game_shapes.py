"""The shapes of what the API sends about games, their options and levels, rules and lessons."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from banmen.server.shapes import PlayerView, PositionView


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
