"""Rendering pages: their templates, and the context that all pages share."""

from __future__ import annotations

import functools
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

import banmen
from banmen.core.catalogues import find_base_language, find_text
from banmen.core.game import Game
from banmen.core.i18n import join_and, languages
from banmen.core.options import TEAMS
from banmen.presentation.about import read_home as home_place
from banmen.presentation.readings import list_entries
from banmen.server.http.game_views import games_view
from banmen.server.http.looks import write_stylesheet
from banmen.server.http.page_messages import list_entry_scripts, load_page_messages, load_script_messages, page_messages
from banmen.server.http.phrases import split_phrases
from banmen.server.http.ruby import add_ruby
from banmen.server.http.static_files import address_text, digest_files, find_root
from banmen.server.visitors import LANGUAGE_COOKIE, choose_language, find_theme, has_easy_words, wants_large_print

WEB = Path(str(files("banmen.web")))
YEAR = 365 * 24 * 3600


def list_games(lang: str) -> list[dict[str, Any]]:
    """Return all games in the order of the home page."""
    shown = [_enrich(game) for game in games_view(lang)]
    return sorted(shown, key=lambda game: (home_place(game["name"]).order, game["name"]))


def describe_game(name: str, lang: str) -> dict[str, Any]:
    """Return the context about a game; an unknown game is an address that leads nowhere."""
    for game in list_games(lang):
        if game["name"] == name:
            return game
    raise HTTPException(404)


def _enrich(game: Any) -> dict[str, Any]:
    """Add what pages derive from a game: whether there is luck, the numbers of players, and the possible teams."""
    found, options = banmen.game(game["name"]), {option["name"]: option for option in game["options"]}
    numbers = [choice["value"] for choice in options["players"]["values"]] if "players" in options else []
    option = next((option for option in game["options"] if option["kind"] == TEAMS), None)
    splits = _list_splits(found, option) if option else []
    return {**game, "luck": found.has_chance, "numbers": numbers, "teams": splits, "team_option": option and option["name"]}


def _list_splits(game: Game, option: Any) -> list[dict[str, Any]]:
    """Return the splits into teams that are offered by name, each with its groups and its number of players."""
    splits = []
    for team in option["values"]:
        usual = team["value"] == option["default"]  # which applies to any number of players
        chosen = game if usual else game.with_options(**{option["name"]: team["value"]})
        splits.append({**team, "players": 0 if usual else len(chosen.players), "groups": list_groups(chosen)})
    return splits


def list_groups(game: Game) -> list[int]:
    """Return the team number of every player."""
    return [next(number for number, team in enumerate(game.teams) if player in team) for player in game.players]


def describe_site(lang: str) -> str:
    """Return the description of the site."""
    return page_messages.text("site.description", lang, games=join_and((game["title"] for game in list_games(lang)), lang))


def write_entries(lang: str) -> str:
    """Return the readings of words of a language."""
    return " ".join(list_entries(lang))


def render_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Return a page rendered from a template."""
    spoken = choose_language(request)
    lang, theme, words = find_base_language(spoken), find_theme(request), load_page_messages(spoken)
    base = find_base(request)
    easy = spoken != lang
    known = {
        "base": base,
        "lang": lang,
        "has_easy_words": has_easy_words(lang),
        "readings": address_text(f"/readings/{lang}.txt", write_entries(lang)) if easy else "",
        "theme": theme,
        "large_print": wants_large_print(request),
        "other_languages": _list_other_languages(request),
        "path": request.url.path,
        "t": lambda key, **values: words[key].format(**values) if values else words[key],
        "words_for": lambda scripts: load_script_messages(spoken, list_entry_scripts(scripts)),
        "version": digest_files(),
        "static": base + find_root(),
        "looks": base + address_text("/looks.css", write_stylesheet()),
        "description": describe_site(spoken),
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


def find_base(request: Request) -> str:
    """Return the path prefix under which a proxy serves us."""
    base: str = request.app.state.settings.path_prefix
    return base


def _list_other_languages(request: Request) -> list[dict[str, str]]:
    """Return the other languages of a page, each with its own name and the page's address in it."""
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
    """Return an error page; `what` is the key of its texts if the cause is known."""
    return render_page(request, "error.html", status, what=what or ("missing" if status == 404 else "broken"))


@functools.cache
def _load_templates() -> Environment:
    made = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    made.filters["in_phrases"] = split_phrases
    return made
