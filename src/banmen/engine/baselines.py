"""The two plainest engines: one plays anything, the other goes straight for what a beginner goes for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from banmen.core.game import Position
from banmen.engine.interface import Budget, MoveValue, SearchResult, refuse_unless_a_move_is_due


class RandomEngine:
    """An engine that plays any legal move, each with the same chance.

    >>> import banmen
    >>> position = banmen.game("qubism").start()
    >>> AnyMove(seed=1).think(position).best in position.legal_moves()
    True
    """

    name = "random"

    def __init__(self, *, seed: int = 0) -> None:
        self._random = Random(seed)

    def think(  # called like other engines, though there is nothing to think about
        self,
        position: Position,
        budget: Budget | None = None,  # noqa: ARG002
        progress: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Return the legal moves in any order."""
        refuse_unless_a_move_is_due(position)
        moves = position.legal_moves()
        self._random.shuffle(moves)
        return _report(position, [MoveValue(move, 0.5) for move in moves], progress)


class Greedy:
    """An engine that looks at its own next move only: it wins if it can, and else goes for what its game's `wish` asks for.

    >>> import banmen
    >>> Greedy().think(banmen.game("qubism").start()).best.text
    'c2'
    """

    name = "greedy"

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def think(  # called like other engines, though there is nothing to think about
        self,
        position: Position,
        budget: Budget | None = None,  # noqa: ARG002
        progress: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Return the legal moves, the most wished for first; among equals any may come first."""
        refuse_unless_a_move_is_due(position)
        codes = position.legal_codes()
        Random(f"{self.seed} {position.state}").shuffle(codes)  # the same position is always answered in the same way
        wishes = {code: rate_move(position, code) for code in codes}
        codes.sort(key=wishes.__getitem__, reverse=True)
        values = [MoveValue(position.game.write_move(code), wishes[code][0], exact=wishes[code][0] == 1) for code in codes]
        return _report(position, values, progress)


def rate_move(position: Position, code: int) -> tuple[float, int]:
    """Return how much a beginner wishes for a move: whether it wins (1), draws (0.5) or loses (0), and what it leads to."""
    rules = position.game.plain
    seat = rules.turn(position.state)
    after = position.after(code)
    if not after.over:
        return 0.5, rules.wish(after.state, seat)
    won = rules.winner(after.state)
    return (0.5 if not won else float(won >> seat & 1)), 0


def _report(position: Position, values: list[MoveValue], progress: Callable[[SearchResult], None] | None) -> SearchResult:
    thought = SearchResult(position, tuple(values), len(values), 0.0, (values[0].move,))
    if progress:
        progress(thought)
    return thought
