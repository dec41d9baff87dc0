"""What to beware of in Kuniumi: spaces where the other side wins at once, and groups that are nearly closed."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import join_and, join_or, join_sentences
from banmen.core.messages import Catalogue
from banmen.games.kuniumi.board import BOARD, NUMBERS
from banmen.games.kuniumi.groups import around, flood
from banmen.games.kuniumi.rules import PIECES, PLAY, phase
from banmen.games.kuniumi.words import FACTIONS, find_faction
from banmen.presentation.dangers import Dangers

messages = Catalogue(__name__)


def find_dangers(position: Position, lang: str) -> Dangers:
    """Return where the next move, of either side, could lose the game."""
    if phase(position.state) < PLAY:
        return Dangers((), messages.text("dangers.before", lang))
    mine, theirs, rest = position.state
    other = next(player for player in position.game.players if player != position.turn)
    side = FACTIONS[str(find_faction(other, position))][lang]
    # As if the other side were on turn; the token counts do not matter for listing its moves.
    swapped = Position(position.game, (theirs, mine, rest ^ 1))
    they_win = [str(move) for move in swapped.legal_moves() if other in (swapped.after(move.code).winner or ())]
    you_lose = [str(move) for move in position.legal_moves() if other in (position.after(move.code).winner or ())]
    said = [messages.text("dangers.they_win", lang, side=side, spaces=join_or(they_win, lang))] if they_win else []
    said += [messages.text("dangers.you_lose", lang, spaces=join_or(you_lose, lang))] if you_lose else []
    places = they_win + you_lose
    for player in (other, position.turn):
        pieces, owner = (theirs if player == other else mine) & PIECES, FACTIONS[str(find_faction(player, position))][lang]
        for group, space in _find_nearly_closed(pieces, BOARD & ~(mine | theirs)):
            said.append(messages.text("dangers.nearly", lang, side=owner, group=join_and(group, lang), space=space))
            places.append(space)
    return Dangers(tuple(dict.fromkeys(places)), join_sentences(said, lang) or messages.text("dangers.safe", lang))


def _find_nearly_closed(pieces: int, free: int) -> list[tuple[list[str], str]]:
    """Return the groups of one side that touch a single free space, with that space."""
    found = []
    while pieces:
        group = flood(pieces & -pieces, pieces)
        pieces &= ~group
        touching = _list_spaces(around(group) & free)
        if len(touching) == 1:
            found.append((_list_spaces(group), touching[0]))
    return found


def _list_spaces(mask: int) -> list[str]:
    return [name for name, cell in NUMBERS.items() if mask >> cell & 1]
