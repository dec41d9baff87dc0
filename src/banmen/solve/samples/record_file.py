"""Files of recorded positions with what they and their moves are worth.

In memory a record is a row of three words, the side of the mover, the other side and the throw; its values are a row too, the
chance before the throw and then that after each move, below 0 where there is none. In a file chances are whole numbers, and
those of all moves of all positions one list.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

STEPS = 2**16  # of a chance
SIZE = 600_000  # positions in a file
NO_MOVE = -1.0


def write_records(folder: Path, records: Any, values: Any, played: int) -> list[Path]:
    """Write records into files of a folder; the first `played` of them come from play."""
    import numpy

    if not len(records):
        return []
    there = values[:, 1:] >= 0
    steps = numpy.minimum(numpy.rint(values * STEPS), STEPS - 1).clip(0).astype(numpy.uint16)

    def write_part(first: int) -> Path:
        part, path = slice(first, first + SIZE), folder / f"records-{first // SIZE}.npz"
        numpy.savez_compressed(
            path,
            sides=records[part, :2].astype(numpy.min_scalar_type(records[:, :2].max())),
            throws=records[part, 2].astype(numpy.uint8),
            played=numpy.clip(played - first, 0, len(records[part])),
            before=steps[part, 0],
            moves=there[part].sum(axis=1).astype(numpy.uint8),
            values=steps[part, 1:][there[part]],
        )
        return path

    with ThreadPoolExecutor() as pool:  # most of the time is compressing, which lets other threads work
        return list(pool.map(write_part, range(0, len(records), SIZE)))


def read_records(paths: list[Path], most: int) -> tuple[Any, Any, Any]:
    """Return the records of some files, their values for at most so many moves, and which of them come from play."""
    import numpy

    rows, values, played = [], [], []
    for path in paths:
        with numpy.load(path) as file:
            kept = {name: file[name] for name in file.files}
        size = len(kept["throws"])
        there = numpy.arange(most) < kept["moves"][:, None]
        found = numpy.full((size, 1 + most), NO_MOVE, numpy.float32)
        found[:, 0] = kept["before"] / STEPS
        found[:, 1:][there] = kept["values"] / STEPS
        rows.append(numpy.concatenate([kept["sides"], kept["throws"][:, None]], axis=1).astype(numpy.int64))
        values.append(found)
        played.append(numpy.arange(size) < kept["played"])
    return numpy.concatenate(rows), numpy.concatenate(values), numpy.concatenate(played)
