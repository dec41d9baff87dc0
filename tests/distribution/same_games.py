"""Whole games at fixed numbers of nodes, as JSON: shipped and compiled kernels must play them alike to the last digit.

    python -m tests.distribution.same_games [GRADE]

With a grade only the shipped kernels for it are used, and numba must not be imported; without one everything is compiled.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import banmen
from banmen.core.game import Game
from banmen.engine import playouts
from banmen.engine.interface import Budget, Engine
from banmen.engine.precompile import list_engines, list_tables
from banmen.engine.search.mcts import Mcts
from banmen.kernels import shipped
from banmen.kernels.contract import CHANCE

NODES = 2000
STEPS = 300  # at most; Kuniumi can take long


def play_game(game: Game, engine: Engine) -> list[Any]:
    """Let an engine play against itself and return all its output."""
    rng, position, told = random.Random(7), game.start(), []
    for _ in range(STEPS):
        if position.over:
            break
        if position.kind == CHANCE:
            position = position.throw(rng.choice(position.throws())[0])
            continue
        found = engine.think(position, Budget(nodes=NODES))
        told.append([[str(value.move), value.chance, value.visits] for value in found.moves] + [found.nodes, found.depth])
        position = position.play(found.best)
    return [*told, position.text]


def play_all() -> dict[str, Any]:
    """Return games of all engines in all games, random games and counts of lines."""
    told: dict[str, Any] = {}
    for name in banmen.names():
        for table in list_tables(banmen.game(name)):
            place = f"{name} for {len(table.players)}"
            engines = {engine: make_engine(engine, table) for engine in list_engines(table)} | {"mcts": Mcts(memory=16)}
            for engine, player in engines.items():
                told[f"{place} {engine}"] = play_game(table, player)
            told[f"{place} random"] = [playouts.tally(table, 0, 200, counting=counting) for counting in (False, True)]
            told[f"{place} lines"] = table.start().perft(4)
    return told


def make_engine(engine: str, game: Game) -> Engine:
    """Return the engine of the highest level that has it."""
    from banmen.engine.levels import levels

    return [at for at in levels(game) if at.engine == engine][-1].player().engine


def main() -> None:
    """Write the games as JSON."""
    if grade := "".join(sys.argv[1:]):
        shipped.list_grades = lambda processor: [grade]
        assert shipped.open_library(), f"{grade} cannot be used here"
    else:
        os.environ["BANMEN_SHIPPED"] = "0"
    json.dump(play_all(), sys.stdout)
    assert ("numba" in sys.modules) == (not grade), "shipped kernels must do without numba"


if __name__ == "__main__":
    main()
