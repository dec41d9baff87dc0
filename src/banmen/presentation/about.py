"""What each game says of itself: words, options, credit, looks and its place on the home page from its `about` folder.

`about.toml` has a table for each language, and beside them `[home]` and `[look]`. All of it may be left out: see `about`,
`read_home` and `read_look` for what goes then. What cannot be used is left out as well, so that no game can spoil a page for
others.
"""

from __future__ import annotations

import functools
import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from banmen.core import registry
from banmen.core.catalogues import SOURCE, find_base_language, languages
from banmen.core.errors import BanmenError, quote_value
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

Shape = TypeVar("Shape", "Home", "Look")
LAST = 1000  # position on the home page of a game that does not specify one: after those that do


class NoRulesError(BanmenError):
    """A game has no rules text in a language."""

    code = "no_rules"


@dataclass(frozen=True)
class Home:
    """How a game appears on the home page."""

    order: int = LAST  # games are in the order of these numbers, the largest picture first
    picture: str = ""  # the position to show; by default the start


@dataclass(frozen=True)
class Look:
    """How the page shows a game: colours for each theme, by the names of the page's own variables; and proportions."""

    light: Mapping[str, str] = field(default_factory=dict)
    dark: Mapping[str, str] = field(default_factory=dict)
    aspect: float = 1.0  # width of the picture on the home page, by its height
    piece_box: str = "-40 -40 80 80"  # the part around a piece's middle that a small picture of it shows
    throws: str = "sticks"  # what is thrown: sticks or tokens
    example_names: bool = (
        True  # whether small pictures in the rules label all places: not if the text mostly describes them instead
    )


@functools.cache
def about(game: str, lang: str) -> dict[str, Any]:
    """Return a game's description in a language, or else in English; a game without one is called by its name.

    Among `places`, `*` says what a place is called that has no name of its own: “Hole {place}”.
    """
    usual = {"title": game, "tagline": "", "goal": "", "kind": "", "credit": "", "options": {}}
    names: dict[str, Any] = {"pieces": {}, "places": {}, "player_names": {}}
    return {**usual, **names, "players": _count_players(game), **_find_texts(game, lang)}


def name_game(game: str, lang: str) -> str:
    """Return a game's title."""
    return str(about(game, lang)["title"])


def _find_texts(game: str, lang: str) -> dict[str, Any]:
    """Return a game's texts in a language, or else the English ones; a variant has other words for some of its language's."""
    table = _load_table(game)
    base: dict[str, Any] = table.get(find_base_language(lang)) or table.get(SOURCE, {})
    return _lay_over(base, table.get(lang, {}))


def _lay_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merge another table into a table recursively; the other's entries win."""
    changed = {
        name: _lay_over(below[name], value) if isinstance(value, dict) and isinstance(below.get(name), dict) else value
        for name, value in above.items()
    }
    return {**below, **changed}


def list_described_languages(game: str) -> tuple[str, ...]:
    """Return the languages that a game's `about.toml` has a table for."""
    return tuple(lang for lang in languages() if lang in _load_table(game))


@functools.cache
def read_home(game: str) -> Home:
    """Return a game's place on the home page and the position it shows there."""
    return _read(Home, _load_table(game).get("home"))


@functools.cache
def read_look(game: str) -> Look:
    """Return how the page shows a game, with defaults for missing entries."""
    return _read(Look, _load_table(game).get("look"))


def read_rules(game: str, lang: str) -> str:
    """Return a game's rules as Markdown, or raise NoRulesError; a variant without them has those of its language."""
    spoken = (lang, find_base_language(lang))
    file = next(filter(None, (registry.family(game).resource("about", f"rules.{one}.md") for one in spoken)), None)
    if file is None:
        raise NoRulesError(messages("rules_text.missing", game=game, lang=quote_value(lang)))
    return file.read_text("utf-8")


def read_rules_or_note(game: str, lang: str) -> str:
    """Return a game's rules as Markdown, or a note that they are not written yet, for people in the middle of a game."""
    try:
        return read_rules(game, lang)
    except NoRulesError as error:
        return f"# {about(game, lang)['title']}\n\n{error.localize(lang)}\n"


@functools.cache
def _load_table(game: str) -> dict[str, Any]:
    file = registry.family(game).resource("about", "about.toml")
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:  # no TOML, or no UTF-8
        warnings.warn(f"about.toml of {game} cannot be read: {error}", registry.GamePluginWarning, stacklevel=3)
        return {}


def _read(shape: type[Shape], table: Any) -> Shape:
    """Return what a table says; entries of other names or kinds are left out."""
    usual, given = shape(), table if isinstance(table, dict) else {}
    kinds = {one.name: (int, float) if one.name == "aspect" else type(getattr(usual, one.name)) for one in fields(shape)}
    return shape(**{name: given[name] for name, kind in kinds.items() if isinstance(given.get(name), kind)})


def _count_players(game: str) -> str:
    """Return for how many players a game is, for people to read."""
    found = registry.game(game)
    choices = next((option.choices for option in found.option_list if option.name == "players"), ())
    return f"{choices[0]}–{choices[-1]}" if choices else str(len(found.players))
