"""Help for somebody who plays: why a move cannot be made, and what is in danger."""

from __future__ import annotations

from banmen.core.contract import CHANCE
from banmen.core.game import Position
from banmen.server import views
from banmen.server.phrases import say
from banmen.server.shapes import ThreatsView


def why(position: Position, source: str | None, target: str | None, lang: str) -> str:
    """Say why nothing can go from one place to another."""
    if position.over:
        return say("why_over", lang)
    if position.kind == CHANCE:
        return say("why_throw", lang)
    for move in views.moves_view(position, lang):
        if target in (None, move["to"]) and source in (None, move["from"]):
            return say("why_legal", lang)
    return say("why_nothing", lang)


def threats(_position: Position, lang: str) -> ThreatsView:
    """Say which places are in danger."""
    return {"places": [], "words": say("no_threats", lang)}
