"""How a game of Kuniumi was won: which groups are closed, and how large they are."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.kuniumi.board import BOARD
from banmen.games.kuniumi.groups import find_closed, largest
from banmen.games.kuniumi.words import FACTIONS, find_faction

messages = Catalogue(__name__)


def explain_ending(position: Position, lang: str) -> str:
    """Say how large the largest closed group of each side is."""
    mine, theirs, rest = position.state
    shut = find_closed(mine, theirs, BOARD)
    to_act = rest & 1
    sizes = {"ls"[to_act]: largest(shut & mine), "sl"[to_act]: largest(shut & theirs)}
    winner = str(find_faction(position.winner[0], position)) if position.winner else "l"
    loser = "s" if winner == "l" else "l"
    key = "drawn" if not position.winner else "only" if not sizes[loser] else "tie" if sizes["l"] == sizes["s"] else "larger"
    names = {"winner": FACTIONS[winner][lang], "loser": FACTIONS[loser][lang]}
    return messages.text(f"ending.{key}", lang, size=sizes[winner], other=sizes[loser], **names)
