"""A hint while playing: what an analysis of the position finds best, in the time that one waits for a hint."""

from __future__ import annotations

from dataclasses import dataclass

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.engine.analysis.analyse import analyse
from banmen.engine.analysis.position_analysis import TABLE
from banmen.engine.interface import Budget
from banmen.engine.search.network_engine import NetworkEngine

HINT_SECONDS = 1.0
AT_ONCE = (TABLE, NetworkEngine.name)  # engines that judge alike however long they are given


@dataclass(frozen=True)
class Hint:
    """A good move with the chance to win, as far as it is known; the only move has none."""

    move: Move
    chance: float | None = None
    settled: bool = True  # more thinking would not change it


def find_hint(position: Position, budget: Budget) -> Hint:
    """Return the best move and its chance, as `analyse` finds them with the same budget; the only move without a search.

    >>> import banmen
    >>> find_hint(banmen.game("kariuchi").position("Rx4/Rx4 1 3"), Budget(nodes=1)).move.text
    'R>3'
    """
    moves = position.legal_moves()
    if len(moves) == 1:
        return Hint(moves[0])
    found = analyse(position, budget)
    return Hint(found.moves[0].move, found.chance, found.exact or found.engine in AT_ONCE)
