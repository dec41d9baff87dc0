"""An engine that reads a table of exact values if one covers the position, and otherwise uses another engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from banmen.core.errors import quote_value, require_kind
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult, check_thinkable, refuse_unless_engine
from banmen.engine.settings_repr import SettingsRepr
from banmen.kernels.contract import DECIDE

messages = Catalogue(__name__)

LONGEST_LINE = 60


def _follow_line(position: Position, table: Any) -> tuple[Move, ...]:
    """Return the continuation by a table, up to the next throw or the end."""
    moves: list[Move] = []
    while position.kind == DECIDE and len(moves) < LONGEST_LINE and table.covers(position):
        moves.append(table.move_values(position)[0][0])
        position = position.after(moves[-1].code)
    return tuple(moves)


class TableEngine(SettingsRepr):
    """Plays best where a table of the game is at hand (`banmen solve` makes them) and like another engine where none is.

    >>> import banmen
    >>> from banmen.engine.baselines import Greedy
    >>> position = banmen.game("kariuchi").position("Rx4/Rx4 1 3")
    >>> result = TableEngine(Greedy(), Path("no tables here")).think(position, Budget(nodes=1))
    >>> result.best.text, result.from_table
    ('R>3', False)
    """

    name = "table"

    def __init__(self, fallback: Engine | None = None, folder: Path | str | None = None) -> None:
        """Take the engine for positions that no table covers, and the folder of tables if it is not the usual one."""
        if fallback is not None:
            refuse_unless_engine(fallback)
        if folder is not None:
            require_kind("folder", folder, (str, Path), EngineError)
        self.fallback, self.folder = fallback, None if folder is None else Path(folder)

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Return the legal moves with their exact chances, or else what the other engine finds."""
        check_thinkable(position, budget, progress)
        from banmen.solve.tables.table_lookup import find_table

        began = time.perf_counter()
        table = find_table(position, self.folder)
        if table is None:
            if self.fallback is None:
                changed = position.game.changed_options
                raise EngineError(
                    messages(
                        "table.no_table",
                        position=quote_value(position.text, 120),
                        game=" --opt ".join([position.game.name, *(f"{k}={v}" for k, v in changed.items())]),
                    )
                )
            return self.fallback.think(position, budget, progress)
        values = tuple(MoveValue(move, chance, exact=True) for move, chance in table.move_values(position))
        seconds = time.perf_counter() - began
        result = SearchResult(position, values, len(values), seconds, _follow_line(position, table), from_table=True)
        if progress:
            progress(result)
        return result

    def compare(self, position: Position, move: Move, budget: Budget) -> SearchResult:
        """Return what is known of the best move and a given one; by an engine that cannot compare two moves, of all of them."""
        from banmen.solve.tables.table_lookup import find_table

        compare = getattr(self.fallback, "compare", None)
        if compare is None or find_table(position, self.folder) is not None:
            return self.think(position, budget)
        result: SearchResult = compare(position, move, budget)
        return result
