"""Qubism in words: names, credit, and what a position shows."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, counted, listed
from banmen.games.qubism.board import COLUMNS
from banmen.games.qubism.notation import signs
from banmen.games.qubism.rules import supply

NAME: Words = {"en": "Qubism", "ja": "Qubism"}
CREDIT: Words = {
    "en": "Qubism by Debug Monkeys (デバッグモンキーズ), 2018",
    "ja": "「Qubism」作：デバッグモンキーズ（Debug Monkeys）、2018",
}
_PLAYERS: dict[str, Words] = {"w": {"en": "White", "ja": "白"}, "b": {"en": "Black", "ja": "黒"}}
_POINTING: dict[str, Words] = {
    "^": {"en": "up", "ja": "上向き"},
    ">": {"en": "right", "ja": "右向き"},
    "v": {"en": "down", "ja": "下向き"},
    "<": {"en": "left", "ja": "左向き"},
}


def player_name(player: Player, lang: str) -> str:
    """Return what a player is called."""
    return _PLAYERS[str(player)][lang]


def status(position: Position, lang: str) -> str:
    """Return whose turn it is, or how the game ended."""
    if position.winner is None:
        name = player_name(position.turn, lang)
        return f"{name} to move" if lang == "en" else f"{name}の番"
    if not position.winner:
        return "a draw by repetition" if lang == "en" else "同じ局面が三回で引き分け"
    name = player_name(position.winner[0], lang)
    return f"{name} has won" if lang == "en" else f"{name}の勝ち"


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return f"{NAME[lang]}{': ' if lang == 'en' else '：'}{status(position, lang)}"


def describe(position: Position, lang: str) -> str:
    """Return the whole position in words."""
    grid = {f"{COLUMNS[column]}{row + 1}": sign for (column, row), sign in sorted(signs(position.state).items())}
    pawns = {sign: place for place, sign in grid.items() if sign in "WB"}
    cubes = [_cube(place, sign, lang) for place, sign in grid.items() if sign not in "WB"]
    left = supply(position.state)
    if lang == "ja":
        standing = f"盤の上のキューブは{listed(cubes, lang)}。" if cubes else "盤の上にキューブはありません。"
        stock = f"キューブ置き場には{counted(left, lang)}。" if left else "キューブ置き場はもう空です。"
        ways = f"白のポーンは{pawns['W']}から5の段へ、黒のポーンは{pawns['B']}から1の段へ向かいます。"
        return f"{ways}{standing}{stock}{status(position, lang)}。"
    standing = f"Cubes on the board: {listed(cubes, lang)}." if cubes else "No cube is on the board."
    stock = f"{counted(left, lang).capitalize()} left in the supply."
    ways = f"White's pawn is on {pawns['W']}, bound for row 5; Black's is on {pawns['B']}, bound for row 1."
    return f"{ways} {standing} {stock} {status(position, lang).capitalize()}."


def _cube(place: str, sign: str, lang: str) -> str:
    pointing = _POINTING[sign][lang]
    return f"{place} ({pointing})" if lang == "en" else f"{place}（{pointing}）"
