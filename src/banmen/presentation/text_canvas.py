"""A sheet of character cells to draw on, turned into text line by line.

Japanese signs take two cells. Signs whose width depends on the terminal (● ○ ─ and others of Unicode's class "ambiguous") are
not used by any board: in a Japanese terminal they would push everything after them to the right.
"""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

PLAIN = ""


class Canvas:
    """Cells by (column, row), each with one sign and its style; what is drawn later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._ground: dict[tuple[int, int], str] = {}

    def put(self, column: int, row: int, text: str, style: str = PLAIN) -> None:
        """Write a text from a cell to the right."""
        for sign in text:
            width = cell_len(sign)
            self._cells[column, row] = (sign, style)
            for covered in range(column + 1, column + width):
                self._cells[covered, row] = ("", style)
            column += width

    def centre(self, column: int, row: int, text: str, style: str = PLAIN) -> None:
        """Write a text so that its middle is at a cell."""
        self.put(column - (cell_len(text) - 1) // 2, row, text, style)

    def ground(self, column: int, row: int, width: int, colour: str, height: int = 1) -> None:
        """Colour what lies beneath a rectangle of cells, for signs whose style has no ground of its own."""
        for below in range(row, row + height):
            for cell in range(column, column + width):
                self._ground[cell, below] = colour

    def text(self, indent: int = 2) -> Text:
        """Return the drawing, moved to the left edge but for an indentation."""
        used = self._cells.keys() | self._ground.keys()
        if not used:
            return Text()
        left, right = min(column for column, _ in used), max(column for column, _ in used)
        top, bottom = min(row for _, row in used), max(row for _, row in used)
        lines = []
        for row in range(top, bottom + 1):
            last = max((column for column in range(left, right + 1) if (column, row) in used), default=left - 1)
            line = Text(" " * indent)
            cells = (self._cell(column, row) for column in range(left, last + 1))
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                line.append("".join(sign for sign, _ in run), style)
            lines.append(line)
        return Text("\n").join(lines)

    def _cell(self, column: int, row: int) -> tuple[str, str]:
        sign, style = self._cells.get((column, row), (" ", PLAIN))
        colour = self._ground.get((column, row))
        return sign, style if colour is None or " on " in style else f"{style} on {colour}".strip()
