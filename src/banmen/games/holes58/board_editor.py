"""58 Holes set up by hand."""

from __future__ import annotations

from banmen.core.errors import NotationError, quote_value
from banmen.core.messages import Catalogue
from banmen.games.holes58.board import HOLES
from banmen.presentation.board_editor import missing_piece_error

messages = Catalogue(__name__)

SHEN, HAND = "S", "hand"


def move_piece(text: str, piece: str, source: str, target: str) -> str:
    """Return the text with one piece of a player moved within its lane, the Shen hole and the hand."""
    board, turn, throw = text.split(" ")
    sides = board.split("/")
    index = {"1": 0, "2": 1}.get(piece, 0)
    lane, shen, hand = sides[index].split(";")
    held = {SHEN: int(shen), HAND: int(hand)}
    holes = set() if lane == "-" else {int(hole) for hole in lane.split(",")}
    _change(held, holes, source, -1)
    _change(held, holes, target, 1)
    sides[index] = f"{','.join(map(str, sorted(holes))) or '-'};{held[SHEN]};{held[HAND]}"
    return f"{'/'.join(sides)} {turn} {throw}"


def _change(held: dict[str, int], holes: set[int], place: str, by: int) -> None:
    """Add a piece to a place, or take one away."""
    if place in held:
        if held[place] + by < 0:
            raise missing_piece_error("", place)
        held[place] += by
        return
    hole = int(place) if place.isascii() and place.isdigit() and len(place) < 3 else 0
    if not 1 <= hole <= HOLES:
        raise NotationError(messages("board_editor.unknown_hole", place=quote_value(place, 20)), place)
    if (hole in holes) == (by > 0):
        raise (
            missing_piece_error("", place) if by < 0 else NotationError(messages("board_editor.hole_taken", hole=hole), place)
        )
    holes ^= {hole}
