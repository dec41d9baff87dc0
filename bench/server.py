"""What the web server costs: processor time of a move, moves a second on one process, and the weight of the first page.

    PYTHONPATH=src python bench/server.py --output bench/results/server.json

A real server is started; people play against each other in several matches at once, so that no engine has anything to do.
What is measured is the server's own processor time, which other programs on the machine do not change much, and the rate,
which they do.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

SEATS: dict[str, dict[str, str]] = {
    "kariuchi": {"1": "human", "2": "human"},
    "moontrek": dict.fromkeys("ABCD", "human"),
    "holes58": {"1": "human", "2": "human"},
    "kuniumi": {"1": "human", "2": "human"},
    "qubism": {"w": "human", "b": "human"},
}
TICK = os.sysconf("SC_CLK_TCK")
LINKED = re.compile(r"""(?:src|href)="(/[^"#]+\.(?:js|css|svg|png|woff2|webmanifest)[^"]*)\"""")
IMPORTED = re.compile(r"""(?:from|import)\s*\(?["'](\.{0,2}/[^"']+\.js)["']""")


class Server:
    """A server process and its processor time."""

    def __init__(self, data: str, python: str = sys.executable, **environment: str) -> None:
        command = [python, "-m", "banmen", "serve", "--port", "0", "--data", data]
        self.process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/", self.process.stderr.readline())
        assert found
        self.port = int(found[1])

    @property
    def seconds(self) -> float:
        """CPU time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def close(self) -> None:
        """Ask it to close."""
        self.process.terminate()
        self.process.communicate(timeout=30)


class Visitor:
    """Somebody who plays both sides of a match."""

    def __init__(self, port: int, seed: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"content-type": "application/json", "accept-encoding": "gzip"}
        self.random = random.Random(seed)
        self.moves, self.throws = 0, 0
        self.slowest = 0.0

    def ask(self, path: str, body: Any = None) -> Any:
        """Return an answer, unpacked."""
        self.connection.request("GET" if body is None else "POST", path, json.dumps(body) if body else None, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if cookie := answer.headers.get("set-cookie"):
            self.headers["cookie"] = cookie.partition(";")[0]
        packed = answer.headers.get("content-encoding") == "gzip"
        told = json.loads(gzip.decompress(content) if packed else content)
        assert answer.status < 300, told
        return told

    def play(self, game: str, until: float) -> None:
        """Play one match after another until a time."""
        view = self.ask("/api/matches", {"game": game, "seats": SEATS[game]})
        while time.perf_counter() < until:
            began = time.perf_counter()
            throws = view["waits_for"] == "throw"
            asked = {"type": "throw"} if throws else {"type": "move", "move": self.random.choice(view["moves"])["move"]}
            asked |= {"seq": view["seq"], "client_id": str(uuid.uuid4())}
            view = self.ask(f"/api/matches/{view['id']}/actions", asked)["view"]
            self.slowest = max(self.slowest, time.perf_counter() - began)
            self.throws += throws
            self.moves += not throws
            if view["result"]:
                view = self.ask("/api/matches", {"game": game, "seats": SEATS[game]})


def play(server: Server, game: str, visitors: int, seconds: float) -> dict[str, Any]:
    """Let some visitors play a game and return what it cost."""
    people = [Visitor(server.port, seed) for seed in range(visitors)]
    for one in people:
        one.play(game, time.perf_counter() + 0.3)  # so that everything has been used once
        one.moves = one.throws = 0
        one.slowest = 0.0
    began, used = time.perf_counter(), server.seconds
    threads = [threading.Thread(target=one.play, args=(game, began + seconds)) for one in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lasted, cost = time.perf_counter() - began, server.seconds - used
    moves, throws = sum(one.moves for one in people), sum(one.throws for one in people)
    return {
        "game": game,
        "visitors": visitors,
        "moves": moves,
        "throws": throws,
        "cpu_ms_per_action": round(1000 * cost / (moves + throws), 3),
        "actions_per_second": round((moves + throws) / lasted, 1),
        "actions_per_cpu_second": round((moves + throws) / cost, 1),
        "slowest_ms": round(1000 * max(one.slowest for one in people), 1),
    }


def choose_best(rounds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the cheapest of some rounds with the highest rate and the shortest delay of any: other programs only disturb."""
    cheapest = min(rounds, key=lambda row: float(row["cpu_ms_per_action"]))
    return cheapest | {
        "actions_per_second": max(row["actions_per_second"] for row in rounds),
        "slowest_ms": min(row["slowest_ms"] for row in rounds),
    }


def fetch_first_page(port: int) -> dict[str, Any]:
    """Return what a browser has to fetch for the home page on its first visit, compressed as it is sent."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    sizes: dict[str, int] = {}
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        if path in sizes:
            continue
        connection.request("GET", path, headers={"accept-encoding": "gzip", "accept": "text/html,*/*"})
        answer = connection.getresponse()
        content = answer.read()
        sizes[path] = len(content) + len(str(answer.headers))
        text = (gzip.decompress(content) if answer.headers.get("content-encoding") == "gzip" else content).decode(
            "utf-8", "replace"
        )
        if path == "/":
            waiting += LINKED.findall(text)
        elif path.partition("?")[0].endswith(".js"):
            folder = path.rpartition("/")[0]
            waiting += [
                os.path.normpath(f"{folder}/{name}") if name.startswith(".") else name for name in IMPORTED.findall(text)
            ]
    return {"bytes": sum(sizes.values()), "requests": len(sizes), "parts": sizes}


def main() -> None:
    """Measure and print; write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game and round")
    parser.add_argument("--rounds", type=int, default=3, help="of which the cheapest counts")
    parser.add_argument("--visitors", type=int, default=8)
    parser.add_argument("--output", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = Server(data, BANMEN_JIT="0")
        try:
            page = fetch_first_page(server.port)
            rounds = [[play(server, game, chosen.visitors, chosen.seconds) for game in SEATS] for _ in range(chosen.rounds)]
        finally:
            server.close()
    rows = [choose_best(of_game) for of_game in zip(*rounds, strict=True)]
    print(f"first page: {page['bytes'] / 1000:.1f} kB in {page['requests']} requests")
    for row in rows:
        print(
            f"{row['game']:10} {row['cpu_ms_per_action']:6.2f} ms of processor time an action, "
            f"{row['actions_per_second']:6.1f} actions a second, slowest {row['slowest_ms']:.0f} ms"
        )
    found = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "versions": {name: version(name) for name in ("fastapi", "starlette", "uvicorn", "sqlalchemy", "websockets")},
        "first_page": page,
        "play": rows,
    }
    if chosen.output:
        chosen.output.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
