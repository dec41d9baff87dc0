"""Each game's contributions to the pages besides its texts: its colours as a style sheet, and names of pieces and places."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping

from banmen.core import registry
from banmen.presentation.about import about, read_look

DARK = (  # as in page.css: the system's preference unless the visitor has chosen, and the visitor's choice
    ("screen and (prefers-color-scheme: dark)", ':root:not([data-theme="light"]) '),
    ("screen", ':root[data-theme="dark"] '),
)
NAME = re.compile(r"[a-z][a-z-]*")
VALUE = re.compile(r"[\w#%(),. /-]+")


@functools.cache
def write_stylesheet() -> str:
    """Return the style sheet with the colours and proportions of all games."""
    lines = [_write_rule(f".game-{name}", read_look(name).light) for name in registry.names()]
    lines += [
        f".game-{name} .board-picture img {{ aspect-ratio: {read_look(name).aspect:g}; }}"
        for name in registry.names()
        if read_look(name).aspect != 1
    ]
    for media, chosen in DARK:
        rules = (_write_rule(f"{chosen}.game-{name}", read_look(name).dark) for name in registry.names())
        lines += [f"@media {media} {{", *(f"  {rule}" for rule in rules if rule), "}"]
    return "\n".join(filter(None, lines)) + "\n"


def _write_rule(selector: str, colours: Mapping[str, str]) -> str:
    """Return a rule that sets the page's variables; invalid names and values are left out."""
    kept = [f"--{name}: {value};" for name, value in colours.items() if NAME.fullmatch(name) and VALUE.fullmatch(value)]
    return f"{selector} {{ {' '.join(kept)} }}" if kept else ""


def list_game_words(lang: str) -> dict[str, str]:
    """Return what scripts need to know about each game: names of pieces and places, the size of its pieces, its throws."""
    found: dict[str, str] = {}
    for name in registry.names():
        described = about(name, lang)
        players = registry.family(name).part("words").player_name
        own = {str(player): players(player, lang) for player in registry.game(name).players}
        found |= _name_words("piece", name, (own | described["pieces"]).items())
        found |= _name_words("place", name, described["places"].items())
        found |= _name_words("spoken", name, registry.family(name).part("words").spoken_places(lang).items())
        found[f"piece_box.{name}"] = read_look(name).piece_box
        found[f"throws.{name}"] = read_look(name).throws
    return found


def _name_words(kind: str, game: str, words: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {f"{kind}.{game}_{key}": word for key, word in words}
