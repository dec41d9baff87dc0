"""Where the parts of a game come from: modules and data files in its own package, and defaults for what it does not give.

Nothing here depends on where a game's package is, so games from other packages work like those of `banmen.games`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any

HOME = "banmen.games"  # holds the games that come with Banmen, and says what the default parts are


class CompletedPart:
    """A game's own module for a part, with the default for every name that it does not define."""

    def __init__(self, own: ModuleType, default: Any) -> None:
        self.own, self.default = own, default

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own if hasattr(self.own, name) else self.default, name)

    def __repr__(self) -> str:
        return f"<{self.own.__name__}, completed by {self.default!r}>"


@functools.cache
def part(game: type, name: str) -> Any:
    """Return a game's module of that name, completed by the default for the part; None if there is neither."""
    own = next(filter(None, (_import_module(package, name) for package in _list_packages(game))), None)
    default = _find_default(game, name)
    return CompletedPart(own, default) if own and default else own or default


@functools.cache
def resource(game: type, *path: str) -> Traversable | None:
    """Return a data file of a game's package; None if there is none."""
    for package in _list_packages(game):
        found = files(package).joinpath(*path)
        if found.is_file():
            return found
    return None


def _list_packages(game: type) -> Iterator[str]:
    """Return the packages of a game's class and of its base classes, its own first."""
    for family in game.__mro__:
        module = sys.modules.get(family.__module__)
        package = module.__spec__.parent if module and module.__spec__ else None
        if package and hasattr(family, "option_list"):  # which `Game` itself has not
            yield package


def _import_module(package: str, name: str) -> ModuleType | None:
    full = f"{package}.{name}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None


def _find_default(game: type, name: str) -> Any:
    """Return the default of a part: a module, or what the module's `bind` makes for a game."""
    where: str | None = importlib.import_module(HOME).DEFAULT_PARTS.get(name)
    if where is None:
        return None
    module = importlib.import_module(where)
    return module.bind(game) if hasattr(module, "bind") else module
