"""The pages, rendered on the server. Everything that changes while a page is open comes from the API by scripts.

`install` adds the pages, the static files and the web app manifest to an application.
"""

from __future__ import annotations

import functools
import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response

import banmen
from banmen.core.catalogues import find_base_language
from banmen.core.errors import BanmenError
from banmen.presentation.about import NoRulesError, read_rules_or_note
from banmen.presentation.about import read_home as home_place
from banmen.server.clock_presets import list_clocks_among_friends
from banmen.server.http import lobby_pages, tournament_pages
from banmen.server.http.bot_routes import find_bots
from banmen.server.http.looks import write_stylesheet
from banmen.server.http.network_routes import may_let_join
from banmen.server.http.page_messages import page_messages
from banmen.server.http.page_rendering import (
    describe_game,
    describe_site,
    find_base,
    list_games,
    list_groups,
    render_error_page,
    render_page,
    write_entries,
)
from banmen.server.http.rules_page import draw_throw, rules_view
from banmen.server.http.static_files import (
    FOLDER,
    StaticAddresses,
    answer_text,
    answer_unless_known,
    digest_files,
    find_root,
)
from banmen.server.problems import ProblemError
from banmen.server.store.bot_rows import BotRow
from banmen.server.store.database import StoreError
from banmen.server.visitors import (
    choose_language,
    find_asker,
    find_theme,
    find_visitor_id,
    has_easy_words,
)

START = "start"  # in place of a position's text
router = APIRouter(include_in_schema=False)


def install(app: FastAPI) -> None:
    """Add the pages and the static files to an application."""
    app.router.routes.extend([*router.routes, *lobby_pages.router.routes, *tournament_pages.router.routes])
    app.mount("/static", StaticAddresses(directory=FOLDER), name="static")


@router.get("/")
def home(request: Request) -> Response:
    """All games."""
    games = list_games(choose_language(request))
    return render_page(request, "home.html", games=games, may_let_join=may_let_join(request))


@router.get("/joining")
def joining(request: Request) -> Response:
    """The dialog for letting others join, which a script inserts into a page."""
    return render_page(request, "joining.html")


@router.get("/my-games")
def my_games(request: Request) -> Response:
    """The visitor's own games, fetched by a script."""
    return render_page(request, "my-games.html")


@router.get("/you")
def you(request: Request) -> Response:
    """The visitor's account and stored data, fetched by a script."""
    return render_page(request, "you.html")


async def _list_bots(request: Request, game: str) -> list[BotRow]:
    try:
        return await find_bots(request).list_offered(find_visitor_id(request), game)
    except StoreError:  # the page is shown without them
        return []


@router.get("/new/{game}")
def new(request: Request, game: str, bots: Annotated[list[BotRow], Depends(_list_bots)]) -> Response:
    """The form for a new game: who plays, and by which rules."""
    chosen, start, problem = _read_query(request, game)
    shown = describe_game(game, choose_language(request))
    groups = list_groups(banmen.game(game, **chosen)) if chosen.get(shown["team_option"]) else []
    clocks = list_clocks_among_friends(find_base_language(choose_language(request)))
    return render_page(
        request, "new.html", game=shown, start=start, chosen=chosen, groups=groups, problem=problem, clocks=clocks, bots=bots
    )


@router.get("/play/{match}")
async def play(request: Request, match: str) -> Response:
    """A game being played, fetched by a script."""
    if not await _is_there(request, match):
        return render_error_page(request, 404, "gone")
    return render_page(request, "play.html", match=match[:80], may_let_join=may_let_join(request))


@router.get("/join/{match}")
def join(request: Request, match: str) -> Response:
    """An invitation to a seat, fetched by a script, since only the script knows the secret in the address."""
    return render_page(request, "join.html", match=match[:80])


@router.get("/replay")
async def replay(request: Request) -> Response:
    """The replay of a game: the visitor's own by its match, any other by the record in the address."""
    match = request.query_params.get("match", "")[:80]
    if match and not await _is_there(request, match):
        return render_error_page(request, 404, "gone")
    return render_page(request, "replay.html", match=match)


async def _is_there(request: Request, match: str) -> bool:
    try:
        await request.app.state.matches.find(match[:80], find_asker(request))
    except ProblemError:
        return False
    return True


@router.get("/board/{game}")
def board(request: Request, game: str) -> Response:
    """The analysis board."""
    options, position, problem = _read_query(request, game)
    return render_page(
        request,
        "board.html",
        game=describe_game(game, choose_language(request)),
        options=options,
        position=position,
        problem=problem,
    )


@router.get("/board")
@router.get("/new")
@router.get("/rules")
@router.get("/learn")
def which(request: Request) -> Response:
    """An address without a game: all of them are on the home page."""
    return RedirectResponse(f"{find_base(request)}/")


def _read_query(request: Request, name: str) -> tuple[dict[str, str], str, str]:
    """Return the options and the position in an address, and which of them are invalid, if any."""
    known = {option["name"] for option in describe_game(name, choose_language(request))["options"]}
    options = {key: value for key, value in request.query_params.items() if key in known}
    position = request.query_params.get("position", "")[:1000]
    try:
        game = banmen.game(name, **options)
    except BanmenError:
        return {}, "", "bad_options"
    try:
        if position:
            game.position(position)
    except BanmenError:
        return options, "", "bad_position"
    return options, position, ""


@router.get("/rules/{game}")
def rules(request: Request, game: str) -> Response:
    """The rules of a game."""
    lang = choose_language(request)
    shown = describe_game(game, lang)
    try:
        found = rules_view(game, lang, find_theme(request), find_base(request))["html"]
    except NoRulesError:
        found = MarkdownIt("commonmark", {"html": False}).render(read_rules_or_note(game, lang))
    return render_page(request, "rules.html", game=shown, rules=found)


@router.get("/learn/{game}")
def learn(request: Request, game: str) -> Response:
    """The lessons of a game."""
    return render_page(request, "learn.html", game=describe_game(game, choose_language(request)))


@router.get("/offline")
def offline(request: Request) -> Response:
    """The page shown while the server cannot be reached."""
    return render_page(request, "offline.html")


@router.get("/pictures/{game}.svg")
def picture(
    request: Request,
    game: str,
    position: str = "",
    theme: str = "light",
    lang: str = "en",
    last: str = "",
    names: str = "",
    targets: str = "",
) -> Response:
    """A board as an image, optionally with the last move, names of places and ends of moves; `start` is the start position."""
    known = {"position", "theme", "lang", "last", "names", "targets"}
    options = tuple(sorted((name, value) for name, value in request.query_params.items() if name not in known))
    try:
        style = (
            ("theme", theme),
            ("lang", lang),
            ("last", last[:40] or None),
            ("coordinates", bool(names)),
            ("targets", bool(targets)),
        )
        drawn = _draw_picture(game, position[:400] or home_place(game).picture, style, options)
    except BanmenError as error:
        raise HTTPException(404, str(error)) from None
    return answer_unless_known(request, drawn, "image/svg+xml")


@router.get("/pictures/{game}/throw-{value}.svg")
def throw_picture(request: Request, game: str, value: int, theme: str = "light", lang: str = "en") -> Response:
    """The throwing sticks of a game, showing a value."""
    try:
        drawn = draw_throw(game, value, theme, lang)
    except BanmenError as error:
        raise HTTPException(404, str(error)) from None
    return answer_unless_known(request, drawn, "image/svg+xml")


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    """The web app manifest."""
    spoken = choose_language(request)
    lang = find_base_language(spoken)
    base = find_base(request)
    root = base + find_root()
    sizes = [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
    icons = [
        {"src": f"{root}/icons/{_describe_icon(size, use)}", "sizes": size, "type": "image/png", "purpose": use}
        for size, use in sizes
    ]
    icons.append({"src": f"{root}/icons/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    described = {
        "name": page_messages.text("site.name", lang),
        "short_name": page_messages.text("site.short", lang),
        "description": describe_site(lang),
        "lang": lang,
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "display": "standalone",
        "background_color": "#fbf8f1",
        "theme_color": "#fbf8f1",
        "icons": icons,
    }
    return Response(json.dumps(described, ensure_ascii=False), media_type="application/manifest+json")


def _describe_icon(size: str, use: str) -> str:
    return f"{'maskable' if use == 'maskable' else 'icon'}-{size.partition('x')[0]}.png"


@router.get("/readings/{lang}.txt")
def readings(lang: str, v: str | None = None) -> Response:
    """The readings of words of a language, for scripts to write above them."""
    if not has_easy_words(lang):
        raise HTTPException(404)
    return answer_text(write_entries(lang), v, media_type="text/plain")


@router.get("/looks.css")
def looks(v: str | None = None) -> Response:
    """The style sheet with the colours of all games."""
    return answer_text(write_stylesheet(), v, media_type="text/css")


@router.get("/service-worker.js")
def service_worker(request: Request) -> Response:
    """The service worker, served from the root so that it controls all pages; its version is that of all static files."""
    text = (FOLDER / "js" / "service-worker.js").read_text("utf-8")
    text = text.replace("VERSION", digest_files()).replace("PREFIX", find_base(request))
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/robots.txt")
def robots(request: Request) -> Response:
    """Keep crawlers away from games in progress and the API."""
    base = find_base(request)
    return PlainTextResponse(f"User-agent: *\nDisallow: {base}/play/\nDisallow: {base}/join/\nDisallow: {base}/api/\n")


@functools.lru_cache(maxsize=256)
def _draw_picture(game: str, position: str, style: tuple[tuple[str, Any], ...], options: tuple[tuple[str, str], ...]) -> str:
    found = banmen.game(game, **dict(options))
    standing = found.position(position) if position not in ("", START) else found.start()
    return standing.svg(**dict(style))
