"""Default explanation of how a game was won: none, so that the picture has to speak for itself."""

from __future__ import annotations

from banmen.core.game import Position


def explain_ending(_position: Position, _lang: str) -> str:
    """Return nothing."""
    return ""
