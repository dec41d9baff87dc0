"""Finding the games: the packages in `banmen.games`, and those of other packages by the entry point group `banmen.games`.

An entry point names a game and says where it is: a package or module with a class `GAME`, or the class itself. One that
cannot be loaded, or whose name is taken, gives a warning and is left out; all other games work as before.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
import warnings
from typing import Any

from banmen.core.errors import UnknownGameError, quote_value
from banmen.core.game import Game
from banmen.core.messages import Catalogue, join_values
from banmen.core.options import OptionValue

messages = Catalogue(__name__)

HOME = GROUP = "banmen.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # names occur in URLs, files, records and style sheets


class GamePluginWarning(UserWarning):
    """A game of another package cannot be used."""


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(sorted({*list_own_names(), *_find_plugins()}))


def family(name: str) -> type[Game]:
    """Return the class of a game by its name."""
    if isinstance(name, str) and name in list_own_names():
        return _check_family(importlib.import_module(f"{HOME}.{name}").GAME, name)
    found = _find_plugins().get(name) if isinstance(name, str) else None
    if found is None:
        raise UnknownGameError(messages("registry.unknown_game", name=quote_value(name), games=join_values(names())))
    return found


def game(name: str, /, **options: OptionValue) -> Game:
    """Return a game by name, with rule options by keyword.

    >>> game("kariuchi", pieces=2).start().text
    'Rx2/Rx2 1 -'
    """
    return family(name)(**options)


@functools.cache
def list_own_names() -> frozenset[str]:
    """Return the names of the games that come with Banmen."""
    folder = importlib.import_module(HOME).__path__
    return frozenset(module.name for module in pkgutil.iter_modules(folder) if module.ispkg)


@functools.cache
def _find_plugins() -> dict[str, type[Game]]:
    """Return the games of other packages by name."""
    from importlib.metadata import entry_points  # slow to import, and games that come with Banmen are found without it

    found: dict[str, type[Game]] = {}
    for name, value in sorted({(point.name, point.value) for point in entry_points(group=GROUP)}):
        if name in list_own_names() or name in found:
            _warn(name, value, "there is already a game of this name")
            continue
        try:
            found[name] = _load(name, value)
        except Exception as error:  # whatever is wrong with one package must not break the games of all others
            _warn(name, value, f"{type(error).__name__}: {error}")
    return found


def _load(name: str, value: str) -> type[Game]:
    """Return the class that an entry point leads to, or raise an error."""
    from importlib.metadata import EntryPoint

    if not NAME.fullmatch(name):
        raise TypeError("a game's name is lower-case letters, digits and underscores, and begins with a letter")
    loaded = EntryPoint(name, value, GROUP).load()
    family = _check_family(getattr(loaded, "GAME", loaded), name)
    family()  # the default options must be valid
    return family


def _check_family(family: Any, name: str) -> type[Game]:
    """Return a class that is a game of a name, or raise TypeError."""
    if not (isinstance(family, type) and issubclass(family, Game)):
        raise TypeError(f"{family!r} is no subclass of banmen.Game")
    missing = [one for one in ("name", "rules", "notation", "option_list") if not hasattr(family, one)]
    if missing:
        raise TypeError(f"{family.__qualname__} has no {', '.join(missing)}")
    if family.name != name:
        raise TypeError(f"the game calls itself {family.name!r}")
    return family


def _warn(name: str, value: str, reason: str) -> None:
    warnings.warn(f"the game {name} ({value}) cannot be used: {reason}", GamePluginWarning, stacklevel=4)
