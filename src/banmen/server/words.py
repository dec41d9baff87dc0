"""The words on the pages, from `web/locales`, and which language a visitor is spoken to in."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from typing import Any

from starlette.requests import HTTPConnection

from banmen.core.i18n import LANGUAGES
from banmen.server.looks import game_words

COOKIE = "banmen_lang"
USUAL = "en"
THEME_COOKIE = "banmen_theme"


def language(request: HTTPConnection) -> str:
    """Return the language of an answer: what the address asks for, what was chosen before, or what the browser prefers."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    return preferred(request.headers.get("accept-language", ""))


def chosen_theme(request: HTTPConnection) -> str:
    """Return light or dark as the visitor has chosen, or nothing: then the system's own goes."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in ("light", "dark") else ""


def preferred(header: str) -> str:
    """Return the language that an Accept-Language header likes best.

    >>> preferred("ja,en-GB;q=0.8"), preferred("fr, en;q=0.5, ja;q=0.7"), preferred("de")
    ('ja', 'ja', 'en')
    """
    best, liked = USUAL, 0.0
    for part in header[:500].split(","):
        name, _, quality = part.strip().partition(";q=")
        short = name.strip().lower().partition("-")[0]
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if short in LANGUAGES and weight > liked:
            best, liked = short, weight
    return best


@functools.cache
def words(lang: str) -> dict[str, str]:
    """Return all words of a language by their dotted names, those of the games included."""
    text = files("banmen.web").joinpath("locales", f"{lang}.toml").read_text("utf-8")
    return dict(_flat(tomllib.loads(text))) | game_words(lang)


def say(lang: str, key: str, **values: Any) -> str:
    """Return a phrase with its gaps filled.

    >>> say("en", "board.place", place="5c")
    'Place 5c'
    """
    text = words(lang)[key]
    return text.format(**values) if values else text


def _flat(table: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    found = []
    for name, value in table.items():
        key = f"{before}{name}"
        found += _flat(value, f"{key}.") if isinstance(value, dict) else [(key, str(value))]
    return found
