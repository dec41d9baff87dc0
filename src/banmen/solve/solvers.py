"""Which solver a game has, and what it takes to run it.

value iteration       any game that is a meeting of two sides with sticks, on the processor; makes a table of chances
retrograde analysis   a game whose positions are numbered by layers, on the processor or a GPU; makes a table of distances
strata                58 Holes and Kariuchi in full, on a GPU; makes a report, a sample and records, since no table would fit
"""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path
from typing import Any, Final

from banmen.core import registry
from banmen.core.game import Game
from banmen.core.messages import Catalogue, join_values
from banmen.solve.devices import Device
from banmen.solve.samples.drawn_positions import (
    draw_anywhere,
    draw_choices,
    draw_played,
    pick_choices,
    split_sample,
    value_by_table,
)
from banmen.solve.samples.record_file import write_records
from banmen.solve.samples.sample_file import ANYWHERE, PLAYED, write_sample
from banmen.solve.solve_errors import SolveError
from banmen.solve.strata_request import SAMPLE, StrataRequest
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.distance_table import is_numbered_by_layers

messages = Catalogue(__name__)

VALUE_ITERATION: Final = "value iteration"
RETROGRADE: Final = "retrograde analysis"
STRATA: Final = "strata"
# Solvers made for one game, which fill the memory of a GPU.
STRATA_SOLVERS = {"holes58": "banmen.solve.holes58.pair_report", "kariuchi": "banmen.solve.kariuchi.packed_report"}
SEED, RECORD_SEED = 11, 1011  # far apart, since drawing a sample takes several seeds


def choose_solver(game: Game, device: Device) -> str:
    """Return the solver for a game on a device, or raise SolveError if there is none.

    >>> import banmen
    >>> from banmen.solve.devices import Host
    >>> choose_solver(banmen.game("kariuchi"), Host()), choose_solver(banmen.game("qubism"), Host())
    ('value iteration', 'retrograde analysis')
    """
    if game.part("indexing") is None:
        numbered = [name for name in registry.names() if registry.game(name).part("indexing") is not None]
        raise SolveError(messages("solve.no_indexing", game=game.name, games=join_values(numbered)))
    if is_numbered_by_layers(game):
        return RETROGRADE
    if device.name != "gpu":
        return VALUE_ITERATION
    if game.name not in STRATA_SOLVERS:
        raise SolveError(messages("solve.no_gpu_solver", game=game.name))
    return STRATA


def count_positions(game: Game) -> int:
    """Return how many positions a game has that is solved stratum by stratum."""
    found: int = _import_strata_solver(game).count_positions(game)
    return found


def solve_strata(game: Game, request: StrataRequest, device: Device) -> dict[str, Any]:
    """Solve a game stratum by stratum, write the requested output, and return the report. Raises Stopped when stopped."""
    report: dict[str, Any] = _import_strata_solver(game).solve_and_report(game, request, device)
    return report


def _import_strata_solver(game: Game) -> Any:
    return importlib.import_module(STRATA_SOLVERS[game.name])


def write_valued_positions(table: ChanceTable, folder: Path, sample: int, records: int) -> dict[str, Any]:
    """Write a sample of so many positions with exact values by a table, and so many records from play and from anywhere.

    Return how many were written of each.
    """
    game, classes, found = table.game, list(table.head["classes"]), {}
    folder.mkdir(parents=True, exist_ok=True)
    if sample:
        numbers, parts = split_sample(sample), {}
        drawn = {
            PLAYED: draw_choices(game, partial(draw_played, game), numbers[PLAYED], SEED),
            ANYWHERE: draw_choices(game, partial(draw_anywhere, game, classes), numbers[ANYWHERE], SEED),
        }
        for name, rows in drawn.items():
            parts[name] = pick_choices(game, rows, value_by_table(game, table, rows), numbers[name], SEED)
        write_sample(folder / SAMPLE, parts)
        found["sample"] = sum(len(part["throw"]) for part in parts.values())
    if records:
        import numpy

        rows = numpy.concatenate([draw_played(game, records, RECORD_SEED), draw_anywhere(game, classes, records, RECORD_SEED)])
        write_records(folder, rows, value_by_table(game, table, rows), records)
        found["records"] = len(rows)
    return found
