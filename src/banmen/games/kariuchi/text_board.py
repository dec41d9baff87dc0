"""Kariuchi's board in text: a wooden tray."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.games.kariuchi.board import HOME, NAMES, RESERVE
from banmen.games.kariuchi.notation import split_pieces
from banmen.games.kariuchi.ring_text import HOME_NAME, RESERVE_NAME, RingColours, draw_ring
from banmen.presentation.text_canvas import DOT, INK, Canvas, PieceLook, TextBoardStyle

PALETTE = RingColours("#dcbf92", "#5a3d1e", "bold #9c2412")
LOOKS: dict[Player, PieceLook] = {
    1: PieceLook("(", ")", DOT, INK + "#b3361f"),
    2: PieceLook("[", "]", "#", INK + "#2b4b7e"),
}


def draw(position: Position, style: TextBoardStyle) -> Canvas:
    """Draw the ring with the pieces on it."""
    occupied = {}
    for look, places in zip(LOOKS.values(), split_pieces(position.state), strict=True):
        for place in set(places) - {RESERVE, HOME}:
            occupied[NAMES[place]] = (look.token(places.count(place)), look.style)
    return draw_ring(occupied, PALETTE, style)


def piece_look(position: Position, player: Player) -> PieceLook:  # noqa: ARG001
    """Return how a player's pieces look."""
    return LOOKS[player]


def count_off_board(position: Position, lang: str) -> list[list[tuple[str, int]]]:
    """Return each player's pieces in the reserve and at home."""
    pieces = int(position.game.options["pieces"])
    return [
        [(RESERVE_NAME[lang], places[:pieces].count(RESERVE)), (HOME_NAME[lang], places[:pieces].count(HOME))]
        for places in split_pieces(position.state)
    ]
