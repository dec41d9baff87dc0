"""58 Holes in words: names, credit, and what a position shows."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, counted, listed
from banmen.games.holes58.notation import holes, sides
from banmen.games.holes58.rules import LANE, hand, shen

NAME: Words = {"en": "58 Holes", "ja": "58ホール"}
CREDIT: Words = {
    "en": "58 Holes, also called Hounds and Jackals or Shen: rules by Dmitriy Skiryuk, after the kit sheet of 工房A"
    " (koubou-a.com)",
    "ja": "58ホール（58 Holes、Hounds and Jackals、シェンとも）：ルールは Dmitriy Skiryuk、"
    "工房A（koubou-a.com）のキットの説明書によります",
}
_PLAYERS: dict[int, Words] = {1: {"en": "Hounds", "ja": "猟犬"}, 2: {"en": "Jackals", "ja": "ジャッカル"}}


def player_name(player: Player, lang: str) -> str:
    """Return what a player is called."""
    return _PLAYERS[int(player)][lang]


def status(position: Position, lang: str) -> str:
    """Return whose turn it is and the throw, or who has won."""
    if position.winner is not None:
        name = player_name(position.winner[0], lang)
        return f"{name} have won" if lang == "en" else f"{name}の勝ち"
    name, thrown = player_name(position.turn, lang), position.thrown
    if lang == "en":
        return f"{name} to move by a throw of {thrown}" if thrown else f"{name} to throw"
    return f"{name}の番、出た数は{thrown}" if thrown else f"{name}が棒を投げる番"


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game, whose turn it is, and the throw."""
    return f"{NAME[lang]}{': ' if lang == 'en' else '：'}{status(position, lang)}"


def describe(position: Position, lang: str) -> str:
    """Return the whole position in words."""
    both = [_side(player, side, lang) for player, side in zip((1, 2), sides(position.state), strict=True)]
    if lang == "ja":
        return "".join(both) + status(position, lang) + "。"
    return " ".join([*both, status(position, lang) + "."])


def _side(player: Player, side: int, lang: str) -> str:
    """Tell where one player's pieces are."""
    name, lane = player_name(player, lang), listed(map(str, holes(side & LANE)), lang)
    if lang == "ja":
        where = f"レーンの{lane}" if lane else "レーンにはなし"
        rest = f"シェンの穴に{counted(shen(side), lang)}、手元に{counted(hand(side), lang)}"
        return f"{name}は{where}、{rest}。" if side else f"{name}のコマはもうありません。"
    where = f"on {lane}" if lane else "none on the lane"
    rest = f"{counted(shen(side), lang)} in the Shen hole, {counted(hand(side), lang)} in hand"
    return f"{name}: {where}, {rest}." if side else f"{name} have no piece left."
