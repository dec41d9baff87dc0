"""The part of the API about positions and records that belong to no match: look, play on, replay, analyse."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE, DECIDE
from banmen.server import advice, shapes, views
from banmen.server.analyses import Analyses
from banmen.server.answers import Json, answers
from banmen.server.asked import AnalysisId, AskedAnalysis, AskedPosition, AskedReason, AskedReplay, AskedStep, Lang, Visitor
from banmen.server.errors import ProblemError
from banmen.server.replays import frames

router = APIRouter(prefix="/api")


# Positions.


@router.post("/positions", responses=answers(shapes.PositionView, 200, "unknown_game"), tags=["positions"])
async def position(asked: AskedPosition, lang: Lang) -> Response:
    """Any position: its legal moves, picture and words."""
    return await run_in_threadpool(_positioned, asked, lang)


@router.post("/positions/play", responses=answers(shapes.PositionView, 200, "unknown_game", "stale"), tags=["positions"])
async def play(asked: AskedStep, lang: Lang) -> Response:
    """The position after a move, or with a throw made."""
    return await run_in_threadpool(_played, asked, lang)


@router.post("/positions/why", responses=answers(shapes.WordsView, 200, "unknown_game"), tags=["positions"])
async def why(asked: AskedReason, lang: Lang) -> Response:
    """Why a piece cannot go there."""
    return await run_in_threadpool(
        lambda: Json({"words": advice.why(asked.read(), asked.source, asked.target, lang, asked.owner)})
    )


def _positioned(asked: AskedPosition, lang: str) -> Response:
    return Json(views.position_view(asked.read(), lang, asked.theme))


def _played(asked: AskedStep, lang: str) -> Response:
    before = asked.read()
    if asked.throw is not None:
        if before.kind != CHANCE:
            raise ProblemError("no_throw_due")
        return Json(views.position_view(before.throw(asked.throw), lang, asked.theme))
    if before.kind != DECIDE:
        raise ProblemError("match_over" if before.over else "throw_due")
    move = before.find(asked.move or "")
    return Json(views.position_view(before.after(move.code), lang, asked.theme, (before, move)))


# Replays.


@router.post("/replay", responses=answers(shapes.ReplayView), tags=["positions"])
async def replay_record(asked: AskedReplay, lang: Lang) -> Response:
    """Any record step by step."""
    return await run_in_threadpool(lambda: replayed(read_record(asked.record), lang, asked.theme, asked.wanted, asked.pictures))


def replayed(record: Record, lang: str, theme: str, wanted: range, pictures: bool = True) -> Response:
    """Return some steps of a record; without pictures it is much shorter."""
    game = record.game
    told = frames(record, lang, theme if pictures else None, wanted)
    return Json(
        {
            "game": game.name,
            "title": views.title(game.name, lang),
            "options": dict(game.options),
            "players": [views.player_view(game, player, lang) for player in game.players],
            "total": len(record.steps) + 1,
            "frames": list(told),
            "result": views.result_view(game, record.result, lang, {}, record.termination),
            "record": record.text,
        }
    )


# Analysis.


@router.post(
    "/analysis",
    status_code=202,
    responses=answers(shapes.AnalysisStarted, 202, "unknown_game", "too_many_analyses"),
    tags=["analysis"],
)
async def analyse(request: Request, asked: AskedAnalysis, visitor: Visitor) -> Response:
    """Begin to analyse a record or a position."""
    subject = await run_in_threadpool(asked.read)
    return Json({"id": _analyses(request).start(visitor, subject, asked.seconds).id}, 202)


@router.get("/analysis/{analysis}", responses=answers(shapes.AnalysisView, 200, "no_analysis"), tags=["analysis"])
async def analysis_so_far(request: Request, analysis: AnalysisId, visitor: Visitor) -> Response:
    """How far an analysis has come, and what it has found so far."""
    return Json(_analyses(request).find(analysis, visitor).view())


@router.delete("/analysis/{analysis}", responses=answers(shapes.AnalysisView, 200, "no_analysis"), tags=["analysis"])
async def stop_analysis(request: Request, analysis: AnalysisId, visitor: Visitor) -> Response:
    """Stop an analysis; what it has found stays for a while."""
    found = _analyses(request).find(analysis, visitor)
    _analyses(request).cancel(found)
    return Json(found.view())


def _analyses(request: Request) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found
