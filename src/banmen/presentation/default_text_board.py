"""The board in text of a game that has no `text_board` of its own: the text of its position. See `TextBoardPart`."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.presentation.text_canvas import Canvas, PieceLook, Supply, TextBoardStyle

PALE, DARK = "#3a2a18 on #ead9b5", "#ead9b5 on #6b4a2b"
STICK_FACES = ("[      ]", PALE), ("(::::::)", DARK)  # flat and round


def draw(position: Position, style: TextBoardStyle) -> Canvas:  # noqa: ARG001
    """Write the position's text."""
    canvas = Canvas()
    canvas.put(0, 0, position.text)
    return canvas


def piece_look(position: Position, player: Player) -> PieceLook:  # noqa: ARG001
    """Return a player's name in brackets."""
    return PieceLook("(", ")", str(player), "bold")


def player_title(position: Position, player: Player, lang: str) -> str:
    """Return what a player is called."""
    return str(position.game.part("words").player_name(player, lang))


def count_off_board(position: Position, lang: str) -> list[list[tuple[str, int]]]:  # noqa: ARG001
    """Return no pieces off the board."""
    return [[] for _ in position.game.players]


def find_supply(position: Position, lang: str) -> Supply | None:  # noqa: ARG001
    """Return None: there is no supply."""
    return None
