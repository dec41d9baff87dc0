"""Qubism in words: names, credit, and what a position shows."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, add_label, add_note, end_sentence, join_and, join_sentences, write_count
from banmen.core.messages import Catalogue
from banmen.games.qubism.board import ARROWS, COLUMNS
from banmen.games.qubism.notation import list_signs
from banmen.games.qubism.rules import supply

messages = Catalogue(__name__)

NAME: Words = messages.words("name")
CREDIT: Words = messages.words("credit")


def player_name(player: Player, lang: str) -> str:
    """Return the name of a player."""
    return messages.text(f"players.{player}", lang)


def status(position: Position, lang: str) -> str:
    """Return whose turn it is, or how the game ended."""
    if position.winner is None:
        name = player_name(position.turn, lang)
        return messages.text("status.to_move", lang, name=name)
    if not position.winner:
        return messages.text("status.draw_by_repetition", lang)
    name = player_name(position.winner[0], lang)
    return messages.text("status.has_won", lang, name=name)


def task(position: Position, lang: str) -> str:
    """Return which kinds of moves the player on turn can choose from; nothing once the game is over."""
    moves = position.legal_moves()
    slides, places = any(move.source for move in moves), any(move.text[-1] in ARROWS for move in moves)
    steps = any(not move.source and move.text[-1] not in ARROWS for move in moves)
    kinds = [kind for kind, possible in (("pawn", steps), ("slide", slides), ("place", places)) if possible]
    return messages.text(f"task.{'_'.join(kinds)}", lang) if kinds else ""


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return add_label(NAME[lang], status(position, lang), lang)


def describe(position: Position, lang: str) -> str:
    """Return the whole position in words."""
    grid = {f"{COLUMNS[column]}{row + 1}": sign for (column, row), sign in sorted(list_signs(position.state).items())}
    pawns = {sign: place for place, sign in grid.items() if sign in "WB"}
    cubes = [_describe_cube(place, sign, lang) for place, sign in grid.items() if sign not in "WB"]
    left = supply(position.state)
    sentences = [
        messages.text("describe.pawns", lang, white=pawns["W"], black=pawns["B"]),
        messages.text("describe.cubes" if cubes else "describe.no_cubes", lang, cubes=join_and(cubes, lang)),
        messages.text("describe.supply", lang, count=left, many=_capitalize(write_count(left, lang))),
        end_sentence(_capitalize(status(position, lang)), lang),
    ]
    return join_sentences(sentences, lang)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _describe_cube(place: str, sign: str, lang: str) -> str:
    pointing = messages.text(f"pointing.{sign}", lang)
    return add_note(place, pointing, lang)
