"""58 Holes solved stratum by stratum on an NVIDIA GPU."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.solve.devices import Gpu
from banmen.solve.gpu import pair_kernels, value_kernels
from banmen.solve.holes58.move_list_kernels import KINDS, THROWS, TURN
from banmen.solve.holes58.ordered_sides import OrderedSides
from banmen.solve.holes58.pair_solver import MOST_SWEEPS, PairSolver
from banmen.solve.holes58.pair_strata import PairStratum, list_waves
from banmen.solve.holes58.pair_sweep_kernels import ONE

FILL = (132 * 8, 256)  # blocks and threads for work that needs no order


@dataclass
class GpuSides:
    """The arrays of the sides of one class, on the GPU."""

    lists: Any
    codes: Any
    passed: Any
    stays: Any
    struck: Any
    places: Any
    words: Any  # the side in each place, 0 where there is none


@dataclass
class SweepPlan:
    """The tiles of a sweep on the GPU, where those of each wave begin, and room for the largest change of each sweep."""

    tiles: Any
    bounds: list[int]
    changes: Any


def encode_move_lists(sides: OrderedSides) -> tuple[Any, Any]:
    """Return where the entries of each place are, and the entries, as `pair_kernels` reads them.

    Of the throws that have odd entries the first has these last and the others have them first, so that they come together
    in few groups. A place's entries are filled up at the front by repeating the first one, or with one of no effect.
    """
    import numpy

    rows = numpy.arange(sides.room * THROWS).repeat(numpy.diff(sides.begin))
    places, throws = rows // THROWS, rows % THROWS
    kinds, targets = sides.codes % KINDS, (sides.codes // KINDS).astype(numpy.int64)
    odd, staying = kinds != TURN, throws + 1 == sides.stays[places]
    throws_with_odd = (numpy.bincount(rows, odd & ~staying, sides.room * THROWS) > 0).reshape(-1, THROWS)
    first = (throws_with_odd & (throws_with_odd.cumsum(1) == 1)).ravel()[rows]
    turn_of_throw = numpy.select([staying, first, throws_with_odd.ravel()[rows]], [3, 0, 1], 2)
    order = numpy.lexsort((odd ^ ~first, throws, turn_of_throw, places))
    rows, places, odd, staying = rows[order], places[order], odd[order], staying[order]
    last = numpy.append(rows[1:] != rows[:-1], True) & ~staying
    codes = last | rows % THROWS << pair_kernels.THROW_AT | targets[order] << pair_kernels.PLACE_AT
    codes |= numpy.array([0, pair_kernels.AGAIN, pair_kernels.STRIKE])[kinds[order]]
    counts = numpy.bincount(places, minlength=sides.room)
    filled = -(-counts // pair_kernels.GROUP) * pair_kernels.GROUP
    assert filled.max() <= pair_kernels.WIDTH
    starts, firsts = (numpy.concatenate([[0], numpy.cumsum(numbers)]) for numbers in (filled, counts))
    found = numpy.full(starts[-1] + pair_kernels.WIDTH, pair_kernels.NOTHING, numpy.int64)
    found[(starts[:-1] + filled - counts - firsts[:-1]).repeat(counts) + numpy.arange(len(rows))] = codes
    plain = numpy.flatnonzero(counts)
    plain = plain[~odd[firsts[plain]]]
    for step in range(pair_kernels.GROUP - 1):
        some = plain[step < (filled - counts)[plain]]
        found[starts[some] + step] = codes[firsts[some]] & ~pair_kernels.LAST
    groups = found[: starts[-1]].reshape(-1, pair_kernels.GROUP)
    groups[:, 0] |= ((groups & pair_kernels.ODD) > 0).any(1) * pair_kernels.ASKED
    return (starts[:-1] << 8 | filled).astype(numpy.uint64), found.astype(numpy.uint32)


class PairGpuSolver(PairSolver):
    """Solves a variant on the GPU, keeping of each stratum what those above it read."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, pair_kernels.WIDTH, device=Gpu())

    def prepare(self) -> None:
        """Send everything to the GPU that sweeps need."""
        import numpy

        self.sweeps = pair_kernels.load()
        self.values = value_kernels.load(self.residual_check, self.games)
        self.weights_on_gpu = self.device.send(self.weights)
        self.short_weights = self.device.send(numpy.concatenate([self.weights, [0, 0, 0]]).astype(numpy.uint32))
        self.on_gpu = {pieces: self._send_sides(sides) for pieces, sides in self.sides.items()}

    def _send_sides(self, sides: OrderedSides) -> GpuSides:
        import numpy

        weights = numpy.concatenate([[0], self.weights])
        arrays = (
            *encode_move_lists(sides), sides.passed.astype(numpy.uint32),
            weights[sides.stays].astype(numpy.uint32), sides.struck, sides.places, sides.in_places(),
        )  # fmt: skip
        return GpuSides(*(self.device.send(numpy.ascontiguousarray(array)) for array in arrays))

    def make_empty_rows(self, mover: int, other: int) -> Any:
        """Return rows in which every value is 0."""
        kept = super().make_empty_rows(mover, other)
        self.sweeps.fill[FILL](kept.reshape(kept.size), 0)
        return kept

    def begin(self, more: int, few: int) -> PairStratum:
        """Return a stratum with even chances everywhere."""
        one, two = self.sides[more], self.sides[few]
        matrices = []
        for _ in range(1 if more == few else 2):
            matrices.append(self.device.allocate(one.room * two.room, "uint32"))
            self.sweeps.fill[FILL](matrices[-1], ONE // 2)
        return PairStratum(one, two, matrices[0], matrices[-1], [])

    def plan_sweep(self, stratum: PairStratum) -> SweepPlan:
        """Send all tiles of a stratum to the GPU."""
        import numpy

        waves = [tiles[:, 0] << 16 | tiles[:, 1] for tiles in list_waves(stratum.one, stratum.two)]
        bounds = numpy.cumsum([0, *(len(tiles) for tiles in waves)])
        tiles = self.device.send(numpy.concatenate(waves).astype(numpy.int32))
        return SweepPlan(tiles, [int(bound) for bound in bounds], self.device.send(numpy.zeros(MOST_SWEEPS, numpy.int64)))

    def sweep_all(self, stratum: PairStratum, plan: SweepPlan) -> int:
        """Bring all values up to date once, wave after wave, and return the largest change."""
        number, more, few = len(stratum.changes), stratum.one.pieces, stratum.two.pieces
        one, two = self.on_gpu[more], self.on_gpu[few]
        kept_1, kept_2 = self.kept[few - 1, more], self.kept[more - 1, few]
        block = (pair_kernels.WIDTH, pair_kernels.WARPS)
        for begin, end in pairwise(plan.bounds):
            self.sweeps.sweep[end - begin, block](
                plan.tiles, begin, self.short_weights, stratum.values, stratum.mirrored, stratum.one.room, stratum.two.room,
                one.lists, one.codes, one.passed, one.stays, one.struck, kept_1.reshape(kept_1.size), kept_1.shape[1],
                two.lists, two.codes, two.passed, two.stays, two.struck, kept_2.reshape(kept_2.size), kept_2.shape[1],
                plan.changes, number, more == few,
            )  # fmt: skip
        return int(plan.changes[number])

    def copy_rows(self, mover: int, other: int, values: Any, kept: Any) -> None:
        """Copy the values against sides with a piece in the Shen hole into rows."""
        rows = self.device.send(self.sides[other].places[indexing.BARE[other] :].copy())
        self.sweeps.keep[(64, kept.shape[0]), 256](
            values, self.sides[other].room, self.on_gpu[mover].places, rows, kept.reshape(kept.size), kept.shape[1]
        )

    def find_places(self, pieces: int) -> Any:
        """Return the place of each side by its rank, on the GPU."""
        return self.on_gpu[pieces].places

    def worst_residual(self, mover: int, other: int, tables: tuple[Any, ...]) -> int:
        """Return the largest residual with a player on turn who has so many pieces, in parts of ONE squared."""
        import numpy

        worst = self.device.send(numpy.zeros(1, numpy.int64))
        grid = (self.sides[mover].room // pair_kernels.WIDTH, self.sides[other].room // pair_kernels.WARPS)
        self.values.check_all[grid, (pair_kernels.WIDTH, pair_kernels.WARPS)](
            *(self.on_gpu[mover].words, self.on_gpu[other].words, self.game.first_state(), self.weights_on_gpu),
            *(ONE, tables, worst),
        )
        return int(worst[0])

    def play_games(
        self, games: tuple[Any, ...], ways: tuple[Any, ...], tables: Any, mirrored: Any, records: tuple[Any, ...]
    ) -> None:
        """Continue some games, one per thread as far as possible."""
        self.values.play[FILL](*games, *ways, tables, mirrored, *records)
