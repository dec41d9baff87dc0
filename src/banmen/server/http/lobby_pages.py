"""The pages of the lobby: finding an opponent, leaderboards, and people's ratings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from banmen.core.catalogues import find_base_language
from banmen.server.clock_presets import list_presets
from banmen.server.http.lobby_routes import find_board, find_own_profile, find_profile
from banmen.server.http.page_rendering import list_games, render_error_page, render_page
from banmen.server.problems import ProblemError
from banmen.server.visitors import choose_language, find_visitor_id

router = APIRouter(include_in_schema=False)
GameQuery = Annotated[str, Query(max_length=40)]


@router.get("/lobby")
def lobby(request: Request, game: GameQuery = "") -> Response:
    """Find an opponent; a script fetches who is waiting."""
    lang = choose_language(request)
    games = list_games(lang)
    chosen = next((one for one in games if one["name"] == game), games[0])
    return render_page(request, "lobby.html", games=games, game=chosen, presets=list_presets(find_base_language(lang)))


@router.get("/leaderboard")
async def leaderboard(request: Request, game: GameQuery = "") -> Response:
    """The best players of a game."""
    lang = choose_language(request)
    games = list_games(lang)
    chosen = next((one for one in games if one["name"] == game), games[0])
    board = await find_board(request, chosen["name"], find_base_language(lang))
    return render_page(request, "leaderboard.html", games=games, game=chosen, board=board)


@router.get("/ratings")
async def own_ratings(request: Request) -> Response:
    """The visitor's own ratings."""
    lang = find_base_language(choose_language(request))
    profile = await find_own_profile(request, find_visitor_id(request), lang)
    return render_page(request, "ratings.html", profile=profile, own=True)


@router.get("/people/{name}")
async def person(request: Request, name: str) -> Response:
    """The ratings of a person who has agreed to be named."""
    try:
        profile = await find_profile(request, name[:40], find_base_language(choose_language(request)))
    except ProblemError:
        return render_error_page(request, 404)
    return render_page(request, "ratings.html", profile=profile, own=False)
