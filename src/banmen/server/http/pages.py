"""The pages, rendered on the server. Whatever changes while a page is open comes from the API by scripts.

`install` adds the pages, the static files and what makes the page installable to an application.
"""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

import banmen
from banmen.core.catalogues import find_base_language, find_text
from banmen.core.errors import BanmenError
from banmen.core.game import Game
from banmen.core.i18n import join_and, languages
from banmen.core.options import TEAMS
from banmen.presentation.about import NoRulesError, read_rules_or_note
from banmen.presentation.about import read_home as home_place
from banmen.presentation.readings import list_entries
from banmen.server.http.game_views import games_view
from banmen.server.http.looks import write_stylesheet
from banmen.server.http.network_routes import may_let_join
from banmen.server.http.page_messages import list_entry_scripts, load_page_messages, load_script_messages, page_messages
from banmen.server.http.phrases import split_phrases
from banmen.server.http.ruby import add_ruby
from banmen.server.http.rules_page import draw_throw, rules_view
from banmen.server.http.static_files import (
    FOLDER,
    StaticAddresses,
    address_text,
    answer_text,
    answer_unless_known,
    digest_files,
    find_root,
)
from banmen.server.problems import ProblemError
from banmen.server.visitors import (
    LANGUAGE_COOKIE,
    choose_language,
    find_asker,
    find_theme,
    has_easy_words,
    wants_large_print,
)

WEB = Path(str(files("banmen.web")))
YEAR = 365 * 24 * 3600
START = "start"  # in place of a position's text
router = APIRouter(include_in_schema=False)


def install(app: FastAPI) -> None:
    """Add the pages and the static files to an application."""
    app.router.routes.extend(router.routes)
    app.mount("/static", StaticAddresses(directory=FOLDER), name="static")


@router.get("/")
def home(request: Request) -> Response:
    """All games."""
    games = _list_games(choose_language(request))
    return _render_page(request, "home.html", games=games, may_let_join=may_let_join(request))


@router.get("/joining")
def joining(request: Request) -> Response:
    """The sheet by which others are let in, for a script to put into a page."""
    return _render_page(request, "joining.html")


@router.get("/my-games")
def my_games(request: Request) -> Response:
    """The visitor's own games; which they are the script asks for."""
    return _render_page(request, "my-games.html")


@router.get("/new/{game}")
def new(request: Request, game: str) -> Response:
    """Who plays, and by which rules."""
    chosen, start, problem = _read_query(request, game)
    shown = _describe_game(game, choose_language(request))
    groups = _list_groups(banmen.game(game, **chosen)) if chosen.get(shown["team_option"]) else []
    return _render_page(request, "new.html", game=shown, start=start, chosen=chosen, groups=groups, problem=problem)


@router.get("/play/{match}")
async def play(request: Request, match: str) -> Response:
    """A game being played; what it is the script asks for."""
    if not await _is_there(request, match):
        return render_error_page(request, 404, "gone")
    return _render_page(request, "play.html", match=match[:80])


@router.get("/join/{match}")
def join(request: Request, match: str) -> Response:
    """An invitation to a seat; whether there is one the script asks, who alone knows the secret in the address."""
    return _render_page(request, "join.html", match=match[:80])


@router.get("/replay")
async def replay(request: Request) -> Response:
    """The replay of a game: the visitor's own by its match, any other by the record in the address."""
    match = request.query_params.get("match", "")[:80]
    if match and not await _is_there(request, match):
        return render_error_page(request, 404, "gone")
    return _render_page(request, "replay.html", match=match)


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
    return _render_page(
        request,
        "board.html",
        game=_describe_game(game, choose_language(request)),
        options=options,
        position=position,
        problem=problem,
    )


@router.get("/board")
@router.get("/new")
@router.get("/rules")
@router.get("/learn")
def which(request: Request) -> Response:
    """An address that names no game: all of them are on the first page."""
    return RedirectResponse(f"{_find_base(request)}/")


def _read_query(request: Request, name: str) -> tuple[dict[str, str], str, str]:
    """Return the options and the position that an address carries, and which of them cannot be used, if any."""
    known = {option["name"] for option in _describe_game(name, choose_language(request))["options"]}
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
    shown = _describe_game(game, lang)
    try:
        found = rules_view(game, lang, find_theme(request), _find_base(request))["html"]
    except NoRulesError:
        found = MarkdownIt("commonmark", {"html": False}).render(read_rules_or_note(game, lang))
    return _render_page(request, "rules.html", game=shown, rules=found)


@router.get("/learn/{game}")
def learn(request: Request, game: str) -> Response:
    """The lessons of a game."""
    return _render_page(request, "learn.html", game=_describe_game(game, choose_language(request)))


@router.get("/offline")
def offline(request: Request) -> Response:
    """What is shown while the server cannot be reached."""
    return _render_page(request, "offline.html")


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
    """A board as a picture file, with the last move, names of places and ends of moves if wanted; `start` is the beginning."""
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
    """What is thrown in a game, as it shows a value."""
    try:
        drawn = draw_throw(game, value, theme, lang)
    except BanmenError as error:
        raise HTTPException(404, str(error)) from None
    return answer_unless_known(request, drawn, "image/svg+xml")


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    """What makes the page installable."""
    spoken = choose_language(request)
    lang = find_base_language(spoken)
    base = _find_base(request)
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
        "description": _describe_site(lang),
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
    """How words of a language are read, for scripts to write over them."""
    if not has_easy_words(lang):
        raise HTTPException(404)
    return answer_text(_write_entries(lang), v, media_type="text/plain")


def _write_entries(lang: str) -> str:
    return " ".join(list_entries(lang))


@router.get("/looks.css")
def looks(v: str | None = None) -> Response:
    """The colours of all games, which each game chooses for itself."""
    return answer_text(write_stylesheet(), v, media_type="text/css")


@router.get("/service-worker.js")
def service_worker(request: Request) -> Response:
    """The service worker, served from the root so that it answers for all pages; its version is that of all static files."""
    text = (FOLDER / "js" / "service-worker.js").read_text("utf-8")
    text = text.replace("VERSION", digest_files()).replace("PREFIX", _find_base(request))
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/robots.txt")
def robots(request: Request) -> Response:
    """Keep crawlers away from games in progress and the API."""
    base = _find_base(request)
    return PlainTextResponse(f"User-agent: *\nDisallow: {base}/play/\nDisallow: {base}/join/\nDisallow: {base}/api/\n")


@functools.lru_cache(maxsize=256)
def _draw_picture(game: str, position: str, style: tuple[tuple[str, Any], ...], options: tuple[tuple[str, str], ...]) -> str:
    found = banmen.game(game, **dict(options))
    standing = found.position(position) if position not in ("", START) else found.start()
    return standing.svg(**dict(style))


def _list_games(lang: str) -> list[dict[str, Any]]:
    """Return all games in the order of the home page."""
    shown = [_enrich(game) for game in games_view(lang)]
    return sorted(shown, key=lambda game: (home_place(game["name"]).order, game["name"]))


def _describe_site(lang: str) -> str:
    return page_messages.text("site.description", lang, games=join_and((game["title"] for game in _list_games(lang)), lang))


def _describe_game(name: str, lang: str) -> dict[str, Any]:
    for game in _list_games(lang):
        if game["name"] == name:
            return game
    raise HTTPException(404)


def _enrich(game: Any) -> dict[str, Any]:
    """Add what the pages make of a game: whether there is luck, for how many it can be, and who can play with whom."""
    found, options = banmen.game(game["name"]), {option["name"]: option for option in game["options"]}
    numbers = [choice["value"] for choice in options["players"]["values"]] if "players" in options else []
    option = next((option for option in game["options"] if option["kind"] == TEAMS), None)
    splits = _list_splits(found, option) if option else []
    return {**game, "luck": found.has_chance, "numbers": numbers, "teams": splits, "team_option": option and option["name"]}


def _list_splits(game: Game, option: Any) -> list[dict[str, Any]]:
    """Return the splits into teams that are offered by name, each with its groups and for how many players it is."""
    splits = []
    for team in option["values"]:
        usual = team["value"] == option["default"]  # which goes for any number of players
        chosen = game if usual else game.with_options(**{option["name"]: team["value"]})
        splits.append({**team, "players": 0 if usual else len(chosen.players), "groups": _list_groups(chosen)})
    return splits


def _list_groups(game: Game) -> list[int]:
    """Return the number of the team of every player."""
    return [next(number for number, team in enumerate(game.teams) if player in team) for player in game.players]


def _render_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    spoken = choose_language(request)
    lang, theme, words = find_base_language(spoken), find_theme(request), load_page_messages(spoken)
    base = _find_base(request)
    easy = spoken != lang
    known = {
        "base": base,
        "lang": lang,
        "has_easy_words": has_easy_words(lang),
        "readings": address_text(f"/readings/{lang}.txt", _write_entries(lang)) if easy else "",
        "theme": theme,
        "large_print": wants_large_print(request),
        "other_languages": _list_other_languages(request),
        "path": request.url.path,
        "t": lambda key, **values: words[key].format(**values) if values else words[key],
        "words_for": lambda scripts: load_script_messages(spoken, list_entry_scripts(scripts)),
        "version": digest_files(),
        "static": base + find_root(),
        "looks": base + address_text("/looks.css", write_stylesheet()),
        "description": _describe_site(spoken),
    }
    text = _load_templates().get_template(template).render(**known, **values)
    if easy:
        text = add_ruby(text, lang)
    answer = HTMLResponse(
        text, status, headers={"cache-control": "no-cache", "content-language": lang, "vary": "Cookie, Accept-Language"}
    )
    if request.query_params.get("lang") in languages():
        answer.set_cookie(LANGUAGE_COOKIE, lang, max_age=YEAR, path=base or "/", samesite="lax", httponly=True)
    return answer


def _find_base(request: Request) -> str:
    """Return the path that a proxy shows the server under."""
    base: str = request.app.state.settings.path_prefix
    return base


def _list_other_languages(request: Request) -> list[dict[str, str]]:
    """Return the languages that a page can be switched to, each with its own name and the address of the page in it."""
    return [
        {
            "code": code,
            "name": find_text("banmen.core", "language.name", code),
            "url": f"?{request.url.include_query_params(lang=code).query}",  # the path itself might name another site
        }
        for code in languages()
        if code != find_base_language(choose_language(request))
    ]


def render_error_page(request: Request, status: int, what: str = "") -> Response:
    """Return an error page; `what` names its words where the cause is known."""
    return _render_page(request, "error.html", status, what=what or ("missing" if status == 404 else "broken"))


@functools.cache
def _load_templates() -> Environment:
    made = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    made.filters["in_phrases"] = split_phrases
    return made
