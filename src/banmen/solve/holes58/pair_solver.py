"""58 Holes solved stratum by stratum on the processor. `pair_gpu_solver` does the same on a GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.solve.devices import Device, Host
from banmen.solve.holes58 import game_kernels, pair_lookup, pair_sweep_kernels
from banmen.solve.holes58.game_batches import Batch
from banmen.solve.holes58.ordered_sides import order_sides, throw_weights
from banmen.solve.holes58.pair_strata import PairStratum, has_settled, list_waves, order_strata
from banmen.solve.holes58.pair_sweep_kernels import ONE
from banmen.solve.residual_check import bind_lookup

WIDTH = 32
MOST_SWEEPS = 100
LEAST_TILES = 16  # for a thread to be worth its while
OnSweep = Callable[[PairStratum], None]


class PairSolver:
    """Solves a variant stratum by stratum, keeping of each what those above it read."""

    def __init__(self, game: Game, width: int = WIDTH, threads: int | None = None, device: Device | None = None) -> None:
        self.game, self.width = game, width
        self.device: Device = device or Host(threads)
        self.weights = throw_weights(game)
        self.sides = {pieces: order_sides(game, pieces, width) for pieces in range(1, game.options["pieces"] + 1)}
        self.residual_check = bind_lookup(pair_lookup, game.rules, self.device.target)
        self.games = self.device.bind(game_kernels, game)
        self.prepare()
        self.kept: dict[tuple[int, int], Any] = {(0, pieces): self.make_empty_rows(0, pieces) for pieces in self.sides}

    def prepare(self) -> None:
        """Make everything ready that sweeps need."""
        self.kernels = self.device.bind(pair_sweep_kernels, self.game)

    def list_strata(self) -> list[tuple[int, int]]:
        """Return the pieces of both players, stratum by stratum, in the order of solving."""
        return order_strata(self.game.options["pieces"])

    def compute_row_shape(self, mover: int, other: int) -> tuple[int, int]:
        """Return the shape of the rows that are kept of a matrix; the last column is for a mover who has just lost."""
        return indexing.class_size(other - 1), (indexing.class_size(mover) if mover else 0) + 1

    def make_empty_rows(self, mover: int, other: int) -> Any:
        """Return rows in which every value is 0."""
        return self.device.allocate(self.compute_row_shape(mover, other), "uint32")

    def solve(self, more: int, few: int, on_sweep: OnSweep | None = None) -> PairStratum:
        """Return a solved stratum; the strata below it must have been kept."""
        stratum = self.begin(more, few)
        plan = self.plan_sweep(stratum)
        self.device.synchronize()
        began = time.perf_counter()
        for _ in range(MOST_SWEEPS):
            stratum.changes.append(self.sweep_all(stratum, plan))
            stratum.seconds = time.perf_counter() - began
            if on_sweep:
                on_sweep(stratum)
            if has_settled(stratum.changes):
                break
        return stratum

    def begin(self, more: int, few: int) -> PairStratum:
        """Return a stratum with even chances everywhere."""
        import numpy

        one, two = self.sides[more], self.sides[few]
        values = numpy.full(one.room * two.room, ONE // 2, numpy.uint32)
        return PairStratum(one, two, values, values if more == few else values.copy(), [])

    def plan_sweep(self, stratum: PairStratum) -> Any:
        """Return what a sweep over a stratum goes through: its waves of tiles."""
        return list(list_waves(stratum.one, stratum.two))

    def sweep_all(self, stratum: PairStratum, plan: Any) -> int:
        """Bring all values up to date once, and return the largest change."""
        with ThreadPoolExecutor(self.threads) as pool:
            return max(self.sweep(stratum, tiles, pool) for tiles in plan)

    @property
    def threads(self) -> int:
        """How many threads sweep."""
        return getattr(self.device, "threads", 1)

    def sweep(self, stratum: PairStratum, tiles: Any, pool: ThreadPoolExecutor | None = None) -> int:
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
                *self._allocate_scratch(),
            )  # fmt: skip
            return int(change)

        return max(pool.map(some, range(parts)) if pool and parts > 1 else [some(0)])

    def _allocate_scratch(self) -> tuple[Any, Any, Any]:
        import numpy

        square = (2, self.width, self.width)
        return numpy.zeros(self.width, numpy.uint32), numpy.zeros(square, numpy.int64), numpy.zeros(square, numpy.int64)

    def keep(self, stratum: PairStratum) -> None:
        """Keep what strata with more pieces read of a stratum."""
        for own, theirs, values, _ in stratum.list_orientations():
            if own.pieces < self.game.options["pieces"]:
                kept = self.make_empty_rows(own.pieces, theirs.pieces)
                self.copy_rows(own.pieces, theirs.pieces, values, kept)
                self.kept[own.pieces, theirs.pieces] = kept

    def copy_rows(self, mover: int, other: int, values: Any, kept: Any) -> None:
        """Copy the values against sides with a piece in the Shen hole into rows."""
        own, theirs = self.sides[mover], self.sides[other]
        self.kernels.keep(values, self.width, theirs.room, own.places, theirs.places, indexing.BARE[other], kept[:, :-1])

    def find_places(self, pieces: int) -> Any:
        """Return the slot of each side by its rank, in device memory."""
        return self.sides[pieces].places

    def collect_tables(self, mover: int, other: int, values: Any, mirrored: Any) -> tuple[Any, ...]:
        """Return what `pair_lookup` reads with a player on turn who has so many pieces."""
        rooms = (self.sides[mover].room, self.sides[other].room, self.width)
        return *rooms, self.find_places(mover), self.find_places(other), values, mirrored, self.kept[other - 1, mover]

    def measure_residual(self, stratum: PairStratum) -> float:
        """Return the largest difference between a value and its one-step backup by the rules."""
        found = [
            self.worst_residual(own.pieces, theirs.pieces, self.collect_tables(own.pieces, theirs.pieces, values, mirrored))
            for own, theirs, values, mirrored in stratum.list_orientations()
        ]
        return max(found) / ONE / ONE

    def worst_residual(self, mover: int, other: int, tables: tuple[Any, ...]) -> int:
        """Return the largest residual with a player on turn who has so many pieces, in parts of ONE squared."""
        own, theirs = self.sides[mover].in_places(), self.sides[other].in_places()
        return int(self.residual_check.worst_residual(own, theirs, self.game.first_state(), self.weights, ONE, tables))

    def send(self, batch: Batch) -> Batch:
        """Copy a batch of games to the device."""
        send = self.device.send
        return replace(batch, games=send(batch.games), words=send(batch.words), numbers=send(batch.numbers))

    def fetch(self, batch: Batch) -> Batch:
        """Copy a batch of games to the host."""
        fetch = self.device.fetch
        return replace(batch, games=fetch(batch.games), words=fetch(batch.words), numbers=fetch(batch.numbers))

    def play(self, stratum: PairStratum, batch: Batch) -> None:
        """Continue those games of a batch that are in a stratum."""
        more, few = stratum.one.pieces, stratum.two.pieces
        self.play_games(
            ((more, few), batch.games, self.game.first_state(), sticks.compute_odds(self.game.p)),
            (batch.policies, batch.blunders, batch.share, batch.most),
            self.collect_tables(more, few, stratum.values, stratum.mirrored),
            self.collect_tables(few, more, stratum.mirrored, stratum.values),
            (batch.words, batch.numbers),
        )

    def play_games(
        self, games: tuple[Any, ...], ways: tuple[Any, ...], tables: Any, mirrored: Any, records: tuple[Any, ...]
    ) -> None:
        """Continue some games; the arguments are those of `game_kernels.play_all`."""
        self.games.play_all(0, len(games[1]), *games, *ways, tables, mirrored, *records)
