"""Finding the games: every package in `banmen.games` that has a class `GAME`."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from banmen.core.errors import UnknownGameError, shown
from banmen.core.game import Game
from banmen.core.messages import all_of, message
from banmen.core.options import OptionValue


@functools.cache
def names() -> tuple[str, ...]:
    """Return the names of all games."""
    folder = importlib.import_module("banmen.games").__path__
    return tuple(sorted(module.name for module in pkgutil.iter_modules(folder) if module.ispkg))


def family(name: str) -> type[Game]:
    """Return the class of a game by its name."""
    if name not in names():
        raise UnknownGameError(
            message(
                "there is no game {name}; there are {games}",
                "{name}というゲームはありません。あるのは{games}です",
                name=shown(name),
                games=all_of(names()),
            )
        )
    found: type[Game] = importlib.import_module(f"banmen.games.{name}").GAME
    return found


def game(name: str, /, **options: OptionValue) -> Game:
    """Return a game by name, with rule options by keyword.

    >>> game("kariuchi", pieces=2).start().text
    'Rx2/Rx2 1 -'
    """
    return family(name)(**options)
