"""The strata of 58 Holes, solved one after the other on the CPU."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.solve.holes58 import game_kernels, pair_lookup, pair_sweep_kernels
from banmen.solve.holes58.game_batches import Batch
from banmen.solve.holes58.ordered_sides import OrderedSides, order_sides, throw_weights
from banmen.solve.holes58.pair_sweep_kernels import ONE

WIDTH = 32
MOST_SWEEPS = 100
LEAST_TILES = 16  # for a thread to be worth its while
TOLERANCE = 2  # parts of ONE: rounding can keep the last bits from coming to rest
RESTLESS = 8  # and can set so many swinging


@dataclass
class Stratum:
    """The values with `one` on turn against `two`, and the other way round; the same matrix if both have as many pieces."""

    one: OrderedSides
    two: OrderedSides
    values: Any
    mirrored: Any
    changes: list[int]  # the largest change of each sweep

    def value(self, mover: int, other: int) -> float:
        """Return the chance of the side on turn, given both sides as words; they must have the pieces of this stratum."""
        if indexing.side_class(mover) == self.one.pieces:
            own, theirs, values = self.one, self.two, self.values
        else:
            own, theirs, values = self.two, self.one, self.mirrored
        place, other_place = int(own.places[indexing.side_rank(mover)]), int(theirs.places[indexing.side_rank(other)])
        width = own.width
        return int(values[(place // width * theirs.room + other_place) * width + place % width]) / ONE


def list_waves(one: OrderedSides, two: OrderedSides) -> Iterator[Any]:
    """Yield the tiles of each wave, by falling sum of advances, as rows of two strips.

    Where both players have as many pieces, a tile stands for its mirror image.
    """
    import numpy

    same = one.pieces == two.pieces
    levels = {int(advance): level for level, advance in enumerate(two.advances)}
    for total in range(one.advances[0] + two.advances[0], one.advances[-1] + two.advances[-1] - 1, -1):
        found = []
        for level, advance in enumerate(one.advances):
            match = levels.get(total - int(advance), -1)
            if match >= (level if same else 0):
                rows = numpy.arange(one.first_strips[level], one.first_strips[level + 1])
                columns = numpy.arange(two.first_strips[match], two.first_strips[match + 1])
                pairs = numpy.stack(numpy.meshgrid(rows, columns, indexing="ij"), -1).reshape(-1, 2)
                found.append(pairs[pairs[:, 0] <= pairs[:, 1]] if same and match == level else pairs)
        if found:
            yield numpy.concatenate(found).astype(numpy.int32)


def has_settled(changes: list[int]) -> bool:
    """Tell by the largest change of each sweep so far whether another one would do nothing but round to and fro."""
    return changes[-1] <= TOLERANCE or (changes[-1] <= RESTLESS and changes[-1] >= changes[-2])


def order_strata(most: int) -> list[tuple[int, int]]:
    """Return the pieces of both players, stratum by stratum, in the order of solving, when each begins with `most`."""
    return [(total - few, few) for total in range(2, 2 * most + 1) for few in range(max(1, total - most), total // 2 + 1)]


class PairSolver:
    """Solves a variant stratum by stratum, keeping of each what those above it read."""

    def __init__(self, game: Game, width: int = WIDTH, threads: int | None = None) -> None:
        self.game, self.width = game, width
        self.threads = threads or os.cpu_count() or 1
        self.weights = throw_weights(game)
        self.sides = {pieces: order_sides(game, pieces, width) for pieces in range(1, game.options["pieces"] + 1)}
        self.kept: dict[tuple[int, int], Any] = {}
        self.kernels = game.compiled(pair_sweep_kernels)
        for pieces in self.sides:
            self.kept[0, pieces] = self._room_to_keep(0, pieces)

    def order_strata(self) -> list[tuple[int, int]]:
        """Return the pieces of both players, stratum by stratum, in the order of solving."""
        return order_strata(self.game.options["pieces"])

    def _room_to_keep(self, mover: int, other: int) -> Any:
        import numpy

        movers = indexing.class_size(mover) if mover else 0
        # The last column is for a mover who has just lost.
        return numpy.zeros((indexing.class_size(other - 1), movers + 1), numpy.uint32)

    def solve(self, more: int, few: int) -> Stratum:
        """Return a solved stratum; the strata below it must have been kept."""
        import numpy

        one, two = self.sides[more], self.sides[few]
        values = numpy.full(one.room * two.room, ONE // 2, numpy.uint32)
        stratum = Stratum(one, two, values, values if more == few else values.copy(), [])
        plan = list(list_waves(one, two))
        with ThreadPoolExecutor(self.threads) as pool:
            for _ in range(MOST_SWEEPS):
                stratum.changes.append(max(self.sweep(stratum, tiles, pool) for tiles in plan))
                if has_settled(stratum.changes):
                    break
        return stratum

    def sweep(self, stratum: Stratum, tiles: Any, pool: ThreadPoolExecutor | None = None) -> int:
        """Bring a wave of tiles up to date, and return the largest change."""
        parts = max(1, min(self.threads, len(tiles) // LEAST_TILES)) if pool else 1
        bounds = [len(tiles) * part // parts for part in range(parts + 1)]
        one, two, kept = stratum.one, stratum.two, self.kept

        def some(part: int) -> int:
            change = self.kernels.sweep(
                tiles, bounds[part], bounds[part + 1], self.width, self.weights, (one.room, two.room),
                stratum.values, stratum.mirrored,
                one.begin, one.codes, one.passed, one.stays, one.struck, kept[two.pieces - 1, one.pieces],
                two.begin, two.codes, two.passed, two.stays, two.struck, kept[one.pieces - 1, two.pieces],
                *self._scratch(),
            )  # fmt: skip
            return int(change)

        return max(pool.map(some, range(parts)) if pool and parts > 1 else [some(0)])

    def _scratch(self) -> tuple[Any, Any, Any]:
        import numpy

        square = (2, self.width, self.width)
        return numpy.zeros(self.width, numpy.uint32), numpy.zeros(square, numpy.int64), numpy.zeros(square, numpy.int64)

    def keep(self, stratum: Stratum) -> None:
        """Keep what strata with more pieces read of a stratum."""
        for own, theirs, values in (
            (stratum.one, stratum.two, stratum.values),
            (stratum.two, stratum.one, stratum.mirrored),
        ):
            kept = self._room_to_keep(own.pieces, theirs.pieces)
            self.kernels.keep(
                values, self.width, theirs.room, own.places, theirs.places, indexing.BARE[theirs.pieces], kept[:, :-1]
            )
            self.kept[own.pieces, theirs.pieces] = kept

    def residual(self, stratum: Stratum) -> float:
        """Return the largest difference between a value and what the rules make of it one throw and move later."""
        kernels, worst = self.game.compiled(pair_lookup), 0
        for own, theirs, values, mirrored in (
            (stratum.one, stratum.two, stratum.values, stratum.mirrored),
            (stratum.two, stratum.one, stratum.mirrored, stratum.values),
        ):
            found = kernels.worst_residual(
                own.in_places(), theirs.in_places(), self.game.first_state(), self.weights, (own.room, theirs.room, self.width),
                (own.places, theirs.places, values, mirrored, self.kept[theirs.pieces - 1, own.pieces]),
            )  # fmt: skip
            worst = max(worst, int(found))
        return worst / ONE / ONE

    def sent(self, batch: Batch) -> Batch:
        """Return a batch where it can be played: here."""
        return batch

    def fetched(self, batch: Batch) -> Batch:
        """Return a batch from where it was played: here."""
        return batch

    def play(self, stratum: Stratum, batch: Batch) -> None:
        """Play on those games of a batch that are in a stratum."""
        one, two = stratum.one, stratum.two
        kept = (self.kept[two.pieces - 1, one.pieces], self.kept[one.pieces - 1, two.pieces])
        self.game.compiled(game_kernels).play_all(
            0, len(batch.games), (one.pieces, two.pieces), batch.games, self.game.first_state(), sticks.odds(self.game.p),
            batch.policies, batch.blunders, batch.share, batch.most, (one.room, two.room, self.width),
            (one.places, two.places, stratum.values, stratum.mirrored, kept[0]),
            (two.places, one.places, stratum.mirrored, stratum.values, kept[1]),
            batch.words, batch.numbers,
        )  # fmt: skip
