"""The part of the API that teaches: lessons, and answers to a try."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from typing_extensions import TypedDict

from banmen.core.i18n import Words
from banmen.core.messages import Catalogue
from banmen.kernels.contract import CHANCE
from banmen.match.match_errors import MatchError
from banmen.match.picture_format import PictureFormat
from banmen.match.position_views import PositionView, position_view
from banmen.presentation.lessons import LessonStep, read_lessons, step
from banmen.server.http.request_models import Form, GamePath, Lang, TryRequest
from banmen.server.http.responses import JsonResponse, describe_responses

messages = Catalogue(__name__)

router = APIRouter(prefix="/api/games/{game}/lessons", tags=["lessons"])
Number = Annotated[int, Path(ge=1, le=1000)]
RIGHT: Words = messages.words("lesson.right")
NOT_ASKED: Words = messages.words("lesson.not_asked")


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
    names: list[str]
    view: PositionView


class TryView(TypedDict):
    """The response to a try, and the position it leads to."""

    right: bool
    words: str
    view: PositionView


@router.get("", responses=describe_responses(LessonsView, 200, "unknown_game"))
def list_lessons(game: GamePath, lang: Lang) -> Response:
    """The lessons of a game."""
    shown: list[LessonShort] = [
        {"number": number, "title": lesson.title[lang], "steps": len(lesson.steps)}
        for number, lesson in enumerate(read_lessons(game), 1)
    ]
    return JsonResponse({"lessons": shown})


@router.get("/{lesson}/{number}", responses=describe_responses(LessonStepView, 200, "no_lesson"))
async def show_step(game: GamePath, lesson: Number, number: Number, lang: Lang, form: Form) -> Response:
    """A step of a lesson: its text, its task and its position."""
    return await run_in_threadpool(_show_step, game, lesson, number, lang, form)


@router.post("/{lesson}/{number}", responses=describe_responses(TryView, 200, "no_lesson", "no_throw_due"))
async def try_step(game: GamePath, lesson: Number, number: Number, body: TryRequest, lang: Lang) -> Response:
    """A try at a step, by a move or by throwing the sticks: whether it is right, the response, and the position it leads to."""
    return await run_in_threadpool(_judge_try, step(game, lesson, number), body, lang)


def _show_step(game: str, lesson: int, number: int, lang: str, form: PictureFormat) -> Response:
    found = step(game, lesson, number)
    taught = read_lessons(game)[lesson - 1]
    return JsonResponse(
        {
            "lesson": lesson,
            "step": number,
            "steps": len(taught.steps),
            "title": taught.title[lang],
            "text": found.text[lang],
            "asks": "throw" if found.throw is not None else "move",
            "names": list(found.names),
            "view": position_view(found.position, lang, form),
        }
    )


def _judge_try(found: LessonStep, body: TryRequest, lang: str) -> Response:
    if body.move is None:
        if found.throw is None or found.position.kind != CHANCE:
            raise MatchError("no_throw_due")
        right, last, after = True, None, found.position.throw(found.throw)
    else:
        move = found.position.find(body.move)
        right, last, after = found.accepts(move.text), (found.position, move), found.position.after(move.code)
    words = (found.praise or RIGHT) if right else (found.nudge or NOT_ASKED)
    return JsonResponse({"right": right, "words": words[lang], "view": position_view(after, lang, body.form, last)})
