"""Where everything lies in the picture of Qubism.

A square is 100 wide. Seats and supply stand beside the plate, or, in a tall picture, the supply lies in one row below it. A
board that is turned is seen from Black's side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from banmen.core.board import Player
from banmen.games.qubism.board import ARROWS, COLUMNS, SIZE
from banmen.presentation.svg import Style

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height

SQUARE = 100
MARGIN = 62  # of the plate around its squares
PLATE = SIZE * SQUARE + 2 * MARGIN
STOCK_STEP = (46, 52)  # between cubes of a supply in three rows
ROW_STEP = 66  # between cubes of a supply in one row


@dataclass(frozen=True)
class Layout:
    """A picture's arrangement."""

    turned: bool
    tall: bool

    @property
    def edge(self) -> float:
        """The margin of the picture to the left of the plate and above it."""
        return 10 if self.tall else 18

    @property
    def side(self) -> float:
        """The middle of the column with seats and supply."""
        return self.edge + PLATE + 94

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the picture."""
        if self.tall:
            return 2 * self.edge + PLATE, self.edge + PLATE + 108
        return self.side + 90, self.edge + PLATE + 28

    def find_centre(self, place: str) -> Point:
        """Return the middle of a square."""
        column, row = COLUMNS.index(place[0]), int(place[1]) - 1
        across, up = (SIZE - 1 - column, SIZE - 1 - row) if self.turned else (column, row)
        corner = self.edge + MARGIN
        return corner + (across + 0.5) * SQUARE, corner + (SIZE - up - 0.5) * SQUARE

    def find_angle(self, arrow: str) -> int:
        """Return by how many degrees an arrow that points up is to be turned to the right."""
        return (90 * ARROWS.index(arrow) + (180 if self.turned else 0)) % 360

    def is_below(self, player: Player) -> bool:
        """Return whether a player sits below the board."""
        return (player == "w") != self.turned

    @property
    def supply_box(self) -> Box:
        """The box in which the supply lies."""
        if self.tall:
            return self.edge, self.edge + PLATE + 24, PLATE, 74
        return self.side - 76, self.edge + PLATE / 2 - 84, 152, 172

    def place_in_supply(self, index: int) -> tuple[Point, float]:
        """Return where a cube of the supply lies and its scale: in one row, or in three with the nearest filled first."""
        left, top, wide, high = self.supply_box
        if self.tall:
            return (left + wide / 2 + (index - 4) * ROW_STEP, top + high / 2), 0.66
        middle = top + high / 2 - 2
        return (self.side + (index % 3 - 1) * STOCK_STEP[0], middle + (1 - index // 3) * STOCK_STEP[1]), 0.54


@cache
def _find_layout(turned: bool, tall: bool) -> Layout:
    return Layout(turned, tall)


def choose_layout(style: Style) -> Layout:
    """Return the arrangement for a style."""
    return _find_layout(style.turned, style.tall)
