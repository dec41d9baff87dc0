"""Kariuchi solved stratum by stratum on an NVIDIA GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.kariuchi.rules import PIECES
from banmen.solve.devices import Gpu
from banmen.solve.gpu import gpu_memory, packed_kernels, pair_kernels, value_kernels
from banmen.solve.gpu.packed_variant import PackedVariant
from banmen.solve.kariuchi import packed_lookup
from banmen.solve.kariuchi.packed_moves import (
    AGAIN_THROWS,
    PackedMoves,
    encode_passing_moves,
    encode_turn_keeping_moves,
    list_all_moves,
)
from banmen.solve.kariuchi.packed_rows import LONGEST, PLACES, SideList, compute_row_starts, list_sides, rank_table
from banmen.solve.residual_check import bind_lookup
from banmen.solve.value_iteration.move_table_kernels import THROWS

BITS = 31  # of the values in strata with fewer pieces
FEW_BITS = 16  # and in a stratum that would not fit otherwise
KINDS = {BITS: "uint32", FEW_BITS: "uint16"}
SURE = {BITS: 2**31, FEW_BITS: 2**16 - 1}  # the stored value of a sure win: with few bits there is no room for its true value
LARGE = 20 * 10**9  # positions from which on a stratum has values of few bits
MOST_SWEEPS = 400
SETTLED = 2  # steps: a change that is left over by rounding
LONG, LONG_SETTLED = 10**9, 2048  # positions from which on sweeps take long, and the change that is small enough there
PATIENCE = 4  # with few bits: for so many sweeps...
STILL = 0.002  # ...the mean of the changes has been no more than so many steps...
NO_LESS = 0.97  # ...and their mean size has not fallen below so much of what it was: only lots are drawn
SPARE = 8 * 10**8  # bytes of the GPU's memory that lists, launches and the stacks of threads need
PART = 1 << 18  # positions sent to the GPU at a time, whose memory may be all but full
BLOCKS, THREADS_A_BLOCK = 132 * 8, 256  # for work that needs no order


@dataclass
class Matrix:
    """The values of all meetings of so many of the mover's pieces with so many of the other's, on the GPU."""

    movers: int
    others: int
    bits: int
    values: Any
    changes: list[tuple[int, float, float]] = field(default_factory=list)  # largest, mean and mean size, of each sweep
    seconds: float = 0.0

    @property
    def one(self) -> int:
        """What values are parts of."""
        return 1 << self.bits

    @property
    def positions(self) -> int:
        """How many values there are."""
        return int(compute_row_starts(self.movers, self.others)[-1])


PieceCounts = tuple[int, int]  # pieces of the mover's and of the other's that are not home
OnSweep = Callable[[Matrix, int], None]


class PackedSolver:
    """Solves a variant of Kariuchi on the GPU.

    A stratum is how many pieces of both are not home. One and its mirror image are solved together.
    """

    def __init__(self, game: Game, *, few: int = LARGE, most_sweeps: int = MOST_SWEEPS) -> None:
        import numpy

        self.game, self.few, self.most_sweeps = game, few, most_sweeps
        self.device = Gpu()
        self.cuda = self.device.cuda
        self.pieces: int = game.options["pieces"]
        self.entries = list_all_moves(game)
        self.weights = numpy.array(sticks.compute_weights(game.p, 1 << packed_kernels.WEIGHT_BITS), numpy.int64)
        self.on_gpu = {number: _GpuSides(self.cuda, list_sides(number), entries) for number, entries in self.entries.items()}
        self.choices = self.cuda.to_device(rank_table())
        self.short_weights = self.cuda.to_device(numpy.concatenate([self.weights, [0] * 3]).astype(numpy.uint32))
        self.ends = {bits: self.cuda.to_device(end_values(bits)) for bits in KINDS}
        self.matrices: dict[PieceCounts, Matrix] = {}
        self.passes: dict[PieceCounts, _Pass] = {}  # of the stratum solved last
        self.values = value_kernels.load(bind_lookup(packed_lookup, game.rules, self.device.target))

    def choose_variant(self, bits: int) -> PackedVariant:
        """Return what the sweeps over values of so many bits are compiled for."""
        bonus = self.game.options["hit_bonus"] != "none"
        return PackedVariant(PLACES, THROWS, AGAIN_THROWS, bits, SURE[bits], bits == FEW_BITS, bonus)

    def list_strata(self) -> list[PieceCounts]:
        """Return the strata in the order in which they are solved, the larger number first."""
        pairs = [(more, few) for more in range(1, self.pieces + 1) for few in range(1, more + 1)]
        return sorted(pairs, key=lambda pair: (sum(pair), pair))

    def solve(self, more: int, few: int, on_sweep: OnSweep | None = None) -> list[Matrix]:
        """Solve a stratum and its mirror image; those with fewer pieces must be there."""
        passes = self.begin(more, few)
        for number in range(self.most_sweeps):
            for one in passes:
                one.sweep(number)
                if on_sweep:
                    on_sweep(one.matrix, number)
            if all(has_settled(one.matrix) for one in passes):
                break
        return [one.matrix for one in passes]

    def begin(self, more: int, few: int) -> list[_Pass]:
        """Make everything ready to sweep over a stratum and its mirror image, with even chances everywhere."""
        pairs = list(dict.fromkeys([(more, few), (few, more)]))
        bits = FEW_BITS if compute_row_starts(more, few)[-1] >= self.few else BITS
        if bits == FEW_BITS:
            assert more == few  # there is no room for two
            self.shorten(more)
        for pair in pairs:
            self.matrices[pair] = self.make_empty(*pair, bits)
        values, firsts = gpu_memory.cover_arrays([self.ends[bits], *(matrix.values for matrix in self.matrices.values())])
        places = dict(zip(self.matrices, firsts[1:], strict=True))
        self.passes = {pair: _Pass(self, self.matrices[pair], values, firsts[0], places) for pair in pairs}
        return list(self.passes.values())

    def make_empty(self, movers: int, others: int, bits: int, *, here: bool = True) -> Matrix:
        """Return a matrix with even chances everywhere, on the GPU or in the memory of the host.

        There is some room behind it: for positions that cannot be, a place is read that may lie there.
        """
        matrix = Matrix(movers, others, bits, None)
        size = matrix.positions + LONGEST
        matrix.values = (self.cuda.device_array if here else self.cuda.mapped_array)(size, KINDS[bits])
        pair_kernels.load().fill[launch_shape(size)](matrix.values, matrix.one // 2)
        return matrix

    def shorten(self, pieces: int) -> None:
        """Keep only the matrices that the one of so many pieces on both sides reads, in few bits, so that there is room for it.

        What the GPU still has no room for stays in the memory of the host, which is slower: those with few pieces.
        """
        self.passes.clear()
        gpu_memory.release_memory()
        short: dict[PieceCounts, Matrix] = {}
        room = gpu_memory.measure_free_memory() + sum(matrix.values.nbytes for matrix in self.matrices.values())
        room -= SPARE + FEW_BITS // 8 * int(compute_row_starts(pieces, pieces)[-1])
        for number in range(pieces - 1, 0, -1):
            for pair in ((number, pieces), (pieces, number)):
                size = FEW_BITS // 8 * int(compute_row_starts(*pair)[-1])
                matrix, old = self.make_empty(*pair, FEW_BITS, here=size <= room), self.matrices[pair]
                shift, most = old.bits - FEW_BITS, SURE[FEW_BITS]
                packed_kernels.load(self.choose_variant(FEW_BITS)).shorten[launch_shape(old.positions)](
                    old.values, old.positions, shift, most, matrix.values
                )
                self.cuda.synchronize()
                short[pair], room = matrix, room - (size if size <= room else 0)
        self.forget()
        self.matrices.update(short)

    def forget(self) -> None:
        """Free the memory of all matrices, even if one is still referenced."""
        for matrix in self.matrices.values():
            matrix.values = None
        self.matrices.clear()
        self.passes.clear()
        gpu_memory.release_memory()

    def measure_residuals(self, matrix: Matrix, pairs: Any) -> tuple[Any, Any]:
        """Return the values of pairs of sides one throw later and as they are kept, as chances; sides are words."""
        import numpy

        run = self.passes[matrix.movers, matrix.others]
        found = numpy.zeros((2, len(pairs)))
        for first in range(0, len(pairs), PART):
            part = pairs[first : first + PART]
            seen, kept = (self.cuda.to_device(numpy.zeros(len(part), numpy.int64)) for _ in range(2))
            self.values.check_pairs[launch_shape(len(part))](
                self.cuda.to_device(part),
                self.game.first_state(),
                self.cuda.to_device(self.weights),
                run.collect_tables(),
                seen,
                kept,
            )
            found[:, first : first + PART] = seen.copy_to_host(), kept.copy_to_host()
        return found[0] / (matrix.one * float(1 << packed_kernels.WEIGHT_BITS)), found[1] / matrix.one

    def move_values(self, matrix: Matrix, records: Any) -> Any:
        """Return for recorded positions of the stratum solved last the value before the throw and of each move, as chances.

        Where there is no move it is below 0. A record is the mover's side, the other's and the throw.
        """
        import numpy

        tables = self.passes[matrix.movers, matrix.others].collect_tables()
        found = numpy.zeros((len(records), 1 + self.game.rules.MOST), numpy.float32)
        for first in range(0, len(records), PART):
            part = records[first : first + PART]
            numbers = self.cuda.to_device(numpy.full((len(part), found.shape[1]), -1, numpy.int64))
            self.values.value_records[launch_shape(len(part))](
                self.cuda.to_device(part), self.game.first_state(), tables, numbers
            )
            found[first : first + PART] = numbers.copy_to_host() / matrix.one
        return found


class _GpuSides:
    """The arrays about the sides with some number of pieces, on the GPU."""

    def __init__(self, cuda: Any, sides: SideList, entries: PackedMoves) -> None:
        import numpy

        self.places = cuda.to_device(sides.places.astype(numpy.uint32))
        self.keys = cuda.to_device(sides.keys.astype(numpy.uint32))
        self.masks = cuda.to_device(sides.masks.astype(numpy.uint64))
        self.again = [cuda.to_device(array) for array in encode_turn_keeping_moves(entries)]


class _Pass:
    """Everything that sweeps over one matrix need.

    `values` is an array that all matrices lie in which are read, the one that is swept over among them: `places` tells where
    they begin, and `ends` where a row of lost positions does, with a won one behind it.
    """

    def __init__(self, solver: PackedSolver, matrix: Matrix, values: Any, ends: int, places: dict[PieceCounts, int]) -> None:
        import numpy

        self.solver, self.matrix, self.values, cuda = solver, matrix, values, solver.cuda
        movers, others, self.ends = matrix.movers, matrix.others, ends
        sides, theirs = solver.on_gpu[movers], solver.on_gpu[others]
        begins = numpy.full((PIECES + 1, list_sides(others).size), ends + LONGEST, numpy.int64)
        across = numpy.full((PIECES + 1, list_sides(movers).size), ends, numpy.int64)
        for number in range(1, movers + 1):
            begins[number] = compute_row_starts(number, others)[:-1] + places[number, others]
            across[number, : list_sides(number).size] = compute_row_starts(others, number)[:-1] + places[others, number]
        self.begins, self.across_begins = cuda.to_device(begins), cuda.to_device(across)
        moves = [cuda.to_device(array) for array in encode_passing_moves(solver.entries[movers], solver.weights, across)]
        self.groups = order_tile_groups(list_sides(movers), list_sides(others))
        self.sent_groups = cuda.to_device(self.groups.reshape(-1))
        self.lists = (sides.places, sides.masks, *moves, *sides.again, theirs.places, theirs.keys, theirs.masks)
        passes = int(solver.weights[: THROWS - AGAIN_THROWS].sum())
        self.passing = numpy.uint64(passes * matrix.one)  # the mover's value if the opponent's is zero
        self.launch = packed_kernels.load(solver.choose_variant(matrix.bits)).sweep

    def sweep(self, number: int) -> None:
        """Bring all values up to date once."""
        import numpy

        solver, matrix = self.solver, self.matrix
        solver.cuda.synchronize()
        began = time.perf_counter()
        changes = solver.cuda.to_device(numpy.zeros(packed_kernels.FACTS, numpy.int64))
        self.launch[len(self.groups) * packed_kernels.GROUP, (packed_kernels.WIDTH, packed_kernels.WARPS)](
            self.sent_groups, number * 2654435769 % 2**32, solver.choices, solver.short_weights, self.passing, matrix.movers,
            self.ends, *self.lists, self.values, self.begins.reshape(self.begins.size), changes,
        )  # fmt: skip
        most, total, size = (int(value) for value in changes.copy_to_host())
        matrix.seconds += time.perf_counter() - began
        matrix.changes.append((most, total / matrix.positions, size / matrix.positions))

    def collect_tables(self) -> tuple[Any, ...]:
        """Return what `packed_lookup` reads."""
        return self.matrix.one, self.values, self.begins, self.across_begins


def end_values(bits: int) -> Any:
    """Return a row of lost positions, and behind it a won one.

    With few bits a win by a throw that keeps the turn counts a step less than one by others, which leave nothing to the other.
    """
    import numpy

    values = numpy.zeros(LONGEST + 1, KINDS[bits])
    values[LONGEST] = SURE[bits]
    return values


def launch_shape(size: int) -> tuple[int, int]:
    """Return how many blocks and threads work on so many things that need no order."""
    return min(BLOCKS, -(-size // THREADS_A_BLOCK)), THREADS_A_BLOCK


def has_settled(matrix: Matrix) -> bool:
    """Return whether sweeps change nothing any more but by rounding."""
    if matrix.bits > FEW_BITS:
        return matrix.changes[-1][0] <= (SETTLED if matrix.positions < LONG else LONG_SETTLED)
    if len(matrix.changes) <= PATIENCE:
        return False
    before, *last = matrix.changes[-PATIENCE - 1 :]
    return all(abs(mean) <= STILL for _, mean, _ in last) and last[-1][2] >= NO_LESS * before[2]


def order_tile_groups(movers: SideList, others: SideList) -> Any:
    """Return the groups of tiles as their first strip of movers and of others, the most advanced first."""
    import numpy

    def average(sides: SideList, strips: int) -> Any:
        firsts = numpy.arange(0, sides.size, strips * packed_kernels.WIDTH)
        return numpy.add.reduceat(sides.advance, firsts) / numpy.diff(numpy.append(firsts, sides.size))

    high, wide = average(movers, packed_kernels.HIGH), average(others, packed_kernels.WIDE)
    order = numpy.argsort(-(high[:, None] + wide[None, :]).reshape(-1), kind="stable")
    strips = order // len(wide) * packed_kernels.HIGH, order % len(wide) * packed_kernels.WIDE
    return numpy.stack(strips, axis=1).astype(numpy.uint32)
