"""Precompiles the kernels that a wheel includes: `python -m banmen.engine.shipping`, or `make shipped`.

What is shipped is what playing, hints and analysis call. That is found out by doing all of it briefly in the interpreter and
noting which kernels are called with which forms of arguments.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from banmen.core import registry
from banmen.core.game import Game, Position
from banmen.core.record_check import follow_compiled
from banmen.engine.interface import Budget
from banmen.engine.levels import levels
from banmen.engine.precompile import find_first_decision, list_tables, list_tasks
from banmen.kernels import ahead_of_time, shipped, twins
from banmen.kernels.ahead_of_time import Call
from banmen.kernels.contract import CHANCE
from banmen.kernels.kernel import PLAIN

NODES = 400  # that each level looks at while it is watched
STEPS = 4  # of a game with positions behind it


class CallRecorder:
    """Makes entries that are interpreted, and notes how they are called."""

    def __init__(self) -> None:
        self.calls: dict[Call, None] = {}  # in order, each once

    def make_entry(self, rules: ModuleType, generic: ModuleType, name: str, _compile: Any) -> Any:
        """Return a kernel as Python calls it."""
        interpreted = getattr(twins.bind(generic, rules, PLAIN), name)

        def call(*arguments: Any) -> Any:
            form = shipped.find_form(arguments)
            if shipped.UNKNOWN in form:
                raise ahead_of_time.ShippingError(f"{name} is called with arguments of no known form: {form}")
            self.calls[Call(rules, generic, name, form)] = None
            return interpreted(*arguments)

        return call


def record_calls(names: Iterable[str]) -> list[Call]:
    """Return which kernels playing and analysing some games call, with which arguments."""
    recorder = CallRecorder()
    twins.entry_makers.insert(0, recorder.make_entry)
    try:
        for name in names:
            for _, task in list_tasks([name]):
                task()
            for table in list_tables(registry.game(name)):
                _use_all(table)
    finally:
        twins.entry_makers.remove(recorder.make_entry)
    return list(recorder.calls)


def _use_all(game: Game) -> None:
    """Let all levels think about a game at its beginning and later, and check its record; an analysis calls nothing else."""
    steps = _play_some_steps(game)
    for position in (find_first_decision(game), steps[-1]):
        for at in levels(game):
            at.player().engine.think(position, Budget(nodes=NODES))
    follow_compiled(steps[0], 0, [0], [0], [0])


def _play_some_steps(game: Game) -> list[Position]:
    """Return the positions of the beginning of a game; in the last one there is something to decide."""
    rng, positions = random.Random(1), [game.start()]
    while len(positions) < STEPS or positions[-1].kind == CHANCE:
        position = positions[-1]
        if position.kind == CHANCE:
            positions.append(position.throw(rng.choice(position.throws())[0]))
        else:
            positions.append(position.play(rng.choice(position.legal_moves())))
    return positions


def main() -> None:
    """Build the libraries of all grades, each in a process of its own, since numba is configured for a single processor."""
    parser = argparse.ArgumentParser(description="Compile the kernels that a wheel brings along.")
    parser.add_argument("--grade", choices=list(shipped.GRADES), help="all by default")
    parser.add_argument("--game", action="append", choices=registry.names(), help="all by default")
    parser.add_argument("--output", type=Path, default=shipped.FOLDER, help="the folder for the libraries")
    chosen = parser.parse_args()
    if shipped.read_processor() is None:
        sys.stdout.write("There are no shipped kernels for machines of this kind: they compile what they need.\n")
        return
    names = chosen.game or sorted(registry.list_own_names())
    if chosen.grade and os.environ.get("NUMBA_CPU_NAME") == chosen.grade:
        library = ahead_of_time.build_library(record_calls(names), chosen.grade, chosen.output)
        sys.stdout.write(f"{library.name}: {library.stat().st_size / 1e6:.1f} MB\n")
        return
    for grade in [chosen.grade] if chosen.grade else shipped.GRADES:
        command = [sys.executable, "-m", __spec__.name, "--grade", grade, "--output", str(chosen.output)]
        command += [word for name in names for word in ("--game", name)]
        setting = {"NUMBA_CPU_NAME": grade, "NUMBA_CPU_FEATURES": "", "BANMEN_SHIPPED": "0", "BANMEN_JIT": "1"}
        subprocess.run(command, check=True, env={**os.environ, **setting})  # noqa: S603


if __name__ == "__main__":
    main()
