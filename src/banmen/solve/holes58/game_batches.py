"""Many games at once by the values of each stratum in turn, from the strata with most pieces down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.solve.holes58.game_kernels import ENDED, GAME, MOVER, NUMBERS, OTHER, RANDOM, SEAT, THROWN, WORDS


@dataclass
class Batch:
    """Games that are played in the same way, and what is recorded of them; arrays of the host or of the GPU."""

    games: Any
    policies: tuple[int, int]
    blunders: int  # in 2**32
    share: int  # one in so many positions is written down, none if 0
    most: int  # records of one game
    words: Any
    numbers: Any


def start_games(game: Game, number: int, seed: int, opening: bool = True) -> Any:
    """Return games at the start, with or without the throw of a real opening; in every other the second seat begins.

    In a real opening the lower throw begins and is moved by; which it is, is drawn by the chances of the throws.
    """
    import numpy

    rows = numpy.zeros((number, GAME), numpy.int64)
    rows[:, MOVER] = rows[:, OTHER] = game.first_state()[0]
    rows[:, SEAT] = numpy.arange(number) % 2
    rows[:, RANDOM] = _make_streams(number, seed)
    if opening:
        chances = compute_opening_chances(game)
        rows[:, THROWN] = numpy.random.default_rng(seed).choice(list(chances), number, p=list(chances.values()))
    return rows


def compute_opening_chances(game: Game) -> dict[int, float]:
    """Return the chances of each throw that begins a game: the lower of two that differ."""
    chances = {value: sticks.probability(value, game.p) for value in sticks.THROWS}
    lower = {value: chances[value] * sum(chances[other] for other in chances if other > value) for value in chances}
    return {value: chance / sum(lower.values()) for value, chance in lower.items()}


def draw_games(game: Game, number: int, seed: int) -> Any:
    """Return games at positions drawn from all there are, each with the same chance, with a throw to move by."""
    import numpy

    rng = numpy.random.default_rng(seed)
    sizes = numpy.array([indexing.class_size(pieces) for pieces in range(1, game.options["pieces"] + 1)])
    rows = numpy.zeros((number, GAME), numpy.int64)
    for column in (MOVER, OTHER):
        for row, rank in enumerate(rng.integers(0, sizes.sum(), number)):
            pieces = 1
            while rank >= sizes[pieces - 1]:
                rank -= sizes[pieces - 1]
                pieces += 1
            rows[row, column] = indexing.side_unrank(pieces, int(rank))
    rows[:, RANDOM] = _make_streams(number, seed)
    return rows


def _make_streams(number: int, seed: int) -> Any:
    """Return a state of the random numbers for each game; any odd word below 2**61 will do."""
    import numpy

    return numpy.random.default_rng([seed, 58]).integers(1 << 32, 1 << 61, number) | 1


def make_batch(games: Any, policies: tuple[int, int], blunders: float = 0.0, share: int = 0, most: int = 0) -> Batch:
    """Return a batch with room for its records."""
    import numpy

    rows = max(1, len(games) * most)
    words, numbers = numpy.zeros((rows, WORDS), numpy.int64), numpy.zeros((rows, NUMBERS), numpy.uint32)
    return Batch(games, policies, int(blunders * 2**32), share, most, words, numbers)


def count_wins(games: Any) -> tuple[int, int]:
    """Return how many games each seat has won."""
    return int((games[:, ENDED] == 1).sum()), int((games[:, ENDED] == 2).sum())
