"""How long the page's analyses of whole games take, and whether they say the same as longer ones.

    PYTHONPATH=src:. python bench/analyses.py --output bench/results/analyses.json

Games between levels are analysed as the page does it (a goal for the whole game; the best and the played move; two steps side
by side), by the clock: on a busy machine it gets less of the processor, which is told, and finds less. Beside that stands how
it was done before (0.4 seconds for every step and every move, one after another). Both are compared with an analysis of every
move that takes four times as long; these two count nodes, so that they do not depend on what else runs. Told are how often
the same move is best, how often a move is blamed alike, and how far apart the losses of the moves that were played are.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import banmen
from banmen.core.game import Game, Position
from banmen.core.record import Record
from banmen.engine.analysis.analyse import analyse, choose_analysis_engine
from banmen.engine.interface import Budget, Engine, SearchResult
from banmen.engine.players import player
from banmen.server.analyses import choose_time
from banmen.server.analysis_reports import analyse_with_reports

GAMES: dict[str, dict[str, Any]] = {"kuniumi": {}, "qubism": {}, "moontrek": {"players": 4}}
LEVELS = ("level:3", "level:5")
BEFORE = 0.4  # seconds for every step
BLAMED = ("mistake", "blunder")


def play_game(name: str, options: dict[str, Any], seed: int) -> Record:
    """Return a game between two levels, which take turns at the seats."""
    game, rng = banmen.game(name, **options), random.Random(seed)
    players = [player(level, game, seed=seed) for level in LEVELS]
    record = Record.begin(game, opening=game.opening(rng) if game.rules.OPENING else None)
    while not record.final.over:
        if record.final.throws():
            values, chances = zip(*record.final.throws(), strict=True)
            record = record.with_throw(rng.choices(values, chances)[0])
        seat = game.players.index(record.final.turn)
        record = record.with_move(players[seat % 2].choose(record.final))
    return record


def measure_speed(record: Record) -> float:
    """Return how many nodes the engine looks at in a second of the processor, in the middle of a game."""
    position = list(record.positions())[len(record.steps) // 2]
    if position.throws():
        position = position.throw(position.throws()[0][0])
    engine = choose_analysis_engine(record.game)
    engine.think(position, Budget(nodes=1000))  # compiled by now
    began = time.process_time()
    nodes = engine.think(position, Budget(nodes=1_000_000 if not record.game.has_chance else 300_000)).nodes
    return nodes / (time.process_time() - began)


class EveryMove:
    """The engine of analyses without the quicker way to compare two moves."""

    name = "every"

    def __init__(self, game: Game) -> None:
        self.engine = choose_analysis_engine(game)

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Value every move."""
        return self.engine.think(position, budget, progress)


def run(record: Record, seconds: float, speed: float, engine: Engine | None = None) -> tuple[float, list[dict[str, Any]]]:
    """Analyse a record, each step for as many nodes as so many seconds have; return the processor's seconds and the steps."""
    began = time.process_time()
    found = analyse(record, Budget(nodes=max(1, int(seconds * speed))), engine=engine)
    steps: list[dict[str, Any]] = found.to_json()["steps"]
    return time.process_time() - began, steps


def compare(steps: list[dict[str, Any]], reference: list[dict[str, Any]]) -> dict[str, float]:
    """Return how far an analysis agrees with another, over the steps in which there was something to choose."""
    pairs = [(one, other) for one, other in zip(steps, reference, strict=True) if other["choices"] > 1]
    found = {
        "same_best": sum(one["best"] == other["best"] for one, other in pairs) / len(pairs),
        "same_blame": sum((one["verdict"] in BLAMED) == (other["verdict"] in BLAMED) for one, other in pairs) / len(pairs),
        "loss_difference": sum(abs(one["loss"] - other["loss"]) for one, other in pairs) / len(pairs),
    }
    return {name: round(value, 4) for name, value in found.items()}


def run_as_page(record: Record) -> tuple[float, list[dict[str, Any]]]:
    """Analyse a record as the page does; return the seconds by the clock and the steps."""
    seconds, within = choose_time(record, None)
    began = time.perf_counter()
    found = analyse_with_reports(record, seconds, threading.Event(), lambda _progress, _found: None, within)
    steps: list[dict[str, Any]] = found["steps"]
    return time.perf_counter() - began, steps


def measure_game(name: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """Analyse one game in all ways."""
    record = play_game(name, options, seed)
    speed = measure_speed(record)
    found: dict[str, Any] = {"game": name, "options": options, "seed": seed, "steps": len(record.steps)}
    found["nodes_per_second"] = int(speed)
    _, reference = run(record, 4 * BEFORE, speed, EveryMove(record.game))
    before, steps = run(record, BEFORE, speed, EveryMove(record.game))
    found["before"] = {"cpu": round(before, 2), **compare(steps, reference)}
    began = time.process_time()
    clock, steps = run_as_page(record)
    found["page"] = {"clock": round(clock, 2), "cpu": round(time.process_time() - began, 2), **compare(steps, reference)}
    return found


def main() -> None:
    """Measure all that was asked for and write it down."""
    parser = argparse.ArgumentParser(description="Measure analyses of whole games.")
    parser.add_argument("--game", action="append", choices=sorted(GAMES), help="all by default")
    parser.add_argument("--games", type=int, default=3, help="of each kind; 3 by default")
    parser.add_argument("--output", type=Path, help="a JSON file to write")
    chosen = parser.parse_args()
    found = []
    for name in chosen.game or GAMES:
        for seed in range(chosen.games):
            found.append(measure_game(name, GAMES[name], seed))
            print(json.dumps(found[-1]), flush=True)
    if chosen.output:
        chosen.output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
