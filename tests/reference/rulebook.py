"""The interface of the slow rulebooks, and counting lines of play with them."""

from __future__ import annotations

from typing import Any, Protocol

Winner = tuple[Any, ...] | None
THROWS = (1, 2, 3, 4, 5)


class RefusedError(ValueError):
    """A text that is not a position."""


class Rulebook(Protocol):
    """The rules of one game with its options. Positions are of any type; nothing changes them in place."""

    def read(self, text: str) -> Any:
        """Return the position of a text, or raise RefusedError."""

    def write(self, position: Any) -> str:
        """Return the text of a position."""

    def waits_for_throw(self, position: Any) -> bool:
        """Tell whether a throw is due."""

    def throw(self, position: Any, value: int) -> Any:
        """Return the position after a throw."""

    def moves(self, position: Any) -> list[str]:
        """Return the legal moves as texts; none when the game is over or a throw is due."""

    def play(self, position: Any, move: str) -> Any:
        """Return the position after a legal move."""

    def winner(self, position: Any) -> Winner:
        """Return the winning players, () for a draw, None while the game goes on."""


def need(condition: object, reason: str) -> None:
    """Refuse a text unless a condition holds."""
    if not condition:
        raise RefusedError(reason)


def perft(rules: Rulebook, position: Any, depth: int) -> int:
    """Count lines of play; a throw and the move made with it are one step."""
    if depth == 0:
        return 1
    if rules.winner(position) is not None:
        return 0
    thrown = [rules.throw(position, value) for value in THROWS] if rules.waits_for_throw(position) else [position]
    return sum(perft(rules, rules.play(start, move), depth - 1) for start in thrown for move in rules.moves(start))
