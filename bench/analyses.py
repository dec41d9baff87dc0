"""The time and accuracy of the page's analyses of whole games, compared with longer analyses.

    PYTHONPATH=src:. python bench/analyses.py --output bench/results/analyses.json

Games between levels are analysed as on the page: with a time goal for the whole game, first a rough pass over every step, then
the best and the played move, two steps in parallel. Time is CPU time divided by two cores, so that the result is that of two
idle cores whatever else runs; wall-clock time and the load of the machine are reported as well. The baseline is the former
method: 0.4 seconds for every step and every move, one after another.

Both are compared with a reference analysis of every move that takes four times as long. The report says how much the best move
loses by that reference, how often the verdicts agree, and how much the losses of the played moves differ. In games without
chance the reference takes sixteen times as long and proves many steps, for which the outcome of the best and of the played move
is certain. For these steps alone the report has the error of each analysis, and how often its verdict is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import banmen
from banmen.core.game import Game, Position
from banmen.core.record import Record
from banmen.engine import interface
from banmen.engine.analysis import analyse as analysing
from banmen.engine.analysis.analyse import GameAnalysis, StepAnalysis, analyse, analyse_steps, choose_analysis_engine
from banmen.engine.interface import Budget, Engine, SearchResult
from banmen.engine.players import player
from banmen.server.analyses import choose_time
from banmen.server.analysis_reports import MOST_WORKERS

GAMES: dict[str, dict[str, Any]] = {"kuniumi": {}, "qubism": {}, "moontrek": {"players": 4}}
LEVELS = ("level:3", "level:5")
BEFORE = 0.4  # seconds for every step
LONGER = {True: 4, False: 16}  # times as long the reference takes, with chance and without
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
    """Return the engine's nodes per CPU second, in the middle of a game."""
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


def run(record: Record, seconds: float, speed: float, engine: Engine) -> tuple[float, GameAnalysis]:
    """Analyse a record, each step for as many nodes as so many seconds have; return the processor's time and the answer."""
    began = time.process_time()
    found = analyse(record, Budget(nodes=max(1, int(seconds * speed))), engine=engine)
    return time.process_time() - began, found


class ReckonedTime:
    """Replaces the module `time`: its clock advances with CPU time, divided by the number of workers."""

    @staticmethod
    def monotonic() -> float:
        """Return the seconds that as many idle cores would have taken."""
        return time.process_time() / MOST_WORKERS

    perf_counter = monotonic


@contextmanager
def reckon_time() -> Iterator[None]:
    """Make analyses use CPU time instead of wall-clock time."""
    with mock.patch.object(interface, "time", ReckonedTime), mock.patch.object(analysing, "time", ReckonedTime):
        yield


def run_as_page(record: Record) -> tuple[dict[str, float], GameAnalysis]:
    """Analyse a record as the page does, with two workers; return when what was known, in seconds, and what was found."""
    seconds, within = choose_time(record, None)
    helpers = [choose_analysis_engine(record.game) for _ in range(MOST_WORKERS - 1)]
    times: dict[str, float] = {}
    with reckon_time():
        clock, began = time.perf_counter(), ReckonedTime.monotonic()
        for found in analyse_steps(record, Budget(seconds=seconds), stop=threading.Event(), helpers=helpers, within=within):
            passed = ReckonedTime.monotonic() - began
            times.setdefault("first", passed)
            if len(found.steps) == len(record.steps):
                times.setdefault("rough", passed)
        times["final"] = ReckonedTime.monotonic() - began
    times["on_the_wall"] = time.perf_counter() - clock
    return {name: round(value, 2) for name, value in times.items()}, found


def compare(found: GameAnalysis, reference: GameAnalysis) -> dict[str, Any]:
    """Return how well two analyses agree, over the steps with a choice and over proven ones."""
    pairs = [(one, other) for one, other in zip(found.steps, reference.steps, strict=True) if other.decided]
    proven = [(one, other) for one, other in pairs if is_proven(other)]
    summary: dict[str, Any] = {
        "best_loss": sum(other.decision.move(one.best.move).loss for one, other in pairs) / len(pairs),
        "same_blame": sum((one.verdict in BLAMED) == (other.verdict in BLAMED) for one, other in pairs) / len(pairs),
        "loss_difference": sum(abs(one.loss - other.loss) for one, other in pairs) / len(pairs),
        "depth": sum(one.decision.depth for one, _ in pairs) / len(pairs),
    }
    if proven:
        summary["wrong_loss"] = sum(abs(one.loss - other.loss) for one, other in proven) / len(proven)
        summary["wrong_blame"] = sum((one.verdict in BLAMED) != (other.verdict in BLAMED) for one, other in proven)
    return {name: round(value, 4) for name, value in summary.items()}


def is_proven(step: StepAnalysis) -> bool:
    """Return whether it is certain what the best move of a step leads to, and what the played one does."""
    return step.played is not None and step.played.exact and step.best.exact


def measure_game(name: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """Analyse one game in all ways."""
    record = play_game(name, options, seed)
    speed = measure_speed(record)
    times, page = run_as_page(record)
    before_time, before = run(record, BEFORE, speed, EveryMove(record.game))
    _, reference = run(record, LONGER[record.game.has_chance] * BEFORE, speed, EveryMove(record.game))
    decided = [step for step in reference.steps if step.decided]
    return {
        "game": name,
        "options": options,
        "seed": seed,
        "steps": len(record.steps),
        "decided": len(decided),
        "proven": sum(map(is_proven, decided)),
        "nodes_per_second": int(speed),
        "before": {"seconds": round(before_time, 2), **compare(before, reference)},
        "page": {"seconds": times, **compare(page, reference)},
        "load": round(os.getloadavg()[0], 1),
    }


def sum_up(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return for each kind of game the longest time and, over all decided or proven steps, how right both analyses are."""
    summary: dict[str, Any] = {}
    for name in dict.fromkeys(game["game"] for game in games):
        some = [game for game in games if game["game"] == name]
        summary[name] = {"games": len(some), "longest": max(game["page"]["seconds"]["final"] for game in some)}
        summary[name] |= {"decided": sum(game["decided"] for game in some), "proven": sum(game["proven"] for game in some)}
        for way in ("before", "page"):
            found: dict[str, float] = {}
            for key, weight in (
                ("best_loss", "decided"),
                ("same_blame", "decided"),
                ("loss_difference", "decided"),
                ("wrong_loss", "proven"),
            ):
                total = sum(game[weight] for game in some)
                if total:
                    found[key] = round(sum(game[way].get(key, 0) * game[weight] for game in some) / total, 4)
            summary[name][way] = found | {"wrong_blame": sum(game[way].get("wrong_blame", 0) for game in some)}
    return summary


def main() -> None:
    """Run the requested measurements and save the results."""
    parser = argparse.ArgumentParser(description="Measure analyses of whole games.")
    parser.add_argument("--game", action="append", choices=sorted(GAMES), help="all by default")
    parser.add_argument("--games", type=int, default=3, help="of each kind; 3 by default")
    parser.add_argument("--output", type=Path, help="a JSON file to write; games of other kinds that it has are kept")
    chosen = parser.parse_args()
    wanted = chosen.game or list(GAMES)
    found: list[dict[str, Any]] = []
    if chosen.output and chosen.output.exists():
        found = [game for game in json.loads(chosen.output.read_text("utf-8"))["games"] if game["game"] not in wanted]
    for name in wanted:
        for seed in range(chosen.games):
            found.append(measure_game(name, GAMES[name], seed))
            print(json.dumps(found[-1]), flush=True)
            if chosen.output:
                summary = {"cores": os.cpu_count(), "workers": MOST_WORKERS, "sums": sum_up(found), "games": found}
                chosen.output.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
