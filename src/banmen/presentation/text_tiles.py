"""Square boards in text: coloured tiles, letters below the columns and numbers beside the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from banmen.presentation.text_canvas import TARGET, Canvas, TextBoardStyle

FULL, LOW = (7, 3), (5, 2)  # columns and rows of a tile; in a low terminal
COLUMNS = "abcdefgh"


@dataclass(frozen=True)
class Tiles:
    """A square board: its size, how pieces look by their sign in the notation, two shades of ground, and a free tile's sign."""

    size: int
    pieces: Mapping[str, tuple[str, str]]
    ground: tuple[str, str]
    free: str


def tile_size(style: TextBoardStyle) -> tuple[int, int]:
    """Return how many columns and rows a tile takes."""
    return LOW if style.low else FULL


def draw_tiles(signs: Mapping[tuple[int, int], str], tiles: Tiles, style: TextBoardStyle) -> Canvas:
    """Draw a square board with its pieces, given by column and row from the bottom left."""
    canvas = Canvas()
    width, height = tile_size(style)
    for row in range(tiles.size):
        middle = (tiles.size - 1 - row) * height + (height - 1) // 2
        canvas.put(-3, middle, str(row + 1), "dim")
        for column in range(tiles.size):
            _draw_tile(canvas, column, row, signs.get((column, row), ""), tiles, style)
    for column in range(tiles.size):
        canvas.put(column * width + width // 2, tiles.size * height, COLUMNS[column], "dim")
    return canvas


def _draw_tile(canvas: Canvas, column: int, row: int, sign: str, tiles: Tiles, style: TextBoardStyle) -> None:
    width, height = tile_size(style)
    left, top = column * width, (tiles.size - 1 - row) * height
    middle = top + (height - 1) // 2
    name = f"{COLUMNS[column]}{row + 1}"
    shade = tiles.ground[(column + row) % 2]
    canvas.ground(left, top, width, _choose_ground(shade), height)
    text, look = tiles.pieces.get(sign, (name if style.names else tiles.free, shade))
    if look != shade:  # a piece leaves an edge of its tile to be seen
        canvas.ground(left + 1, top, width - 2, _choose_ground(look), height)
    if name in style.targets:
        text, look = f"<{text}>", TARGET
    if name in style.last:
        corner = top if middle > top else top + height - 1
        canvas.put(left + 1, corner, ".", look)
        canvas.put(left + width - 2, corner, ".", look)
    canvas.centre(left + width // 2, middle, text, look)


def _choose_ground(style: str) -> str:
    return style.rpartition(" on ")[2]
