"""Qubism set up by hand. A cube dropped where it stands is turned; new ones come from the supply and go back there."""

from __future__ import annotations

from banmen.core.errors import NotationError
from banmen.core.messages import Catalogue
from banmen.core.notation import write_grid
from banmen.games.qubism.board import ARROWS, SIZE
from banmen.presentation.board_editor import find_cell, move_on_grid, read_rows

messages = Catalogue(__name__)

SIGNS = "WB" + ARROWS
SUPPLY = "supply"


def move_piece(text: str, piece: str, source: str, target: str) -> str:
    """Return the text with a pawn or a cube moved."""
    rows, supply, turn = text.split(" ")
    left = int(supply)
    if SUPPLY in (source, target) and piece != "cube":
        raise NotationError(messages("board_editor.pawn_in_supply"), text)
    if source == SUPPLY:
        left -= 1
    if target == SUPPLY:
        left += 1
    if left < 0:
        raise NotationError(messages("board_editor.empty_supply"), text)
    start, end = (None if place == SUPPLY else place for place in (source, target))
    if start is not None and start == end:
        return f"{_turn_cube(rows, start)} {supply} {turn}"
    return f"{move_on_grid(rows, SIGNS, SIZE, start, end, ARROWS[0])} {left} {turn}"


def _turn_cube(rows: str, place: str) -> str:
    """Return the rows with the arrow of a cube turned clockwise; a pawn stays as it is."""
    grid = read_rows(rows, SIGNS, SIZE)
    sign = grid.get(find_cell(place, SIZE), "")
    if sign and sign in ARROWS:
        grid[find_cell(place, SIZE)] = ARROWS[(ARROWS.index(sign) + 1) % len(ARROWS)]
    return write_grid(grid, SIZE)
