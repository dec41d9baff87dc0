"""Lessons that teach a game by doing: short texts, each with a position and a task. The rules judge every attempt.

They are in each game's `about/lessons.toml`. A step has
  text      what the step explains and asks for, in each language,
  position  where it is asked,
  throw     what the sticks will show, if the step is to throw them,
  accept    the right moves: texts; `!f2` for every move but f2; `+` for every new piece; any move if left out,
  nudge     the answer to a legal move that was not asked for,
  praise    the answer to the right one,
  names     the places whose names the words use, beside those where moves begin and end.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from typing import Any

from banmen.core import registry
from banmen.core.errors import BanmenError, quote_value
from banmen.core.game import Position
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue, DataWords
from banmen.presentation.motion import PLACE, describe_move

messages = Catalogue(__name__)

NEW = "+"


class LessonError(BanmenError):
    """There is no such lesson."""

    code = "no_such_lesson"


@dataclass(frozen=True)
class LessonStep:
    """One thing to do."""

    text: Words
    position: Position
    throw: int | None = None
    accept: tuple[str, ...] = ()
    nudge: Words | None = None
    praise: Words | None = None
    names: tuple[str, ...] = ()

    def accepts(self, move: str) -> bool:
        """Return whether a move solves the step; an illegal one raises IllegalMoveError."""
        chosen = self.position.find(move)
        if self.accept == (NEW,):
            return [way.how for way in describe_move(self.position, chosen, "en").motion][:1] == [PLACE]
        refused = [text.removeprefix("!") for text in self.accept if text.startswith("!")]
        return chosen.text not in refused if refused else not self.accept or chosen.text in self.accept


@dataclass(frozen=True)
class Lesson:
    """A few steps under one title.

    >>> read_lessons("qubism")[0].steps[0].accepts("c2")
    True
    """

    title: Words
    steps: tuple[LessonStep, ...]


@functools.cache
def read_lessons(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, if it has any."""
    file = registry.family(game).resource("about", "lessons.toml")
    tables = [] if file is None else tomllib.loads(file.read_text("utf-8"))["lessons"]
    return tuple(Lesson(DataWords(one["title"]), tuple(_read_step(game, step) for step in one["steps"])) for one in tables)


def step(game: str, lesson: int, number: int) -> LessonStep:
    """Return a step of a lesson, both counted from 1, or raise LessonError."""
    found = read_lessons(game)
    if not 1 <= lesson <= len(found):
        raise LessonError(messages("lessons.unknown_lesson", game=game, number=len(found), lesson=quote_value(lesson)))
    steps = found[lesson - 1].steps
    if not 1 <= number <= len(steps):
        raise LessonError(messages("lessons.unknown_step", lesson=lesson, number=len(steps), step=quote_value(number)))
    return steps[number - 1]


def _read_step(game: str, table: dict[str, Any]) -> LessonStep:
    position = registry.game(game).position(table["position"])
    words: dict[str, Any] = {name: DataWords(table[name]) for name in ("text", "nudge", "praise") if name in table}
    lists = {name: tuple(table.get(name, ())) for name in ("accept", "names")}
    return LessonStep(**{**table, **words, **lists, "position": position})
