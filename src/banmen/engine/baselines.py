"""The two plainest engines: one plays random moves, the other goes straight for what a beginner goes for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

from banmen.core.errors import require_function, require_kind
from banmen.core.game import Position
from banmen.engine.interface import Budget, EngineError, MoveValue, SearchResult, refuse_unless_a_move_is_due
from banmen.engine.settings_repr import SettingsRepr


class _InstantEngine(SettingsRepr, ABC):
    """An engine that answers at once: it is called like the others, though it needs no budget."""

    def think(
        self,
        position: Position,
        budget: Budget | None = None,  # noqa: ARG002
        progress: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Return the legal moves, the one to play first."""
        refuse_unless_a_move_is_due(position)
        require_function("progress", progress, EngineError)
        values = self._order(position)
        result = SearchResult(position, tuple(values), len(values), 0.0, (values[0].move,))
        if progress:
            progress(result)
        return result

    @abstractmethod
    def _order(self, position: Position) -> list[MoveValue]:
        """Return the legal moves, the one to play first."""


class RandomEngine(_InstantEngine):
    """An engine that plays random legal moves, each with the same chance.

    >>> import banmen
    >>> position = banmen.game("qubism").start()
    >>> RandomEngine(seed=1).think(position).best in position.legal_moves()
    True
    """

    name = "random"

    def __init__(self, *, seed: int = 0) -> None:
        require_kind("seed", seed, int, EngineError)
        self.seed, self._random = seed, Random(seed)

    def _order(self, position: Position) -> list[MoveValue]:
        moves = position.legal_moves()
        self._random.shuffle(moves)
        return [MoveValue(move, 0.5) for move in moves]


class Greedy(_InstantEngine):
    """An engine that looks only at its own next move: it wins if it can, and otherwise maximises its game's `beginner_score`.

    >>> import banmen
    >>> Greedy().think(banmen.game("qubism").start()).best.text
    'c2'
    """

    name = "greedy"

    def __init__(self, *, seed: int = 0) -> None:
        require_kind("seed", seed, int, EngineError)
        self.seed = seed

    def _order(self, position: Position) -> list[MoveValue]:
        """Return the legal moves, the most wished for first; among equals any may come first."""
        codes = position.legal_codes()
        Random(f"{self.seed} {position.state}").shuffle(codes)  # the same position is always answered in the same way
        ratings = {code: rate_move(position, code) for code in codes}
        codes.sort(key=ratings.__getitem__, reverse=True)
        return [MoveValue(position.game.write_move(code), ratings[code][0], exact=ratings[code][0] == 1) for code in codes]


def rate_move(position: Position, code: int) -> tuple[float, int]:
    """Return a move's value to a beginner: 1 if it wins, 0.5 if it draws or continues, 0 if it loses; then `beginner_score`."""
    rules = position.game.plain
    seat = rules.turn(position.state)
    after = position.after(code)
    if not after.over:
        return 0.5, rules.beginner_score(after.state, seat)
    won = rules.winner(after.state)
    return (0.5 if not won else float(won >> seat & 1)), 0
