"""Fuzzing: send nonsense to the server and to the library, and accept only well-defined answers.

    PYTHONPATH=src python -m bench.fuzz --requests 100000 --texts 1000000 --output bench/results/fuzz.json

A request must be answered with 2xx, 3xx, or 4xx and a known code or a page; the server must survive, stay small and write no
traceback. A text must be read or rejected with a Banmen error. The slowest of each kind is reported; more than a second is
a failure, unless other programs are to blame. `--only N` repeats one request by its number. A run of one kind (requests or
texts) keeps the other kind's results in the output.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.fault_servers import Forker, Server
from bench.fuzz_findings import Findings
from bench.fuzz_long import write_long_match
from bench.fuzz_requests import VISITOR, Target, Turns, fuzz_requests, mangle_request, send
from bench.fuzz_texts import Corpus, fuzz_texts

MOST_GROWTH, MOST_MEMORY = 300_000, 500_000  # kilobytes
SETTINGS = {"BANMEN_HINT_SECONDS": "0.05", "BANMEN_MOST_MATCHES": "50", "BANMEN_REQUEST_SECONDS": "5"}
COMPILED = {"BANMEN_JIT": "1"}  # as servers run; a few requests need not wait for a compiler
ERROR = re.compile(r"^Traceback.*?^(?=\S)(?!Traceback|During|The above)([^\n]*)$", re.MULTILINE | re.DOTALL)
QUIET = 20.0  # seconds after which a server has closed what its clients have left
WARM_UP = 0.2  # of the requests, after which the server's memory is compared: each game that is played loads more


def run_requests(times: int, seed: int, clients: int = 2, **settings: str) -> dict[str, Any]:
    """Send so many requests to a server of their own; return what was found."""
    findings, warm_up = Findings(), int(WARM_UP * times)
    with tempfile.TemporaryDirectory(prefix="banmen-fuzz-") as folder:
        forker = Forker()
        write_long_match(Path(folder) / "data", VISITOR)
        server = Server(forker, Path(folder) / "data", Path(folder) / "log", **SETTINGS, **settings)
        try:
            server.wait()
            target = Target(server, Corpus(seed))
            began = time.monotonic()
            early = max(fuzz_requests(target, range(warm_up), seed, findings, clients))
            later = fuzz_requests(target, range(warm_up, times), seed, findings, clients)
            latest = max(later)
            left = wait_for_quiet(server)
            if not server.answers():
                findings.complain("server", "it does not answer any more", "", times)
            lasted = time.monotonic() - began
        finally:
            server.close()
            forker.close()
        log = server.log.read_text(errors="replace")
    if left:
        findings.complain("server", f"it holds {left} connections although nobody is there", "", times)
    if latest - early > MOST_GROWTH:
        findings.complain("server", f"its memory grew from {early} to {latest} kB", "", times)
    if latest > MOST_MEMORY:
        findings.complain("server", f"it took {latest} kB of memory", "", times)
    for error, count in Counter(ERROR.findall(log)).items():
        findings.complain("server", f"wrote {count} tracebacks that end with {error}", "", times)
    return {
        "requests": times,
        "seconds": round(lasted, 1),
        "memory_kb": {"early": early, "most": latest, "at_each_tenth": later[:: max(1, len(later) // 10)]},
        "connections_left": left,
        "log_bytes": len(log),
        **findings.summarise(),
    }


def wait_for_quiet(server: Server) -> int:
    """Return how many connections a server still holds after all clients have gone and it had time to notice."""
    late = time.monotonic() + QUIET
    while server.connections and time.monotonic() < late:
        time.sleep(0.1)
    return server.connections


def run_texts(times: int, seed: int) -> dict[str, Any]:
    """Read so many texts; return what was found."""
    findings, began = Findings(), time.process_time()
    fuzz_texts(times, seed, findings)
    return {"texts": times, "cpu_seconds": round(time.process_time() - began, 1), **findings.summarise()}


def repeat_one(number: int, seed: int) -> None:
    """Send one request again, and print all of it and its answer."""
    with tempfile.TemporaryDirectory(prefix="banmen-fuzz-") as folder:
        forker = Forker()
        write_long_match(Path(folder) / "data", VISITOR)
        server = Server(forker, Path(folder) / "data", Path(folder) / "log", **SETTINGS)
        try:
            server.wait()
            mangled = mangle_request(target := Target(server, Corpus(seed)), random.Random(f"{seed} {number}"))
            print(mangled)
            print(*send(target, mangled, Turns(1)), server.log.read_text(errors="replace"), sep="\n")
        finally:
            server.close()
            forker.close()


def main() -> int:
    """Run the requested kinds; return whether all answers were acceptable."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="N")
    parser.add_argument("--output", type=Path)
    chosen = parser.parse_args()
    if chosen.only is not None:
        repeat_one(chosen.only, chosen.seed)
        return 0
    known: dict[str, Any] = json.loads(chosen.output.read_text()) if chosen.output and chosen.output.exists() else {}
    runs: dict[str, Callable[[], dict[str, Any]]] = {}
    if chosen.requests:
        runs["of_requests"] = lambda: run_requests(chosen.requests, chosen.seed, chosen.clients, **COMPILED)
    if chosen.texts:
        runs["of_texts"] = lambda: run_texts(chosen.texts, chosen.seed)
    for name, run in runs.items():
        known[name] = {**describe_run(chosen.seed), **run()}
        print(json.dumps(known[name], indent=1), flush=True)
        if chosen.output:
            chosen.output.write_text(json.dumps(known, indent=1) + "\n")
    return int(any(known[name]["wrong"] for name in runs))


def describe_run(seed: int) -> dict[str, Any]:
    """Return when and by what something was measured."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "seed": seed,
    }


if __name__ == "__main__":
    sys.exit(main())
