"""The ring in text: 30 points, six spokes, the exit at the bottom, walked counter-clockwise. Moon Trek is played on it too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from banmen.core.i18n import Words
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import BASES, NAMES, RING
from banmen.presentation.text_canvas import DOT, TARGET, Canvas, TextBoardStyle

messages = Catalogue(__name__)

HEIGHT, LOW = 10, 8  # rows from the centre to the ring; in a low terminal
WIDTH = 22  # columns from the centre to the ring
KANA = {5: "あ", 10: "い", 15: "う", 20: "え", 25: "お", 30: "出"}
RESERVE_NAME: Words = messages.words("ring_text.reserve_name")
HOME_NAME: Words = messages.words("ring_text.home_name")
_BASE_NAMES = {"A", *map(str, BASES)}


@dataclass(frozen=True)
class RingColours:
    """The colours of a ring."""

    ground: str
    point: str
    base: str


def _find_spot(name: str, height: int) -> tuple[int, int]:
    """Return the column and row of a point."""
    if name == "A":
        return 0, 0
    number, letter = (int(name), "") if name.isdigit() else (int(name[:-1]), name[-1])
    angle = 2 * pi * number / RING - pi / 2
    distance = {"": 1.0, "a": 0.76, "b": 0.52, "c": 0.28}[letter]
    return round(WIDTH * distance * cos(angle)), round(-height * distance * sin(angle))


SPOTS = {height: {name: _find_spot(name, height) for name in NAMES if name not in ("R", "H")} for height in (HEIGHT, LOW)}


def draw_ring(occupied: Mapping[str, tuple[str, str]], palette: RingColours, style: TextBoardStyle) -> Canvas:
    """Draw the ring with what stands on its points: texts with their styles, by the names of the points."""
    canvas = Canvas()
    height = LOW if style.low else HEIGHT
    _draw_disc(canvas, palette, height)
    for name, (column, row) in SPOTS[height].items():
        look = palette.base if name in _BASE_NAMES else palette.point
        mark = name if style.names else ("◉" if name in _BASE_NAMES else DOT)
        underline = " underline" if name in style.last else ""
        look += underline
        if name in style.targets:
            mark, look = f"<{mark}>", TARGET
        canvas.centre(column, row, mark, look)
        if name in occupied:
            token, look = occupied[name]
            canvas.centre(column, row, token, look + underline)
    for base, kana in KANA.items():
        column, row = SPOTS[height][str(base)]
        canvas.put(*_find_kana_spot(column, row, style.low), kana, palette.base)
    return canvas


def _draw_disc(canvas: Canvas, palette: RingColours, height: int) -> None:
    """Colour the round board, a little wider than the ring; higher too, unless rows are dear."""
    edge = height if height == LOW else height + 1
    for row in range(-edge, edge + 1):
        half = round((WIDTH + 6) * sqrt(1 - (row / (height + 1.6)) ** 2))
        canvas.ground(-half, row, 2 * half + 1, palette.ground)


def _find_kana_spot(column: int, row: int, low: bool) -> tuple[int, int]:
    """Return where the kana of a base point is written: outside the ring, or inside at the ends of a low board."""
    if column == 0:
        return -1, row + (1 if (row > 0) != low else -1)
    return (column + 4, row) if column > 0 else (column - 5, row)
