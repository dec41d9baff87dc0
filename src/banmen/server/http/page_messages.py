"""The words on the pages, from the catalogues in `web/locales`."""

from __future__ import annotations

import functools

from banmen import web
from banmen.core.catalogues import SOURCE, find_text, load_catalogue
from banmen.core.messages import Catalogue
from banmen.server.http.looks import list_game_words

page_messages = Catalogue(web.__name__)


@functools.cache
def load_page_messages(lang: str) -> dict[str, str]:
    """Return all messages of a language by their dotted names, those of the games included."""
    own = {key: find_text(page_messages.package, key, lang) for key in load_catalogue(page_messages.package, SOURCE)}
    return own | list_game_words(lang)
