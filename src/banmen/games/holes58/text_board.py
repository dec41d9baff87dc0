"""The shield of 58 Holes in text: two lanes that run down the middle, round the foot and up the rim to the Shen ring."""

from __future__ import annotations

from collections.abc import Collection

from banmen.core.game import Position
from banmen.games.holes58.board import HOLES, NEFER
from banmen.games.holes58.notation import holes, sides
from banmen.games.holes58.rules import hand, shen
from banmen.presentation.text_canvas import Canvas
from banmen.terminal.sides import DOT, side

# Columns count from the middle to the left for player 1 and to the right for player 2.
INNER, RIM = 7, 19
FOOT = {11: (10, 16), 12: (14, 17), 13: (17, 16)}
BOTTOM = 12
EBONY, IVORY, LINE, NUMBER = "#2b211a", "#e8dcc0", "#9a8f7a", "#9a8f7a"
FAIENCE, TARGET = "bold #45c4c0", "bold #ffffff on #2c6e49"
# Half the width of the shield, row by row from the top.
SHIELD = (14, 18, 21, 23, *[24] * 16, 23, 21, 17, 10)
LOW = range(-1, 18)  # the rows that are left in a low terminal
PALM = ((3, "\\ | /"), (4, "--*--"), (5, "/ | \\"), (6, "|"), (7, "|"), (8, "|"), (9, "|"), (10, "|"), (11, "|"), (12, "/|\\"))


def _spot(hole: int) -> tuple[int, int]:
    """Return the distance from the middle and the row of a hole."""
    if hole <= 10:
        return INNER, 3 + hole
    return FOOT.get(hole) or (RIM, HOLES - hole)


def draw(position: Position, names: bool, targets: Collection[str], last: Collection[str], low: bool) -> Canvas:
    """Draw the shield with what stands on it; `targets` and `last` are holes of the side on turn and of the last mover."""
    canvas = Canvas()
    for row, half in enumerate(SHIELD, -3):
        if not low or row in LOW:
            canvas.ground(-half, row, 2 * half + 1, EBONY)
    for row, text in PALM:
        canvas.centre(0, row, text, "#7fb04f" if row < 6 else "#b08d57")
    _draw_shen(canvas, position, "S" in targets, low)
    for seat, word in enumerate(sides(position.state)):
        direction = 1 if seat else -1
        _draw_lines(canvas, direction)
        mine = position.game.rules.turn(position.state) == seat
        for hole in range(1, HOLES + 1):
            column, row = _spot(hole)
            sign = "✦" if hole in NEFER else DOT
            style = FAIENCE if hole in NEFER else IVORY
            if mine and str(hole) in targets:
                sign, style = f"<{sign}>", TARGET
            canvas.centre(direction * column, row, sign, style)
            if (names and not (low and hole == BOTTOM)) or hole in NEFER or hole in (1, 10, 20):
                _label(canvas, hole, direction)
        for hole in holes(word):
            column, row = _spot(hole)
            look = side("holes58", seat + 1)
            canvas.centre(direction * column, row, look.token(), look.style + (" underline" if str(hole) in last else ""))
    return canvas


def _draw_shen(canvas: Canvas, position: Position, is_target: bool, low: bool) -> None:
    first, second = (shen(word) for word in sides(position.state))
    looks = side("holes58", 1), side("holes58", 2)
    style = TARGET if is_target else FAIENCE
    if not low:
        canvas.centre(0, -2, ".-----------.", style)
    canvas.centre(0, -1, "(             )", style)
    canvas.centre(0, 0, "'-----.-----'", style)
    canvas.centre(0, 1, "=======", style)
    canvas.put(0, -1, "S", style)
    for column, look, number in ((-5, looks[0], first), (3, looks[1], second)):
        if number:
            canvas.put(column, -1, look.token(number), look.style)


def _draw_lines(canvas: Canvas, direction: int) -> None:
    """Draw the lines 6-20 and 8-10 and the way round the foot."""
    (inner, row), (rim, _) = _spot(6), _spot(20)
    for column in range(inner + 2, rim - 1):
        canvas.put(direction * column, row, "-", LINE)
    bracket = INNER - 3
    for hole, sign in ((8, "."), (9, "|"), (10, "'")):
        canvas.put(direction * bracket, _spot(hole)[1], sign, LINE)
    for hole in (8, 10):
        canvas.put(direction * (bracket + 1), _spot(hole)[1], "-", LINE)
    for column, row in ((INNER, 14), (INNER + 1, 15)):
        canvas.put(direction * column, row, ":", LINE)


def _label(canvas: Canvas, hole: int, direction: int) -> None:
    column, row = _spot(hole)
    text = str(hole)
    if hole in FOOT:
        canvas.centre(direction * column, row + 1, text, NUMBER)
    elif hole != 6:  # the line to 20 starts where its name would stand
        canvas.centre(direction * (column + 3), row, text, NUMBER)


def off_board(position: Position) -> list[tuple[int, int]]:
    """Return each player's pieces in hand and in the Shen hole, by seat."""
    return [(hand(word), shen(word)) for word in sides(position.state)]
