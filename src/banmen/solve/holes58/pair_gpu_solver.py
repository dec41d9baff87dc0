"""The strata of 58 Holes, solved one after the other on an NVIDIA GPU."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.kernels import gpu, kernel
from banmen.solve.gpu import pair_kernels
from banmen.solve.holes58 import game_kernels, pair_lookup
from banmen.solve.holes58.game_batches import Batch
from banmen.solve.holes58.move_list_kernels import KINDS, THROWS, TURN
from banmen.solve.holes58.ordered_sides import OrderedSides, order_sides, throw_weights
from banmen.solve.holes58.pair_solver import MOST_SWEEPS, has_settled, list_waves, order_strata
from banmen.solve.holes58.pair_sweep_kernels import ONE

FILL = (132 * 8, 256)  # blocks and threads for work that needs no order


@dataclass
class GpuSides:
    """The arrays of the sides of one class, on the card."""

    room: int
    lists: Any
    codes: Any
    passed: Any
    stays: Any
    struck: Any
    places: Any
    words: Any  # the side in each place, 0 where there is none


@dataclass
class GpuStratum:
    """The values with `more` pieces on turn against `few`, and the other way round, on the card."""

    more: int
    few: int
    values: Any
    mirrored: Any
    changes: list[int]  # the largest change of each sweep
    seconds: float = 0.0  # that the sweeps took

    def values_of(self, mover: int) -> tuple[Any, Any]:
        """Return the values with the player on turn who has so many pieces, and those with the other on turn."""
        return (self.values, self.mirrored) if mover == self.more else (self.mirrored, self.values)


def encode_move_lists(sides: OrderedSides) -> tuple[Any, Any]:
    """Return where the entries of each place are, and the entries, as `gpu_pairs` wants them.

    Of the throws that have odd entries the first tells these last and the others tell them first, so that they come together
    in few groups. A place's entries are filled up at the front by telling the first one again, or with one of no effect.
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


class PairGpuSolver:
    """Solves a variant on the card, keeping of each stratum what those above it read."""

    def __init__(self, game: Game) -> None:
        import numpy

        self.game = game
        self.cuda = gpu.card()
        weights = throw_weights(game)
        self.weights = self.cuda.to_device(weights)
        self.short_weights = self.cuda.to_device(numpy.concatenate([weights, [0, 0, 0]]).astype(numpy.uint32))
        self.sides = {pieces: order_sides(game, pieces, pair_kernels.WIDTH) for pieces in range(1, game.options["pieces"] + 1)}
        self.on_card = {pieces: self._sent(sides) for pieces, sides in self.sides.items()}
        self.kept: dict[tuple[int, int], Any] = {(0, pieces): self._room_to_keep(0, pieces) for pieces in self.sides}
        self.looking = kernel.bind(pair_lookup, game.rules, kernel.GPU)
        self.playing = kernel.bind(game_kernels, game.rules, kernel.GPU)

    def _sent(self, sides: OrderedSides) -> GpuSides:
        import numpy

        weights = numpy.concatenate([[0], throw_weights(self.game)])
        arrays = (
            *encode_move_lists(sides), sides.passed.astype(numpy.uint32),
            weights[sides.stays].astype(numpy.uint32), sides.struck, sides.places, sides.in_places(),
        )  # fmt: skip
        return GpuSides(sides.room, *(self.cuda.to_device(numpy.ascontiguousarray(array)) for array in arrays))

    def _room_to_keep(self, mover: int, other: int) -> Any:
        columns = (indexing.class_size(mover) if mover else 0) + 1
        kept = self.cuda.device_array((indexing.class_size(other - 1), columns), "uint32")
        pair_kernels.compiled(pair_kernels.fill)[FILL](kept.reshape(kept.size), 0)
        return kept

    def order_strata(self) -> list[tuple[int, int]]:
        """Return the pieces of both players, stratum by stratum, in the order of solving."""
        return order_strata(self.game.options["pieces"])

    def room(self, more: int, few: int) -> GpuStratum:
        """Take memory for a stratum and begin with even chances."""
        size = self.sides[more].room * self.sides[few].room
        matrices = []
        for _ in range(1 if more == few else 2):
            matrices.append(self.cuda.device_array(size, "uint32"))
            pair_kernels.compiled(pair_kernels.fill)[FILL](matrices[-1], ONE // 2)
        return GpuStratum(more, few, matrices[0], matrices[-1], [])

    def plan(self, more: int, few: int) -> tuple[Any, list[int]]:
        """Return all tiles on the card, and where the tiles of each wave begin and the last end."""
        import numpy

        found = [tiles[:, 0] << 16 | tiles[:, 1] for tiles in list_waves(self.sides[more], self.sides[few])]
        bounds = numpy.cumsum([0, *(len(tiles) for tiles in found)])
        return self.cuda.to_device(numpy.concatenate(found).astype(numpy.int32)), [int(bound) for bound in bounds]

    def solve(self, more: int, few: int) -> GpuStratum:
        """Return a solved stratum with the largest change of each sweep; the strata below it must have been kept."""
        import numpy

        stratum = self.room(more, few)
        tiles, bounds = self.plan(more, few)
        changes = self.cuda.to_device(numpy.zeros(MOST_SWEEPS, numpy.int64))
        self.cuda.synchronize()
        began = time.perf_counter()
        for number in range(MOST_SWEEPS):
            self.sweep(stratum, tiles, bounds, changes, number)
            stratum.changes.append(int(changes[number]))
            if has_settled(stratum.changes):
                break
        stratum.seconds = time.perf_counter() - began
        return stratum

    def sweep(self, stratum: GpuStratum, tiles: Any, bounds: list[int], changes: Any, number: int) -> None:
        """Bring all values up to date once, wave after wave."""
        one, two = self.on_card[stratum.more], self.on_card[stratum.few]
        kept_1, kept_2 = self.kept[stratum.few - 1, stratum.more], self.kept[stratum.more - 1, stratum.few]
        block = (pair_kernels.WIDTH, pair_kernels.WARPS)
        launch = pair_kernels.compiled(pair_kernels.sweep, pair_kernels.REGISTERS)
        for begin, end in pairwise(bounds):
            launch[end - begin, block](
                tiles, begin, self.short_weights, stratum.values, stratum.mirrored, one.room, two.room,
                one.lists, one.codes, one.passed, one.stays, one.struck, kept_1.reshape(kept_1.size), kept_1.shape[1],
                two.lists, two.codes, two.passed, two.stays, two.struck, kept_2.reshape(kept_2.size), kept_2.shape[1],
                changes, number, stratum.more == stratum.few,
            )  # fmt: skip

    def keep(self, stratum: GpuStratum) -> None:
        """Keep what strata with more pieces read of a stratum."""
        for mover, other in {(stratum.more, stratum.few), (stratum.few, stratum.more)}:
            if mover < self.game.options["pieces"]:
                kept = self._room_to_keep(mover, other)
                rows = self.cuda.to_device(self.sides[other].places[indexing.BARE[other] :].copy())
                pair_kernels.compiled(pair_kernels.keep)[(64, kept.shape[0]), 256](
                    stratum.values_of(mover)[0], self.sides[other].room, self.on_card[mover].places, rows,
                    kept.reshape(kept.size), kept.shape[1],
                )  # fmt: skip
                self.kept[mover, other] = kept

    def residual(self, stratum: GpuStratum) -> float:
        """Return the largest difference between a value and what the rules make of it one throw and move later."""
        import numpy

        worst = self.cuda.to_device(numpy.zeros(1, numpy.int64))
        for mover, other in {(stratum.more, stratum.few), (stratum.few, stratum.more)}:
            one, two = self.on_card[mover], self.on_card[other]
            values, mirrored = stratum.values_of(mover)
            grid = (one.room // pair_kernels.WIDTH, two.room // pair_kernels.WARPS)
            pair_kernels.checker(self.looking)[grid, (pair_kernels.WIDTH, pair_kernels.WARPS)](
                one.words, two.words, self.game.first_state(), self.weights, one.room, two.room, one.places, two.places,
                values, mirrored, self.kept[other - 1, mover], worst,
            )  # fmt: skip
        return int(worst[0]) / ONE / ONE

    def sent(self, batch: Batch) -> Batch:
        """Return a batch on the card."""
        arrays = [self.cuda.to_device(array) for array in (batch.games, batch.words, batch.numbers)]
        return replace(batch, games=arrays[0], words=arrays[1], numbers=arrays[2])

    def fetched(self, batch: Batch) -> Batch:
        """Return a batch from the card."""
        return replace(
            batch, games=batch.games.copy_to_host(), words=batch.words.copy_to_host(), numbers=batch.numbers.copy_to_host()
        )

    def play(self, stratum: GpuStratum, batch: Batch) -> None:
        """Play on those games of a batch that are in a stratum."""
        one, two = self.on_card[stratum.more], self.on_card[stratum.few]
        pair_kernels.player(self.playing)[FILL](
            (stratum.more, stratum.few), batch.games, self.game.first_state(), sticks.odds(self.game.p), batch.policies,
            batch.blunders, batch.share, batch.most, one.room, two.room, one.places, two.places,
            stratum.values, stratum.mirrored,
            self.kept[stratum.few - 1, stratum.more], self.kept[stratum.more - 1, stratum.few],
            batch.words, batch.numbers,
        )  # fmt: skip
