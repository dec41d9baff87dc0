"""Setting up positions by hand: one piece is taken from a place and put on another, whatever the rules of moving say.

Each game's `board_editor.py` changes its notation; reading the changed text tells whether such a position can be.
"""

from __future__ import annotations

from banmen.core.errors import NotationError, quote_value
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.notation import Part, read_grid, write_grid

messages = Catalogue(__name__)


def move_piece(position: Position, piece: str, source: str, target: str) -> Position:
    """Return a position with one piece moved by hand, or raise NotationError.

    >>> import banmen
    >>> move_piece(banmen.game("kariuchi").start(), "2", "R", "12").text
    'Rx4/Rx3,12 1 -'
    """
    text: str = position.game.part("board_editor").move_piece(position.text, piece, source, target)
    return position.game.position(text)


def missing_piece_error(text: str, source: str) -> NotationError:
    """Return the error for a piece that is not on its source."""
    return NotationError(messages("board_editor.no_such_piece", source=source), text)


def move_on_grid(rows: str, signs: str, size: int, source: str | None, target: str | None, sign: str = "") -> str:
    """Return rows with a piece moved from one space to another; None means beside the board, from where `sign` comes."""
    grid = read_rows(rows, signs, size)
    if source is not None:
        taken = grid.pop(find_cell(source, size), "")
        if not taken:
            raise missing_piece_error(rows, source)
        sign = taken
    if target is not None:
        if find_cell(target, size) in grid:
            raise NotationError(messages("board_editor.taken", target=target), rows)
        grid[find_cell(target, size)] = sign
    return write_grid(grid, size)


def read_rows(rows: str, signs: str, size: int) -> dict[tuple[int, int], str]:
    """Return the symbol on each space of written rows."""
    return read_grid(Part(rows, rows), size, signs)


def find_cell(place: str, size: int) -> tuple[int, int]:
    """Return column and row of a space by its name, or raise NotationError."""
    column, row = "abcdefgh".find(place[:1]), place[1:]
    if not (len(place) == 2 and 0 <= column < size and row in "123456789" and int(row) <= size):
        raise NotationError(messages("board_editor.unknown_place", place=quote_value(place, 20)), place)
    return column, int(row) - 1
