"""Moves as people say them."""

from __future__ import annotations

from banmen.server.phrases import say
from banmen.server.shapes import MoveView


def moved_words(name: str, move: MoveView, lang: str) -> str:
    """Say who made a move, and what it does. What ends in `!` already gets no full stop."""
    told = spoken(move, lang)
    return say("moved_loudly" if told.endswith(("!", "！")) else "moved", lang, name=name, move=told)


def spoken(move: MoveView, lang: str) -> str:
    """Return a move as people say it, not as it is written down: its places by name, and what it does.

    Where the words name the place already, they are enough; a text without a place to go to (`b3>`, `land`) is never shown.
    """
    source, _, target = move["move"].partition(">")
    if not target:
        return move["words"] or move["move"]
    way = f"{_place(source, lang)} → {_place(target, lang)}"
    if not move["words"]:
        return way
    return f"{way}（{move['words']}）" if lang == "ja" else f"{way} ({move['words']})"


def _place(text: str, lang: str) -> str:
    name, _, number = text.partition("x")
    called = say(f"place_{name}", lang) if name in ("R", "H", "A", "S") else name
    return f"{called} ×{number}" if number else called


def hint_words(move: MoveView, chance: float | None, lang: str) -> str:
    """Say which move is good, and how good the chance to win is then; without a chance, that there is no other move."""
    if chance is None:
        return say("hint_only", lang, move=spoken(move, lang))
    return say("hint", lang, move=spoken(move, lang), percent=round(100 * chance))
