"""Setups of Kuniumi that player 1 wins by force whichever faction is chosen, up to symmetry.

    PYTHONPATH=src python bench/setups.py --output bench/results/setups.json --list bench/data/kuniumi-setups.txt

Without `--gpu`, which only counts, it takes some minutes on one core; `--share 0.001` searches a thousandth of all setups,
spread evenly. `--list` writes every setup found, with the winning line for either faction: a line of text has the value of the
option `lines`, the setup, and the moves if player 1 has land, and if she has sea, with best play by both.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.search.proof import shortest_win
from banmen.kernels import gpu
from banmen.kernels.kernel import GPU
from banmen.kernels.twins import bind
from banmen.solve.kuniumi import forced_setups

PARTS = 1000
MOST = 10_000  # setups of a part
BUDGET = Budget(nodes=10_000_000)
CHOICES = {"land": "sea", "sea": "land"}  # player 1's faction, and what player 2 takes then


def count(game: banmen.Game, plies: int) -> int:
    """Count the setups that are won within so many plies on a graphics card."""
    return gpu.sweep(bind(forced_setups, game.rules, GPU).is_forced, forced_setups.SETUPS, plies, (game.first_state()[2],))


def find(game: banmen.Game, plies: int, share: float) -> list[int]:
    """Return the numbers of the setups that are won within so many plies, or those of a share of all setups."""
    kernels, part = game.compiled(forced_setups), forced_setups.SETUPS // PARTS
    room, found = numpy.zeros(MOST, numpy.int64), []
    for begin in range(0, forced_setups.SETUPS, part):
        end = min(begin + int(part * share), forced_setups.SETUPS)
        number = kernels.list_forced(begin, end, plies, (game.first_state()[2],), room)
        assert number <= MOST
        found += room[:number].tolist()
    return found


def describe_setup(game: banmen.Game, number: int, plies: int) -> str:
    """Return a setup and how player 1 wins with either faction."""
    rest: int = game.first_state()[2]
    position = Position(game, game.compiled(forced_setups).set_up(number, rest))
    lines = []
    for faction, other in CHOICES.items():
        win = shortest_win(position.play(other), plies, BUDGET)
        assert win is not None
        lines.append(f"{faction}: {' '.join(map(str, win.line))}")
    return f"{game.options['lines']}  {str(position).split()[0]}  {'  '.join(lines)}"


def main() -> int:
    """Look at both readings of lines and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--plies", type=int, nargs="+", default=[1, 3])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--list", type=Path)
    options = parser.parse_args()
    if options.gpu and options.list:
        parser.error("--gpu only counts; leave it out to list setups")
    rows: list[dict[str, Any]] = []
    listed: list[str] = []
    for lines in ("sight", "through"):
        game = banmen.game("kuniumi", lines=lines)
        for plies in options.plies:
            began = time.perf_counter()
            found = [] if options.gpu else find(game, plies, options.share)
            number = count(game, plies) if options.gpu else len(found)
            taken = round(time.perf_counter() - began, 2)
            rows.append({"lines": lines, "plies": plies, "setups": number, "share": options.share, "seconds": taken})
            rows[-1] |= {"on": "GPU" if options.gpu else "CPU", "date": datetime.now(UTC).date().isoformat()}
            print(rows[-1], flush=True)
            if options.list and plies == max(options.plies):
                listed += [describe_setup(game, each, plies) for each in found]
    if options.output:
        options.output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    if options.list:
        options.list.write_text("\n".join(listed) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
