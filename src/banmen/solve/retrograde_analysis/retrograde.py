"""Retrograde analysis of Qubism with few cubes: every position is won or lost in some number of plies, or neither.

The game is solved backwards from its end, in sweeps: positions won in 1 ply, lost in 2, won in 3 and so on, in all layers at
once, until a sweep finds nothing. A side that wins in the fewest plies never comes back to a position, so repetitions do not
matter for wins and losses. In positions that are neither, both sides can avoid losing for ever: where the third occurrence is a
draw, such a position is drawn; where it loses, these tables do not say who wins.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from banmen.core.game import Game
from banmen.core.messages import Catalogue
from banmen.games.qubism import indexing
from banmen.games.qubism.board import SIZE
from banmen.solve.devices import GIB, Device, Host, measure_free_memory
from banmen.solve.retrograde_analysis import block_tables, retrograde_kernels
from banmen.solve.retrograde_analysis.retrograde_kernels import ABSENT, BEGIN, LOSSES, WINS
from banmen.solve.solve_errors import SolveError
from banmen.solve.tables.distance_table import DistanceTable, is_numbered_by_layers, with_solved_options

messages = Catalogue(__name__)

OnSettled = Callable[[int, int], None]  # the number of a sweep and how many positions it solved
BYTES_OF_A_SET = 4000  # what the tables of `block_tables` take for each set of squares with cubes, roughly
MOST_KEPT = 5  # plies of more cubes than this fit nowhere
MOST_FETCHED = 1 << 28  # bytes of a layer that are copied from a GPU
LEGAL, WON = 10, -5  # where in a layer it stands how the pawns can stand, and which positions are won


class RetrogradeSolution(DistanceTable):
    """Qubism with a few cubes, solved, from `solve`.

    >>> import banmen
    >>> solved = solve(banmen.game("qubism", cubes=1))
    >>> position = solved.game.start()
    >>> solved.outcome(position)
    Outcome(sign=1, plies=11)
    >>> [str(move) for move, outcome in solved.moves(position) if outcome.sign > 0]
    ['c2', 'd2v', 'e2v']
    """

    def __init__(self, game: Game, layers: list[Any], sweep_counts: list[list[int]], sizes: list[int]) -> None:
        self.sizes = sizes  # how many positions each layer has
        self.sweep_counts = sweep_counts  # how many positions each sweep solved, from the first, by layer
        super().__init__(with_solved_options(game), {}, layers)
        self.head = {"positions": sum(sizes), "sizes": sizes, "layers": self.counts(), "sweeps": len(sweep_counts)}

    def counts(self) -> list[dict[str, int]]:
        """Return for each layer how many positions are won and lost, and after how many plies at most."""
        rows = []
        for cubes in range(len(self.layers)):
            settled = [counts[cubes] for counts in self.sweep_counts]
            longest = max((number for number, count in enumerate(settled, 1) if count), default=0)
            rows.append({"won": sum(settled[::2]), "lost": sum(settled[1::2]), "longest": longest})
        return rows


def count_positions(cubes: int) -> int:
    """Return how many positions the layer with so many cubes has at most: pawns that have no way are counted in."""
    pairs = indexing.PLACES**2 - (indexing.PLACES - SIZE)  # the pawns never stand on one square
    return pairs * comb(indexing.SQUARES - 2, cubes) << 2 * cubes


def estimate_memory(game: Game) -> int:
    """Return how many bytes of memory it takes to solve a game on the processor."""
    total = 0
    for cubes in range(game.options["cubes"] + 1):
        blocks_there = indexing.blocks(cubes)
        total += blocks_there * (indexing.PAIRS + 2 * 4 * indexing.PLACES) + (blocks_there >> 2 * cubes) * BYTES_OF_A_SET
    return total


def count_all_positions(game: Game) -> int:
    """Return how many positions a game has at most, in all layers."""
    return sum(count_positions(cubes) for cubes in range(game.options["cubes"] + 1))


def refuse_if_large(game: Game, device: Device, limit: int | None = None) -> int:
    """Return how many bytes of memory a game takes, or raise SolveError if that is more than a limit or than the host has."""
    needed, room = estimate_memory(game), measure_free_memory() if limit is None else limit
    if device.name == Host.name and needed > room:
        raise SolveError(
            messages(
                "retrograde.too_many_cubes",
                cubes=game.options["cubes"],
                needed=f"{needed / GIB:.1f}",
                limit=f"{room / GIB:.1f}",
            )
        )
    return needed


def solve(
    game: Game, device: Device | None = None, *, progress: OnSettled | None = None, deepest: int = MOST_KEPT
) -> RetrogradeSolution:
    """Solve Qubism with the game's number of cubes, on the processor or on a GPU.

    Plies are kept for layers with up to `deepest` cubes on the board. It takes 0.1 GiB for three cubes, 2 GiB for four, 30 for
    five; six, without plies in the last layer, take 120 GiB.
    """
    device = device or Host()
    layers = prepare_layers(game, device, deepest)
    kernels = device.bind(retrograde_kernels, game)

    def sweep(which: int, number: int) -> list[int]:
        return [device.sum_over(kernels, which, layer[WON].size, number, layer) for layer in layers]

    counts = sweep_to_end(sweep, progress)
    plies = [_fetch_if_wanted(device, layer[-1]) for layer in layers]
    return RetrogradeSolution(game, plies, counts, [count_layer(device, layer) for layer in layers])


def _fetch_if_wanted(device: Device, array: Any) -> Any:
    """Return a copy of an array, or an empty one if it is too large for the host."""
    return device.fetch(array[: array.size if device.name == Host.name or array.size <= MOST_FETCHED else 0])


def count_layer(device: Device, layer: tuple[Any, ...]) -> int:
    """Return how many positions a layer has: with its cubes anywhere and pawns that both have a way."""
    pairs = sum(int(mask).bit_count() for mask in device.fetch(layer[LEGAL].reshape(-1)))
    return pairs << 2 * int(layer[0])


def sweep_to_end(sweep: Callable[[int, int], list[int]], progress: OnSettled | None = None) -> list[list[int]]:
    """Sweep until nothing changes; return how many positions each sweep solved, by layer."""
    counts = [sweep(BEGIN, 1)]
    while any(counts[-1]):
        if progress is not None:
            progress(len(counts), sum(counts[-1]))
        number = len(counts) + 1
        if number >= ABSENT:
            raise SolveError(messages("retrograde.too_long"))
        counts.append(sweep(WINS if number & 1 else LOSSES, number))
    return counts[:-1]


def prepare_layers(game: Game, device: Device, deepest: int = MOST_KEPT) -> list[tuple[Any, ...]]:
    """Return what the sweeps need for each layer, from no cube on the board to all of them."""
    if not is_numbered_by_layers(game):
        raise SolveError(messages("retrograde.other_game", game=game.name))
    way = device.send(block_tables.find_obstacles(game))
    most = game.options["cubes"]
    sizes = [indexing.blocks(cubes) for cubes in range(most + 1)]
    sets = [tuple(device.allocate(size * indexing.PLACES, "int32") for _ in range(2)) for size in sizes]
    layers = []
    for cubes, size in enumerate(sizes):
        above = min(cubes + 1, most)
        turned, *rest = map(device.send, block_tables.build_tables(game, cubes))
        plies = device.allocate(size * indexing.PAIRS if cubes <= deepest else 1, "uint8")  # one byte: they are not wanted
        seen = device.send(list_reversals(cubes))
        layers.append((cubes, int(cubes < most), turned, seen, *rest, way, *sets[cubes], *sets[above], plies))
    return layers


def list_reversals(cubes: int) -> Any:
    """Return for all ways the arrows of so many cubes can point how the other side sees them."""
    import numpy

    arrows = numpy.arange(1 << 2 * cubes, dtype=numpy.int32)
    seen = numpy.zeros_like(arrows)
    for cube in range(cubes):
        seen |= (arrows >> 2 * cube & 3 ^ 2) << 2 * (cubes - 1 - cube)
    return seen
