"""Views of the games on offer: their descriptions, options and levels."""

from __future__ import annotations

import functools
from typing import Any

from typing_extensions import TypedDict

from banmen.core import registry
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue
from banmen.core.options import Option
from banmen.engine.levels import levels
from banmen.match.position_views import PlayerView, player_view
from banmen.presentation.about import about
from banmen.server.seat_choices import list_patience

messages = Catalogue(__name__)

YES_NO: dict[str, Words] = {"yes": messages.words("option_value.yes"), "no": messages.words("option_value.no")}


class OptionValueView(TypedDict):
    """A value that a rule option can take."""

    value: str | int | float
    label: str


class OptionRange(TypedDict):
    """The bounds of a rule option that takes any number between them."""

    least: float
    most: float


class OptionView(TypedDict):
    """A rule option in plain words."""

    name: str
    label: str
    help: str
    default: str | int | float
    kind: str  # `teams` if players can form teams
    values: list[OptionValueView]
    range: OptionRange | None


class LevelView(TypedDict):
    """A level of the computer."""

    number: int
    name: str
    character: str
    seconds: float


class GameView(TypedDict):
    """A game to choose."""

    name: str
    title: str
    tagline: str
    goal: str  # one sentence
    players: str
    minutes: str
    age: str
    kind: str
    credit: str
    credit_url: str
    options: list[OptionView]
    levels: list[LevelView]
    patience: list[int]  # seconds per move that the strongest player can be given
    seats: list[PlayerView]


@functools.cache
def games_view(lang: str) -> list[GameView]:
    """Return all games on offer."""
    return [_game_view(name, lang) for name in registry.names()]


def _game_view(name: str, lang: str) -> GameView:
    described, game = about(name, lang), registry.game(name)
    most = next((option.choices[-1] for option in game.option_list if option.name == "players"), None)
    full = game if most is None else game.with_options(players=most)
    return {
        "name": name,
        "title": described["title"],
        "tagline": described["tagline"],
        "goal": described["goal"],
        "players": described["players"],
        "minutes": described.get("minutes", ""),
        "age": described.get("age", ""),
        "kind": described["kind"],
        "credit": described["credit"],
        "credit_url": described.get("credit_url", ""),
        "options": [_option_view(option, described["options"].get(option.name, {}), lang) for option in game.option_list],
        "levels": [
            {"number": at.number, "name": at.name[lang], "character": at.character[lang], "seconds": at.seconds}
            for at in levels(game)
        ],
        "patience": list_patience(game),
        "seats": [player_view(full, player, lang) for player in full.players],
    }


def _option_view(option: Option, described: dict[str, Any], lang: str) -> OptionView:
    labels = described.get("values", {})
    values: list[OptionValueView] = [{"value": value, "label": _find_label(value, labels, lang)} for value in option.choices]
    return {
        "name": option.name,
        "label": described.get("label", option.name),
        "help": described.get("help", ""),
        "default": option.default,
        "kind": option.kind,
        "values": values,
        "range": None if option.choices else {"least": 0.0, "most": 1.0},
    }


def _find_label(value: Any, labels: dict[str, str], lang: str) -> str:
    if str(value) in labels:
        return labels[str(value)]
    return YES_NO[value][lang] if value in YES_NO else str(value)
