"""How fast is this version beside an earlier one? The same calls of the library in both, in turns, by processor time.

    git worktree add ../earlier COMMIT
    python -m bench.compare_versions ../earlier                     # every workload, best of eight rounds
    python -m bench.compare_versions ../earlier --only Qubism --rounds 16 --cache ~/.cache/compared

Each version has a process of its own; what is compiled in the first call is not counted. Then the processes work alternately,
so that a busy machine disturbs both alike, and the best round of each counts. What they answer is compared as well: a speed is
worth nothing if the moves are others. Exit code 1 if an answer differs, or if this version is slower than the earlier one by
more than 5 %.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
EARLIER, NOW = "earlier", "now"
ALLOWED = 0.95  # of the earlier speed
# Where to find what is called: versions differ in that.
PLACES = {
    "AlphaBeta": ("banmen.engine.search.alphabeta", "banmen.engine.alphabeta"),
    "Expectimax": ("banmen.engine.search.expectimax", "banmen.engine.expectimax"),
    "Mcts": ("banmen.engine.search.mcts", "banmen.engine.mcts"),
    "Budget": ("banmen.engine.interface", "banmen.engine.thought"),
}
PERFT = (
    ("Kariuchi", "kariuchi", None, 7),
    ("58 Holes", "holes58", None, 10),
    ("Moon Trek", "moontrek", None, 7),
    ("Kuniumi", "kuniumi", "6/6/2L3/6/S4l/s3sl l l", 8),
    ("Qubism", "qubism", None, 4),
)
RANDOM_GAMES = {"kariuchi": 80_000, "holes58": 64_000, "moontrek": 20_000, "kuniumi": 200_000, "qubism": 12_000}
SEARCHES = (
    ("Kuniumi", "kuniumi", "AlphaBeta", "6/6/2L3/6/S4l/s3sl l l"),
    ("Qubism", "qubism", "AlphaBeta", "2B2/2<2/1v1>1/5/2W1^ 5 w"),
    ("Kariuchi", "kariuchi", "Expectimax", "R,9x2,12/R,6,21,25 2 3"),
    ("58 Holes", "holes58", "Expectimax", "3,13,29;1;1/3,29;0;2 1 1"),
    ("Moon Trek", "moontrek", "Expectimax", "1:C,5:AAC,12:B,20c:DD,25:BDB,A:A 1,1,2,1 0,0,0,0 AC|BD A 3"),
)
NODES, SIMULATIONS, MEMORY = 400_000, 4_000, 64
Answer = Callable[[], Any]


def find(name: str) -> Any:
    """Return a class of the version at hand, wherever it stands there."""
    for place in PLACES[name]:
        try:
            return getattr(importlib.import_module(place), name)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"this version has no {name}")


def count_lines(name: str, text: str | None, depth: int) -> Any:
    """Return how many lines of play there are."""
    import banmen

    game = banmen.game(name)
    return (game.position(text) if text else game.start()).perft(depth)


def play(name: str, counting: bool) -> Any:
    """Return how random games have ended; with `counting` as the library plays them unless told otherwise."""
    import banmen
    from banmen.engine import playouts

    setting: dict[str, Any] = {} if counting else {"counting": False}
    found = playouts.play(banmen.game(name), RANDOM_GAMES[name], seed=1, **setting)
    return [found.mean_steps, sorted((str(key), value) for key, value in found.wins.items())]


def think(name: str, engine: str, text: str, nodes: int) -> Any:
    """Return what a fresh engine finds with so many nodes."""
    import banmen

    setting: dict[str, Any] = {"seed": 1} if engine == "Mcts" else {}
    found = find(engine)(memory=MEMORY, **setting).think(banmen.game(name).position(text), find("Budget")(nodes=nodes))
    return [[str(one.move), one.chance] for one in found.moves]


def list_workloads() -> dict[str, Answer]:
    """Return the calls that are compared, by name."""
    found: dict[str, Answer] = {}
    for title, name, text, depth in PERFT:
        found[f"{title} perft {depth}"] = partial(count_lines, name, text, depth)
        found[f"{title} random play"] = partial(play, name, counting=False)
        found[f"{title} random play, by default"] = partial(play, name, counting=True)
    for title, name, engine, text in SEARCHES:
        found[f"{title} {engine.lower()}"] = partial(think, name, engine, text, NODES)
        found[f"{title} tree search"] = partial(think, name, "Mcts", text, SIMULATIONS)
    return found


def work() -> None:
    """Serve requests: a line names a workload; the answer is the processor time that it took, and a digest of its result."""
    known = list_workloads()
    for line in sys.stdin:
        began = time.process_time()
        answer = known[line.strip()]()
        spent = time.process_time() - began
        print(json.dumps([spent, hashlib.sha256(repr(answer).encode()).hexdigest()]), flush=True)


class Worker:
    """A process that runs one version."""

    def __init__(self, checkout: Path, cache: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src"), "BANMEN_CACHE": str(cache)}
        command = [sys.executable, "-P", str(Path(__file__).resolve()), "--worker"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**environment, "BANMEN_SHIPPED": "0"}
        )

    def ask(self, name: str) -> tuple[float, str]:
        """Run a workload; return the processor time and a digest of the answer."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        spent, digest = json.loads(self.process.stdout.readline() or "[0, 0]")
        if not digest:
            raise SystemExit(f"{name}: a version could not do it")
        return spent, digest

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def compare(earlier: Path, chosen: list[str], rounds: int, cache: Path | None) -> list[dict[str, Any]]:
    """Return for each workload the best time of both versions, and whether their answers are the same."""
    with tempfile.TemporaryDirectory() if cache is None else nullcontext(str(cache)) as folder:
        workers = {EARLIER: Worker(earlier, Path(folder)), NOW: Worker(ROOT, Path(folder))}
        rows = []
        for name in chosen:
            digests = {way: worker.ask(name)[1] for way, worker in workers.items()}
            best = dict.fromkeys(workers, float("inf"))
            for number in range(rounds):
                for way in (EARLIER, NOW) if number % 2 else (NOW, EARLIER):
                    best[way] = min(best[way], workers[way].ask(name)[0])
            rows.append(make_row(name, best, digests))
            report(rows[-1])
        for worker in workers.values():
            worker.close()
    return rows


def make_row(name: str, best: dict[str, float], digests: dict[str, str]) -> dict[str, Any]:
    """Return what was measured of one workload."""
    return {
        "workload": name,
        "earlier_seconds": round(best[EARLIER], 4),
        "seconds": round(best[NOW], 4),
        "times_as_fast": round(best[EARLIER] / max(best[NOW], 1e-9), 3),
        "same_answer": digests[EARLIER] == digests[NOW],
    }


def report(row: dict[str, Any]) -> None:
    """Print a row."""
    answer = "" if row["same_answer"] else "   OTHER ANSWER"
    speed = f"{row['earlier_seconds']:>9.3f} s {row['seconds']:>9.3f} s {row['times_as_fast']:>7.2f}"
    print(f"{row['workload']:<34}{speed}{answer}", flush=True)


def is_well(row: dict[str, Any]) -> bool:
    """Tell whether a workload gives the same answer as before, and is not slower by more than is allowed."""
    return bool(row["same_answer"] and row["times_as_fast"] >= ALLOWED)


def main() -> int:
    """Read the command line, compare, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("earlier", type=Path, nargs="?", help="a checkout of the earlier version")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--only", default="", help="a regular expression for the names of workloads")
    parser.add_argument("--cache", type=Path, help="a folder that keeps compiled code for another run")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work()
        return 0
    if asked.earlier is None or not (asked.earlier / "src" / "banmen").is_dir():
        parser.error("name a checkout of the earlier version, with its folder src")
    rows = compare(asked.earlier, [name for name in list_workloads() if re.search(asked.only, name)], asked.rounds, asked.cache)
    if asked.output:
        asked.output.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    return 0 if all(map(is_well, rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
