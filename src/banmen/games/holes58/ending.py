"""How a game of 58 Holes was won: the other side has no piece left."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.holes58.notation import list_holes, sides
from banmen.games.holes58.rules import LANE, hand, shen
from banmen.games.holes58.words import player_name

messages = Catalogue(__name__)


def explain_ending(position: Position, lang: str) -> str:
    """Say who has no piece left, and how many the winner still has."""
    left = {player: _count(side) for player, side in zip((1, 2), sides(position.state), strict=True)}
    winner = next(iter(position.winner or (1,)))
    loser = next(player for player in left if player != winner)
    names = {"winner": player_name(winner, lang), "loser": player_name(loser, lang)}
    return messages.text("ending.none_left", lang, count=left[int(winner)], **names)


def _count(side: int) -> int:
    return len(list_holes(side & LANE)) + shen(side) + hand(side)
