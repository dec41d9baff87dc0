"""The 5x5 board of Qubism as bit masks.

Square `a1` is bit 0, `b1` bit 1, and each row takes 6 bits: the sixth is a border that is never used, so that a shift by one
or by a row cannot wrap around. Arrows are numbered clockwise.
"""

from __future__ import annotations

SIZE = 5
STRIDE = SIZE + 1
COLUMNS = "abcde"
ARROWS = "^>v<"
ROW = (1 << SIZE) - 1
BOARD = sum(ROW << STRIDE * row for row in range(SIZE))
WHITE_GOAL = ROW << STRIDE * (SIZE - 1)
BLACK_GOAL = ROW
CELLS = tuple(row * STRIDE + column for row in range(SIZE) for column in range(SIZE))
NAMES = {cell: f"{COLUMNS[cell % STRIDE]}{cell // STRIDE + 1}" for cell in CELLS}
NUMBERS = {name: cell for cell, name in NAMES.items()}
