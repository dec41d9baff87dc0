"""How far a solver has come, and how it is asked to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """The work was asked to stop; the values found so far are kept where that is possible."""


@dataclass(frozen=True)
class Progress:
    """How far the work has come."""

    group: int  # of the groups of strata that are solved one after the other
    groups: int
    sweeps: int
    change: float  # the largest in the last sweep, as a chance
    done: float  # share of all work, roughly
    rate: float  # positions a second


OnProgress = Callable[[Progress], None]


def share_settled(change: float, tolerance: float) -> float:
    """Return roughly how much of a group's sweeps is done, by how far the changes have come down.

    >>> share_settled(1e-6, 1e-12), share_settled(0.0, 1e-12)
    (0.5, 1.0)
    """
    return min(1.0, max(0.0, log(max(change, 1e-300)) / log(tolerance))) if change else 1.0
