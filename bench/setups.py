"""Setups of Kuniumi that player 1 wins by force whichever faction is chosen, counted up to symmetry.

    PYTHONPATH=src python bench/setups.py --output bench/results/setups.json

Without `--gpu` it takes some minutes on one core; `--share 0.001` looks at a thousandth of all setups, spread evenly.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import banmen
from banmen.core import gpu
from banmen.core.kernel import GPU, bind
from banmen.solve import setups

PARTS = 1000


def count(game: banmen.Game, plies: int, share: float, on_gpu: bool) -> int:
    """Count the setups that are won within so many plies, or those of a share of all setups."""
    arguments = (game.first_state()[2],)
    if on_gpu:
        return gpu.sweep(bind(setups, game.rules, GPU).is_forced, setups.SETUPS, plies, arguments)
    kernels, part = game.compiled(setups), setups.SETUPS // PARTS
    begins = range(0, setups.SETUPS, part)
    return sum(int(kernels.count_forced(begin, begin + int(part * share), plies, arguments)) for begin in begins)


def main() -> int:
    """Count for both readings of lines and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--plies", type=int, nargs="+", default=[1, 3])
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for lines in ("sight", "through"):
        for plies in options.plies:
            began = time.perf_counter()
            found = count(banmen.game("kuniumi", lines=lines), plies, options.share, options.gpu)
            taken = round(time.perf_counter() - began, 2)
            rows.append({"lines": lines, "plies": plies, "setups": found, "share": options.share, "seconds": taken})
            rows[-1] |= {"on": "GPU" if options.gpu else "CPU", "date": datetime.now(UTC).date().isoformat()}
            print(rows[-1], flush=True)
    if options.output:
        options.output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
