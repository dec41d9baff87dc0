"""The HTTP API. Everything here reads a request, asks the matches or the rules, and shapes the answer."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from banmen.core import registry
from banmen.core.contract import CHANCE, DECIDE
from banmen.core.game import Position
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.server import shapes, views
from banmen.server.asked import (
    AskedAction,
    AskedGame,
    AskedPosition,
    AskedReplay,
    AskedStep,
    AskedTheme,
    Lang,
    MatchId,
    NewMatch,
    Visitor,
)
from banmen.server.errors import ProblemError, statuses
from banmen.server.matches import Action, Matches, Table
from banmen.server.rules import rules_view
from banmen.server.store import Event

router = APIRouter(prefix="/api")
MOST_FRAMES = 1000  # in one answer


class Json(Response):
    """An answer in JSON. It is written here and now: what is sent is ours and need not be checked once more."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the text."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def answers(model: Any, status: int = 200, *codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the answers of a route for its description."""
    told: dict[int | str, dict[str, Any]] = {status: {"model": model}}
    for code, problem in statuses("malformed", "invalid", "too_large", *codes).items():
        told[code] = {**problem, "model": shapes.StaleView if code == 409 else shapes.ErrorView}
    return told


def matches_of(request: Request) -> Matches:
    """Return the matches of the application."""
    found: Matches = request.app.state.matches
    return found


# Games.


@router.get("/games", responses=answers(list[shapes.GameView]), tags=["games"])
def games(lang: Lang) -> Response:
    """All games with their options and levels."""
    return Json(views.games_view(lang))


@router.get("/games/{game}/rules", responses=answers(shapes.RulesView, 200, "unknown_game"), tags=["games"])
def rules(game: AskedGame, lang: Lang) -> Response:
    """The rules of a game, and whose game it is."""
    return Json(rules_view(game, lang))


@router.get("/warm", responses=answers(shapes.WarmView), tags=["server"])
def warm(request: Request) -> Response:
    """How far compiling in the background has come."""
    return Json(request.app.state.warming.view())


# Matches.


@router.post(
    "/matches", status_code=201, responses=answers(shapes.MatchView, 201, "unknown_game", "too_many_matches"), tags=["matches"]
)
async def create(request: Request, asked: NewMatch, visitor: Visitor, lang: Lang, theme: AskedTheme = "light") -> Response:
    """Begin a match."""
    table = await matches_of(request).create(visitor, asked.game, asked.options, asked.seats, asked.names, asked.start)
    return Json(_view(table, lang, theme), 201)


@router.get("/matches", responses=answers(shapes.MatchList), tags=["matches"])
async def own(request: Request, visitor: Visitor, lang: Lang) -> Response:
    """Your matches, unfinished ones first."""
    found = await matches_of(request).of_owner(visitor)
    return Json({"matches": [views.match_short(match, lang) for match in found]})


@router.get("/matches/{match}", responses=answers(shapes.MatchView, 200, "no_match"), tags=["matches"])
async def look(request: Request, match: MatchId, visitor: Visitor, lang: Lang, theme: AskedTheme = "light") -> Response:
    """A match as it stands."""
    table = await matches_of(request).open(match, visitor)
    return Json(_view(table, lang, theme))


@router.delete("/matches/{match}", status_code=204, responses={**answers(None, 204, "no_match"), 204: {}}, tags=["matches"])
async def remove(request: Request, match: MatchId, visitor: Visitor) -> Response:
    """Forget a match."""
    matches = matches_of(request)
    await matches.remove(await matches.open(match, visitor))
    return Response(status_code=204)


@router.post("/matches/{match}/actions", responses=answers(shapes.ActionView, 200, "no_match", "stale"), tags=["matches"])
async def act(
    request: Request, match: MatchId, asked: AskedAction, visitor: Visitor, lang: Lang, theme: AskedTheme = "light"
) -> Response:
    """Throw, move, take back or give up. The same `client_id` again gives the stored answer."""
    matches = matches_of(request)
    table = await matches.seated(match, visitor)
    action = Action(asked.type, asked.seq, str(asked.client_id), asked.move, asked.player)
    try:
        events = await matches.act(table, action)
    except ProblemError as problem:
        if "events" in problem.more:
            problem.more = {"events": _events(table, problem.more["events"], lang), "view": _view(table, lang, theme)}
        raise
    return Json({"events": _events(table, events, lang), "view": _view(table, lang, theme)})


@router.post("/matches/{match}/stop", responses=answers(shapes.MatchView, 200, "no_match"), tags=["matches"])
async def stop(request: Request, match: MatchId, visitor: Visitor, lang: Lang, theme: AskedTheme = "light") -> Response:
    """Make the thinking computer decide at once."""
    matches = matches_of(request)
    table = await matches.open(match, visitor)
    matches.decide(table)
    return Json(_view(table, lang, theme))


@router.get(
    "/matches/{match}/record",
    responses={**answers(None, 200, "no_match"), 200: {"content": {"text/plain": {}}}},
    tags=["matches"],
)
async def record(request: Request, match: MatchId, visitor: Visitor) -> Response:
    """The match as a record to keep."""
    table = await matches_of(request).open(match, visitor)
    name = f"{table.match.game.name}-{table.match.id}.banmen"
    return PlainTextResponse(table.match.record.text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/matches/{match}/replay", responses=answers(shapes.ReplayView, 200, "no_match"), tags=["matches"])
async def replay(
    request: Request,
    match: MatchId,
    visitor: Visitor,
    lang: Lang,
    theme: AskedTheme = "light",
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=0, le=MOST_FRAMES)] = MOST_FRAMES,
) -> Response:
    """The match step by step."""
    table = await matches_of(request).open(match, visitor)
    return await run_in_threadpool(_replayed, table.match.record, lang, theme, first, count)


def _view(table: Table, lang: str, theme: str) -> shapes.MatchView:
    return views.match_view(table.match, lang, theme, table.thinking)


def _events(table: Table, events: list[Event], lang: str) -> list[shapes.EventView]:
    return [views.event_view(table.match, event, lang) for event in events]


# Positions.


@router.post("/positions", responses=answers(shapes.PositionView, 200, "unknown_game"), tags=["positions"])
async def position(asked: AskedPosition, lang: Lang) -> Response:
    """Any position: its legal moves, picture and words."""
    return await run_in_threadpool(_positioned, asked, lang)


@router.post("/positions/play", responses=answers(shapes.PositionView, 200, "unknown_game", "stale"), tags=["positions"])
async def play(asked: AskedStep, lang: Lang) -> Response:
    """The position after a move, or with a throw made."""
    return await run_in_threadpool(_played, asked, lang)


def _positioned(asked: AskedPosition, lang: str) -> Response:
    return Json(views.position_view(_read(asked), lang, asked.theme))


def _played(asked: AskedStep, lang: str) -> Response:
    before = _read(asked)
    if asked.throw is not None:
        if before.kind != CHANCE:
            raise ProblemError("no_throw_due")
        return Json(views.position_view(before.throw(asked.throw), lang, asked.theme))
    if before.kind != DECIDE:
        raise ProblemError("match_over" if before.over else "throw_due")
    move = before.find(asked.move or "")
    return Json(views.position_view(before.after(move.code), lang, asked.theme, (before, move)))


def _read(asked: AskedPosition) -> Position:
    game = registry.game(asked.game, **asked.options)
    return game.start() if asked.position is None else game.position(asked.position)


# Replays.


@router.post("/replay", responses=answers(shapes.ReplayView), tags=["positions"])
async def replay_record(asked: AskedReplay, lang: Lang) -> Response:
    """Any record step by step."""
    return await run_in_threadpool(lambda: _replayed(read_record(asked.record), lang, asked.theme, 0, MOST_FRAMES))


def _replayed(record: Record, lang: str, theme: str, first: int, count: int) -> Response:
    game = record.game
    told = views.frames(record, lang, theme, range(first, min(first + count, len(record.steps) + 1)))
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
