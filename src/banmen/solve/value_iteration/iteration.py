"""Value iteration over the groups of a game's strata on all cores, with residuals and bounds on the error."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from banmen.core.messages import Catalogue
from banmen.kernels import kernel
from banmen.kernels.prng import stream
from banmen.solve.solve_errors import SolveError
from banmen.solve.solve_progress import Stopped
from banmen.solve.tables.row_kernels import LANES
from banmen.solve.tables.value_layout import FIXED32, FLOAT64, FULL, ITEM, Layout, Stratum
from banmen.solve.value_iteration import error_bounds, rule_check, value_iteration_kernels
from banmen.solve.value_iteration.memory_plan import find_classes_read
from banmen.solve.value_iteration.move_table import MoveTable
from banmen.solve.value_iteration.value_iteration_kernels import COMPARE, FALLING, RISING, ROWS

messages = Catalogue(__name__)

TASK = 4_000_000  # positions that a thread processes per call: some hundredths of a second
ROUNDING = 4e-16  # of the sums in a residual pass
MOST_SWEEPS = 20_000  # no game with sticks that people would throw comes near
STEADY = 5  # sweeps without a smaller change, after which whole numbers are as good as they get
MARGIN = 1e-7  # how much worse than the best a move may be and still count in the bound, at first
SHRINK = 0.5  # the ways of the bound are long enough when every step shortens them by this much
SETTLED = 0.05  # it is worth seeing whether they are when a sweep makes none longer by more than this
VERIFIED = 20_000  # positions of each stratum that are checked by the rules themselves
PLAIN_VERIFIED = 50
TOLERANCE = {FLOAT64: 1e-13, FIXED32: 4.0 / FULL[FIXED32]}


@dataclass(frozen=True)
class GroupReport:
    """The result of solving a group of strata. Changes and errors are chances to win."""

    strata: tuple[Stratum, ...]
    positions: int
    sweeps: int
    change: float  # the largest of the last sweep
    residual: float  # the largest in a pass of its own over all positions
    verified: float  # the same by the rules themselves, over some or all
    length: float  # the largest mean number of throws that near-best play stays in the group; 0 if no bound was requested
    error: float  # a bound on the error of every value; negative if none was requested
    seconds: float
    before: int = 0  # sweeps made before an interruption, whose time is not counted


class Iteration:
    """The values of a game while it is being solved. Work on a group continues from whatever its values are."""

    def __init__(
        self,
        moves: MoveTable,
        layout: Layout,
        precision: str,
        threads: int = 1,
        *,
        rising: bool = False,
        tolerance: float = 0.0,
    ) -> None:
        import numpy

        self.move_table, self.layout, self.precision, self.threads = moves, layout, precision, threads
        self.mode = RISING if rising else FALLING
        self.tolerance = tolerance or TOLERANCE[precision]
        self.values = numpy.zeros((layout.rows, LANES), ITEM[precision])
        self.full = FULL[precision]
        self.one: Any = self.values.dtype.type(self.full)
        self.half = 0.0 if precision == FLOAT64 else 0.5
        self.sweeper, self.bounder = moves.game.compiled(value_iteration_kernels), moves.game.compiled(error_bounds)
        self.tables = (layout.table(), moves.sizes, moves.bases, moves.kin)
        self.moves = (moves.starts, moves.goals, moves.marks, moves.effects, moves.touching)
        self.weights = moves.weights
        self.classes_read = {stratum: find_classes_read(moves, layout, stratum) for stratum in layout.offsets}
        self.rooms: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        for _ in range(threads):
            self.rooms.put(self._allocate())
        self.stop = threading.Event()

    def _allocate(self) -> tuple[Any, ...]:
        """Return the arrays that one thread works in."""
        import numpy

        item = ITEM[self.precision]
        return (
            numpy.zeros((self.move_table.total, LANES), item),
            numpy.zeros((ROWS, LANES), item),
            numpy.zeros((1, LANES)),
            numpy.zeros((1, LANES)),
            numpy.zeros(self.move_table.touching.shape[0], numpy.int64),
            numpy.zeros(len(self.layout.sizes), numpy.int64),
        )

    def clear(self, group: int) -> None:
        """Give every position of a group an even chance."""
        begin, end = self.layout.begins[group : group + 2]
        self.values[begin:end] = 0.5 if self.precision == FLOAT64 else self.full // 2

    def solve(
        self, group: int, sweeps: int, on_sweep: Callable[[int, float, float], None], checkpoint: Callable[[int], None]
    ) -> int:
        """Sweep over a group until its values have converged; return the number of sweeps, earlier ones included.

        `on_sweep(number, change, rate)` runs after each sweep with the largest change and the positions a second;
        `checkpoint(number)` runs after each sweep that is not the last. Raises Stopped when the event `stop` is set.
        """
        least, steady = float("inf"), 0
        while True:
            began = time.perf_counter()
            change = self.sweep(group, self.mode)
            sweeps += 1
            steady = 0 if change < least else steady + 1
            least = min(least, change)
            on_sweep(sweeps, change, self.layout.positions(group) / max(1e-9, time.perf_counter() - began))
            if change <= self.tolerance and (self.half == 0 or change <= 0.5 / self.full or steady >= STEADY):
                return sweeps
            if sweeps >= MOST_SWEEPS:
                raise SolveError(messages("solve.no_convergence", sweeps=sweeps))
            checkpoint(sweeps)

    def sweep(self, group: int, mode: int) -> float:
        """Work through all strata of a group once and return the largest change or, comparing only, the residual."""
        largest = 0.0
        for stratum in self.layout.groups[group]:
            largest = max(largest, *self._spread(stratum, partial(self._sweep_blocks, stratum, mode)))
        return largest / self.full

    def _sweep_blocks(self, stratum: Stratum, mode: int, room: tuple[Any, ...], blocks: tuple[int, int]) -> float:
        change: float = self.sweeper.sweep(
            *(self.values, stratum, blocks, self.tables, self.moves, room, self.classes_read[stratum]),
            *(self.weights, self.one, self.half, mode),
        )
        return change

    def _spread(self, stratum: Stratum, work: Callable[[Any, tuple[int, int]], Any]) -> Iterator[Any]:
        """Have threads work on the blocks of a stratum, in the order of the sweep, and yield what each gave."""
        count = self.layout.blocks(stratum)
        share = max(1, min(TASK // (self.layout.sizes[stratum[0]] * LANES), -(-count // self.threads)))
        if kernel.choose_default_target() == kernel.PLAIN:
            share = 1
        parts = [(begin, min(begin + share, count)) for begin in range(0, count, share)]

        def sweep_one(blocks: tuple[int, int]) -> Any:
            if self.stop.is_set():
                raise Stopped
            room = self.rooms.get()
            try:
                return work(room, blocks)
            finally:
                self.rooms.put(room)

        ordered = parts if self.mode == RISING else parts[::-1]
        if self.threads == 1:
            yield from map(sweep_one, ordered)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            yield from pool.map(sweep_one, ordered)

    def measure_residual(self, group: int) -> float:
        """Return the largest residual of a group, rounding in its own sums included."""
        return self.sweep(group, COMPARE) + ROUNDING

    def bound_error(self, group: int, residual: float, before: float) -> tuple[float, float]:
        """Return how many throws play stays in a group at most, and a bound on its error (see `error_bounds`).

        `before` bounds the error of what the group leads to.
        """
        margin = MARGIN
        while True:
            length = self._bound_length(group, margin)
            error = before + residual * length
            if error <= margin or margin >= 1:
                return length, error
            margin = min(1.0, max(10 * margin, 2 * error))

    def _bound_length(self, group: int, margin: float) -> float:
        """Return the most throws that near-best play stays in a group for, divided by the least decrease in a step."""
        import numpy

        begin, end = self.layout.begins[group : group + 2]
        ways = numpy.zeros((end - begin, LANES), numpy.float32)
        for _ in range(MOST_SWEEPS):
            least, _ = self._lengthen_group(group, ways, margin, 1)
            if least >= -SETTLED:
                decrease, most = self._lengthen_group(group, ways, margin, 0)
                if decrease >= SHRINK:
                    return most / decrease
        raise SolveError(messages("solve.no_bound"))

    def _lengthen_group(self, group: int, ways: Any, margin: float, keep: int) -> tuple[float, float]:
        """Work through all strata of a group once; return the least decrease of a way in a step and the longest way."""
        found = [
            pair
            for stratum in self.layout.groups[group]
            for pair in self._spread(stratum, partial(self._lengthen_stratum, group, stratum, ways, margin, keep))
        ]
        return min(decrease for decrease, _ in found), max(way for _, way in found)

    def _lengthen_stratum(
        self, group: int, stratum: Stratum, ways: Any, margin: float, keep: int, room: tuple[Any, ...], blocks: tuple[int, int]
    ) -> tuple[float, float]:
        import numpy

        rows = self.layout.begins[group], self.layout.begins[group + 1]
        extra = (
            numpy.zeros((self.move_table.total, LANES), numpy.float32),
            numpy.zeros((error_bounds.LENGTH_ROWS, LANES)),
            numpy.zeros((2, LANES)),
        )
        found: tuple[float, float] = self.bounder.lengthen(
            *(self.values, ways, rows, stratum, blocks, self.tables, self.moves, room, extra, self.classes_read[stratum]),
            *(self.weights, self.one, margin * self.full, keep),
        )
        return found

    def verify(self, group: int) -> float:
        """Return the largest residual by the rules themselves, over some or all positions of each stratum of a group."""
        moves, order = self.move_table, self.move_table.order
        rounds = VERIFIED if kernel.choose_default_target() != kernel.PLAIN else PLAIN_VERIFIED
        checker = moves.game.compiled(rule_check)
        found = [
            checker.residual(
                *(moves.like, (moves.classes[mover], moves.classes[other]), rounds, stream(mover, other), self.weights),
                *(self.values, self.tables[0], moves.sizes, order, 1.0 / self.full),
            )
            for mover, other in self.layout.groups[group]
        ]
        return float(max(found))
