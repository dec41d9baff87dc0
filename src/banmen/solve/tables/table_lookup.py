"""Opening, saving and finding tables of exact values."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.paths import find_data_folder
from banmen.solve.solve_errors import UNKNOWN, TableError, make_table_error
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.distance_table import DistanceTable
from banmen.solve.tables.tablefile import TableFile, rounding_error, write_table
from banmen.solve.tables.value_layout import DISTANCE8
from banmen.solve.tables.value_table import CHANCES, DISTANCES, SolvedValues, ValueTable

messages = Catalogue(__name__)

ENDING = ".table"


def save(solution: SolvedValues, path: Path, precision: str, *, deflated: bool = False) -> None:
    """Write the table of a complete solution; its error takes account of the rounding."""
    if not solution.complete:
        raise TableError(messages("table.solve_first"))
    head = solution.head()
    if head["error"] is not None:
        head["error"] += rounding_error(solution.precision, precision)
    write_table(path, {**head, "kind": CHANCES}, solution.values, precision, deflated=deflated)


def find_kind(head: dict[str, Any]) -> str:
    """Return what a table keeps by the head of its file; files made before 2026-11-16 do not name it.

    >>> find_kind({"precision": "plies"}), find_kind({"precision": "fixed32"}), find_kind({"kind": "distances"})
    ('distances', 'chances', 'distances')
    """
    return str(head["kind"]) if "kind" in head else DISTANCES if head.get("precision") == DISTANCE8 else CHANCES


def open_table(path: Path | str) -> ChanceTable | DistanceTable:
    """Open a table on disk, or raise TableError for a file that is damaged, foreign or made by other rules."""
    file = TableFile(Path(path))
    kind = find_kind(file.head)
    if kind == CHANCES:
        return ChanceTable.read(file)
    if kind == DISTANCES:
        return DistanceTable.read(file)
    raise make_table_error(path, UNKNOWN)


def usual_folder(data: Path | None = None) -> Path:
    """Return the folder that tables are kept in, under a folder for data or the usual one."""
    return (data or find_data_folder()) / "tables"


def usual_name(game: Game) -> str:
    """Return the file name of a game's table.

    >>> import banmen
    >>> usual_name(banmen.game("kariuchi", pieces=2, hit_bonus="ring"))
    'kariuchi-pieces=2-hit_bonus=ring.table'
    """
    changed = [f"{name}={value}" for name, value in game.changed_options.items()]
    return "-".join([game.name, *changed]).replace("|", "_") + ENDING


def find_table(position: Position, folder: Path | None = None) -> ValueTable | None:
    """Return a table in a folder that covers a position, or None; damaged files are skipped."""
    where = folder or usual_folder()
    for path in sorted(where.glob(f"{position.game.name}*{ENDING}")):
        table = _open_or_skip(path, path.stat().st_mtime_ns)
        if table is not None and table.covers(position):
            return table
    return None


@functools.lru_cache(maxsize=32)
def _open_or_skip(path: Path, _changed: int) -> ValueTable | None:
    """Return a table, or None for a file that is not sound; a file that has changed is opened again."""
    try:
        return open_table(path)
    except TableError:
        return None
