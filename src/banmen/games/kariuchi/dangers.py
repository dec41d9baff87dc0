"""What stands in danger in Kariuchi."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.presentation.dangers import Dangers, of_throws


def find_dangers(position: Position, lang: str) -> Dangers:
    """Return the pieces that the other player could send back with the next throw."""
    others = [player for player in position.game.players if player != position.turn]
    return of_throws(position, [position.turn], others, lang)
