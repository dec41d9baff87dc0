"""The progress of a solver, and requests to stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """The work was stopped on request; the values so far are kept if possible."""


@dataclass(frozen=True)
class Progress:
    """The progress of the work."""

    group: int  # of the groups of strata that are solved one after the other
    groups: int
    sweeps: int
    change: float  # the largest in the last sweep, as a chance
    done: float  # share of all work, roughly
    rate: float  # positions a second


OnProgress = Callable[[Progress], None]


def share_settled(change: float, tolerance: float) -> float:
    """Estimate how much of a group's sweeps is done, from how much the changes have decreased.

    >>> share_settled(1e-6, 1e-12), share_settled(0.0, 1e-12)
    (0.5, 1.0)
    """
    return min(1.0, max(0.0, log(max(change, 1e-300)) / log(tolerance))) if change else 1.0
