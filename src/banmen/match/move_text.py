"""Moves as people say them."""

from __future__ import annotations

from banmen.core.i18n import join_commas
from banmen.core.messages import Catalogue
from banmen.match.position_views import MoveView

messages = Catalogue(__name__)


def describe_made_move(name: str, move: MoveView, lang: str) -> str:
    """Say who made a move, and what it does. What ends in `!` already gets no full stop."""
    text = move_text(move, lang)
    return messages.text("match.moved_loudly" if text.endswith(("!", "！")) else "match.moved", lang, name=name, move=text)


def move_text(move: MoveView, lang: str) -> str:
    """Return a move as people say it, not as it is written down: its places by name, and what it does."""
    return join_commas([part for part in (move["label"], move["outcome"]) if part], lang)


def describe_hint(move: MoveView, chance: float | None, lang: str, *, settled: bool = True) -> str:
    """Say which move is good and what the chance to win is, marked as a first estimate unless it is exact.

    Without a chance there is no other move.
    """
    text = move_text(move, lang)
    if chance is None:
        return messages.text("match.hint_only", lang, move=text)
    return messages.text("match.hint" if settled else "match.hint_rough", lang, move=text, percent=round(100 * chance))
