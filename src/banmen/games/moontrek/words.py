"""Moon Trek in words: its name and credit, the animals, and descriptions of positions."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, add_label, end_sentence, join_and, join_commas, join_sentences, write_count
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import HOME, NAMES, RESERVE
from banmen.games.kariuchi.words import SPOKES, describe_status, name_point
from banmen.games.moontrek.notation import count_pieces_off, list_stacks

messages = Catalogue(__name__)

NAME: Words = messages.words("name")
CREDIT: Words = messages.words("credit")


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return add_label(NAME[lang], status(position, lang), lang)


def describe(position: Position, lang: str) -> str:
    """Describe a position in whole sentences."""
    sentences = [*_describe_teams(position, lang), *_describe_board(position, lang)]
    for player, waiting, done in zip(position.game.players, *_count_off_board(position), strict=True):
        sentences.append(_describe_player(player_name(player, lang), waiting, done, lang))
    sentences.append(status(position, lang))
    return join_sentences([end_sentence(text, lang) for text in sentences], lang)


def status(position: Position, lang: str) -> str:
    """Return whose turn it is and what is to be done, or who has won."""
    players = position.winner or (position.turn,)
    return describe_status(position, join_and((player_name(player, lang) for player in players), lang), lang)


def player_name(player: Player, lang: str) -> str:
    """Return the name of a player."""
    return messages.text(f"animals.{player}", lang)


def place_name(place: str, lang: str) -> str:
    """Return what a person calls a place: points by their numbers, as the sheet of this game has them.

    >>> place_name("10", "en"), place_name("10b", "ja")
    ('point 10', '10の道の2つ目')
    """
    return name_point(place, _name_base, lang)


def spoken_places(lang: str) -> dict[str, str]:
    """Return what texts call the points of the paths."""
    return {place: place_name(place, lang) for place in SPOKES}


def _name_base(place: str, lang: str) -> str:
    return messages.text("base", lang, place=place)


def name_team(number: int, lang: str) -> str:
    """Return the name of a team of several players."""
    return messages.text("team", lang, number=number)


def _count_off_board(position: Position) -> tuple[list[int], list[int]]:
    options = position.game.options
    waiting, done = (
        count_pieces_off(position.state, options["players"], place, options["pieces"]) for place in (RESERVE, HOME)
    )
    return waiting, done


def _describe_teams(position: Position, lang: str) -> list[str]:
    """Say who plays with whom; empty if everyone plays alone."""
    teams = position.game.teams
    if all(len(team) == 1 for team in teams):
        return []
    names = [join_and((player_name(player, lang) for player in team), lang) for team in teams]
    return [messages.text("describe.against", lang).join(names)]


def _describe_board(position: Position, lang: str) -> list[str]:
    """Say who stands where, stacks from the bottom up."""
    sentences = []
    for place, owners in list_stacks(position.state, position.game.options["players"]).items():
        where = place_name(NAMES[place], lang)
        names = [player_name(owner, lang) for owner in owners]
        if len(names) == 1:
            sentences.append(messages.text("describe.piece", lang, where=where, name=names[0]))
        else:
            height = {"many": write_count(len(names), lang), "number": len(names)}
            sentences.append(messages.text("describe.stack", lang, where=where, names=join_commas(names, lang), **height))
    return sentences or [messages.text("describe.empty_board", lang)]


def _describe_player(name: str, waiting: int, done: int, lang: str) -> str:
    return messages.text(
        "describe.reserve_and_home", lang, name=name, reserve=write_count(waiting, lang), home=write_count(done, lang)
    )
