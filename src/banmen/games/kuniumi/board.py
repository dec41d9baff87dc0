"""The 6x6 board of Kuniumi as bit masks.

Space `a1` is bit 0, `b1` bit 1, and each row takes 7 bits: the seventh is a border that is never used, so that a shift by one
or by a row cannot wrap around.
"""

from __future__ import annotations

SIZE = 6
STRIDE = SIZE + 1
COLUMNS = "abcdef"
ROW = (1 << SIZE) - 1
BOARD = sum(ROW << STRIDE * row for row in range(SIZE))
COLUMN = sum(1 << STRIDE * row for row in range(SIZE))
CELLS = tuple(row * STRIDE + column for row in range(SIZE) for column in range(SIZE))
NAMES = {cell: f"{COLUMNS[cell % STRIDE]}{cell // STRIDE + 1}" for cell in CELLS}
NUMBERS = {name: cell for cell, name in NAMES.items()}
