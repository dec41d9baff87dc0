"""Boards in text: a canvas of character cells, the look of each side's pieces, and drawing options.

Japanese signs take two cells. Signs whose width depends on the terminal (● ○ ─ and others of Unicode's class "ambiguous") are
not used by any board: in a Japanese terminal they would push everything after them to the right.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

PLAIN = ""
DOT = "∙"
INK = "bold #ffffff on "
TARGET = "bold #ffffff on #2c6e49"
StyledLine = list[tuple[str, str]]  # texts with their styles, such as `bold #ffffff on #2c6e49`


@dataclass(frozen=True)
class TextBoardStyle:
    """What a board in text shows: the names of places, marked targets and places of the last move; fewer rows if `low`."""

    names: bool = False
    targets: Collection[str] = ()
    last: Collection[str] = ()
    low: bool = False


@dataclass(frozen=True)
class PieceLook:
    """The look of one player's pieces: a shape of brackets and a colour, either of which alone distinguishes the sides.

    >>> PieceLook("(", ")", "W", "bold").token(), PieceLook("(", ")", "W", "bold").token(3)
    ('(W)', '(3)')
    """

    opening: str
    closing: str
    sign: str
    style: str

    def token(self, number: int = 1) -> str:
        """Return a piece, or a stack of several with its height."""
        return f"{self.opening}{self.sign if number == 1 else number}{self.closing}"


@dataclass(frozen=True)
class Supply:
    """Neutral pieces beside the board: their name, their number, and how one looks."""

    name: str
    number: int
    token: str
    style: str


class Canvas:
    """Cells by (column, row), each with one sign and its style; what is drawn later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._ground: dict[tuple[int, int], str] = {}

    def put(self, column: int, row: int, text: str, style: str = PLAIN) -> None:
        """Write a text from a cell to the right."""
        for sign in text:
            width = measure_text(sign)
            self._cells[column, row] = (sign, style)
            for covered in range(column + 1, column + width):
                self._cells[covered, row] = ("", style)
            column += width

    def centre(self, column: int, row: int, text: str, style: str = PLAIN) -> None:
        """Write a text so that its middle is at a cell."""
        self.put(column - (measure_text(text) - 1) // 2, row, text, style)

    def ground(self, column: int, row: int, width: int, colour: str, height: int = 1) -> None:
        """Colour the background of a rectangle of cells, for symbols whose style has no background of its own."""
        for below in range(row, row + height):
            for cell in range(column, column + width):
                self._ground[cell, below] = colour

    def lines(self) -> list[StyledLine]:
        """Return the drawing line by line, moved to the left edge."""
        used = self._cells.keys() | self._ground.keys()
        if not used:
            return []
        left = min(column for column, _ in used)
        top, bottom = min(row for _, row in used), max(row for _, row in used)
        ends = dict(sorted((row, column) for column, row in used))  # the last column of each row
        lines = []
        for row in range(top, bottom + 1):
            last = ends.get(row, left - 1)
            cells = (self._find_cell(column, row) for column in range(left, last + 1))
            runs = groupby(cells, key=lambda cell: cell[1])
            lines.append([("".join(sign for sign, _ in run), style) for style, run in runs])
        return lines

    def _find_cell(self, column: int, row: int) -> tuple[str, str]:
        sign, style = self._cells.get((column, row), (" ", PLAIN))
        colour = self._ground.get((column, row))
        return sign, style if colour is None or " on " in style else f"{style} on {colour}".strip()


def measure_text(text: str) -> int:
    """Return how many cells a text takes.

    >>> measure_text("(A)"), measure_text("出")
    (3, 2)
    """
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
