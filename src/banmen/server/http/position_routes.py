"""Routes about positions and records that belong to no match: looking, setting up, playing on, replaying, analysing."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from banmen.core.errors import NotationError
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE, DECIDE
from banmen.match.match_errors import MatchError
from banmen.match.position_views import PositionView, position_view
from banmen.match.replay_views import ReplayView, replay_view
from banmen.presentation.board_editor import move_piece
from banmen.presentation.merits import explain_better
from banmen.presentation.reasons import explain
from banmen.server.analyses import Analyses, AnalysisView
from banmen.server.http.request_models import (
    AnalysisId,
    AnalysisRequest,
    Asking,
    BetterRequest,
    Lang,
    PositionReasonRequest,
    PositionRequest,
    ReplayRequest,
    ShiftRequest,
    StepRequest,
)
from banmen.server.http.responses import JsonResponse, describe_responses, run_heavy
from banmen.server.http.schemas import AnalysisStarted, WordsView
from banmen.server.problems import ProblemError

router = APIRouter(prefix="/api")


# Positions.


@router.post("/positions", responses=describe_responses(PositionView, 200, "unknown_game"), tags=["positions"])
async def position(request: Request, body: PositionRequest, asker: Asking, lang: Lang) -> Response:
    """Any position: its legal moves, picture and words."""
    return await run_heavy(request, asker, lambda: _show(body, lang))


@router.post("/positions/play", responses=describe_responses(PositionView, 200, "unknown_game", "stale"), tags=["positions"])
async def play(request: Request, body: StepRequest, asker: Asking, lang: Lang) -> Response:
    """The position after a move or a throw."""
    return await run_heavy(request, asker, lambda: _play(body, lang))


@router.post("/positions/why", responses=describe_responses(WordsView, 200, "unknown_game"), tags=["positions"])
async def why(request: Request, body: PositionReasonRequest, asker: Asking, lang: Lang) -> Response:
    """Why a piece cannot go to a place."""
    reason = await run_heavy(request, asker, lambda: explain(body.read(), body.source, body.target, lang, body.owner))
    return JsonResponse({"words": reason.words})


@router.post("/positions/shift", responses=describe_responses(PositionView, 200, "unknown_game"), tags=["positions"])
async def shift(request: Request, body: ShiftRequest, asker: Asking, lang: Lang) -> Response:
    """The position with one piece put elsewhere, regardless of the rules for moves."""
    return await run_heavy(request, asker, lambda: _shift(body, lang))


@router.post("/positions/why-better", responses=describe_responses(WordsView, 200, "unknown_game"), tags=["positions"])
async def why_better(request: Request, body: BetterRequest, asker: Asking, lang: Lang) -> Response:
    """Why a move is better than the one that was played, as far as the rules show."""
    return await run_heavy(request, asker, lambda: _explain_better(body, lang))


def _explain_better(body: BetterRequest, lang: str) -> Response:
    position = body.read()
    words = explain_better(position, position.find(body.better), position.find(body.played), lang)
    return JsonResponse({"words": words})


def _show(body: PositionRequest, lang: str) -> Response:
    return JsonResponse(position_view(body.read(), lang, body.form))


def _play(body: StepRequest, lang: str) -> Response:
    before = body.read()
    if body.throw is not None:
        if before.kind != CHANCE:
            raise MatchError("no_throw_due")
        return JsonResponse(position_view(before.throw(body.throw), lang, body.form))
    if before.kind != DECIDE:
        raise MatchError("match_over" if before.over else "throw_due")
    move = before.find(body.move or "")
    return JsonResponse(position_view(before.after(move.code), lang, body.form, (before, move)))


def _shift(body: ShiftRequest, lang: str) -> Response:
    before = body.read()
    try:
        after = move_piece(before, body.piece, body.source, body.target)
    except NotationError as error:  # the visitor has typed nothing: where in the notation it is wrong would only be confusing
        raise ProblemError("bad_setup", what=error.reason) from None
    return JsonResponse(position_view(after, lang, body.form))


# Replays.


@router.post("/replay", responses=describe_responses(ReplayView), tags=["positions"])
async def replay_record(request: Request, body: ReplayRequest, asker: Asking, lang: Lang) -> Response:
    """Any record step by step: up to 1000 steps in one answer, or 40 with pictures; `total` is their number."""
    form = body.form if body.pictures else None

    def show() -> Response:
        return JsonResponse(replay_view(read_record(body.record), lang, form, body.wanted))

    return await run_heavy(request, asker, show)


# Analysis.


@router.post(
    "/analysis",
    status_code=202,
    responses=describe_responses(AnalysisStarted, 202, "unknown_game", "too_many_analyses"),
    tags=["analysis"],
)
async def analyse(request: Request, body: AnalysisRequest, asker: Asking) -> Response:
    """Start analysing a record or a position."""
    subject = await run_heavy(request, asker, body.read)
    return JsonResponse({"id": _find_analyses(request).start(asker, subject, body.seconds).id}, 202)


@router.get("/analysis/{analysis}", responses=describe_responses(AnalysisView, 200, "no_analysis"), tags=["analysis"])
async def analysis_so_far(request: Request, analysis: AnalysisId, asker: Asking) -> Response:
    """How far an analysis has come, and its results so far."""
    return JsonResponse(_find_analyses(request).find(analysis, asker.visitor).view())


@router.delete("/analysis/{analysis}", responses=describe_responses(AnalysisView, 200, "no_analysis"), tags=["analysis"])
async def stop_analysis(request: Request, analysis: AnalysisId, asker: Asking) -> Response:
    """Stop an analysis; its results stay for a while."""
    found = _find_analyses(request).find(analysis, asker.visitor)
    _find_analyses(request).cancel(found)
    return JsonResponse(found.view())


def _find_analyses(request: Request) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found
