"""An exhaustive search of Qubism with all nine cubes: within how many plies no side can force a win from the start.

    PYTHONPATH=src python bench/proofs.py --white 13 --black 16 --output bench/results/proofs.json

One thread; the times are processor time. With the numbers above it takes about two minutes, nearly all for Black's last ply.
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
from banmen.engine.interface import convert_memory
from banmen.engine.search.proof import ProofSearch


def search_proofs(seat: int, plies: int, tip: str, memory: int) -> list[dict[str, Any]]:
    """Search with increasing depth whether a seat can force a win from the start, up to a number of plies or the first win."""
    start = banmen.game("qubism", tip=tip).start()
    hunter = ProofSearch(start, plies, convert_memory(memory), seat=seat)
    hunter.wins(start, 2 - seat)  # compiled ahead of the measurement
    began, rows = time.process_time(), []
    for within in range(1 + seat, plies + 1, 2):
        wins = hunter.wins(start, within)
        taken = round(time.process_time() - began, 2)
        rows.append({"side": "wb"[seat], "tip": tip, "plies": within, "wins": wins, "nodes": hunter.nodes, "seconds": taken})
        rows[-1]["date"] = datetime.now(UTC).date().isoformat()
        print(rows[-1], flush=True)
        if wins:
            break
    return rows


def main() -> int:
    """Search for both sides and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--white", type=int, default=13)
    parser.add_argument("--black", type=int, default=16)
    parser.add_argument("--tip", choices=("cw", "ccw", "either", "straight"), default="cw")
    parser.add_argument("--memory", type=int, default=512, help="MiB")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    rows = search_proofs(0, options.white, options.tip, options.memory) + search_proofs(
        1, options.black, options.tip, options.memory
    )
    if options.output:
        options.output.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
