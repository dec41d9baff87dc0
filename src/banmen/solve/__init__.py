"""Exact values: solving games to the end, and tables of the values found.

`solve` finds the values of a game of two sides with sticks, `ChanceTable` looks them up, `save` and `open_table` keep them on
disk, and `find_table` finds a table that covers a position. The rooms, each importing only from those before it:

    devices               memory and kernels of the CPU or of a GPU; solvers know nothing else about where they run
    tables                tables of values: the file format, looking positions up
    samples               positions with exact values, for measuring players and for teaching networks
    value_iteration       the solver for any game that is a meeting of two sides with sticks, on the processor
    retrograde_analysis   Qubism with few cubes, solved backwards from the end
    gpu                   game-independent CUDA kernels, and their compilation; it imports none of the modules above
    holes58, kariuchi     solvers made for one game whose values fill the memory of a GPU
    kuniumi               which setups of Kuniumi are won by force
    solvers               which solver a game has, and all that `banmen solve` does

`banmen.solve` imports `banmen.kernels`, `banmen.core` and `banmen.games`; engines, training and the command line import it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banmen.solve.solve_errors import SolveError, TableError
    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.tables.distance_table import DistanceTable
    from banmen.solve.tables.table_lookup import find_table, open_table, save
    from banmen.solve.tables.value_table import ValueTable
    from banmen.solve.value_iteration.solver import Plan, Solution, plan, solve

__all__ = [
    "ChanceTable",
    "DistanceTable",
    "Plan",
    "Solution",
    "SolveError",
    "TableError",
    "ValueTable",
    "find_table",
    "open_table",
    "plan",
    "save",
    "solve",
]
# Loaded when they are first used: numpy and the kernels are slow to import.
MODULES = {
    "solve_errors": ("SolveError", "TableError"),
    "tables.chance_table": ("ChanceTable",),
    "tables.distance_table": ("DistanceTable",),
    "tables.table_lookup": ("find_table", "open_table", "save"),
    "tables.value_table": ("ValueTable",),
    "value_iteration.solver": ("Plan", "Solution", "plan", "solve"),
}
EARLIER = {"Table": "ChanceTable"}  # names that programs may know from before there were two kinds of tables
LATER = {name: module for module, names in MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    name = EARLIER.get(name, name)
    if name not in LATER:
        raise AttributeError(f"module 'banmen.solve' has no attribute {name!r}")
    return getattr(importlib.import_module(f"banmen.solve.{LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
