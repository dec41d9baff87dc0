"""Solving a game by value iteration: the plan, the work with its checkpoints, and the solution."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from banmen.core.errors import quote_value
from banmen.core.game import Game, require_game
from banmen.core.messages import Catalogue, join_alternatives
from banmen.solve.devices import GIB, measure_free_memory
from banmen.solve.solve_errors import SolveError
from banmen.solve.solve_progress import OnProgress, Progress, Stopped, share_settled
from banmen.solve.tables.fingerprint import digest_rules
from banmen.solve.tables.value_layout import BYTES, FIXED32, FLOAT64, Layout
from banmen.solve.value_iteration.checkpoint import Checkpoint
from banmen.solve.value_iteration.iteration import GroupReport, Iteration
from banmen.solve.value_iteration.memory_plan import Memory, estimate_memory, lay_out_values
from banmen.solve.value_iteration.move_table import MoveTable, build_move_table, refuse_unless_two_sided

messages = Catalogue(__name__)

PRECISIONS = (FLOAT64, FIXED32)
AUTO = "auto"
EVERY = 120.0  # seconds between checkpoints of a group under way


@dataclass(frozen=True)
class Plan:
    """How a game is going to be solved.

    >>> import banmen
    >>> plan(banmen.game("kariuchi", pieces=1)).layout.positions()
    2500
    """

    moves: MoveTable
    layout: Layout
    precision: str
    threads: int
    memory: Memory


@dataclass(frozen=True)
class Solution:
    """The values of a solved game, or of the groups of strata solved until the work was stopped."""

    plan: Plan
    values: Any
    reports: tuple[GroupReport, ...]
    complete: bool
    seconds: float

    @property
    def precision(self) -> str:
        """How the values are kept in memory."""
        return self.plan.precision

    @property
    def residual(self) -> float:
        """The largest residual of any position."""
        return max((report.residual for report in self.reports), default=0.0)

    @property
    def error(self) -> float | None:
        """A bound on the error of every value, or None if none was computed."""
        bounds = [report.error for report in self.reports]
        return max(bounds, default=0.0) if all(bound >= 0 for bound in bounds) else None

    def head(self) -> dict[str, Any]:
        """Return what a table says of itself, except its precision on disk."""
        moves, layout = self.plan.moves, self.plan.layout
        return {
            "game": moves.game.name,
            "options": moves.game.options,
            "rules": digest_rules(moves.game),
            "classes": list(moves.classes),
            "sizes": list(layout.sizes),
            "groups": [[list(stratum) for stratum in group] for group in layout.groups],
            "positions": layout.positions(),
            "solved_with": self.precision,
            "residual": self.residual,
            "error": self.error,
            "sweeps": [report.sweeps for report in self.reports],
        }


def refuse_precision(precision: str) -> None:
    """Raise SolveError for a precision that is not known."""
    if precision not in (AUTO, *PRECISIONS):
        raise SolveError(
            messages("solve.bad_precision", known=join_alternatives((AUTO, *PRECISIONS)), precision=quote_value(precision))
        )


def plan(game: Game, *, precision: str = AUTO, threads: int | None = None, limit: int | None = None) -> Plan:
    """Plan how to solve a game, or raise SolveError if it cannot be solved within a memory limit in bytes.

    Values are 64-bit floats if these fit, else 32 bits each.
    """
    require_game(game, SolveError)
    refuse_precision(precision)
    refuse_unless_two_sided(game)
    room = measure_free_memory() if limit is None else limit
    wanted = PRECISIONS if precision == AUTO else (precision,)
    rules: Any = game.plain
    first = [rules.class_size(rules.side_class(side)) for side in rules.sides(game.first_state())]
    least = first[0] * first[1] * BYTES[wanted[-1]]
    if least > room:  # already known before anything is built
        raise _make_size_error(game, least, room)
    moves = build_move_table(game)
    layout = lay_out_values(moves)
    workers = threads or os.cpu_count() or 1
    for chosen in wanted:
        needed = estimate_memory(moves, layout, chosen, workers)
        if needed.total <= room:
            return Plan(moves, layout, chosen, workers, needed)
    raise _make_size_error(game, needed.total, room)


def _make_size_error(game: Game, needed: int, room: int) -> SolveError:
    """Return the error that a game needs more bytes than there are."""
    pieces = game.options.get("pieces", 0)
    fewer = messages("solve.fewer_pieces", pieces=pieces - 1) if pieces > 1 else ""
    reason = messages("solve.too_little_memory", game=game.name, needed=needed / GIB, room=room / GIB, fewer=fewer)
    return SolveError(reason)


def solve(
    game: Game,
    *,
    planned: Plan | None = None,
    folder: Path | None = None,
    bounded: bool = True,
    rising: bool = False,
    tolerance: float = 0.0,
    progress: OnProgress | None = None,
    stop: threading.Event | None = None,
    every: float = EVERY,
) -> Solution:
    """Solve a game; with a folder, write checkpoints there and resume from them.

    `bounded` asks for bounds on the error, which take about as long again. `rising` sweeps in the other order. `stop` ends the
    work early: then the solution is not complete.
    """
    return _Work(planned or plan(game), folder, bounded, rising, tolerance, progress, stop, every).run()


class _Work:
    """The groups of a game being solved one after the other."""

    def __init__(
        self,
        planned: Plan,
        folder: Path | None,
        bounded: bool,
        rising: bool,
        tolerance: float,
        progress: OnProgress | None,
        stop: threading.Event | None,
        every: float,
    ) -> None:
        self.plan, self.bounded, self.progress, self.every = planned, bounded, progress, every
        self.done = 0.0  # the share that was last reported
        self.iteration = Iteration(
            planned.moves, planned.layout, planned.precision, planned.threads, rising=rising, tolerance=tolerance
        )
        self.iteration.stop = stop or threading.Event()
        self.kept = None if folder is None else Checkpoint(folder, planned.layout, self.list_terms())
        self.reports: list[GroupReport] = []
        self.saved = time.perf_counter()

    def list_terms(self) -> dict[str, Any]:
        """Return what has to be equal for a checkpoint to be used."""
        game, layout = self.plan.moves.game, self.plan.layout
        return {
            "rules": digest_rules(game),
            "p": game.p,
            "precision": self.plan.precision,
            "tolerance": self.iteration.tolerance,
            "bounded": self.bounded,
            "groups": [[list(stratum) for stratum in group] for group in layout.groups],
            "sizes": list(layout.sizes),
        }

    def run(self) -> Solution:
        """Solve one group after the other."""
        began = time.perf_counter()
        complete = True
        try:
            for group in range(len(self.plan.layout.groups)):
                self.reports.append(self.solve(group))
        except Stopped:
            complete = False
        return Solution(self.plan, self.iteration.values, tuple(self.reports), complete, time.perf_counter() - began)

    def solve(self, group: int) -> GroupReport:
        """Solve a group, or take it from the checkpoint."""
        known = self.kept.load(group, self.iteration.values) if self.kept else None
        if known and known[1]:
            self.report_progress(group, known[0], 0.0, 0.0, 1.0)
            return known[1]
        sweeps = known[0] if known else 0
        if not known:
            self.iteration.clear(group)
        began = time.perf_counter()
        last = [sweeps, 1.0]

        def on_sweep(number: int, change: float, rate: float) -> None:
            last[:] = [number, change]
            self.report_progress(group, number, change, rate, share_settled(change, self.iteration.tolerance))

        try:
            self.iteration.solve(group, sweeps, on_sweep, lambda number: self.save_if_due(group, number))
            report = replace(self.report(group, int(last[0]), last[1], time.perf_counter() - began), before=sweeps)
        except Stopped:
            self.save(group, int(last[0]), None)
            raise
        self.save(group, report.sweeps, report)
        return report

    def report(self, group: int, sweeps: int, change: float, seconds: float) -> GroupReport:
        """Measure the residual of a solved group, by the tables and by the rules, and bound its error."""
        residual = self.iteration.measure_residual(group)
        verified = self.iteration.verify(group)
        if verified > residual + 1e-12:
            raise SolveError(messages("solve.broken_values"))
        before = max((report.error for report in self.reports), default=0.0)
        length, error = self.iteration.bound_error(group, residual, before) if self.bounded else (0.0, -1.0)
        strata = self.plan.layout.groups[group]
        return GroupReport(
            strata, self.plan.layout.positions(group), sweeps, change, residual, verified, length, error, seconds
        )

    def report_progress(self, group: int, sweeps: int, change: float, rate: float, share: float) -> None:
        """Report the progress."""
        if self.progress:
            layout = self.plan.layout
            before = sum(layout.positions(number) for number in range(group))
            # Threads see each other's values sooner or later, so an estimate may be below the one before.
            self.done = max(self.done, (before + share * layout.positions(group)) / layout.positions())
            self.progress(Progress(group, len(layout.groups), sweeps, change, self.done, rate))

    def save_if_due(self, group: int, sweeps: int) -> None:
        """Write the values of an unfinished group unless that was done a short while ago."""
        if time.perf_counter() - self.saved >= self.every:
            self.save(group, sweeps, None)

    def save(self, group: int, sweeps: int, report: GroupReport | None) -> None:
        """Write the values of a group; the more slowly that goes, the more seldom it is done."""
        if self.kept:
            began = time.perf_counter()
            self.kept.save(group, self.iteration.values, sweeps, report)
            self.saved = time.perf_counter()
            self.every = max(self.every, 10 * (self.saved - began))
