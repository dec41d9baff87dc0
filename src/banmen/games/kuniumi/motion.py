"""What a move of Kuniumi does."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words, join_and
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.kuniumi.board import BOARD, NAMES
from banmen.games.kuniumi.groups import find_closed, largest
from banmen.games.kuniumi.rules import GOD, LAND, PIECES, PLAY, outcome, phase
from banmen.games.kuniumi.words import find_faction
from banmen.presentation.motion import PLACE, SLIDE, Motion

messages = Catalogue(__name__)

PUTS: dict[str, Words] = {sign: messages.words(f"motion.puts.{sign}") for sign in "LSls"}
GOES: Words = messages.words("motion.goes")
GROUPS: tuple[Words, Words] = (messages.words("motion.groups.1"), messages.words("motion.groups.2"))
SUPPLY = "supply"
TELLS_END = True


def source(position: Position, move: Move) -> str | None:
    """Return where the God on turn stands; nothing moves in the setup."""
    return NAMES[position.state[0] >> GOD] if phase(position.state) == PLAY and move.code < LAND else None


def choice(_move: Move, _lang: str) -> None:
    """Return nothing: the space says it all."""


def throws_again_anyway(_position: Position) -> bool:
    """Return whether there is another throw: nothing is thrown."""
    return False


def motion(position: Position, move: Move, _after: Position) -> list[Motion]:
    """Return the God's way and the token it leaves, or what is placed."""
    if move.code >= LAND:
        return []
    target = str(move.target)
    origin = source(position, move)
    if origin is None:
        return [Motion(move.text[0], 1, (SUPPLY, target), PLACE)]
    god, token = ("S", "s") if position.state[2] & 1 else ("L", "l")
    return [Motion(god, 1, (origin, target), SLIDE), Motion(token, 1, (SUPPLY, origin), PLACE)]


def effects(_position: Position, _move: Move, after: Position) -> list[str]:
    """Return what the page marks."""
    return ["close"] if outcome(after.state) else []


def phrases(position: Position, move: Move, after: Position, lang: str) -> list[str]:
    """Return what a move does, in phrases; where it ends the game, also which groups are closed and how large they are."""
    return [label(position, move, lang), *consequences(position, move, after, lang)]


def label(_position: Position, move: Move, lang: str) -> str:
    """Return a move as a person says it."""
    if move.code >= LAND:
        return messages.text(f"motion.takes.{move.text}", lang)
    words = PUTS[move.text[0]] if "@" in move.text else GOES
    return words[lang].format(place=move.target)


def consequences(_position: Position, move: Move, after: Position, lang: str) -> list[str]:
    """Return what ends the game: which groups are closed, how large they are, and who wins by them."""
    return [] if move.code >= LAND else _describe_closed(after, lang)


def _describe_closed(after: Position, lang: str) -> list[str]:
    """Say the largest closed group of each side that has one: their sizes decide the game."""
    if not outcome(after.state):
        return []
    sides = after.state[0] & PIECES, after.state[1] & PIECES
    shut = find_closed(*sides, BOARD)
    sizes = [largest(side & shut) for side in (sides[::-1] if after.state[2] & 1 else sides)]
    groups = [words[lang].format(size=size) for words, size in zip(GROUPS, sizes, strict=True) if size]
    if not groups:
        return []
    winner = messages.text(f"factions.{find_faction(after.winner[0], after)}", lang) if after.winner else ""
    how = "draw" if not winner else "one" if len(groups) == 1 else "equal" if sizes[0] == sizes[1] else "larger"
    return [messages.text(f"closed.{how}", lang, groups=join_and(groups, lang), winner=winner)]
