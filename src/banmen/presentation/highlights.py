"""What a picture marks besides the pieces: the last move, and where legal moves lead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from banmen.core.errors import OptionError, quote_value
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.presentation.svg import Style

messages = Catalogue(__name__)


def find_last_move(position: Position, style: Style) -> Move | None:
    """Return the move to mark as the last one; OptionError if it is none of this game. Its places alone are used."""
    if style.last is None:
        return None
    if not isinstance(style.last, str | Move):
        raise OptionError(messages("highlights.last_move_type", kind=type(style.last).__name__))
    text = str(style.last)
    try:
        return position.game.write_move(position.game.read_move(text))
    except ValueError:
        raise OptionError(
            messages("highlights.unknown_last_move", text=quote_value(text, 40), name=position.game.name)
        ) from None


def find_marked_moves(
    position: Position, style: Style, places: Collection[str], source: Callable[[Move], str | None] = lambda move: move.source
) -> list[Move]:
    """Return the legal moves whose targets are to be marked: none, all, or those from the one place that `targets` names.

    `source` says where a move comes from, for games whose moves do not.
    """
    if isinstance(style.targets, bool):
        return position.legal_moves() if style.targets else []
    if not isinstance(style.targets, str) or style.targets not in places:
        raise OptionError(messages("highlights.bad_targets", name=position.game.name, targets=quote_value(style.targets)))
    return [move for move in position.legal_moves() if source(move) == style.targets]


def group_by_target(moves: Iterable[Move]) -> dict[str, list[Move]]:
    """Return moves by the place they lead to; a move that leads nowhere (a pass) is left out."""
    found: dict[str, list[Move]] = {}
    for move in moves:
        if move.target is not None:
            found.setdefault(move.target, []).append(move)
    return found
