"""Whole games of Kuniumi solved from their setup: who wins, whichever faction player 2 takes, if both play their best.

    PYTHONPATH=src python bench/whole_setups.py --random 20 --seconds 60 --output bench/results/whole-setups.json
    PYTHONPATH=src python bench/whole_setups.py --setups "s4S/l4L/6/6/6/1sl3" --seconds 600

A game lasts at most 30 plies after the setup and has no draw, so player 1 wins by force within 30 plies or player 2 does.
The proof search is asked just that, once for each faction that player 2 may take: she wins the setup if she wins with one of
them. The seconds are the most that a search may take; where that was too short, nothing is said. The searches run on all
cores, each of them on one, with a table of `--memory` MiB.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import banmen
from banmen.core.game import Position
from banmen.engine.proof import Hunter
from banmen.engine.thought import Budget
from banmen.engine.watching import stopped_by
from banmen.lab.tournament import cores

GAME = banmen.game("kuniumi")
FACTIONS = ("land", "sea")  # that player 2 may take


def drawn(rng: random.Random) -> Position:
    """Return a setup drawn by chance, with the choice of a faction due."""
    position = GAME.start()
    while not any(str(move) in FACTIONS for move in position.legal_moves()):
        position = position.play(rng.choice(position.legal_moves()))
    return position


def searched(setup: Position, taken: str, seconds: float, memory: int) -> dict[str, Any]:
    """Find out whether player 1 wins a setup if player 2 takes a faction; None if the time did not suffice."""
    position, began = setup.play(taken), time.thread_time()
    plies: int = GAME.rules.longest(position.state)
    hunter = Hunter(position, plies, memory << 20)
    with stopped_by(Budget(seconds=seconds).clock(), hunter.control):
        wins = hunter.wins(position, plies)
    found = None if hunter.stopped else bool(wins)
    return {"player_1_wins": found, "positions": hunter.nodes, "seconds": round(time.thread_time() - began, 1)}


def value(land: bool | None, sea: bool | None) -> int | None:
    """Return who wins, 1 or 2, given whether player 1 does when player 2 takes land or sea.

    >>> value(True, True), value(None, False), value(True, None)
    (1, 2, None)
    """
    if land is False or sea is False:
        return 2
    return 1 if land and sea else None


def solved(setup: Position, seconds: float, memory: int) -> dict[str, Any]:
    """Solve a setup as far as the time allows."""
    rows = {f"player_2_takes_{taken}": searched(setup, taken, seconds, memory) for taken in FACTIONS}
    return {"setup": str(setup).split()[0], "winner": value(*(row["player_1_wins"] for row in rows.values()))} | rows


def main() -> int:
    """Solve and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--setups", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    setups = [GAME.position(f"{text} choose -") for text in asked.setups] + [drawn(rng) for _ in range(asked.random)]
    rows = []
    with ThreadPoolExecutor(asked.jobs) as pool:
        for row in pool.map(lambda setup: solved(setup, asked.seconds, asked.memory), setups):
            print(row, flush=True)
            rows.append(row)
    report = {"date": datetime.now(UTC).date().isoformat(), "seconds": asked.seconds, "seed": asked.seed, "setups": rows}
    if asked.output:
        asked.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
