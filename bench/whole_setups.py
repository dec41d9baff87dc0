"""Whole games of Kuniumi solved from their setup: who wins, whichever faction player 2 takes, if both play their best.

    PYTHONPATH=src python bench/whole_setups.py --random 20 --seconds 60 --output bench/results/whole-setups.json
    PYTHONPATH=src python bench/whole_setups.py --even 20 --seconds 120
    PYTHONPATH=src python bench/whole_setups.py --setups "s4S/l4L/6/6/6/1sl3" --seconds 600 --jobs 1 --threads 2

A game lasts at most 30 plies after the setup and has no draw, so one of the players wins by force within 30 plies.
The proof search decides which, once for each faction that player 2 may take: she wins the setup if she wins with one of
them. An even setup stays the same if land and sea are swapped and the board is turned by half, so one search is enough.
`--seconds` limits each search; if it is too short, the result is unknown. `--jobs` searches run in parallel, each on
`--threads` threads with a table of `--memory` MiB.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.search.proof import prove_result
from banmen.games.kuniumi import symmetry
from banmen.games.kuniumi.board import SIZE
from banmen.lab.tournament import count_cores

GAME = banmen.game("kuniumi")
DEALT = banmen.game("kuniumi", setup="random")
FACTIONS = ("land", "sea")  # that player 2 may take
OTHER = {"L": "S", "l": "s"}  # signs of land's pieces, and of sea's
HALF_TURN = 3  # as `symmetry` numbers images of the board


def deal_setup(rng: random.Random) -> Position:
    """Return a setup by chance."""
    return GAME.position(DEALT.start(rng).text)


def deal_even_setup(rng: random.Random) -> Position:
    """Return an even setup by chance: land's pieces anywhere, and sea's opposite."""
    while True:
        board = ["."] * SIZE * SIZE
        for space, sign in zip(rng.sample(range(len(board)), 3), "Lll", strict=True):
            board[space], board[-1 - space] = sign, OTHER[sign]
        if len(board) - board.count(".") == 6:
            rows = ("".join(board[begin : begin + SIZE]) for begin in range(0, len(board), SIZE))
            text = "/".join(re.sub(r"\.+", lambda free: str(len(free[0])), row) for row in rows)
            try:
                return GAME.position(f"{text} choose -")
            except banmen.BanmenError:
                continue  # a group would be closed from the beginning


def is_even(setup: Position) -> bool:
    """Return whether a setup looks the same with land and sea swapped and the board turned by half.

    >>> is_even(GAME.position("L5/2l2l/6/6/s2s2/5S choose -"))
    True
    """
    land, sea = setup.state[:2]
    return bool(symmetry.map_side(land, HALF_TURN) == sea)


def search_setup(setup: Position, taken: str, seconds: float, memory: int, threads: int) -> dict[str, Any]:
    """Find out whether player 1 wins a setup if player 2 takes a faction; None if the time did not suffice."""
    began = time.perf_counter()
    found = prove_result(setup.play(taken), Budget(seconds=seconds), memory=memory, threads=threads)
    return {"player_1_wins": found.wins, "positions": found.nodes, "seconds": round(time.perf_counter() - began, 1)}


def judge(land: bool | None, sea: bool | None) -> int | None:
    """Return who wins, 1 or 2, given whether player 1 does when player 2 takes land or sea.

    >>> judge(True, True), judge(None, False), judge(True, None)
    (1, 2, None)
    """
    if land is False or sea is False:
        return 2
    return 1 if land and sea else None


def solve_setup(setup: Position, search: Callable[[Position, str], dict[str, Any]]) -> dict[str, Any]:
    """Solve a setup if the time suffices."""
    rows = {taken: search(setup, taken) for taken in (FACTIONS[:1] if is_even(setup) else FACTIONS)}
    wins = [rows.get(taken, rows[FACTIONS[0]])["player_1_wins"] for taken in FACTIONS]
    found = {f"player_2_takes_{taken}": row for taken, row in rows.items()}
    return {"setup": setup.text.split()[0], "even": is_even(setup), "winner": judge(*wins)} | found


def main() -> int:
    """Solve and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--even", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--setups", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--jobs", type=int, help="searches at a time; by default as many as there are cores for")
    parser.add_argument("--threads", type=int, default=1, help="of each search")
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    setups = [GAME.position(f"{text} choose -") for text in asked.setups]
    setups += [deal_setup(rng) for _ in range(asked.random)] + [deal_even_setup(rng) for _ in range(asked.even)]
    report: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "seconds": asked.seconds, "seed": asked.seed}
    report |= {"threads": asked.threads, "setups": []}

    def search(setup: Position, taken: str) -> dict[str, Any]:
        return search_setup(setup, taken, asked.seconds, asked.memory, asked.threads)

    with ThreadPoolExecutor(asked.jobs or max(1, count_cores() // asked.threads)) as pool:
        for row in pool.map(lambda setup: solve_setup(setup, search), setups):
            print(row, flush=True)
            report["setups"].append(row)
            if asked.output:
                asked.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
