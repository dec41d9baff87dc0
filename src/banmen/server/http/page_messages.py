"""The words on the pages, from the catalogues in `web/locales`."""

from __future__ import annotations

import functools
from typing import Any

from banmen.core.catalogues import SOURCE, find_text, load_catalogue
from banmen.server.http.looks import game_words

PAGES = "banmen.web"


@functools.cache
def load_page_messages(lang: str) -> dict[str, str]:
    """Return all messages of a language by their dotted names, those of the games included."""
    own = {key: find_text(PAGES, key, lang) for key in load_catalogue(PAGES, SOURCE)}
    return own | game_words(lang)


def page_message(key: str, lang: str, **values: Any) -> str:
    """Return a message with its gaps filled.

    >>> page_message("board.place", "en", place="5c")
    'Place 5c'
    """
    text = load_page_messages(lang)[key]
    return text.format(**values) if values else text
