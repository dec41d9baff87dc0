"""Exact values: games solved to the end, and tables of what was found.

`solve` finds the values of a game that is a meeting of two sides, `Table` looks them up, `save` and `open_table` keep them on
disk, and `find_table` finds one that covers a position.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banmen.solve.errors import SolveError, TableError
    from banmen.solve.solving import Plan, Solution, plan, solve
    from banmen.solve.table import Table, find_table, open_table, save

__all__ = ["Plan", "Solution", "SolveError", "Table", "TableError", "find_table", "open_table", "plan", "save", "solve"]
# Loaded when they are first asked for, like everything that is slow to import.
LATER = {
    **dict.fromkeys(("SolveError", "TableError"), "banmen.solve.errors"),
    **dict.fromkeys(("Plan", "Solution", "plan", "solve"), "banmen.solve.solving"),
    **dict.fromkeys(("Table", "find_table", "open_table", "save"), "banmen.solve.table"),
}


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module 'banmen.solve' has no attribute {name!r}")
    return getattr(importlib.import_module(LATER[name]), name)
