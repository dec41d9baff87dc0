"""What a move does, inferred from its notation: something goes from its source to its target."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.presentation.motion import PLACE, WALK, Motion

TELLS_END = False  # the phrases do not mention the end of the game, so "wins" or "loses" is added
BESIDE = "beside"  # where new pieces come from


def source(_position: Position, move: Move) -> str | None:
    """Return where the moving piece stands, if the notation says so."""
    return move.source


def choice(move: Move, _lang: str) -> str | None:
    """Return the move's text, which distinguishes it from others with the same source and target."""
    return move.text


def throws_again_anyway(_position: Position) -> bool:
    """Return whether any move leads to another throw; an extra throw that depends on the move is always worth mentioning."""
    return False


def motion(position: Position, move: Move, _after: Position) -> list[Motion]:
    """Return the way from the source to the target, or something new on the target; nothing for a move without places."""
    if move.target is None:
        return []
    how = PLACE if move.source is None else WALK
    return [Motion(str(position.turn), 1, (move.source or BESIDE, move.target), how)]


def effects(_position: Position, _move: Move, _after: Position) -> list[str]:
    """Return what the page marks: only the end of the game."""
    return []


def phrases(_position: Position, _move: Move, _after: Position, _lang: str) -> list[str]:
    """Return what a move does, in phrases: its text says it all."""
    return []


def label(_position: Position, _move: Move, _lang: str) -> str:
    """Return a move as a person says it: nothing, so that its text is shown and then all phrases."""
    return ""


def consequences(_position: Position, _move: Move, _after: Position, _lang: str) -> list[str]:
    """Return what the label leaves out: nothing."""
    return []


def pointing(_move: Move, _after: Position) -> str | None:
    """Return the direction in which the moved piece points: in few games do pieces have one."""
    return None
