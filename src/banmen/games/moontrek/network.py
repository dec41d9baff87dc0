"""Moon Trek for two is Kariuchi, and asks its network (see `banmen.games.kariuchi.network`)."""

from __future__ import annotations

from pathlib import Path

from banmen.core.game import Game
from banmen.games.kariuchi.network import FEATURES, SECTIONS, SQUARED, file_by_bonus, listed

__all__ = ["FEATURES", "SECTIONS", "SQUARED", "file_for", "listed"]


def file_for(game: Game) -> Path | None:
    """Return the file with the weights for a game's options: two players, even sticks, and a hit bonus it was taught by."""
    known = {"players", "pieces", "hit_bonus"}
    if game.options["players"] != 2 or not set(game.changed_options) <= known:
        return None
    return file_by_bonus(game.options["hit_bonus"])
