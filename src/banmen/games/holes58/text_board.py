"""The board of 58 Holes in text: a shield with two lanes that run down the middle, round the foot and up the rim."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.holes58.board import HOLES, NEFER
from banmen.games.holes58.notation import list_holes, sides
from banmen.games.holes58.rules import hand, shen
from banmen.presentation.default_text_board import DARK, PALE
from banmen.presentation.text_canvas import DOT, INK, TARGET, Canvas, PieceLook, TextBoardStyle

messages = Catalogue(__name__)

STICK_FACES = ("[ >><< ]", DARK), ("[      ]", PALE)  # marked and blank
LOOKS: dict[Player, PieceLook] = {
    1: PieceLook("(", ")", "h", INK + "#147d7e"),
    2: PieceLook("[", "]", "j", INK + "#8a4b12"),
}
# Columns count from the middle to the left for player 1 and to the right for player 2.
INNER, RIM = 7, 19
FOOT = {11: (10, 16), 12: (14, 17), 13: (17, 16)}
BOTTOM = 12
EBONY, IVORY, LINE, NUMBER = "#2b211a", "#e8dcc0", "#9a8f7a", "#9a8f7a"
FAIENCE = "bold #45c4c0"
# Half the width of the shield, row by row from the top.
SHIELD = (14, 18, 21, 23, *[24] * 16, 23, 21, 17, 10)
LOW = range(-1, 18)  # the rows that are left in a low terminal
PALM = ((3, "\\ | /"), (4, "--*--"), (5, "/ | \\"), (6, "|"), (7, "|"), (8, "|"), (9, "|"), (10, "|"), (11, "|"), (12, "/|\\"))


def _find_spot(hole: int) -> tuple[int, int]:
    """Return the distance from the middle and the row of a hole."""
    if hole <= 10:
        return INNER, 3 + hole
    return FOOT.get(hole) or (RIM, HOLES - hole)


def draw(position: Position, style: TextBoardStyle) -> Canvas:
    """Draw the shield with what stands on it; marked places are holes of the side on turn and of the last mover."""
    canvas = Canvas()
    for row, half in enumerate(SHIELD, -3):
        if not style.low or row in LOW:
            canvas.ground(-half, row, 2 * half + 1, EBONY)
    for row, text in PALM:
        canvas.centre(0, row, text, "#7fb04f" if row < 6 else "#b08d57")
    _draw_shen(canvas, position, "S" in style.targets, style.low)
    for seat, word in enumerate(sides(position.state)):
        _draw_lane(canvas, seat, word, position.game.rules.turn(position.state) == seat, style)
    return canvas


def _draw_lane(canvas: Canvas, seat: int, word: int, is_on_turn: bool, style: TextBoardStyle) -> None:
    """Draw one player's holes and the pieces in them."""
    direction, piece = 1 if seat else -1, LOOKS[seat + 1]
    _draw_lines(canvas, direction)
    for hole in range(1, HOLES + 1):
        column, row = _find_spot(hole)
        sign = "✦" if hole in NEFER else DOT
        look = FAIENCE if hole in NEFER else IVORY
        if is_on_turn and str(hole) in style.targets:
            sign, look = f"<{sign}>", TARGET
        canvas.centre(direction * column, row, sign, look)
        if (style.names and not (style.low and hole == BOTTOM)) or hole in NEFER or hole in (1, 10, 20):
            _write_label(canvas, hole, direction)
    for hole in list_holes(word):
        column, row = _find_spot(hole)
        underline = " underline" if str(hole) in style.last else ""
        canvas.centre(direction * column, row, piece.token(), piece.style + underline)


def _draw_shen(canvas: Canvas, position: Position, is_target: bool, low: bool) -> None:
    first, second = (shen(word) for word in sides(position.state))
    style = TARGET if is_target else FAIENCE
    if not low:
        canvas.centre(0, -2, ".-----------.", style)
    canvas.centre(0, -1, "(             )", style)
    canvas.centre(0, 0, "'-----.-----'", style)
    canvas.centre(0, 1, "=======", style)
    canvas.put(0, -1, "S", style)
    for column, look, number in ((-5, LOOKS[1], first), (3, LOOKS[2], second)):
        if number:
            canvas.put(column, -1, look.token(number), look.style)


def _draw_lines(canvas: Canvas, direction: int) -> None:
    """Draw the lines 6-20 and 8-10 and the way round the foot."""
    (inner, row), (rim, _) = _find_spot(6), _find_spot(20)
    for column in range(inner + 2, rim - 1):
        canvas.put(direction * column, row, "-", LINE)
    bracket = INNER - 3
    for hole, sign in ((8, "."), (9, "|"), (10, "'")):
        canvas.put(direction * bracket, _find_spot(hole)[1], sign, LINE)
    for hole in (8, 10):
        canvas.put(direction * (bracket + 1), _find_spot(hole)[1], "-", LINE)
    for column, row in ((INNER, 14), (INNER + 1, 15)):
        canvas.put(direction * column, row, ":", LINE)


def _write_label(canvas: Canvas, hole: int, direction: int) -> None:
    column, row = _find_spot(hole)
    text = str(hole)
    if hole in FOOT:
        canvas.centre(direction * column, row + 1, text, NUMBER)
    elif hole != 6:  # the line to 20 starts where its name would stand
        canvas.centre(direction * (column + 3), row, text, NUMBER)


def piece_look(position: Position, player: Player) -> PieceLook:  # noqa: ARG001
    """Return how a player's pieces look."""
    return LOOKS[player]


def count_off_board(position: Position, lang: str) -> list[list[tuple[str, int]]]:
    """Return each player's pieces in hand and in the Shen hole."""
    return [
        [(messages.text("text_board.in_hand", lang), hand(word)), (messages.text("text_board.in_shen", lang), shen(word))]
        for word in sides(position.state)
    ]
