"""What a move of 58 Holes does."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.holes58.notation import list_holes, sides
from banmen.games.holes58.rules import COLLECT, LANE, hand, shen
from banmen.presentation.motion import CAPTURE, ENTER, TAKE, WALK, WARP, Motion

messages = Catalogue(__name__)

COLLECTS: Words = messages.words("motion.collects")
PASSES: Words = messages.words("motion.passes")
WARPS: Words = messages.words("motion.warps")
SHEN, HAND, OUT = "S", "hand", "out"


def source(_position: Position, move: Move) -> str | None:
    """Return where the piece stands; collecting and passing are no moves of a piece."""
    return None if move.code >= COLLECT else move.source


def choice(_move: Move, _lang: str) -> None:
    """Return nothing: hole and throw say it all."""


def throws_again_anyway(_position: Position) -> bool:
    """Return whether there is another throw whatever the move is: never."""
    return False


def motion(position: Position, move: Move, after: Position) -> list[Motion]:
    """Return the walk, the line it takes, what leaves the game and what comes in."""
    player, seat = str(position.turn), position.game.players.index(position.turn)
    before, later = sides(position.state), sides(after.state)
    if move.code >= COLLECT:
        taken = shen(before[seat]) - shen(later[seat])
        return [Motion(player, taken, (SHEN, HAND), TAKE)] if taken else []
    first, landing = int(str(move.source)), int(str(move.source)) + int(position.thrown or 0)
    walk = [str(hole) for hole in range(first, landing)] + [SHEN if move.target == SHEN else str(landing)]
    found = [Motion(player, 1, tuple(walk), WALK)]
    if move.target not in (SHEN, str(landing)):
        found.append(Motion(player, 1, (str(landing), str(move.target)), WARP))
    if move.target == SHEN:
        found += _find_leaving(str(position.game.players[1 - seat]), before[1 - seat])
    for index, owner in enumerate(position.game.players):
        if hand(later[index]) < hand(before[index]):
            found.append(Motion(str(owner), 1, (HAND, "1"), ENTER))
    return found


def _find_leaving(enemy: str, side: int) -> list[Motion]:
    """Return what leaves the game when its opponent reaches the Shen hole: the rearmost piece, or all that are in the hole."""
    rearmost = list_holes(side & LANE)[:1]
    if rearmost:
        return [Motion(enemy, 1, (str(rearmost[0]), OUT), CAPTURE)]
    return [Motion(enemy, shen(side), (SHEN, OUT), CAPTURE)] if shen(side) else []


def effects(position: Position, move: Move, after: Position) -> list[str]:
    """Return what the page marks."""
    named = {CAPTURE: "capture", WARP: "warp", ENTER: "enter"}
    found = [named[way.how] for way in motion(position, move, after) if way.how in named]
    return [*dict.fromkeys(found), *(["home"] if move.target == SHEN else [])]


def label(_position: Position, move: Move, lang: str) -> str:
    """Return a move as a person says it."""
    if move.code >= COLLECT:
        return (COLLECTS if move.code == COLLECT else PASSES)[lang]
    return messages.text("label.to_shen" if move.target == SHEN else "label.runs", lang, source=move.source, target=move.target)


def consequences(position: Position, move: Move, after: Position, lang: str) -> list[str]:
    """Return what a move does besides its way."""
    if move.code >= COLLECT:
        return []
    takes = [messages.text("label.takes", lang)] if move.target == SHEN else []
    return takes + [
        phrase for phrase in phrases(position, move, after, lang) if phrase != messages.text("motion.to_shen", lang)
    ]


def phrases(position: Position, move: Move, after: Position, lang: str) -> list[str]:
    """Return what a move does, in phrases."""
    if move.code >= COLLECT:
        return [(COLLECTS if move.code == COLLECT else PASSES)[lang]]
    ways = motion(position, move, after)
    found = [messages.text("motion.to_shen", lang)] if move.target == SHEN else []
    found += [WARPS[lang] for way in ways if way.how == WARP]
    return found + [
        messages.text("motion.brings", lang) for way in ways if way.how == ENTER and way.piece == str(position.turn)
    ]
