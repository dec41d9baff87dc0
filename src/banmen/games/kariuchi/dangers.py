"""Dangers in Kariuchi."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.presentation.dangers import Dangers, find_throw_dangers


def find_dangers(position: Position, lang: str) -> Dangers:
    """Return the pieces that the other player could send back with the next throw."""
    others = [player for player in position.game.players if player != position.turn]
    return find_throw_dangers(position, [position.turn], others, lang)
