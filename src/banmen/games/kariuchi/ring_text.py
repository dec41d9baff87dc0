"""The ring of Kariuchi and Moon Trek in text: 30 points, six spokes, the exit at the bottom, walked counter-clockwise."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from banmen.core.game import Position
from banmen.games.kariuchi import notation as kariuchi
from banmen.games.kariuchi.board import BASES, HOME, NAMES, RESERVE, RING
from banmen.games.moontrek import notation as moontrek
from banmen.presentation.text_canvas import Canvas
from banmen.terminal.sides import DOT, side

HEIGHT, LOW = 10, 8  # rows from the centre to the ring; in a low terminal
WIDTH = 22  # columns from the centre to the ring
KANA = {5: "あ", 10: "い", 15: "う", 20: "え", 25: "お", 30: "出"}


@dataclass(frozen=True)
class Palette:
    """The colours of a ring."""

    ground: str
    point: str
    base: str
    target: str


PALETTES = {
    "kariuchi": Palette("#dcbf92", "#5a3d1e", "bold #9c2412", "bold #ffffff on #2c6e49"),  # a wooden tray
    "moontrek": Palette("#ece2b4", "#665a2b", "bold #3b3470", "bold #ffffff on #2c6e49"),  # the full moon
}


def _spot(name: str, height: int) -> tuple[int, int]:
    """Return the column and row of a point."""
    if name == "A":
        return 0, 0
    number, letter = (int(name), "") if name.isdigit() else (int(name[:-1]), name[-1])
    angle = 2 * pi * number / RING - pi / 2
    distance = {"": 1.0, "a": 0.76, "b": 0.52, "c": 0.28}[letter]
    return round(WIDTH * distance * cos(angle)), round(-height * distance * sin(angle))


SPOTS = {height: {name: _spot(name, height) for name in NAMES if name not in ("R", "H")} for height in (HEIGHT, LOW)}


def draw(position: Position, names: bool, targets: Collection[str], last: Collection[str], low: bool) -> Canvas:
    """Draw the ring with what stands on it."""
    canvas = Canvas()
    palette = PALETTES[position.game.name]
    height = LOW if low else HEIGHT
    _draw_disc(canvas, palette, height)
    occupied = standing(position)
    for name, (column, row) in SPOTS[height].items():
        style = palette.base if name in _BASE_NAMES else palette.point
        mark = name if names else ("◉" if name in _BASE_NAMES else DOT)
        if name in last:
            style += " underline"
        if name in targets:
            mark, style = f"<{mark}>", palette.target
        canvas.centre(column, row, mark, style)
        if name in occupied:
            token, style = occupied[name]
            canvas.centre(column, row, token, style + (" underline" if name in last else ""))
    for base, kana in KANA.items():
        column, row = SPOTS[height][str(base)]
        canvas.put(*_beside(column, row, low), kana, palette.base)
    return canvas


def _draw_disc(canvas: Canvas, palette: Palette, height: int) -> None:
    """Colour the round board, a little wider than the ring; higher too, unless rows are dear."""
    edge = height if height == LOW else height + 1
    for row in range(-edge, edge + 1):
        half = round((WIDTH + 6) * sqrt(1 - (row / (height + 1.6)) ** 2))
        canvas.ground(-half, row, 2 * half + 1, palette.ground)


_BASE_NAMES = {"A", *map(str, BASES)}


def _beside(column: int, row: int, low: bool) -> tuple[int, int]:
    """Return where the kana of a base point is written: outside the ring, or inside at the ends of a low board."""
    if column == 0:
        return -1, row + (1 if (row > 0) != low else -1)
    return (column + 4, row) if column > 0 else (column - 5, row)


def standing(position: Position) -> dict[str, tuple[str, str]]:
    """Return what is drawn on each occupied point, with its style."""
    found = {}
    if position.game.name == "kariuchi":
        for player, places in zip((1, 2), kariuchi.pieces_by_side(position.state), strict=True):
            look = side("kariuchi", player)
            for place in set(places) - {RESERVE, HOME}:
                found[NAMES[place]] = (look.token(places.count(place)), look.style)
        return found
    for place, owners in moontrek.stacks(position.state, len(position.game.players)).items():
        look = side("moontrek", owners[-1])
        inside = owners if len(owners) <= 3 else f"{owners[-1]}{len(owners)}"
        found[NAMES[place]] = (look.opening + inside + look.closing, look.style)
    return found


def off_board(position: Position) -> list[tuple[int, int]]:
    """Return each player's pieces in the reserve and at home, by seat."""
    pieces = int(position.game.options["pieces"])
    if position.game.name == "kariuchi":
        sides = [places[:pieces] for places in kariuchi.pieces_by_side(position.state)]
        return [(places.count(RESERVE), places.count(HOME)) for places in sides]
    players = len(position.game.players)
    counts = [moontrek.off_board(position.state, players, place, pieces) for place in (RESERVE, HOME)]
    return list(zip(*counts, strict=True))
