"""Our engines at work, through the public API: simulations of Monte Carlo tree search, nodes of the other searches."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget, Engine
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.expectimax import Expectimax
from banmen.engine.search.mcts import Mcts
from bench.measure import NODES, SIMULATIONS, Work, Workload
from bench.ours import LIBRARY, TITLES

MEMORY = 64  # MiB
# What Monte Carlo tree search thinks about: the start, in the games with sticks after a throw, for else nothing is to decide.
STARTS = {"kariuchi": 2, "holes58": 2, "moontrek": 2, "kuniumi": None, "qubism": None}
# How many simulations from a fresh tree: as many as the peer makes that a game is compared with.
DICE_SIMULATIONS = 1_000
PLAIN_SIMULATIONS = 10_000
# What the other searches think about, a position after the other, each with a fresh table.
NODES_EACH = 400_000
POSITIONS = {
    "kuniumi": ("6/6/2L3/6/S4l/s3sl l l", "6/s1S3/2lLs1/6/3l2/2sl2 s s", "6/4L1/s4l/sS1l1s/1llll1/s1ss2 l l"),
    "qubism": ("2B2/5/5/5/2W2 9 w", "2B2/2<2/1v1>1/5/2W1^ 5 w", "1vBv1/^4/1^3/2v<1/<W3 2 b"),
    "kariuchi": ("Rx4/Rx4 1 3", "R,9x2,12/R,6,21,25 2 3", "5a,6,22,H/14x3,23 1 2"),
    "holes58": ("1;0;4/1;0;4 1 1", "3,13,29;1;1/3,29;0;2 1 1", "4,9,28;0;0/29;2;0 1 2"),
    "moontrek": (
        "1:D,2:C,3:B,6:A,7:A,17:C,20c:D,21:B,30b:B 2,1,2,2 0,0,0,0 A|B|C|D C 3",
        "1:C,5:AAC,12:B,20c:DD,25:BDB,A:A 1,1,2,1 0,0,0,0 AC|BD A 3",
    ),
}

SEARCHES: tuple[tuple[str, str, Callable[[], Engine]], ...] = (
    ("kuniumi", "alpha-beta", lambda: AlphaBeta(memory=MEMORY)),
    ("qubism", "alpha-beta", lambda: AlphaBeta(memory=MEMORY)),
    ("kariuchi", "expectimax", lambda: Expectimax(memory=MEMORY)),
    ("holes58", "expectimax", lambda: Expectimax(memory=MEMORY)),
    ("moontrek", "expectimax", lambda: Expectimax(memory=MEMORY)),
)


def start(name: str) -> Position:
    """Return the first position of a game in which there is something to decide."""
    position, thrown = banmen.game(name).start(), STARTS[name]
    return position if thrown is None else position.throw(thrown)


def simulate(position: Position, seeds: Iterator[int], simulations: int) -> Work:
    """Let a new engine think with random playouts."""
    thought = Mcts(seed=next(seeds), memory=MEMORY).think(position, Budget(nodes=simulations))
    return Work(thought.nodes, 0)


def search(positions: tuple[Position, ...], engine: Callable[[], Engine], nodes: int) -> Work:
    """Let a new engine think about each position."""
    return Work(sum(engine().think(position, Budget(nodes=nodes)).nodes for position in positions), 0)


def list_workloads() -> list[Workload]:
    """Return Monte Carlo tree search for the five games, then the full-width searches."""
    found = []
    for name, title in TITLES.items():
        simulations = PLAIN_SIMULATIONS if STARTS[name] is None else DICE_SIMULATIONS
        run = functools.partial(simulate, start(name), itertools.count())
        found.append(Workload(f"{title} MCTS", LIBRARY, SIMULATIONS, run, simulations))
    for name, kind, engine in SEARCHES:
        positions = tuple(banmen.game(name).position(text) for text in POSITIONS[name])
        run = functools.partial(search, positions, engine)
        found.append(Workload(f"{TITLES[name]} {kind}", LIBRARY, NODES, run, NODES_EACH))
    return found
