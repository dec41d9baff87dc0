"""Qubism's board in text: pawns, and cubes with their arrows; the goal rows carry their pawn's letter."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.qubism.notation import list_signs
from banmen.presentation.text_canvas import DOT, INK, Canvas, PieceLook, Supply, TextBoardStyle
from banmen.presentation.text_tiles import Tiles, draw_tiles, tile_size

messages = Catalogue(__name__)

SIZE = 5
WHITE, CUBE = "bold #22201c on #f3ead8", "bold #2b1d0e on #c99a5b"
TILES = Tiles(
    SIZE,
    {"W": ("(W)", WHITE), "B": ("[B]", INK + "#23211f"), **{arrow: (f"|{arrow}|", CUBE) for arrow in "^v<>"}},
    ("#c9c6bf on #6f6c66", "#c9c6bf on #77746e"),
    DOT,
)
LOOKS: dict[Player, PieceLook] = {"w": PieceLook("(", ")", "W", WHITE), "b": PieceLook("[", "]", "B", INK + "#2b2a28")}


def draw(position: Position, style: TextBoardStyle) -> Canvas:
    """Draw the tiles and the pieces on them."""
    canvas = draw_tiles(list_signs(position.state), TILES, style)
    width, height = tile_size(style)
    canvas.put(SIZE * width + 1, (height - 1) // 2, "^ W", "dim")
    canvas.put(SIZE * width + 1, (SIZE - 1) * height + (height - 1) // 2, "v B", "dim")
    return canvas


def piece_look(position: Position, player: Player) -> PieceLook:  # noqa: ARG001
    """Return how a player's pawn looks."""
    return LOOKS[player]


def find_supply(position: Position, lang: str) -> Supply:
    """Return the cubes that may still be placed."""
    return Supply(messages.text("text_board.supply", lang), int(position.text.split()[1]), "| |", CUBE)
