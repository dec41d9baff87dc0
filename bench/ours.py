"""Our side of the comparison, through the public API: random games, and counting all lines of play."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import banmen
from banmen.core.game import Game
from banmen.engine import playouts
from bench.measure import GAMES, LEAVES, Work, Workload

LIBRARY = "Banmen"
# How each game is called in the tables, and how many of its games take about a twentieth of a second.
TITLES = {"kariuchi": "Kariuchi", "holes58": "58 Holes", "moontrek": "Moon Trek", "kuniumi": "Kuniumi", "qubism": "Qubism"}
BATCHES = {"kariuchi": 20_000, "holes58": 16_000, "moontrek": 4_000, "kuniumi": 40_000, "qubism": 6_000}
# Positions and depths that take some tenths of a second.
COUNTED = (
    ("Kariuchi", "kariuchi", None, 7),
    ("58 Holes", "holes58", None, 10),
    ("Moon Trek", "moontrek", None, 7),
    ("Kuniumi", "kuniumi", "6/6/2L3/6/S4l/s3sl l l", 8),
    ("Kuniumi setup", "kuniumi", None, 5),
    ("Qubism", "qubism", None, 4),
)


def play(game: Game, seeds: Iterator[int], games: int) -> Work:
    """Play random games on one thread."""
    result = playouts.play(game, games, seed=next(seeds), counting=False)
    return Work(games, round(result.mean_steps * games))


def count_lines(name: str, text: str | None, depth: int, times: int) -> Work:
    """Count the lines of play from a position, or from the start, some times over."""
    game = banmen.game(name)
    position = game.position(text) if text else game.start()
    return Work(sum(position.perft(depth) for _ in range(times)), 0)


def list_workloads() -> list[Workload]:
    """Return random play of the five games, then counting for them."""
    found = [
        Workload(title, LIBRARY, GAMES, functools.partial(play, banmen.game(name), itertools.count()), BATCHES[name])
        for name, title in TITLES.items()
    ]
    for title, name, text, depth in COUNTED:
        label = f"{title} perft {depth}"
        found.append(Workload(label, LIBRARY, LEAVES, functools.partial(count_lines, name, text, depth)))
    return found
