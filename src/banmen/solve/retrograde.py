"""Qubism with few cubes, solved: every position is won in so many plies, lost in so many, or neither side can force a win.

The game is solved backwards from its end, in sweeps: positions won in 1 ply, lost in 2, won in 3 and so on, in all layers at
once, until a sweep finds nothing. Who wins in the fewest plies never comes back to a position, so repetitions do not matter for
wins and losses. In positions that are neither, both sides can go on for ever: where the third occurrence is a draw, such a
position is drawn; where it loses, these tables do not say who wins.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from banmen.core.errors import BanmenError
from banmen.core.game import Game, Move, Position
from banmen.core.kernel import PLAIN, load
from banmen.games.qubism import indexing
from banmen.solve import blocks, sweeps
from banmen.solve.sweeps import ABSENT, BEGIN, LOSSES, WINS

Progress = Callable[[int, int], None]  # the number of a sweep and how many positions it settled
PARTS = 64  # a sweep of a layer is cut into so many parts, so that threads share it evenly


class SolveError(BanmenError):
    """A game or a position that is not solved here."""

    code = "not_solved"


@dataclass(frozen=True)
class Outcome:
    """What comes of a position when both sides play their best: +1 the side on turn wins, -1 it loses, 0 neither is forced.

    >>> Outcome.told(11), Outcome.told(12), Outcome.told(0)
    (Outcome(sign=1, plies=11), Outcome(sign=-1, plies=12), Outcome(sign=0, plies=0))
    """

    sign: int
    plies: int  # to the end; 0 where there is none

    @classmethod
    def told(cls, byte: int) -> Outcome:
        """Return what a byte of the table says: plies to the end, odd for a win, and 0 for neither."""
        return cls(0 if byte == 0 else 1 if byte & 1 else -1, byte)


class Solved:
    """Qubism with a few cubes, solved, from `solve`.

    >>> import banmen
    >>> solved = solve(banmen.game("qubism", cubes=1))
    >>> position = solved.game.start()
    >>> solved.outcome(position)
    Outcome(sign=1, plies=11)
    >>> [str(move) for move, outcome in solved.moves(position) if outcome.sign > 0]
    ['c2', 'd2v', 'e2v']
    """

    def __init__(self, game: Game, layers: list[Any], sweep_counts: list[int]) -> None:
        self.game = game
        self.layers = layers  # the bytes of each layer, by the number of cubes on the board
        self.sweep_counts = sweep_counts  # how many positions each sweep settled, from the first

    def byte(self, position: Position) -> int:
        """Return what the table says of a position that is not over."""
        if position.game != self.game:
            raise SolveError(f"this table is about {self.game!r}, not about {position.game!r}")
        if position.over:
            raise SolveError("the game is over: there is nothing to look up")
        rank = load(indexing, PLAIN)
        return int(self.layers[rank.on_board(position.state)][rank.rank(position.state)])

    def outcome(self, position: Position) -> Outcome:
        """Return what comes of a position that is not over; what came before it is left aside."""
        return Outcome.told(self.byte(position))

    def moves(self, position: Position) -> list[tuple[Move, Outcome]]:
        """Return all legal moves with what comes of each for the side on turn, the plies counted from before the move."""
        return [(position.game.write_move(code), self._after(position, code)) for code in position.legal_codes()]

    def _after(self, position: Position, code: int) -> Outcome:
        state = position.game.plain.apply(position.state, code)
        following = Position(position.game, state)
        if following.over:
            return Outcome(1, 1)  # whoever moves to the end has won
        there = self.outcome(following)
        return Outcome(-there.sign, there.plies + 1 if there.sign else 0)

    def counts(self) -> list[dict[str, int]]:
        """Return for each layer how many positions are won, lost and neither, and after how many plies at most."""
        import numpy

        rows = []
        for layer in self.layers:
            numbers = numpy.bincount(layer, minlength=256)
            settled = numpy.flatnonzero(numbers[1:ABSENT])
            rows.append(
                {
                    "won": int(numbers[1:ABSENT:2].sum()),
                    "lost": int(numbers[2:ABSENT:2].sum()),
                    "neither": int(numbers[0]),
                    "longest": int(settled[-1]) + 1 if len(settled) else 0,
                }
            )
        return rows


def solve(game: Game, *, workers: int | None = None, progress: Progress | None = None) -> Solved:
    """Solve Qubism with the game's number of cubes on the processor.

    It takes 0.1 GiB for three cubes, 2 GiB for four, and some twenty times as much with each more.
    """
    layers = prepared(game)
    arrays = [layer[-1] for layer in layers]
    kernels = game.compiled(sweeps)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:

        def sweep(what: int, number: int) -> int:
            return sum(_shared(pool, kernels, what, number, layer) for layer in layers)

        counts = swept(sweep, progress)
    return Solved(game, arrays, counts)


def swept(sweep: Callable[[int, int], int], progress: Progress | None = None) -> list[int]:
    """Make sweeps until one of them finds nothing; return how many positions each settled."""
    counts = [sweep(BEGIN, 1)]
    while counts[-1]:
        if progress is not None:
            progress(len(counts), counts[-1])
        number = len(counts) + 1
        if number >= ABSENT:
            raise SolveError("the longest win takes more plies than a byte can hold")
        counts.append(sweep(WINS if number & 1 else LOSSES, number))
    return counts[:-1]


def prepared(game: Game, *, plies: bool = True) -> list[tuple[Any, ...]]:
    """Return what the sweeps need for each layer, from no cube on the board to all of them; `plies` asks for distances."""
    import numpy

    if game.name != "qubism":
        raise SolveError(f"only qubism is solved like this, not {game.name}")
    way = blocks.in_the_way(game)
    most = game.options["cubes"]
    sizes = [indexing.blocks(cubes) for cubes in range(most + 1)]
    sets = [tuple(numpy.zeros(size * indexing.PLACES, numpy.int32) for _ in range(2)) for size in sizes]
    nothing = numpy.zeros(0, numpy.uint8)
    layers = []
    for cubes, size in enumerate(sizes):
        above = min(cubes + 1, most)
        turned, slides, places, *rest = blocks.tables(game, cubes)
        bytes_ = numpy.zeros(size * indexing.PAIRS, numpy.uint8) if plies else nothing
        known = (*sets[cubes], *sets[above])
        layers.append((cubes, int(cubes < most), turned, reversals(cubes), slides, places, *rest, way, *known, bytes_))
    return layers


def reversals(cubes: int) -> Any:
    """Return for all ways the arrows of so many cubes can point how the other side sees them."""
    import numpy

    arrows = numpy.arange(1 << 2 * cubes, dtype=numpy.int32)
    seen = numpy.zeros_like(arrows)
    for cube in range(cubes):
        seen |= (arrows >> 2 * cube & 3 ^ 2) << 2 * (cubes - 1 - cube)
    return seen


def _shared(pool: ThreadPoolExecutor, kernels: Any, what: int, number: int, layer: tuple[Any, ...]) -> int:
    """Make a sweep of one layer with all threads."""
    size = len(layer[-5])
    step = max(1, -(-size // PARTS))
    parts = [(first, min(first + step, size)) for first in range(0, size, step)]
    return sum(pool.map(lambda part: int(kernels.span(what, *part, number, layer)), parts))
