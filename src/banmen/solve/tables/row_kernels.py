"""Where the value of two sides lies: rows of LANES values.

Stratum (a, b), a mover of class a against a side of class b, begins at row `offsets[a, b]`. Movers come in strips of LANES,
and a strip has one row for each other side: V(m, o) is in row offset + m // LANES * size of b + o at lane m % LANES.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.kernel import kernel

LANES = 32


@kernel
def row_of(offsets: Any, sizes: Any, mover: int, other: int, one: int, two: int) -> int:
    """Return the row of the value of mover `one` of a class against `two` of another; its lane is `one % LANES`."""
    return int(offsets[mover, other] + one // LANES * sizes[other] + two)
