"""Routes about the games on offer, and about the server itself."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from banmen.server.background_compile import WarmView
from banmen.server.http.game_views import GameView, games_view
from banmen.server.http.request_models import GamePath, Lang
from banmen.server.http.responses import JsonResponse, describe_responses
from banmen.server.http.rules_page import RulesView, rules_view
from banmen.server.visitors import find_theme

router = APIRouter(prefix="/api")


@router.get("/games", responses=describe_responses(list[GameView]), tags=["games"])
def games(lang: Lang) -> Response:
    """All games with their options and levels."""
    return JsonResponse(games_view(lang))


@router.get("/games/{game}/rules", responses=describe_responses(RulesView, 200, "unknown_game"), tags=["games"])
def rules(request: Request, game: GamePath, lang: Lang) -> Response:
    """The rules of a game, and its credits."""
    return JsonResponse(rules_view(game, lang, find_theme(request), request.app.state.settings.path_prefix))


@router.get("/warm", responses=describe_responses(WarmView), tags=["server"])
def warm(request: Request, game: Annotated[str, Query(max_length=40)] = "") -> Response:
    """The progress of background compilation, for one game or for all."""
    return JsonResponse(request.app.state.warming.view(game))
