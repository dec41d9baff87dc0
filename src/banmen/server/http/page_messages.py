"""The words on the pages, from the catalogues in `web/locales`."""

from __future__ import annotations

import functools
import re

from banmen import web
from banmen.core.catalogues import SOURCE, find_text, load_catalogue
from banmen.core.messages import Catalogue
from banmen.server.http.looks import list_game_words
from banmen.server.http.static_files import FOLDER

page_messages = Catalogue(web.__name__)
# A name of a message in a script, or the beginning of one that is put together there.
NAMED = re.compile(r"""["`](\w+\.\w*)(\$\{)?""")


@functools.cache
def load_page_messages(lang: str) -> dict[str, str]:
    """Return all messages of a language by their dotted names, those of the games included."""
    own = {key: find_text(page_messages.package, key, lang) for key in load_catalogue(page_messages.package, SOURCE)}
    return own | list_game_words(lang)


@functools.cache
def load_script_messages(lang: str) -> dict[str, str]:
    """Return the messages that scripts say: a page carries these along, and what only templates say is in it already."""
    named = [match for path in FOLDER.joinpath("js").iterdir() for match in NAMED.findall(path.read_text("utf-8"))]
    whole = {name for name, more in named if not more}
    beginnings = tuple({name for name, more in named if more})
    return {key: text for key, text in load_page_messages(lang).items() if key in whole or key.startswith(beginnings)}
