"""Kariuchi solved stratum by stratum on an NVIDIA GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from banmen.core import gpu, gpu_pairs, gpu_rows, kernel, sticks
from banmen.core.game import Game
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.packed import looking
from banmen.solve.packed.entries import Entries, again, all_entries, passing
from banmen.solve.packed.rows import Listing, choices, listing, starts

BITS = 31  # of the values in strata with fewer pieces
FEW_BITS = 16  # and in a stratum that would not fit otherwise
KINDS = {BITS: "uint32", FEW_BITS: "uint16"}
LARGEST = {BITS: 2**32 - 1, FEW_BITS: 2**16 - 1}  # that can be kept
LARGE = 20 * 10**9  # positions from which on a stratum has values of few bits
MOST_SWEEPS = 400
SETTLED = 2  # steps: a change that is left over by rounding
LONG, LONG_SETTLED = 10**9, 2048  # positions from which on sweeps take long, and the change that is small enough there
PATIENCE = 4  # with few bits: for so many sweeps...
STILL = 0.002  # ...the mean of the changes has been no more than so many steps...
NO_LESS = 0.97  # ...and their mean size has not fallen below so much of what it was: only lots are drawn
SPARE = 5 * 10**8  # bytes of the card's memory that lists and launches need
PART = 1 << 18  # positions sent to the card at a time, which may be all but full
BLOCKS, THREADS_A_BLOCK = 132 * 8, 256  # for work that needs no order


@dataclass
class Matrix:
    """The values of all meetings of so many of the mover's pieces with so many of the other's, on the card."""

    movers: int
    others: int
    bits: int
    values: Any
    changes: list[tuple[int, float, float]] = field(default_factory=list)  # largest, mean and mean size, of each sweep
    seconds: float = 0.0

    @property
    def one(self) -> int:
        """What stands for a sure win."""
        return 1 << self.bits

    @property
    def positions(self) -> int:
        """How many values there are."""
        return int(starts(self.movers, self.others)[-1])


@dataclass
class Lower:
    """Values with fewer of the mover's pieces, one matrix behind the other, and where each begins.

    What the card has no room for goes on in `rest`.
    """

    values: Any
    rest: Any
    bases: dict[int, int]


Told = Callable[[Matrix, int], None]


class PackedSolver:
    """Solves a variant of Kariuchi on the card.

    A stratum is how many pieces of both are not home. One and its mirror image are solved together.
    """

    def __init__(self, game: Game, *, few: int = LARGE) -> None:
        import numpy

        self.game, self.few = game, few
        self.cuda = gpu.card()
        self.pieces: int = game.options["pieces"]
        self.entries = all_entries(game)
        self.weights = numpy.array(sticks.weights(game.p, 1 << gpu_rows.WEIGHT_BITS), numpy.int64)
        self.on_card = {number: _Sent(self.cuda, listing(number), self.entries[number]) for number in self.entries}
        self.choices = self.cuda.to_device(choices())
        self.short_weights = self.cuda.to_device(numpy.concatenate([self.weights, [0] * 3]).astype(numpy.uint32))
        self.matrices: dict[tuple[int, int], Matrix] = {}
        self.passes: dict[tuple[int, int], _Pass] = {}  # of the stratum solved last
        self.looking = kernel.bind(looking, game.rules, kernel.GPU)

    def strata(self) -> list[tuple[int, int]]:
        """Return the strata in the order in which they are solved, the larger number first."""
        pairs = [(more, few) for more in range(1, self.pieces + 1) for few in range(1, more + 1)]
        return sorted(pairs, key=lambda pair: (sum(pair), pair))

    def solve(self, more: int, few: int, told: Told | None = None) -> list[Matrix]:
        """Solve a stratum and its mirror image; those with fewer pieces must be there."""
        bits = FEW_BITS if starts(more, few)[-1] >= self.few else BITS
        assert bits == BITS or more == few  # there is no room for two
        passes = [_Pass(self, more, few, bits)]
        if more != few:
            passes.append(_Pass(self, few, more, bits))
        mine, theirs = passes[0].matrix, passes[-1].matrix
        passes[0].across, passes[-1].across = theirs.values, mine.values
        for number in range(MOST_SWEEPS):
            for one in passes:
                one.sweep(number)
                if told:
                    told(one.matrix, number)
            if all(settled(one.matrix) for one in passes):
                break
        self.passes = {(one.matrix.movers, one.matrix.others): one for one in passes}
        self.matrices |= {pair: one.matrix for pair, one in self.passes.items()}
        return [one.matrix for one in passes]

    def forget(self) -> None:
        """Give the memory of all matrices back, even if somebody holds one."""
        for matrix in self.matrices.values():
            matrix.values = None
        self.matrices.clear()
        self.passes.clear()
        gpu_rows.release()

    def lower(self, pairs: dict[int, tuple[int, int]], bits: int) -> Lower:
        """Put matrices one behind the other; they are known by a number."""
        sizes = {number: self.matrices[pair].positions for number, pair in pairs.items()}
        values, place, bases = self.cuda.device_array(max(1, sum(sizes.values())), KINDS[bits]), 0, {}
        for number, pair in pairs.items():
            matrix = self.matrices[pair]
            self.copy(matrix.values, matrix.bits, values, bits, place)
            bases[number] = place
            place += sizes[number]
        return Lower(values, self.cuda.device_array(1, KINDS[bits]), bases)

    def copy(self, values: Any, bits: int, target: Any, target_bits: int, place: int = 0, *, first: int = 0) -> None:
        """Copy values, from some on, to a place of an array that may have fewer bits; as many as there are or go into it."""
        most, end = min(1 << target_bits, LARGEST[target_bits]), min(len(values), first + len(target) - place)
        gpu_rows.rounder()[grid(end - first)](values, first, end, bits - target_bits, most, target, place)
        self.cuda.synchronize()

    def make_room(self, lower: Lower, bits: int, size: int) -> None:
        """Keep what the card has no room for beside so many bytes in the memory of the host, which is slower."""
        missing = -(-max(0, size + SPARE - gpu_rows.free_memory()) * 8 // bits)
        if missing:
            here = max(1, len(lower.values) - missing)
            lower.rest = self.cuda.mapped_array(len(lower.values) - here, KINDS[bits])
            self.copy(lower.values, bits, lower.rest, bits, first=here)
            values, lower.values = lower.values, self.cuda.device_array(here, KINDS[bits])
            self.copy(values, bits, lower.values, bits)
            del values
            gpu_rows.release()

    def residuals(self, matrix: Matrix, pairs: Any) -> tuple[Any, Any]:
        """Return the values of pairs of sides one throw later and as they are kept, as chances; sides are words."""
        import numpy

        run = self.passes[matrix.movers, matrix.others]
        found = numpy.zeros((2, len(pairs)))
        for first in range(0, len(pairs), PART):
            part = pairs[first : first + PART]
            seen, kept = (self.cuda.to_device(numpy.zeros(len(part), numpy.int64)) for _ in range(2))
            gpu_rows.checker(self.looking)[grid(len(part))](
                self.cuda.to_device(part), self.game.first_state(), self.cuda.to_device(self.weights), matrix.one, run.tables(),
                seen, kept,
            )  # fmt: skip
            found[:, first : first + PART] = seen.copy_to_host(), kept.copy_to_host()
        return found[0] / (matrix.one * float(1 << gpu_rows.WEIGHT_BITS)), found[1] / matrix.one

    def move_values(self, matrix: Matrix, records: Any) -> Any:
        """Return for recorded positions of the stratum solved last the value before the throw and of each move, as chances.

        Where there is no move it is below 0. A record is the mover's side, the other's and the throw.
        """
        import numpy

        tables = self.passes[matrix.movers, matrix.others].tables()
        found = numpy.zeros((len(records), 1 + self.game.rules.MOST), numpy.float32)
        for first in range(0, len(records), PART):
            part = records[first : first + PART]
            numbers = self.cuda.to_device(numpy.full((len(part), found.shape[1]), -1, numpy.int64))
            gpu_rows.valuer(self.looking)[grid(len(part))](
                self.cuda.to_device(part), self.game.first_state(), matrix.one, tables, numbers
            )
            found[first : first + PART] = numbers.copy_to_host() / matrix.one
        return found


class _Sent:
    """The arrays about the sides with some number of pieces, on the card."""

    def __init__(self, cuda: Any, sides: Listing, entries: Entries) -> None:
        import numpy

        self.places = cuda.to_device(sides.places.astype(numpy.uint32))
        self.keys = cuda.to_device(sides.keys.astype(numpy.uint32))
        self.masks = cuda.to_device(sides.masks.astype(numpy.uint64))
        self.again = [cuda.to_device(array) for array in again(entries)]


class _Pass:
    """Everything that sweeps over one matrix need."""

    across: Any  # the values with the other on turn, set once both are there

    def __init__(self, solver: PackedSolver, movers: int, others: int, bits: int) -> None:
        import numpy

        self.solver, cuda = solver, solver.cuda
        few = bits <= FEW_BITS
        fewer = range(1, movers)
        self.low = solver.lower({number: (number, others) for number in fewer}, bits)
        self.across_low = solver.lower({number: (others, number) for number in fewer}, bits)
        if few:
            solver.forget()  # there is no room for them any more
            solver.make_room(self.low, bits, int(starts(movers, others)[-1]) * bits // 8)
        self.matrix = self._empty(movers, others, bits)
        sides, theirs = solver.on_card[movers], solver.on_card[others]
        begins = numpy.zeros((PIECES + 1, listing(others).size), numpy.int64)
        across_begins = numpy.zeros((PIECES + 1, listing(movers).size), numpy.int64)
        for number in fewer:
            begins[number] = starts(number, others)[:-1] + self.low.bases[number]
            across_begins[number, : listing(number).size] = starts(others, number)[:-1]
            across_begins[number, : listing(number).size] += self.across_low.bases[number]
        self.begins = cuda.to_device(starts(movers, others))
        self.low_begins = cuda.to_device(begins)
        self.across_begins = cuda.to_device(starts(others, movers))
        self.across_low_begins = cuda.to_device(across_begins)
        moves = [cuda.to_device(array) for array in passing(solver.entries[movers], others, self.across_low.bases)]
        self.groups = groups(listing(movers), listing(others))
        self.sent_groups = cuda.to_device(self.groups.reshape(-1))
        self.lists = (sides.places, sides.masks, *moves, *sides.again, theirs.places, theirs.keys, theirs.masks)
        bonus = solver.game.options["hit_bonus"] != "none"
        self.launch = gpu_rows.sweeper(movers, others, bits, few, bonus)

    def _empty(self, movers: int, others: int, bits: int) -> Matrix:
        matrix = Matrix(movers, others, bits, None)
        matrix.values = self.solver.cuda.device_array(matrix.positions, KINDS[bits])
        gpu_pairs.compiled(gpu_pairs.fill)[grid(matrix.positions)](matrix.values, matrix.one // 2)
        return matrix

    def sweep(self, number: int) -> None:
        """Bring all values up to date once."""
        import numpy

        solver, matrix = self.solver, self.matrix
        solver.cuda.synchronize()
        began = time.perf_counter()
        changes = solver.cuda.to_device(numpy.zeros(gpu_rows.FACTS, numpy.int64))
        self.launch[len(self.groups) * gpu_rows.GROUP, (gpu_rows.WIDTH, gpu_rows.WARPS)](
            self.sent_groups, number * 2654435769 % 2**32, solver.choices, solver.short_weights,
            *self.lists, matrix.values, self.begins, self.low.values, self.low.rest,
            self.low_begins.reshape(self.low_begins.size),
            self.across, self.across_low.values, changes,
        )  # fmt: skip
        most, total, size = (int(value) for value in changes.copy_to_host())
        matrix.seconds += time.perf_counter() - began
        matrix.changes.append((most, total / matrix.positions, size / matrix.positions))

    def tables(self) -> tuple[Any, ...]:
        """Return the arrays as `looking` wants them."""
        return (
            self.matrix.values, self.begins, self.low.values, self.low.rest, self.low_begins,
            self.across, self.across_begins, self.across_low.values, self.across_low.rest, self.across_low_begins,
        )  # fmt: skip


def grid(size: int) -> tuple[int, int]:
    """Return how many blocks and threads work on so many things that need no order."""
    return min(BLOCKS, -(-size // THREADS_A_BLOCK)), THREADS_A_BLOCK


def settled(matrix: Matrix) -> bool:
    """Tell whether sweeps change nothing any more but by rounding."""
    if matrix.bits > FEW_BITS:
        return matrix.changes[-1][0] <= (SETTLED if matrix.positions < LONG else LONG_SETTLED)
    if len(matrix.changes) <= PATIENCE:
        return False
    before, *last = matrix.changes[-PATIENCE - 1 :]
    return all(abs(mean) <= STILL for _, mean, _ in last) and last[-1][2] >= NO_LESS * before[2]


def groups(movers: Listing, others: Listing) -> Any:
    """Return the groups of tiles as their first strip of movers and of others, the most advanced first."""
    import numpy

    def means(sides: Listing, strips: int) -> Any:
        firsts = numpy.arange(0, sides.size, strips * gpu_rows.WIDTH)
        return numpy.add.reduceat(sides.advance, firsts) / numpy.diff(numpy.append(firsts, sides.size))

    high, wide = means(movers, gpu_rows.HIGH), means(others, gpu_rows.WIDE)
    order = numpy.argsort(-(high[:, None] + wide[None, :]).reshape(-1), kind="stable")
    strips = order // len(wide) * gpu_rows.HIGH, order % len(wide) * gpu_rows.WIDE
    return numpy.stack(strips, axis=1).astype(numpy.uint32)
