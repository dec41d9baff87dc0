"""The board in text of a game that has no `text_board` of its own. See `TextBoardPart`.

Where the text of a position begins with rows of a board, as `default_draw` reads them, they are drawn as a grid with letters
below the columns and numbers beside the rows. Any other text is shown as it is.
"""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.presentation.default_draw import COLUMNS, Signs, read_board
from banmen.presentation.text_canvas import DOT, PLAIN, TARGET, Canvas, PieceLook, Supply, TextBoardStyle

PALE, DARK = "#3a2a18 on #ead9b5", "#ead9b5 on #6b4a2b"
BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("|", "|"))  # one per seat, so that shapes distinguish the players
SPACE = 6  # columns from one space to the next
STICK_FACES = ("[      ]", PALE), ("(::::::)", DARK)  # flat and round


def draw(position: Position, style: TextBoardStyle) -> Canvas:
    """Draw the board that the position's text begins with, or write the text."""
    board = read_board(position.text)
    if board is not None:
        return _draw_grid(position, board, style)
    canvas = Canvas()
    canvas.put(0, 0, position.text)
    return canvas


def _draw_grid(position: Position, board: Signs, style: TextBoardStyle) -> Canvas:
    canvas, apart = Canvas(), 1 if style.low else 2
    height = max(int(place[1:]) for place in board)
    for place, sign in board.items():
        column, row = COLUMNS.index(place[0]) * SPACE, (height - int(place[1:])) * apart
        text, look = _draw_space(position, place, sign, style)
        canvas.centre(column, row, text, look)
        canvas.centre(column, height * apart, place[0], "dim")
        canvas.put(-SPACE, row, place[1:], "dim")
    return canvas


def _draw_space(position: Position, place: str, sign: str, style: TextBoardStyle) -> tuple[str, str]:
    """Return the symbol on a space, or its name or a dot, and its style."""
    owner = next((player for player in position.game.players if str(player).lower() == sign.lower()), None)
    text, look = (place if style.names else DOT, "dim") if not sign else (sign, PLAIN)
    if owner is not None:
        text, look = piece_look(position, owner).token(), "bold"
    if place in style.last:
        look = f"{look} underline".strip()
    return (f"<{text}>", TARGET) if place in style.targets else (text, look)


def piece_look(position: Position, player: Player) -> PieceLook:
    """Return a player's name in brackets of the seat's own shape."""
    opening, closing = BRACKETS[position.game.players.index(player) % len(BRACKETS)]
    return PieceLook(opening, closing, str(player), "bold")


def player_title(position: Position, player: Player, lang: str) -> str:
    """Return the name of a player."""
    return str(position.game.part("words").player_name(player, lang))


def count_off_board(position: Position, lang: str) -> list[list[tuple[str, int]]]:  # noqa: ARG001
    """Return no pieces off the board."""
    return [[] for _ in position.game.players]


def find_supply(position: Position, lang: str) -> Supply | None:  # noqa: ARG001
    """Return None: there is no supply."""
    return None
