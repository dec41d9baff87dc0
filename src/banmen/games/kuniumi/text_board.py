"""Kuniumi's board in text: land and sea."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.games.kuniumi import words
from banmen.games.kuniumi.notation import list_signs
from banmen.presentation.text_canvas import INK, Canvas, PieceLook, TextBoardStyle
from banmen.presentation.text_tiles import Tiles, draw_tiles

messages = Catalogue(__name__)

LAND, SEA = INK + "#4b7a2b", INK + "#1f6f9c"
TILES = Tiles(
    6,
    {"L": ("(L)", LAND), "l": ("l", LAND), "S": ("[S]", SEA), "s": ("s", SEA)},
    ("#7fb4bd on #123a46", "#7fb4bd on #164553"),
    "~",
)
LOOKS = {"l": PieceLook("(", ")", "L", LAND), "s": PieceLook("[", "]", "S", SEA)}


def draw(position: Position, style: TextBoardStyle) -> Canvas:
    """Draw the tiles and the pieces on them."""
    return draw_tiles(list_signs(position.state), TILES, style)


def piece_look(position: Position, player: Player) -> PieceLook:
    """Return how the pieces of a player's faction look, once it is chosen."""
    faction = words.find_faction(player, position)
    return LOOKS[faction] if faction else PieceLook("(", ")", str(player), "bold")


def player_title(position: Position, player: Player, lang: str) -> str:
    """Return the name of a player, with the faction once it is chosen."""
    name, faction = words.player_name(player, lang), words.find_faction(player, position)
    return (
        messages.text("text_board.with_faction", lang, name=name, faction=messages.text(f"text_board.factions.{faction}", lang))
        if faction
        else name
    )
