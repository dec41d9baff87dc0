"""Kuniumi set up by hand: pieces change their spaces; how many there are belongs to the course of the game."""

from __future__ import annotations

from banmen.games.kuniumi.board import SIZE
from banmen.games.kuniumi.notation import SIGNS
from banmen.presentation.board_editor import move_on_grid


def move_piece(text: str, piece: str, source: str, target: str) -> str:
    """Return the text with one piece on another space."""
    rows, *rest = text.split(" ")
    return " ".join([move_on_grid(rows, SIGNS, SIZE, source, target, piece), *rest])
