"""The first minute of a newcomer: how long the page and the computer take to answer on an empty compile cache.

    PYTHONPATH=src:. python bench/first_minute.py --output bench/results/first-minute.json

For each game and level a server is started that has never compiled anything. Told are the seconds until the server
answers, from a person's first move to the computer's, and the longest such wait of the next moves.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import banmen
from banmen.core import registry
from bench.server import Server, Visitor

MOVES = 6  # of the computer that are waited for
PATIENCE = 120.0  # seconds


def measure_game(name: str, level: int) -> dict[str, Any]:
    """Begin a game against a level on a new server and tell how long things took."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        server = Server(f"{folder}/data", BANMEN_CACHE=f"{folder}/cache")
        try:
            visitor = Visitor(server.port, level)
            visitor.ask("/api/games")
            page = time.perf_counter() - began
            waits = measure_waits(visitor, name, level)
        finally:
            server.close()
    return {"game": name, "level": level, "page": page, "first": waits[0], "longest_later": max(waits[1:], default=0.0)}


def measure_waits(visitor: Visitor, name: str, level: int) -> list[float]:
    """Play at random against a level and return how long each of its turns took."""
    rng, players = random.Random(level), banmen.game(name).players
    seats = {player: "human" if player == players[0] else f"level:{level}" for player in players}
    view = visitor.ask("/api/matches", {"game": name, "seats": seats})
    waits: list[float] = []
    while len(waits) < MOVES and not view["result"]:
        if not view["yours"]:
            began = time.perf_counter()
            while not (view["yours"] or view["result"]) and time.perf_counter() - began < PATIENCE:
                time.sleep(0.02)
                view = visitor.ask(f"/api/matches/{view['id']}")
            waits.append(time.perf_counter() - began)
            continue
        action: dict[str, Any] = {"type": "throw"}
        if view["waits_for"] == "move":
            action = {"type": "move", "move": rng.choice(view["moves"])["move"]}
        view = visitor.ask(
            f"/api/matches/{view['id']}/actions", {**action, "seq": view["seq"], "client_id": str(uuid.uuid4())}
        )["view"]
    return waits


def main() -> None:
    """Measure all that was asked for and write it down."""
    parser = argparse.ArgumentParser(description="Measure the first answers on an empty compile cache.")
    parser.add_argument("--game", action="append", choices=registry.names(), help="all by default")
    parser.add_argument("--level", action="append", type=int, help="1, 3, 5, 7 and 8 by default")
    parser.add_argument("--output", type=Path, help="a JSON file to write")
    chosen = parser.parse_args()
    found = []
    for name in chosen.game or registry.names():
        for level in chosen.level or (1, 3, 5, 7, 8):
            found.append(measure_game(name, level))
            told = found[-1]
            print(
                f"{name} level {level}: page {told['page']:.1f} s, first {told['first']:.1f}, later {told['longest_later']:.1f}"
            )
    if chosen.output:
        chosen.output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
