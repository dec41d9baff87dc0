"""The first minute of a newcomer: how long the page and the computer take to answer on an empty compile cache.

    PYTHONPATH=src:. python bench/first_minute.py --output bench/results/first-minute.json
    PYTHONPATH=src:. python bench/first_minute.py --python wheel/bin/python --output bench/results/first-minute-wheel.json

For each game and level, a server starts that has never compiled anything: from this checkout without precompiled kernels, or
from another Python with an installed wheel. The report has the seconds until the server answers (also in CPU time, which a busy
machine affects less), from a person's first move to the computer's next step, and the longest such wait of the next steps; a
throw and a move are a step each, and if several opponents answer, the wait for each counts separately. A round is all of them
together.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import banmen
from banmen.core import registry
from bench.run import describe_machine
from bench.server import Server, Visitor

ROUNDS = 6  # of the computer's answers that are waited for
PATIENCE = 120.0  # seconds


def measure_game(name: str, level: int, python: str) -> dict[str, Any]:
    """Begin a game against a level on a new server and return the times."""
    # A wheel is tried as it is installed, without the sources of this checkout.
    setting = {"BANMEN_SHIPPED": "0"} if python == sys.executable else {"PYTHONPATH": "", "BANMEN_SHIPPED": "1"}
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        server = Server(f"{folder}/data", python, BANMEN_CACHE=f"{folder}/cache", **setting)
        try:
            visitor = Visitor(server.port, level)
            visitor.ask("/api/games")
            page, processor = time.perf_counter() - began, server.seconds
            steps, rounds = measure_waits(visitor, name, level)
            compiled = any(Path(folder, "cache").rglob("*.nbi"))
        finally:
            server.close()
    return {
        "game": name,
        "level": level,
        "opponents": len(banmen.game(name).players) - 1,
        "page": round(page, 3),
        "page_processor": round(processor, 3),
        "first": round(steps[0], 3),
        "longest_later": round(max(steps[1:], default=0.0), 3),
        "longest_round": round(max(rounds), 3),
        "compiled": compiled,
    }


def measure_waits(visitor: Visitor, name: str, level: int) -> tuple[list[float], list[float]]:
    """Play at random against a level; return how long each of the computer's steps took, and each round of them."""
    rng, players = random.Random(level), banmen.game(name).players
    seats = {player: "human" if player == players[0] else f"level:{level}" for player in players}
    view = visitor.ask("/api/matches", {"game": name, "seats": seats})
    steps: list[float] = []
    rounds: list[float] = []
    while len(rounds) < ROUNDS and not view["result"]:
        if not view["yours"]:
            began = last = time.perf_counter()
            while not (view["yours"] or view["result"]) and time.perf_counter() - began < PATIENCE:
                time.sleep(0.02)
                before, view = view["seq"], visitor.ask(f"/api/matches/{view['id']}")
                if view["seq"] != before:
                    steps.append(time.perf_counter() - last)
                    last = time.perf_counter()
            rounds.append(time.perf_counter() - began)
            continue
        action: dict[str, Any] = {"type": "throw"}
        if view["waits_for"] == "move":
            action = {"type": "move", "move": rng.choice(view["moves"])["move"]}
        view = visitor.ask(
            f"/api/matches/{view['id']}/actions", {**action, "seq": view["seq"], "client_id": str(uuid.uuid4())}
        )["view"]
    return steps, rounds


def main() -> None:
    """Run the requested measurements and save the results."""
    parser = argparse.ArgumentParser(description="Measure the first answers on an empty compile cache.")
    parser.add_argument("--game", action="append", choices=registry.names(), help="all by default")
    parser.add_argument("--level", action="append", type=int, help="1, 3, 5, 7 and 8 by default")
    parser.add_argument("--python", default=sys.executable, help="of an environment into which a wheel was installed")
    parser.add_argument("--output", type=Path, help="a JSON file to write")
    chosen = parser.parse_args()
    machine = {**describe_machine(), "load": round(os.getloadavg()[0], 1)}
    found: list[dict[str, Any]] = []
    for name in chosen.game or registry.names():
        for level in chosen.level or (1, 3, 5, 7, 8):
            found.append(measure_game(name, level, chosen.python))
            told = found[-1]
            print(
                f"{name} level {level}: page {told['page']:.1f} s, first {told['first']:.1f}, "
                f"later {told['longest_later']:.1f}, round {told['longest_round']:.1f}"
            )
    if chosen.output:
        chosen.output.write_text(json.dumps({"machine": machine, "games": found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
