"""Help for somebody who plays: why a move cannot be made, and what is in danger."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.presentation import dangers as dangers
from banmen.presentation import reasons as reasons
from banmen.server.shapes import ThreatsView


def why(position: Position, source: str | None, target: str | None, lang: str, owner: str | None = None) -> str:
    """Say why nothing can go from one place to another; `owner` says whose place is meant where each player has one."""
    return reasons.explain(position, source, target, lang, owner).words


def threats(position: Position, lang: str) -> ThreatsView:
    """Say which places are in danger."""
    found = dangers.find_dangers(position, lang)
    return {"places": list(found.places), "words": found.words}
