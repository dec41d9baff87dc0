"""The words on the pages, from the catalogues in `web/locales`."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from typing import Any

from banmen.server.http.looks import game_words


@functools.cache
def load_page_messages(lang: str) -> dict[str, str]:
    """Return all messages of a language by their dotted names, those of the games included."""
    text = files("banmen.web").joinpath("locales", f"{lang}.toml").read_text("utf-8")
    return dict(_flatten(tomllib.loads(text))) | game_words(lang)


def page_message(key: str, lang: str, **values: Any) -> str:
    """Return a message with its gaps filled.

    >>> page_message("board.place", "en", place="5c")
    'Place 5c'
    """
    text = load_page_messages(lang)[key]
    return text.format(**values) if values else text


def _flatten(table: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    found = []
    for name, value in table.items():
        key = f"{before}{name}"
        found += _flatten(value, f"{key}.") if isinstance(value, dict) else [(key, str(value))]
    return found
