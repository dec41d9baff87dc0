"""What the page gets to see of the games to choose from: their descriptions, options and levels."""

from __future__ import annotations

import functools
from typing import Any

from banmen.core import registry
from banmen.core.i18n import LANGUAGES
from banmen.core.options import Option
from banmen.engine.levels import levels
from banmen.presentation.about import about
from banmen.server.game_shapes import GameView, OptionValue, OptionView
from banmen.server.phrases import say
from banmen.server.views import player_view


@functools.lru_cache(maxsize=len(LANGUAGES))
def games_view(lang: str) -> list[GameView]:
    """Return all games to choose from."""
    return [_game_view(name, lang) for name in registry.names()]


def _game_view(name: str, lang: str) -> GameView:
    told, game = about(name, lang), registry.game(name)
    most = next((option.choices[-1] for option in game.option_list if option.name == "players"), None)
    full = game if most is None else game.with_options(players=most)
    return {
        "name": name,
        "title": told["title"],
        "tagline": told["tagline"],
        "players": told["players"],
        "minutes": told.get("minutes", ""),
        "age": told.get("age", ""),
        "kind": told["kind"],
        "credit": told["credit"],
        "credit_url": told.get("credit_url", ""),
        "options": [_option_view(option, told["options"].get(option.name, {}), lang) for option in game.option_list],
        "levels": [
            {"number": at.number, "name": at.name[lang], "character": at.character[lang], "seconds": at.seconds}
            for at in levels(game)
        ],
        "seats": [player_view(full, player, lang) for player in full.players],
    }


def _option_view(option: Option, told: dict[str, Any], lang: str) -> OptionView:
    labels = told.get("values", {})
    values: list[OptionValue] = [{"value": value, "label": _label(value, labels, lang)} for value in option.choices]
    return {
        "name": option.name,
        "label": told.get("label", option.name),
        "help": told.get("help", ""),
        "default": option.default,
        "values": values,
        "range": None if option.choices else {"least": 0.0, "most": 1.0},
    }


def _label(value: Any, labels: dict[str, str], lang: str) -> str:
    if str(value) in labels:
        return labels[str(value)]
    return say(value, lang) if value in ("yes", "no") else str(value)
