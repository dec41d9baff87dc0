"""Compiling ahead of time, so that no later command has to wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from banmen.core import kernel, registry
from banmen.core.game import Game
from banmen.engine import playouts

Task = tuple[str, Callable[[], object]]


def tasks(names: Iterable[str] = ()) -> list[Task]:
    """Return what can be compiled for some games (all by default): a label and a call that compiles it."""
    found: list[Task] = []
    for name in tuple(names) or registry.names():
        game = registry.game(name)
        found.append((f"{name}: random play", partial(playouts.tally, game, 0, 1)))
        found.append((f"{name}: random play with choices", partial(playouts.tally, game, 0, 1, counting=True)))
        found.append((f"{name}: counting lines of play", partial(game.start().perft, 3)))
    return found


def is_warm(game: Game, kernel_name: str = "tally") -> bool:
    """Tell whether a kernel of this game has been compiled before: `tally` for random play, `perft` for counting."""
    if kernel.target() == kernel.PLAIN:
        return True
    return any(kernel.cache_folder().rglob(f"*.{kernel_name}_{game.name}-*.nbi"))
