"""Kariuchi in words: its name and credit, what players and places are called, and positions told in sentences.

What goes for every game on the ring is told here for Moon Trek too.
"""

from __future__ import annotations

from collections import Counter

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, counted, listed
from banmen.games.kariuchi.board import NAMES
from banmen.games.kariuchi.notation import pieces_by_side
from banmen.kernels.contract import CHANCE

NAME: Words = {"en": "Kariuchi", "ja": "かりうち"}
CREDIT: Words = {
    "en": "After “Kariuchi official rules” (2022), edited by the Japan Kariuchi Association, Nara National Research Institute"
    " for Cultural Properties (terms of use: www.nabunken.go.jp/research/kariuchi.html). Adapted for Banmen; the Institute does"
    " not endorse Banmen.",
    "ja": "出典元: 日本かりうち協会編集「かりうち公式ルール」2022、奈良文化財研究所"
    "（使用の条件：www.nabunken.go.jp/research/kariuchi.html）。"
    "Banmen向けに手を加えています。奈良文化財研究所の監修・推奨を受けたものではありません。",
}

BASE_SIGNS = {"5": "あ", "10": "い", "15": "う", "20": "え", "25": "お", "30": "出"}
RESERVE: Words = {"en": "reserve", "ja": "ひかえ"}
HOME: Words = {"en": "home", "ja": "あがり"}
CENTRE: Words = {"en": "the centre", "ja": "中央"}
PIECES: dict[Player, Words] = {
    1: {"en": "plain pieces", "ja": "無地のコマ"},
    2: {"en": "ringed pieces", "ja": "輪のあるコマ"},
}


def player_name(player: Player, lang: str) -> str:
    """Return what a player is called."""
    return f"プレイヤー{player}" if lang == "ja" else f"Player {player}"


def place_name(place: str, lang: str) -> str:
    """Return what a place is called; base points are given with their signs in Japanese.

    >>> place_name("5", "en"), place_name("5", "ja"), place_name("A", "en")
    ('5', '5（あ）', 'the centre')
    """
    named = {"R": RESERVE, "H": HOME, "A": CENTRE}.get(place)
    if named:
        return named[lang]
    return f"{place}（{BASE_SIGNS[place]}）" if lang == "ja" and place in BASE_SIGNS else place


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return f"{NAME[lang]}{'：' if lang == 'ja' else ': '}{status(position, lang)}"


def status(position: Position, lang: str) -> str:
    """Return whose turn it is and what is to be done, or who has won."""
    return status_of(position, player_name(position.turn, lang), lang)


def status_of(position: Position, name: str, lang: str) -> str:
    """Say what a player on turn has to do or has done; `name` is the player's, or the team's in a finished game."""
    if position.over:
        return f"{name}の勝ち" if lang == "ja" else f"{name} {'have' if ' and ' in name else 'has'} won"
    if position.kind == CHANCE:
        return f"{name}の番、これから投げる" if lang == "ja" else f"{name} to throw"
    return f"{name}の番、出た数は{position.thrown}" if lang == "ja" else f"{name} to move by a throw of {position.thrown}"


def describe(position: Position, lang: str) -> str:
    """Return a position told in whole sentences."""
    sides = pieces_by_side(position.state)
    pieces = position.game.options["pieces"]
    told = [
        _describe_side(player, [NAMES[place] for place in places[:pieces]], lang)
        for player, places in zip(position.game.players, sides, strict=True)
    ]
    ending = status(position, lang)
    return (
        "".join(f"{text}。" for text in [*told, ending]) if lang == "ja" else " ".join(f"{text}." for text in [*told, ending])
    )


def _describe_side(player: Player, places: list[str], lang: str) -> str:
    """Say where the pieces of one side are."""
    held = [_held(place, number, lang) for place, number in Counter(places).items()]
    name, pieces = player_name(player, lang), PIECES[player][lang]
    return f"{name}（{pieces}）は{'、'.join(held)}" if lang == "ja" else f"{name} ({pieces}): {listed(held, lang)}"


def _held(place: str, number: int, lang: str) -> str:
    where, many = place_name(place, lang), counted(number, lang)
    if lang == "ja":
        return f"{where}に{many}" + ("のおんぶ" if number > 1 and place not in "RH" else "")
    if place in "RH":
        return f"{many} in reserve" if place == "R" else f"{many} home"
    return f"{many} on {where}" if number == 1 else f"a stack of {many} on {where}"
