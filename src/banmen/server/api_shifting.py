"""The part of the API for setting up positions by hand."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from banmen.core.errors import NotationError
from banmen.presentation.board_editor import move_piece
from banmen.server import shapes, views
from banmen.server.answers import Json, answers
from banmen.server.asked import AskedPosition, Lang, PlaceText, Short
from banmen.server.errors import ProblemError

router = APIRouter(prefix="/api")


class AskedShift(AskedPosition):
    """A position, and a piece to put elsewhere in it."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    piece: Short
    source: PlaceText = Field(alias="from")
    target: PlaceText = Field(alias="to")


@router.post("/positions/shift", responses=answers(shapes.PositionView, 200, "unknown_game"), tags=["positions"])
async def shift(asked: AskedShift, lang: Lang) -> Response:
    """The position with one piece put elsewhere, whatever the rules of moving say."""
    return await run_in_threadpool(_shifted, asked, lang)


def _shifted(asked: AskedShift, lang: str) -> Response:
    before = asked.read()
    try:
        after = move_piece(before, asked.piece, asked.source, asked.target)
    except NotationError as error:  # the visitor has typed nothing: where in the notation it is wrong would only puzzle
        raise ProblemError("bad_setup", what=error.reason) from None
    return Json(views.position_view(after, lang, asked.theme))
