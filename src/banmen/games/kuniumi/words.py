"""Kuniumi in words: names, credit, and what a position shows."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, listed
from banmen.games.kuniumi.board import COLUMNS
from banmen.games.kuniumi.notation import ORDER, signs
from banmen.games.kuniumi.rules import CHOICE, PLAY, phase

NAME: Words = {"en": "Kuniumi", "ja": "国産み"}
CREDIT: Words = {
    "en": "Kuniumi 国産み, designed by Ignazio Panades (XVgames, 2020)",
    "ja": "「国産み Kuniumi」作：Ignazio Panades（XVgames、2020）",
}
PIECES: dict[str, Words] = {
    "L": {"en": "Earth God", "ja": "大地の神"},
    "S": {"en": "Sea God", "ja": "海の神"},
    "l": {"en": "land token", "ja": "大地のコマ"},
    "s": {"en": "sea token", "ja": "海のコマ"},
}
FACTIONS: dict[str, Words] = {"l": {"en": "Land", "ja": "大地"}, "s": {"en": "Sea", "ja": "海"}}
_PLAYERS: dict[int, Words] = {1: {"en": "Player 1", "ja": "先手"}, 2: {"en": "Player 2", "ja": "後手"}}


def player_name(player: Player, lang: str) -> str:
    """Return what a player is called."""
    return _PLAYERS[int(player)][lang]


def faction(player: Player, position: Position) -> str | None:
    """Return a player's faction, `l` or `s`, once it is chosen."""
    if phase(position.state) < PLAY:
        return None
    return "ls"[position.state[2] >> 1 & 1 ^ (player == 2)]


def next_piece(position: Position) -> str | None:
    """Return the sign of what is placed next in the setup."""
    return ORDER[phase(position.state)] if phase(position.state) < CHOICE else None


def status(position: Position, lang: str) -> str:
    """Return what is to be done and by whom, or how the game ended."""
    if position.winner == ():
        return "a draw" if lang == "en" else "引き分け"
    name = _called(position.winner[0] if position.winner else position.turn, position, lang)
    if position.winner:
        return f"{name} has won" if lang == "en" else f"{name}の勝ち"
    placing = next_piece(position)
    if placing:
        piece = PIECES[placing][lang]
        return f"{name} places {'a' if placing.islower() else 'the'} {piece}" if lang == "en" else f"{name}が{piece}を置く番"
    if phase(position.state) == CHOICE:
        return f"{name} chooses Land or Sea" if lang == "en" else f"{name}が大地か海かを選ぶ番"
    return f"{name} to move" if lang == "en" else f"{name}の番"


def task(position: Position, lang: str) -> str:
    """Return what the player on turn is asked to do while the game is being set up; nothing later, when it is a plain move."""
    placing = next_piece(position)
    if placing:
        piece = PIECES[placing][lang]
        return f"place {'a' if placing.islower() else 'the'} {piece}" if lang == "en" else f"{piece}を置いてください"
    if phase(position.state) == CHOICE:
        return "choose Land or Sea" if lang == "en" else "大地か海かを選んでください"
    return ""


def _called(player: Player, position: Position, lang: str) -> str:
    """Return a player's name with the faction, once there is one."""
    name, own = player_name(player, lang), faction(player, position)
    if own is None:
        return name
    return f"{name} ({FACTIONS[own][lang]})" if lang == "en" else f"{name}（{FACTIONS[own][lang]}）"


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game, and what is to be done by whom."""
    return f"{NAME[lang]}{': ' if lang == 'en' else '：'}{status(position, lang)}"


def describe(position: Position, lang: str) -> str:
    """Return the whole position in words."""
    places: dict[str, list[str]] = {}
    for (column, row), sign in sorted(signs(position.state).items()):
        places.setdefault(sign, []).append(f"{COLUMNS[column]}{row + 1}")
    parts = [_standing(sign, places[sign], lang) for sign in "LlSs" if sign in places]
    if not parts:
        parts = ["The board is empty." if lang == "en" else "盤にはまだ何もありません。"]
    if faction(1, position):
        owners = [_called(player, position, lang) for player in (1, 2)]
        parts.append(f"{owners[0]} plays {owners[1]}." if lang == "en" else f"{owners[0]}と{owners[1]}の対局。")
    said = status(position, lang)
    end = f"{said[0].upper()}{said[1:]}." if lang == "en" else f"{said}。"
    return (" " if lang == "en" else "").join([*parts, end])


def _standing(sign: str, places: list[str], lang: str) -> str:
    name = PIECES[sign][lang]
    if lang == "ja":
        return f"{name}は{listed(places, lang)}。"
    if sign in "LS":
        return f"The {name} is on {places[0]}."
    return f"{name.capitalize()}{'s' if len(places) > 1 else ''} on {listed(places, lang)}."
