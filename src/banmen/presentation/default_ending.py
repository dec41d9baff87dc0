"""How a game was won, where the game does not say: in a game of another package the picture tells."""

from __future__ import annotations

from banmen.core.game import Position


def explain_ending(_position: Position, _lang: str) -> str:
    """Return nothing."""
    return ""
