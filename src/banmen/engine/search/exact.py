"""An engine that knows: it looks a position up in a table of exact values where one covers it, and asks another elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from banmen.core.errors import shown
from banmen.core.game import Move, Position
from banmen.core.messages import message
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult, refuse_unless_a_move_is_due
from banmen.kernels.contract import DECIDE

LONGEST_LINE = 60


def _line(position: Position, table: Any) -> tuple[Move, ...]:
    """Return how play goes on by a table, up to the next throw or the end."""
    moves: list[Move] = []
    while position.kind == DECIDE and len(moves) < LONGEST_LINE and table.covers(position):
        moves.append(table.move_values(position)[0][0])
        position = position.after(moves[-1].code)
    return tuple(moves)


class Exact:
    """Plays best where a table of the game is at hand (`banmen solve` makes them) and like another engine where none is.

    >>> import banmen
    >>> from banmen.engine.baselines import Greedy
    >>> position = banmen.game("kariuchi").position("Rx4/Rx4 1 3")
    >>> thought = Exact(Greedy(), Path("no tables here")).think(position, Budget(nodes=1))
    >>> thought.best.text, thought.looked_up
    ('R>3', False)
    """

    def __init__(self, other: Engine | None = None, folder: Path | None = None) -> None:
        """Take the engine for positions that no table covers, and the folder of tables if it is not the usual one."""
        self.other, self.folder = other, folder

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Return the legal moves with their exact chances, or else what the other engine thinks."""
        refuse_unless_a_move_is_due(position)
        from banmen.solve.tables.table_lookup import find_table

        began = time.perf_counter()
        table = find_table(position, self.folder)
        if table is None:
            if self.other is None:
                changed = position.game.changed_options
                raise EngineError(
                    message(
                        "no table covers {position}; make one with 'banmen solve {game}'",
                        "{position}の入った表がありません。「banmen solve {game}」で作ってください",
                        position=shown(position.text, 120),
                        game=" --opt ".join([position.game.name, *(f"{k}={v}" for k, v in changed.items())]),
                    )
                )
            return self.other.think(position, budget, progress)
        values = tuple(MoveValue(move, chance, exact=True) for move, chance in table.move_values(position))
        seconds = time.perf_counter() - began
        thought = SearchResult(position, values, len(values), seconds, _line(position, table), looked_up=True)
        if progress:
            progress(thought)
        return thought
