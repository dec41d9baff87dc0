"""Routes about positions and records that belong to no match: look, set up, play on, replay, analyse."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from banmen.core.errors import NotationError
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE, DECIDE
from banmen.match.match_errors import MatchError
from banmen.match.position_views import PositionView, position_view
from banmen.match.replay_views import ReplayView, replay_view
from banmen.presentation.board_editor import move_piece
from banmen.presentation.reasons import explain
from banmen.server.analyses import Analyses, AnalysisView
from banmen.server.http.request_models import (
    AnalysisId,
    AskedAnalysis,
    AskedPosition,
    AskedReason,
    AskedReplay,
    AskedShift,
    AskedStep,
    Lang,
    Visitor,
)
from banmen.server.http.responses import JsonResponse, describe_responses
from banmen.server.http.schemas import AnalysisStarted, WordsView
from banmen.server.problems import ProblemError

router = APIRouter(prefix="/api")


# Positions.


@router.post("/positions", responses=describe_responses(PositionView, 200, "unknown_game"), tags=["positions"])
async def position(asked: AskedPosition, lang: Lang) -> Response:
    """Any position: its legal moves, picture and words."""
    return await run_in_threadpool(_show, asked, lang)


@router.post("/positions/play", responses=describe_responses(PositionView, 200, "unknown_game", "stale"), tags=["positions"])
async def play(asked: AskedStep, lang: Lang) -> Response:
    """The position after a move, or with a throw made."""
    return await run_in_threadpool(_play, asked, lang)


@router.post("/positions/why", responses=describe_responses(WordsView, 200, "unknown_game"), tags=["positions"])
async def why(asked: AskedReason, lang: Lang) -> Response:
    """Why a piece cannot go there."""
    reason = await run_in_threadpool(lambda: explain(asked.read(), asked.source, asked.target, lang, asked.owner))
    return JsonResponse({"words": reason.words})


@router.post("/positions/shift", responses=describe_responses(PositionView, 200, "unknown_game"), tags=["positions"])
async def shift(asked: AskedShift, lang: Lang) -> Response:
    """The position with one piece put elsewhere, whatever the rules of moving say."""
    return await run_in_threadpool(_shift, asked, lang)


def _show(asked: AskedPosition, lang: str) -> Response:
    return JsonResponse(position_view(asked.read(), lang, asked.theme))


def _play(asked: AskedStep, lang: str) -> Response:
    before = asked.read()
    if asked.throw is not None:
        if before.kind != CHANCE:
            raise MatchError("no_throw_due")
        return JsonResponse(position_view(before.throw(asked.throw), lang, asked.theme))
    if before.kind != DECIDE:
        raise MatchError("match_over" if before.over else "throw_due")
    move = before.find(asked.move or "")
    return JsonResponse(position_view(before.after(move.code), lang, asked.theme, (before, move)))


def _shift(asked: AskedShift, lang: str) -> Response:
    before = asked.read()
    try:
        after = move_piece(before, asked.piece, asked.source, asked.target)
    except NotationError as error:  # the visitor has typed nothing: where in the notation it is wrong would only puzzle
        raise ProblemError("bad_setup", what=error.reason) from None
    return JsonResponse(position_view(after, lang, asked.theme))


# Replays.


@router.post("/replay", responses=describe_responses(ReplayView), tags=["positions"])
async def replay_record(asked: AskedReplay, lang: Lang) -> Response:
    """Any record step by step."""
    theme = asked.theme if asked.pictures else None
    shown = await run_in_threadpool(lambda: replay_view(read_record(asked.record), lang, theme, asked.wanted))
    return JsonResponse(shown)


# Analysis.


@router.post(
    "/analysis",
    status_code=202,
    responses=describe_responses(AnalysisStarted, 202, "unknown_game", "too_many_analyses"),
    tags=["analysis"],
)
async def analyse(request: Request, asked: AskedAnalysis, visitor: Visitor) -> Response:
    """Begin to analyse a record or a position."""
    subject = await run_in_threadpool(asked.read)
    return JsonResponse({"id": _analyses(request).start(visitor, subject, asked.seconds).id}, 202)


@router.get("/analysis/{analysis}", responses=describe_responses(AnalysisView, 200, "no_analysis"), tags=["analysis"])
async def analysis_so_far(request: Request, analysis: AnalysisId, visitor: Visitor) -> Response:
    """How far an analysis has come, and what it has found so far."""
    return JsonResponse(_analyses(request).find(analysis, visitor).view())


@router.delete("/analysis/{analysis}", responses=describe_responses(AnalysisView, 200, "no_analysis"), tags=["analysis"])
async def stop_analysis(request: Request, analysis: AnalysisId, visitor: Visitor) -> Response:
    """Stop an analysis; what it has found stays for a while."""
    found = _analyses(request).find(analysis, visitor)
    _analyses(request).cancel(found)
    return JsonResponse(found.view())


def _analyses(request: Request) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found
