"""What to beware of in Kuniumi: spaces where the other side wins at once, and groups that are nearly closed."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words, any_of, listed
from banmen.games.kuniumi.board import BOARD, NUMBERS
from banmen.games.kuniumi.rules import PIECES, PLAY, around, flooded, phase
from banmen.games.kuniumi.words import FACTIONS, faction
from banmen.presentation.dangers import Dangers

BEFORE: Words = {"en": "Nothing can be lost before both sides move.", "ja": "動き始めるまでは、まだあぶなくありません。"}
THEY_WIN: Words = {
    "en": "If it were {side}'s turn, it could win at once on {spaces}.",
    "ja": "いま{side}の番なら、{spaces}ですぐに勝てます。",
}
YOU_LOSE: Words = {"en": "Do not go to {spaces}: that would lose at once.", "ja": "{spaces}へ行くとすぐに負けます。"}
NEARLY: Words = {
    "en": "{side}'s group on {group} has one free neighbour left, {space}.",
    "ja": "{side}の集まり（{group}）のとなりで空いているのは{space}だけです。",
}
SAFE: Words = {"en": "Nothing is in danger just now.", "ja": "いまあぶないところはありません。"}


def threats(position: Position, lang: str) -> Dangers:
    """Return where the game could be lost by the next move, whoever makes it."""
    if phase(position.state) < PLAY:
        return Dangers((), BEFORE[lang])
    mine, theirs, rest = position.state
    other = next(player for player in position.game.players if player != position.turn)
    side = FACTIONS[str(faction(other, position))][lang]
    # As if the other side were on turn: tokens need not fit for a look at its moves.
    swapped = Position(position.game, (theirs, mine, rest ^ 1))
    they_win = [str(move) for move in swapped.legal_moves() if other in (swapped.after(move.code).winner or ())]
    you_lose = [str(move) for move in position.legal_moves() if other in (position.after(move.code).winner or ())]
    said = [THEY_WIN[lang].format(side=side, spaces=any_of(they_win, lang))] if they_win else []
    said += [YOU_LOSE[lang].format(spaces=any_of(you_lose, lang))] if you_lose else []
    places = they_win + you_lose
    for player in (other, position.turn):
        pieces, owner = (theirs if player == other else mine) & PIECES, FACTIONS[str(faction(player, position))][lang]
        for group, space in _nearly_closed(pieces, BOARD & ~(mine | theirs)):
            said.append(NEARLY[lang].format(side=owner, group=listed(group, lang), space=space))
            places.append(space)
    return Dangers(tuple(dict.fromkeys(places)), ("" if lang == "ja" else " ").join(said) or SAFE[lang])


def _nearly_closed(pieces: int, free: int) -> list[tuple[list[str], str]]:
    """Return the groups of one side that touch a single free space, with that space."""
    found = []
    while pieces:
        group = flooded(pieces & -pieces, pieces)
        pieces &= ~group
        touching = _spaces(around(group) & free)
        if len(touching) == 1:
            found.append((_spaces(group), touching[0]))
    return found


def _spaces(mask: int) -> list[str]:
    return [name for name, cell in NUMBERS.items() if mask >> cell & 1]
