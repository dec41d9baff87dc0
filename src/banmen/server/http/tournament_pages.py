"""The pages of tournaments: all of them, setting one up, and one with its rounds and its table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from banmen.core.catalogues import find_base_language
from banmen.presentation.about import name_game
from banmen.server.clock_presets import describe_clock, list_presets
from banmen.server.http.bot_routes import find_bots
from banmen.server.http.lobby_views import describe_options
from banmen.server.http.page_messages import page_messages
from banmen.server.http.page_rendering import list_games, render_error_page, render_page
from banmen.server.http.tournament_routes import find_tournaments
from banmen.server.problems import ProblemError
from banmen.server.tournaments.pairing_rules import MOST_SWISS
from banmen.server.visitors import choose_language, find_visitor_id

router = APIRouter(include_in_schema=False)
GameQuery = Annotated[str, Query(max_length=40)]
PLAYERS = 2  # of a match in a tournament


@router.get("/tournaments")
def tournaments(request: Request, game: GameQuery = "") -> Response:
    """All tournaments, fetched by a script."""
    known = {one["name"] for one in list_games(choose_language(request))}
    return render_page(request, "tournaments.html", game=game if game in known else "")


@router.get("/tournaments/new")
async def new_tournament(request: Request, game: GameQuery = "") -> Response:
    """The form for a new tournament."""
    lang = choose_language(request)
    games = [one for one in list_games(lang) if _is_for_two(one)]
    chosen = next((one for one in games if one["name"] == game), games[0])
    return render_page(
        request,
        "tournament-form.html",
        games=games,
        game=chosen,
        fixed={"players": str(PLAYERS)} if chosen["numbers"] else {},
        presets=list_presets(find_base_language(lang)),
        bots=await find_bots(request).list_offered(find_visitor_id(request), chosen["name"]),
        most_rounds=MOST_SWISS,
    )


def _is_for_two(game: dict[str, Any]) -> bool:
    return PLAYERS in game["numbers"] if game["numbers"] else len(game["seats"]) == PLAYERS


@router.get("/tournaments/{tournament}")
async def tournament(request: Request, tournament: str) -> Response:
    """A tournament, whose state a script fetches."""
    try:
        found = await find_tournaments(request).look(tournament[:40])
    except ProblemError:
        return render_error_page(request, 404)
    lang = find_base_language(choose_language(request))
    row, terms, title = found.row, found.row.terms, name_game(found.row.game, lang)
    options = {name: value for name, value in terms["options"].items() if name != "players"}
    rules = describe_options(row.game, options, lang)
    facts = [title, page_messages.text(f"tournament.{terms['kind']}", lang), describe_clock(terms["clock"], lang), *rules]
    return render_page(request, "tournament.html", tournament=row, title=title, facts=facts)
