"""What our two changes to numba bring: the same work compiled with them and by numba as it comes, in turns, in one run.

    PYTHONPATH=src:. python bench/numba_changes.py --output bench/results/numba_changes.json

Each way has a process and a compile cache of its own. The first run of a workload compiles it; its processor time is given as
well. Then the processes work alternately, so that a busy machine disturbs both alike, and the best round of each counts. With
`--cached` both processes start anew before the rounds, so that all compiled code comes from the disk.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import banmen
from banmen.engine.interface import Budget, convert_memory
from banmen.engine.search.mcts import Mcts
from banmen.engine.search.proof import ProofSearch
from bench import ours, search
from bench.measure import NODES, Work, Workload, take_sample

STOCK, CHANGED = "stock", "changed"
PROOFS = (("qubism", "2B2/5/5/5/2W2 9 w", 10), ("kuniumi", "6/6/2L3/6/S4l/s3sl l l", 9))  # a game, a position, plies
ANSWERED = 30_000  # nodes for the answers that are compared


def prove(name: str, text: str, plies: int, times: int) -> Work:
    """Ask with a fresh table whether the side to move can force a win within some plies."""
    position, nodes = banmen.game(name).position(text), 0
    for _ in range(times):
        hunter = ProofSearch(position, plies, convert_memory(search.MEMORY))
        hunter.shortest(plies)
        nodes += hunter.nodes
    return Work(nodes, 0)


def list_workloads() -> dict[str, Workload]:
    """Return random play, counting, searches and proofs by name."""
    proofs = [
        Workload(f"{ours.TITLES[name]} proof {plies}", ours.LIBRARY, NODES, functools.partial(prove, name, text, plies))
        for name, text, plies in PROOFS
    ]
    return {workload.name: workload for workload in [*ours.list_workloads(), *search.list_workloads(), *proofs]}


def digest_answers() -> str:
    """Return a digest of what all searches answer: moves, values and node counts."""
    digest = hashlib.sha256()
    for name, _, engine in search.SEARCHES:
        for text in search.POSITIONS[name]:
            digest.update(repr(engine().think(banmen.game(name).position(text), Budget(nodes=ANSWERED)).moves).encode())
    for name in ours.TITLES:
        digest.update(repr(Mcts(seed=1).think(search.start(name), Budget(nodes=500)).moves).encode())
    return digest.hexdigest()


def work() -> None:
    """Serve requests, a line of JSON each: measure a workload for some seconds, or tell the answers."""
    known = list_workloads()
    for line in sys.stdin:
        name, seconds = json.loads(line)
        if name == "answers":
            print(json.dumps(digest_answers()), flush=True)
            continue
        workload = known[name]
        began = time.process_time()
        if seconds == 0:
            workload.run(1)
            print(json.dumps(time.process_time() - began), flush=True)
        else:
            sample = take_sample(workload, seconds)
            print(json.dumps(sample.units / sample.seconds), flush=True)


class Worker:
    """A process that compiles in one of the two ways."""

    def __init__(self, way: str, cache: Path) -> None:
        stock = "1" if way == STOCK else "0"
        environment = {**os.environ, "BANMEN_STOCK_NUMBA": stock, "BANMEN_CACHE": str(cache), "BANMEN_JIT": "1"}
        command = [sys.executable, "-m", "bench.numba_changes", "--worker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, name: str, seconds: float = 0) -> Any:
        """Send a request and return the answer."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([name, seconds]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def compare(chosen: list[str], rounds: int, seconds: float, cached: bool, kept: Path | None) -> list[dict[str, Any]]:
    """Measure some workloads both ways, in turns; `kept` is a folder for compiled code that outlasts the run."""
    with tempfile.TemporaryDirectory() if kept is None else nullcontext(kept) as folder:
        workers = {way: Worker(way, Path(folder) / way) for way in (STOCK, CHANGED)}
        compiling = {name: {way: workers[way].ask(name) for way in workers} for name in chosen}
        if cached:
            for way in list(workers):
                workers[way].close()
                workers[way] = Worker(way, Path(folder) / way)
        rates: dict[str, dict[str, float]] = {name: dict.fromkeys(workers, 0.0) for name in chosen}
        for _ in range(rounds):
            for name in chosen:
                for way, worker in workers.items():
                    rates[name][way] = max(rates[name][way], worker.ask(name, seconds))
                print(name, {way: f"{rate:,.0f}" for way, rate in rates[name].items()}, file=sys.stderr, flush=True)
        same = workers[STOCK].ask("answers") == workers[CHANGED].ask("answers")
        for worker in workers.values():
            worker.close()
    print(f"both ways give {'the same' if same else 'DIFFERENT'} answers")
    return [make_row(name, rates[name], compiling[name], same) for name in chosen]


def make_row(name: str, rates: dict[str, float], compiling: dict[str, float], same: bool) -> dict[str, Any]:
    """Return what was measured of one workload."""
    return {
        "workload": name,
        "stock_per_second": round(rates[STOCK]),
        "changed_per_second": round(rates[CHANGED]),
        "ratio": round(rates[CHANGED] / rates[STOCK], 2),
        "stock_first_run_seconds": round(compiling[STOCK], 1),
        "changed_first_run_seconds": round(compiling[CHANGED], 1),
        "same_answers": same,
    }


def main() -> int:
    """Compare and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of a workload in a round")
    parser.add_argument("--only", default="", help="a regular expression for the names of workloads")
    parser.add_argument("--cached", action="store_true", help="load compiled code from the disk before the rounds")
    parser.add_argument("--cache", type=Path, help="a folder that keeps compiled code for another run")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work()
        return 0
    chosen = [name for name in list_workloads() if re.search(options.only, name)]
    rows = compare(chosen, options.rounds, options.seconds, options.cached, options.cache)
    for found in rows:
        rates = f"{found['stock_per_second']:>13,} {found['changed_per_second']:>13,} {found['ratio']:>6.2f}"
        first = f"{found['stock_first_run_seconds']:>6.1f} {found['changed_first_run_seconds']:>6.1f}"
        print(f"{found['workload']:<24}{rates}   first run {first} s")
    if options.output:
        options.output.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
