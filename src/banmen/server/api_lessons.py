"""The part of the API that teaches: lessons, and what is to be said about a try."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from banmen.kernels.contract import CHANCE
from banmen.presentation.lessons import Step, lessons, step
from banmen.server import game_shapes, views
from banmen.server.answers import Json, answers
from banmen.server.asked import AskedGame, AskedTheme, AskedTry, Lang
from banmen.server.errors import ProblemError
from banmen.server.phrases import say

router = APIRouter(prefix="/api/games/{game}/lessons", tags=["lessons"])
Number = Annotated[int, Path(ge=1, le=1000)]


@router.get("", responses=answers(game_shapes.LessonsView, 200, "unknown_game"))
def listed(game: AskedGame, lang: Lang) -> Response:
    """The lessons of a game."""
    told = [
        {"number": number, "title": lesson.title[lang], "steps": len(lesson.steps)}
        for number, lesson in enumerate(lessons(game), 1)
    ]
    return Json({"lessons": told})


@router.get("/{lesson}/{number}", responses=answers(game_shapes.LessonStepView, 200, "no_lesson"))
async def asked_step(game: AskedGame, lesson: Number, number: Number, lang: Lang, theme: AskedTheme = "light") -> Response:
    """A step of a lesson: what it tells and asks, and the position it is about."""
    return await run_in_threadpool(_told, game, lesson, number, lang, theme)


@router.post("/{lesson}/{number}", responses=answers(game_shapes.TryView, 200, "no_lesson", "no_throw_due"))
async def tried(game: AskedGame, lesson: Number, number: Number, asked: AskedTry, lang: Lang) -> Response:
    """A try at a step, by a move or by throwing the sticks: whether it is right, what is said, and what it leads to."""
    return await run_in_threadpool(_tried, step(game, lesson, number), asked, lang)


def _told(game: str, lesson: int, number: int, lang: str, theme: str) -> Response:
    found = step(game, lesson, number)
    taught = lessons(game)[lesson - 1]
    return Json(
        {
            "lesson": lesson,
            "step": number,
            "steps": len(taught.steps),
            "title": taught.title[lang],
            "text": found.text[lang],
            "asks": "throw" if found.throw is not None else "move",
            "view": views.position_view(found.position, lang, theme),
        }
    )


def _tried(found: Step, asked: AskedTry, lang: str) -> Response:
    if asked.move is None:
        if found.throw is None or found.position.kind != CHANCE:
            raise ProblemError("no_throw_due")
        right, last, after = True, None, found.position.throw(found.throw)
    else:
        move = found.position.find(asked.move)
        right, last, after = found.accepts(move.text), (found.position, move), found.position.after(move.code)
    said = found.praise if right else found.nudge
    words = said[lang] if said else say("right" if right else "not_asked", lang)
    return Json({"right": right, "words": words, "view": views.position_view(after, lang, asked.theme, last)})
