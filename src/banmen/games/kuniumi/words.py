"""Kuniumi in words: names, credit, and what a position shows."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, add_label, add_note, end_sentence, join_and, join_sentences
from banmen.core.messages import Catalogue
from banmen.games.kuniumi.board import COLUMNS
from banmen.games.kuniumi.notation import ORDER, list_signs
from banmen.games.kuniumi.rules import CHOICE, PLAY, phase

messages = Catalogue(__name__)

NAME: Words = messages.words("name")
CREDIT: Words = messages.words("credit")
PIECES: dict[str, Words] = {sign: messages.words(f"pieces.{sign}") for sign in "LSls"}
FACTIONS: dict[str, Words] = {sign: messages.words(f"factions.{sign}") for sign in "ls"}


def player_name(player: Player, lang: str) -> str:
    """Return the name of a player."""
    return messages.text(f"players.{int(player)}", lang)


def find_faction(player: Player, position: Position) -> str | None:
    """Return a player's faction, `l` or `s`, once it is chosen."""
    if phase(position.state) < PLAY:
        return None
    return "ls"[position.state[2] >> 1 & 1 ^ (player == 2)]


def find_next_piece(position: Position) -> str | None:
    """Return the sign of what is placed next in the setup."""
    return ORDER[phase(position.state)] if phase(position.state) < CHOICE else None


def name_with_article(sign: str, lang: str) -> str:
    """Return the name of a piece, with an article if the language has one."""
    return messages.text("one_god" if sign.isupper() else "one_token", lang, piece=PIECES[sign][lang])


def status(position: Position, lang: str) -> str:
    """Return what is to be done and by whom, or how the game ended."""
    if position.winner == ():
        return messages.text("status.draw", lang)
    name = _name_with_faction(position.winner[0] if position.winner else position.turn, position, lang)
    if position.winner:
        return messages.text("status.has_won", lang, name=name)
    placing = find_next_piece(position)
    if placing:
        return messages.text("status.places", lang, name=name, piece=name_with_article(placing, lang))
    if phase(position.state) == CHOICE:
        return messages.text("status.chooses_faction", lang, name=name)
    return messages.text("status.to_move", lang, name=name)


def task(position: Position, lang: str) -> str:
    """Return the task of the player on turn; empty once the game is over."""
    if position.over:
        return ""
    placing = find_next_piece(position)
    if placing:
        return messages.text("task.place", lang, piece=name_with_article(placing, lang))
    if phase(position.state) == CHOICE:
        return messages.text("task.choose_faction", lang)
    return messages.text("task.move", lang)


def _name_with_faction(player: Player, position: Position, lang: str) -> str:
    """Return a player's name with the faction, once there is one."""
    name, own = player_name(player, lang), find_faction(player, position)
    if own is None:
        return name
    return add_note(name, FACTIONS[own][lang], lang)


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game, and what is to be done by whom."""
    return add_label(NAME[lang], status(position, lang), lang)


def describe(position: Position, lang: str) -> str:
    """Return the whole position in words."""
    places: dict[str, list[str]] = {}
    for (column, row), sign in sorted(list_signs(position.state).items()):
        places.setdefault(sign, []).append(f"{COLUMNS[column]}{row + 1}")
    parts = [_describe_pieces(sign, places[sign], lang) for sign in "LlSs" if sign in places]
    if not parts:
        parts = [messages.text("describe.empty_board", lang)]
    if find_faction(1, position):
        owners = [_name_with_faction(player, position, lang) for player in (1, 2)]
        parts.append(messages.text("describe.opponents", lang, first=owners[0], second=owners[1]))
    said = status(position, lang)
    return join_sentences([*parts, end_sentence(f"{said[0].upper()}{said[1:]}", lang)], lang)


def _describe_pieces(sign: str, places: list[str], lang: str) -> str:
    name = PIECES[sign][lang]
    where = join_and(places, lang)
    if sign in "LS":
        return messages.text("describe.god", lang, name=name, places=where)
    return messages.text("describe.tokens", lang, count=len(places), name=name[:1].upper() + name[1:], places=where)
