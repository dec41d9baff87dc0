"""The levels that people play against: eight for each game, from a beginner's mistakes to our strongest play in three seconds.

What a level is like stands in its game's `about/levels.toml`, words and strength side by side. A level is weak in the way
people are weak, and never by plain random moves:
  engine    `greedy` plays for its game's `beginner_score` and does not see what others do; `network` asks a network that
            was trained on exact values, and searches where the rules are other ones; the others search,
  depth     how many plies it looks ahead (expectimax), nodes how many positions it looks at,
  overlook  the chance that it does not notice a move at all, one that wins at once being noticed twice as readily,
  blur      how far it misjudges a move, as the standard deviation of its win chance: what is nearly as good is taken for
            better at times, a clear blunder hardly ever,
  setup     how it follows its game's planner, where there is one: `casual` or `strong`,
  seconds   within which it answers on two cores, once its engine is compiled.
Whoever plays the same level with the same seed meets the same answer to the same position.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable
from typing import Any

from banmen.core.errors import quote_value
from banmen.core.game import Game, require_game
from banmen.core.i18n import languages
from banmen.core.messages import Catalogue, DataWords, join_values, localize
from banmen.engine.interface import EngineError
from banmen.engine.level_player import LEVELS, Level
from banmen.engine.search.network_engine import has_network

messages = Catalogue(__name__)

__all__ = ["LEVELS", "Level", "custom_level", "level", "levels"]
LONGEST = 3.0  # seconds that a level may take unless more is asked for
SIMULATIONS = 4  # of tree search on level 1 of a game without levels of its own; each level has so many times more
ENGINES = ("greedy", "alphabeta", "expectimax", "mcts", "network")
CUSTOM_SETTINGS: dict[str, Callable[[str], Any]] = {
    "engine": str,
    "nodes": int,
    "depth": int,
    "overlook": float,
    "blur": float,
    "seconds": float,
}


def level(game: Game, number: int | str) -> Level:
    """Return a level of a game by its number, or raise EngineError."""
    require_game(game, EngineError)
    numbers = [str(one) for one in range(1, LEVELS + 1)]
    if str(number) not in numbers:
        raise EngineError(messages("level.unknown", game=game.name, levels=LEVELS, number=quote_value(number)))
    return levels(game)[numbers.index(str(number))]


def levels(game: Game) -> list[Level]:
    """Return the levels of a game, the easiest first."""
    require_game(game, EngineError)
    return [Level(number, game=game, **settings) for number, settings in enumerate(_read_levels(type(game)), 1)]


@functools.cache
def _read_levels(family: type[Game]) -> tuple[dict[str, Any], ...]:
    """Return what a game says of its levels; a game that says nothing has levels by tree search."""
    file = family.resource("about", "levels.toml")
    if file is not None:
        tables = tomllib.loads(file.read_text("utf-8"))["levels"]
        return tuple({**table, **{name: DataWords(table[name]) for name in ("name", "character")}} for table in tables)
    return tuple(_make_default_level(number) for number in range(1, LEVELS + 1))


def _make_default_level(number: int) -> dict[str, Any]:
    """Return a level of a game without levels of its own: tree search, four times the simulations of the level below."""
    nodes = SIMULATIONS**number
    character = messages("level.default_character", nodes=nodes)
    return {
        "name": DataWords(dict.fromkeys(languages(), "")),  # its number says it all
        "character": DataWords({lang: localize(character, lang) for lang in languages()}),
        "engine": "mcts",
        "nodes": nodes,
        "seconds": LONGEST,
    }


def custom_level(game: Game, text: str) -> Level:
    """Return a level by its settings, such as `nodes=2000,blur=0.05`; the engine is the game's own unless it is named.

    >>> import banmen
    >>> custom_level(banmen.game("kariuchi"), "depth=1,overlook=0.2").overlook
    0.2
    """
    require_game(game, EngineError)
    usual = "expectimax" if game.has_chance else "alphabeta"
    settings: dict[str, Any] = {"engine": usual, "nodes": 1_000_000, "seconds": LONGEST, **_read_settings(text)}
    if settings["engine"] not in ENGINES or not (0 <= settings.get("overlook", 0) < 1 and 0 <= settings.get("blur", 0) < 10):
        raise EngineError(messages("level.bad_table", engines=join_values(ENGINES)))
    if settings["engine"] not in ("greedy", "mcts", usual, *(["network"] if has_network(game) else [])):
        raise EngineError(messages("level.unsuitable_engine", engine=settings["engine"], game=game.name, usual=usual))
    return Level(
        0, DataWords(dict.fromkeys(languages(), text)), DataWords(dict.fromkeys(languages(), "")), game=game, **settings
    )


def _read_settings(text: str) -> dict[str, Any]:
    """Return the settings that a text such as `nodes=2000,blur=0.05` names, or raise EngineError."""
    settings = {}
    for setting in text.split(",") if text else []:
        key, _, value = setting.partition("=")
        if key not in CUSTOM_SETTINGS:
            raise EngineError(messages("level.unknown_setting", known=join_values(CUSTOM_SETTINGS), key=quote_value(key)))
        try:
            settings[key] = CUSTOM_SETTINGS[key](value)
        except ValueError:
            raise EngineError(messages("level.bad_setting", value=quote_value(value), key=key)) from None
    return settings
