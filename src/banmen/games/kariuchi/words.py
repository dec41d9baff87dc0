"""Kariuchi in words: its name and credit, names of players and places, and descriptions of positions.

What all games on the ring share is also used by Moon Trek.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, add_label, end_sentence, join_clauses, join_sentences, write_count
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import INWARD, NAMES
from banmen.games.kariuchi.notation import split_pieces
from banmen.kernels.contract import CHANCE

messages = Catalogue(__name__)

NAME: Words = messages.words("name")
CREDIT: Words = messages.words("credit")

BASE_SIGNS = {"5": "あ", "10": "い", "15": "う", "20": "え", "25": "お", "30": "出"}
SPOKES = tuple(name for name in NAMES if name[-1] in "abc")  # the points of the paths
RESERVE: Words = messages.words("reserve")
HOME: Words = messages.words("home")
CENTRE: Words = messages.words("centre")
PIECES: dict[Player, Words] = {
    1: messages.words("pieces.1"),
    2: messages.words("pieces.2"),
}


def player_name(player: Player, lang: str) -> str:
    """Return the name of a player."""
    return messages.text("player", lang, player=player)


def again(lang: str) -> str:
    """Return the term for an extra throw."""
    return messages.text("again", lang)


def place_name(place: str, lang: str) -> str:
    """Return what a person calls a place: base points by their signs, points of a path by counting along it.

    >>> place_name("5", "en"), place_name("5", "ja"), place_name("A", "en")
    ('corner あ', '「あ」', 'the centre')
    >>> place_name("5b", "en"), place_name("20c", "en")
    ('the 2nd point in from corner あ', 'the 1st point out towards corner え')
    """
    return name_point(place, name_base, lang)


def spoken_places(lang: str) -> dict[str, str]:
    """Return what texts call the points that they do not call by number.

    >>> spoken_places("en")["5"], spoken_places("ja")["5b"]
    ('corner あ', '「あ」の道の2つ目')
    """
    return {place: place_name(place, lang) for place in (*BASE_SIGNS, *SPOKES)}


def name_base(place: str, lang: str) -> str:
    """Return the name of a base point: the sign beside it on the board."""
    return messages.text("place.exit" if place == "30" else "place.base", lang, sign=BASE_SIGNS[place])


def name_point(place: str, name_base: Callable[[str, str], str], lang: str) -> str:
    """Return the name of a place, with names of base points from `name_base`."""
    named = {"R": RESERVE, "H": HOME, "A": CENTRE}.get(place)
    if named:
        return named[lang]
    if place in BASE_SIGNS:
        return name_base(place, lang)
    if place.isdigit():
        return messages.text("place.point", lang, place=place)
    base, inwards = place[:-1], int(place[:-1]) in INWARD
    step = "abc".index(place[-1]) + 1 if inwards else 3 - "abc".index(place[-1])
    return messages.text(f"place.{'inward' if inwards else 'outward'}_{step}", lang, base=name_base(base, lang))


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return add_label(NAME[lang], status(position, lang), lang)


def status(position: Position, lang: str) -> str:
    """Return whose turn it is and what is to be done, or who has won."""
    return describe_status(position, player_name(position.turn, lang), lang)


def describe_status(position: Position, name: str, lang: str) -> str:
    """Say what the player on turn has to do or has done; `name` is the player's, or the team's in a finished game."""
    if position.over:
        return messages.text("status.won", lang, name=name, count=len(position.winner or ()))
    if position.kind == CHANCE:
        return messages.text("status.to_throw", lang, name=name)
    return messages.text("status.to_move_by", lang, name=name, thrown=position.thrown)


def describe(position: Position, lang: str) -> str:
    """Describe a position in whole sentences."""
    sides = split_pieces(position.state)
    pieces = position.game.options["pieces"]
    sentences = [
        _describe_side(player, [NAMES[place] for place in places[:pieces]], lang)
        for player, places in zip(position.game.players, sides, strict=True)
    ]
    ending = status(position, lang)
    return join_sentences([end_sentence(text, lang) for text in [*sentences, ending]], lang)


def _describe_side(player: Player, places: list[str], lang: str) -> str:
    """Say where the pieces of one side are."""
    held = [_describe_place(place, number, lang) for place, number in Counter(places).items()]
    name, pieces = player_name(player, lang), PIECES[player][lang]
    return messages.text("describe.side", lang, name=name, pieces=pieces, places=join_clauses(held, lang))


def _describe_place(place: str, number: int, lang: str) -> str:
    kind = {"R": "reserve", "H": "home"}.get(place, "piece" if number == 1 else "stack")
    return messages.text(f"held.{kind}", lang, many=write_count(number, lang), where=place_name(place, lang))
