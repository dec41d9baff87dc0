"""The speed of this version compared with another one: the same library calls in both, alternately, by CPU time.

    git worktree add ../earlier COMMIT
    python -m bench.compare_versions ../earlier                     # every workload, best of eight rounds
    python -m bench.compare_versions ../earlier --only Qubism --rounds 16 --cache ~/.cache/compared
    python -m bench.compare_versions --stock                        # this version, compiled by stock numba

Each version has a process and a compile cache of its own; the first call, which compiles, is reported separately. Then the
processes work alternately, so that a busy machine disturbs both equally, and the best round of each counts; with `--cached`
they restart before that, so that all compiled code comes from disk. Their answers are compared as well, because speed is
worthless if the moves differ. Exit code 1 if an answer differs, or if this version is slower than the other by more than 5 %.
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
OTHER, NOW = "other", "now"
ALLOWED = 0.95  # of the other speed
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
PROOFS = (("Qubism", "qubism", "2B2/5/5/5/2W2 9 w", 10), ("Kuniumi", "kuniumi", "6/6/2L3/6/S4l/s3sl l l", 9))
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
    """Return the results of random games; with `counting` as the library plays them by default."""
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


def prove(name: str, text: str, plies: int) -> Any:
    """Return in how many plies the side to move can force a win, and how many nodes the search took."""
    import banmen
    from banmen.engine.interface import convert_memory
    from banmen.engine.search.proof import ProofSearch

    search = ProofSearch(banmen.game(name).position(text), plies, convert_memory(MEMORY))
    return [search.shortest(plies), search.nodes]


def list_workloads() -> dict[str, Answer]:
    """Return the calls that every version knows, by name."""
    found: dict[str, Answer] = {}
    for title, name, text, depth in PERFT:
        found[f"{title} perft {depth}"] = partial(count_lines, name, text, depth)
        found[f"{title} random play"] = partial(play, name, counting=False)
        found[f"{title} random play, by default"] = partial(play, name, counting=True)
    for title, name, engine, text in SEARCHES:
        found[f"{title} {engine.lower()}"] = partial(think, name, engine, text, NODES)
        found[f"{title} tree search"] = partial(think, name, "Mcts", text, SIMULATIONS)
    return found


def list_proofs() -> dict[str, Answer]:
    """Return the additional calls to compare if both sides are this version."""
    return {f"{title} proof {plies}": partial(prove, name, text, plies) for title, name, text, plies in PROOFS}


def work() -> None:
    """Serve requests: a line names a workload; the answer is the processor time that it took, and a digest of its result."""
    known = list_workloads() | list_proofs()
    for line in sys.stdin:
        began = time.process_time()
        answer = known[line.strip()]()
        spent = time.process_time() - began
        print(json.dumps([spent, hashlib.sha256(repr(answer).encode()).hexdigest()]), flush=True)


class Worker:
    """A process that runs a checkout, compiled by numba as it comes or with our changes to it."""

    def __init__(self, checkout: Path, cache: Path, *, stock: bool = False) -> None:
        setting = {"PYTHONPATH": str(checkout.resolve() / "src"), "BANMEN_CACHE": str(cache), "BANMEN_JIT": "1"}
        self.environment = {**os.environ, **setting, "BANMEN_SHIPPED": "0", "BANMEN_STOCK_NUMBA": str(int(stock))}
        self.start()

    def start(self) -> None:
        """Begin the process."""
        command = [sys.executable, "-P", str(Path(__file__).resolve()), "--worker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.environment)

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


def compare(
    earlier: Path | None, chosen: list[str], rounds: int, cache: Path | None, *, cached: bool = False
) -> list[dict[str, Any]]:
    """Return how fast each workload is in both versions, and whether their answers are the same.

    The other version is a checkout or, if none is given, this one compiled by stock numba.
    """
    with tempfile.TemporaryDirectory() if cache is None else nullcontext(str(cache)) as folder:
        other = Worker(earlier or ROOT, Path(folder) / OTHER, stock=earlier is None)
        workers = {OTHER: other, NOW: Worker(ROOT, Path(folder) / NOW)}
        try:
            return [_compare_one(workers, name, rounds, cached) for name in chosen]
        finally:
            for worker in workers.values():
                worker.close()


def _compare_one(workers: dict[str, Worker], name: str, rounds: int, cached: bool) -> dict[str, Any]:
    first = {way: worker.ask(name) for way, worker in workers.items()}
    for worker in workers.values() if cached else ():
        worker.close()
        worker.start()
        worker.ask(name)  # which loads what was compiled
    best = dict.fromkeys(workers, float("inf"))
    for number in range(rounds):
        for way in (OTHER, NOW) if number % 2 else (NOW, OTHER):
            best[way] = min(best[way], workers[way].ask(name)[0])
    row = make_row(name, best, first)
    report(row)
    return row


def make_row(name: str, best: dict[str, float], first: dict[str, tuple[float, str]]) -> dict[str, Any]:
    """Return what was measured of one workload."""
    return {
        "workload": name,
        "other_seconds": round(best[OTHER], 4),
        "seconds": round(best[NOW], 4),
        "times_as_fast": round(best[OTHER] / max(best[NOW], 1e-9), 3),
        "other_first_call_seconds": round(first[OTHER][0], 1),
        "first_call_seconds": round(first[NOW][0], 1),
        "same_answer": first[OTHER][1] == first[NOW][1],
    }


def report(row: dict[str, Any]) -> None:
    """Print a row."""
    answer = "" if row["same_answer"] else "   OTHER ANSWER"
    speed = f"{row['other_seconds']:>9.3f} s {row['seconds']:>9.3f} s {row['times_as_fast']:>7.2f}"
    first = f"   first call {row['other_first_call_seconds']:>6.1f} s {row['first_call_seconds']:>6.1f} s"
    print(f"{row['workload']:<34}{speed}{first}{answer}", flush=True)


def is_well(row: dict[str, Any]) -> bool:
    """Return whether a workload gives the same answer as before, and is not slower by more than is allowed."""
    return bool(row["same_answer"] and row["times_as_fast"] >= ALLOWED)


def main() -> int:
    """Read the command line, compare, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("earlier", type=Path, nargs="?", help="a checkout of the earlier version")
    parser.add_argument("--stock", action="store_true", help="compare with this version, compiled by numba as it comes")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--only", default="", help="a regular expression for the names of workloads")
    parser.add_argument("--cached", action="store_true", help="load compiled code from the disk before the rounds")
    parser.add_argument("--cache", type=Path, help="a folder that keeps compiled code for another run")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work()
        return 0
    if asked.stock == bool(asked.earlier) or (asked.earlier and not (asked.earlier / "src" / "banmen").is_dir()):
        parser.error("name a checkout of the earlier version, with its folder src, or --stock")
    known = list_workloads() | (list_proofs() if asked.stock else {})
    chosen = [name for name in known if re.search(asked.only, name)]
    rows = compare(asked.earlier, chosen, asked.rounds, asked.cache, cached=asked.cached)
    if asked.output:
        asked.output.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    return 0 if all(map(is_well, rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
