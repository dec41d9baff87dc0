"""Why one move is better than another, in words, as far as the rules show it without a search."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import join_sentences
from banmen.core.move import Move


def explain_better(position: Position, better: Move, played: Move, lang: str) -> str:
    """Say why a move is better than another one; empty if the rules do not show it or the moves are the same."""
    if better == played:
        return ""
    found: list[str] = position.game.part("merits").list_merits(position, better, played, lang)
    return join_sentences(found, lang)
