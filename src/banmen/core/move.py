"""Moves as values: their texts, the places they join, and their numbers among all moves of a game."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any, Final

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

MOST_WRITTEN: Final = 1 << 14  # moves that are kept for each game


class NoActionsError(BanmenError):
    """A game does not number its moves."""

    code = "no_actions"


@dataclass(frozen=True, eq=False, repr=False)
class Move:
    """A move: its text, its source and target if it has them, and its number among the game's actions.

    A move equals its text, so you can search for a text in a list of moves.

    >>> import banmen
    >>> moves = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3").legal_moves()
    >>> str(moves[2]), moves[2].source, moves[2].target, moves[2].index
    ('5>5c', '5', '5c', 93)
    >>> "5>5c" in moves, "5>6" in moves
    (True, False)
    """

    text: str
    code: int
    source: str | None = None
    target: str | None = None
    index: int = -1  # among `Game.actions`; -1 where the game does not number its moves

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.text == (other.text if isinstance(other, Move) else other)

    def __hash__(self) -> int:
        return hash(self.text)


@functools.cache
def number_actions(notation: Any) -> dict[int, int]:
    """Return the number of every move's code, in the order in which a game's notation lists them."""
    listed = getattr(notation, "list_actions", tuple)
    return {code: number for number, code in enumerate(listed())}


def list_action_codes(notation: Any, game: str) -> tuple[int, ...]:
    """Return the codes of all moves of a game, or raise NoActionsError if it does not number them."""
    codes = tuple(number_actions(notation))
    if not codes:
        raise NoActionsError(messages("game.moves_not_numbered", name=game))
    return codes


class WrittenMoves(dict[int, Move]):
    """The moves of a game by code, each with its number among the game's actions, written when it is first looked up."""

    def __init__(self, notation: Any) -> None:
        super().__init__()
        self._notation = notation

    def __missing__(self, code: int) -> Move:
        if len(self) >= MOST_WRITTEN:  # of a game from elsewhere, which may have any number of moves
            self.clear()
        move: Move = replace(self._notation.write_move(code), index=number_actions(self._notation).get(code, -1))
        self[code] = move
        return move


@functools.cache
def write_moves(notation: Any) -> WrittenMoves:
    """Return the moves that a notation writes, by code."""
    return WrittenMoves(notation)
