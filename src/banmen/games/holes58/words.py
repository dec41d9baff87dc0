"""58 Holes in words: names, credit, and what a position shows."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, add_label, end_sentence, join_and, join_sentences, write_count
from banmen.core.messages import Catalogue
from banmen.games.holes58.notation import list_holes, sides
from banmen.games.holes58.rules import LANE, hand, shen

messages = Catalogue(__name__)

NAME: Words = messages.words("name")
CREDIT: Words = messages.words("credit")


def status(position: Position, lang: str) -> str:
    """Return whose turn it is and the throw, or who has won."""
    if position.winner is not None:
        name = player_name(position.winner[0], lang)
        return messages.text("status.have_won", lang, name=name)
    name, thrown = player_name(position.turn, lang), position.thrown
    if thrown:
        return messages.text("status.to_move_by", lang, name=name, thrown=thrown)
    return messages.text("status.to_throw", lang, name=name)


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game, whose turn it is, and the throw."""
    return add_label(NAME[lang], status(position, lang), lang)


def describe(position: Position, lang: str) -> str:
    """Return the whole position in words."""
    both = [_describe_side(player, side, lang) for player, side in zip((1, 2), sides(position.state), strict=True)]
    return join_sentences([*both, end_sentence(status(position, lang), lang)], lang)


def player_name(player: Player, lang: str) -> str:
    """Return the name of a player."""
    return messages.text(f"players.{int(player)}", lang)


def _describe_side(player: Player, side: int, lang: str) -> str:
    """Say where one player's pieces are."""
    name, lane = player_name(player, lang), join_and(map(str, list_holes(side & LANE)), lang)
    if not side:
        return messages.text("describe.no_piece", lang, name=name)
    off_lane = {"shen": write_count(shen(side), lang), "hand": write_count(hand(side), lang)}
    return messages.text("describe.side" if lane else "describe.empty_lane", lang, name=name, lane=lane, **off_lane)
