"""How a race on the ring was won: how many pieces came home."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import HOME
from banmen.games.kariuchi.notation import split_pieces

messages = Catalogue(__name__)


def explain_ending(position: Position, lang: str) -> str:
    """Say that all pieces of the winner are home, and how many of the other side's."""
    pieces = position.game.options["pieces"]
    home = [places.count(HOME) for places in (side[:pieces] for side in split_pieces(position.state))]
    return messages.text("ending.home" if min(home) else "ending.home_alone", lang, count=pieces, others=min(home))
