"""What every table of exact values can do, whatever it keeps, and what a solver has to offer to be made a table."""

from __future__ import annotations

from typing import Any, Final, Protocol

from banmen.core.game import Game, Position
from banmen.core.move import Move

# What a table stores for a position; recorded in its file's header as `kind`.
CHANCES: Final = "chances"  # the chance to win
DISTANCES: Final = "distances"  # who wins and in how many plies


class ValueTable(Protocol):
    """The exact values of a game, from a file or from memory."""

    game: Game
    head: dict[str, Any]  # what the table says of itself: the game, its options, sizes, precision, errors

    def covers(self, position: Position) -> bool:
        """Return whether the table has the value of a position and of everything that may follow."""

    def value(self, position: Position) -> float:
        """Return the chance that the side on turn wins under best play, or raise TableError if it is not known."""

    def move_values(self, position: Position) -> list[tuple[Move, float]]:
        """Return every legal move with the chance of the side that makes it, the best first."""


class SolvedValues(Protocol):
    """Chances that a solver has found, as they lie in memory."""

    @property
    def values(self) -> Any:
        """The values by row and lane (see `row_kernels`)."""

    @property
    def complete(self) -> bool:
        """Whether every position is solved."""

    @property
    def precision(self) -> str:
        """How the values are kept in memory."""

    def head(self) -> dict[str, Any]:
        """Return what a table says of itself, except its precision on disk."""
