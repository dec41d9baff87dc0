"""The HTTP API of games and matches: each route reads a request, asks the matches, and shapes the answer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from banmen.core.game import Move, Position
from banmen.kernels.contract import DECIDE
from banmen.server import advice, game_shapes, game_views, match_shapes, match_views, shapes, views
from banmen.server.answers import Json, answers
from banmen.server.api_positions import replayed
from banmen.server.asked import MOST_FRAMES, AskedAction, AskedGame, AskedTheme, AskedWhy, Lang, MatchId, NewMatch, Visitor
from banmen.server.computer import Computer
from banmen.server.errors import ProblemError
from banmen.server.matches import Matches
from banmen.server.rules import rules_view
from banmen.server.spoken import hint_words
from banmen.server.store import Event
from banmen.server.tables import Action, Table
from banmen.server.words import chosen_theme

router = APIRouter(prefix="/api")


def matches_of(request: Request) -> Matches:
    """Return the matches of the application."""
    found: Matches = request.app.state.matches
    return found


# Games.


@router.get("/games", responses=answers(list[game_shapes.GameView]), tags=["games"])
def games(lang: Lang) -> Response:
    """All games with their options and levels."""
    return Json(game_views.games_view(lang))


@router.get("/games/{game}/rules", responses=answers(game_shapes.RulesView, 200, "unknown_game"), tags=["games"])
def rules(request: Request, game: AskedGame, lang: Lang) -> Response:
    """The rules of a game, and whose game it is."""
    return Json(rules_view(game, lang, chosen_theme(request)))


@router.get("/warm", responses=answers(shapes.WarmView), tags=["server"])
def warm(request: Request) -> Response:
    """How far compiling in the background has come."""
    return Json(request.app.state.warming.view())


# Matches.


@router.post(
    "/matches",
    status_code=201,
    responses=answers(match_shapes.MatchView, 201, "unknown_game", "too_many_matches"),
    tags=["matches"],
)
async def create(request: Request, asked: NewMatch, visitor: Visitor, lang: Lang, theme: AskedTheme = "light") -> Response:
    """Begin a match."""
    table = await matches_of(request).create(visitor, asked.game, asked.options, asked.seats, asked.names, asked.start)
    return Json(_view(table, lang, theme), 201)


@router.get("/matches", responses=answers(match_shapes.MatchList), tags=["matches"])
async def own(request: Request, visitor: Visitor, lang: Lang) -> Response:
    """Your matches, unfinished ones first."""
    found = await matches_of(request).of_owner(visitor)
    return Json({"matches": [match_views.match_short(match, lang) for match in found]})


@router.get("/matches/{match}", responses=answers(match_shapes.MatchView, 200, "no_match"), tags=["matches"])
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


@router.post("/matches/{match}/actions", responses=answers(match_shapes.ActionView, 200, "no_match", "stale"), tags=["matches"])
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


@router.post("/matches/{match}/stop", responses=answers(match_shapes.MatchView, 200, "no_match"), tags=["matches"])
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
    pictures: bool = True,
) -> Response:
    """The match step by step."""
    table = await matches_of(request).open(match, visitor)
    return await run_in_threadpool(replayed, table.match.record, lang, theme, range(first, first + count), pictures)


def _view(table: Table, lang: str, theme: str) -> match_shapes.MatchView:
    return match_views.match_view(table.match, lang, theme, table.thinking)


def _events(table: Table, events: list[Event], lang: str) -> list[match_shapes.EventView]:
    return match_views.events_view(table.match, events, lang)


# Help while playing.


@router.get(
    "/matches/{match}/hint", responses=answers(shapes.HintView, 200, "no_match", "no_move_due", "too_busy"), tags=["help"]
)
async def hint(request: Request, match: MatchId, visitor: Visitor, lang: Lang) -> Response:
    """A good move, after about a second of thinking; the only move at once."""
    table = await matches_of(request).open(match, visitor)
    if not table.match.waits_for_human or table.match.position.kind != DECIDE:
        raise ProblemError("no_move_due")
    standing = table.match.position
    best, chance = await _advised(request.app.state.computer, standing)
    move = views.move_view(standing, best, lang)
    return Json({"move": move, "words": hint_words(move, chance, lang), "chance": chance})


async def _advised(computer: Computer, position: Position) -> tuple[Move, float | None]:
    """Return a good move with its chance to win; where there is one move only, nobody has to think about it."""
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves[0], None
    thought = await computer.hint(position)
    return thought.best, round(thought.chance, 4)


@router.post("/matches/{match}/why", responses=answers(shapes.WordsView, 200, "no_match"), tags=["help"])
async def why(request: Request, match: MatchId, asked: AskedWhy, visitor: Visitor, lang: Lang) -> Response:
    """Why a piece cannot go there."""
    table = await matches_of(request).open(match, visitor)
    position = table.match.position
    return Json({"words": await run_in_threadpool(advice.why, position, asked.source, asked.target, lang, asked.owner)})


@router.get("/matches/{match}/threats", responses=answers(shapes.ThreatsView, 200, "no_match"), tags=["help"])
async def threats(request: Request, match: MatchId, visitor: Visitor, lang: Lang) -> Response:
    """What stands in danger."""
    table = await matches_of(request).open(match, visitor)
    return Json(await run_in_threadpool(advice.threats, table.match.position, lang))
