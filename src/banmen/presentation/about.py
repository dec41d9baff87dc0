"""What each game says of itself: title, options and credit from its `about` folder, and its rules."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from typing import Any

from banmen.core.errors import BanmenError, shown
from banmen.core.messages import message


class NoRulesError(BanmenError):
    """A game has no rules text in a language."""

    code = "no_rules"


@functools.cache
def about(game: str, lang: str) -> dict[str, Any]:
    """Return a game's description in a language; a game without one is called by its name."""
    file = files(f"banmen.games.{game}").joinpath("about", "about.toml")
    told: dict[str, Any] = tomllib.loads(file.read_text("utf-8")).get(lang, {}) if file.is_file() else {}
    return {"title": game, "tagline": "", "players": "", "kind": "", "credit": "", "options": {}, **told}


def rules_text(game: str, lang: str) -> str:
    """Return a game's rules as Markdown."""
    file = files(f"banmen.games.{game}").joinpath("about", f"rules.{lang}.md")
    if not file.is_file():
        raise NoRulesError(
            message(
                "the rules of {game} are not written in {lang} yet",
                "{game}のルールは、まだ{lang}で書かれていません",
                game=game,
                lang=shown(lang),
            )
        )
    return file.read_text("utf-8")
