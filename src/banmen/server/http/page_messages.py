"""The texts of the pages, from the catalogues in `web/locales`."""

from __future__ import annotations

import functools
import re

from banmen import match, web
from banmen.core.catalogues import SOURCE, find_text, load_catalogue
from banmen.core.messages import Catalogue
from banmen.match.together import PHRASES
from banmen.server.http.looks import list_game_words
from banmen.server.http.static_files import FOLDER

page_messages = Catalogue(web.__name__)
# The key of a message in a script, or the beginning of one that is put together there.
NAMED = re.compile(r"""["`](\w+\.\w*)(\$\{)?""")
IMPORTED = re.compile(r"""(?:from |import\()["']\./([\w-]+)\.js["']""")
ENTRY = re.compile(r"/js/([\w-]+)\.js")
COMMON = "page"


@functools.cache
def load_page_messages(lang: str) -> dict[str, str]:
    """Return all messages of a language by their dotted keys, including those of the games and the phrases that people tap."""
    own = {key: find_text(page_messages.package, key, lang) for key in load_catalogue(page_messages.package, SOURCE)}
    phrases = {f"phrase.{name}": find_text(match.__name__, f"phrase.{name}", lang) for name in PHRASES}
    return own | phrases | list_game_words(lang)


def list_entry_scripts(markup: str) -> tuple[str, ...]:
    """Return the names of the scripts that a page's markup starts, and of the one that every page has."""
    return (COMMON, *ENTRY.findall(markup))


@functools.cache
def load_script_messages(lang: str, scripts: tuple[str, ...]) -> dict[str, str]:
    """Return the messages that some scripts use, and the scripts they import, at once or later.

    A page carries these along; those that only templates use are rendered into it.
    """
    named = [match for name in _reach_scripts(scripts) for match in NAMED.findall(_read_script(name))]
    whole = {name for name, more in named if not more}
    beginnings = tuple({name for name, more in named if more})
    return {key: text for key, text in load_page_messages(lang).items() if key in whole or key.startswith(beginnings)}


def _reach_scripts(scripts: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    waiting = [*scripts]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += IMPORTED.findall(_read_script(name))
    return found


@functools.cache
def _read_script(name: str) -> str:
    return FOLDER.joinpath("js", f"{name}.js").read_text("utf-8")
