"""How a game of Qubism was won: a pawn on its goal row, or a position that came three times."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.qubism.board import SIZE
from banmen.games.qubism.notation import list_signs
from banmen.games.qubism.words import player_name

messages = Catalogue(__name__)


def explain_ending(position: Position, lang: str) -> str:
    """Say which pawn reached its goal row, or what the repetition led to."""
    rows = {sign: row + 1 for (_, row), sign in list_signs(position.state).items() if sign in "WB"}
    for sign, player, goal in (("W", "w", SIZE), ("B", "b", 1)):
        if rows[sign] == goal:
            return messages.text("ending.reached", lang, name=player_name(player, lang), row=goal)
    if not position.winner:
        return messages.text("ending.repeated", lang)
    loser = next(player for player in position.game.players if player not in position.winner)
    return messages.text("ending.repeated_by", lang, name=player_name(loser, lang))
