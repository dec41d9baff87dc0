"""Moon Trek's board in text: the full moon, with Kariuchi's ring on it."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.games.kariuchi.board import HOME, NAMES, RESERVE
from banmen.games.kariuchi.ring_text import HOME_NAME, RESERVE_NAME, RingColours, draw_ring
from banmen.games.moontrek.notation import count_pieces_off, list_stacks
from banmen.presentation.default_text_board import DARK, PALE
from banmen.presentation.text_canvas import INK, Canvas, PieceLook, TextBoardStyle

PALETTE = RingColours("#ece2b4", "#665a2b", "bold #3b3470")
STICK_FACES = ("[      ]", PALE), ("[ >><< ]", DARK)  # blank and marked
LOOKS: dict[Player, PieceLook] = {
    "A": PieceLook("(", ")", "A", "bold #1d1d2b on #f2efe6"),
    "B": PieceLook("[", "]", "B", INK + "#2f7d4f"),
    "C": PieceLook("/", "\\", "C", INK + "#7a4fa3"),
    "D": PieceLook("{", "}", "D", INK + "#a4581f"),
}


def draw(position: Position, style: TextBoardStyle) -> Canvas:
    """Draw the ring with the stacks on it: up to three pieces by letter from below, a higher one by its top and height."""
    occupied = {}
    for place, owners in list_stacks(position.state, len(position.game.players)).items():
        look = LOOKS[owners[-1]]
        inside = owners if len(owners) <= 3 else f"{owners[-1]}{len(owners)}"
        occupied[NAMES[place]] = (look.opening + inside + look.closing, look.style)
    return draw_ring(occupied, PALETTE, style)


def piece_look(position: Position, player: Player) -> PieceLook:  # noqa: ARG001
    """Return how a player's pieces look."""
    return LOOKS[player]


def count_off_board(position: Position, lang: str) -> list[list[tuple[str, int]]]:
    """Return each player's pieces in the reserve and at home."""
    players, pieces = len(position.game.players), int(position.game.options["pieces"])
    reserve, home = (count_pieces_off(position.state, players, place, pieces) for place in (RESERVE, HOME))
    return [[(RESERVE_NAME[lang], before), (HOME_NAME[lang], after)] for before, after in zip(reserve, home, strict=True)]
