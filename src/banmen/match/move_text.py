"""Moves as people say them."""

from __future__ import annotations

from banmen.core.game import Game
from banmen.core.i18n import add_note
from banmen.core.messages import Catalogue
from banmen.match.position_views import MoveView
from banmen.presentation.about import about

messages = Catalogue(__name__)


def describe_made_move(game: Game, name: str, move: MoveView, lang: str) -> str:
    """Say who made a move, and what it does. What ends in `!` already gets no full stop."""
    text = move_text(game, move, lang)
    return messages.text("match.moved_loudly" if text.endswith(("!", "！")) else "match.moved", lang, name=name, move=text)


def move_text(game: Game, move: MoveView, lang: str) -> str:
    """Return a move as people say it, not as it is written down: its places by name, and what it does.

    Where the words name the place already, they are enough; a text without a place to go to (`b3>`, `land`) is never shown.
    """
    source, _, target = move["move"].partition(">")
    if not target:
        return move["words"] or move["move"]
    way = f"{_place_name(game, source, lang)} → {_place_name(game, target, lang)}"
    return add_note(way, move["words"], lang) if move["words"] else way


def describe_hint(game: Game, move: MoveView, chance: float | None, lang: str) -> str:
    """Say which move is good, and how good the chance to win is then; without a chance, that there is no other move."""
    text = move_text(game, move, lang)
    if chance is None:
        return messages.text("match.hint_only", lang, move=text)
    return messages.text("match.hint", lang, move=text, percent=round(100 * chance))


def _place_name(game: Game, place: str, lang: str) -> str:
    """Return what a place is called, by the game's own description where it says so; `5x2` are two pieces on 5."""
    name, _, number = place.partition("x")
    called = about(game.name, lang)["places"].get(name, name)
    return f"{called} ×{number}" if number else called
