"""Moves told in plain words, for people who do not know the notation yet."""

from __future__ import annotations

from banmen.core.game import Move, Position
from banmen.presentation.motion import describe_move


def told(position: Position, move: Move, lang: str) -> str:
    """Return what a legal move does, in a few words; "" where its text says it all.

    >>> import banmen
    >>> position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,8 1 3")
    >>> told(position, position.find("5>8"), "en")
    'sends back 1'
    """
    return describe_move(position, move, lang).words
