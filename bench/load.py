"""The load that the server sustains: many WebSocket clients that play real games, compared with boardgame.io in the same run.

    python -m bench.load                        # both servers in turns, 50 and 500 matches, with and without thinking time
    python -m bench.load --spectators 5000      # programs and pages that only watch, in addition to 50 matches
    python -m bench.load --soak 1380            # memory while people play one match after another
    python -m bench.load --half                 # half of what 500 matches get out of the server
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
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

from bench.load_servers import ENVIRONMENT, Ours, install_peer, open_clients, open_server, read_memory, read_seconds
from bench.open_sockets import check_sockets, count_sockets, count_spare, raise_limit
from tests.common.postgres import open_postgres

PEERS_GAME = "tic-tac-toe"
WATCHING = ("programs", "pages")
SOAKED = {"BANMEN_MATCHES_IN_MEMORY": "200"}  # so that they are soon as many as they will ever be
FILLED = 3.0  # minutes after which they are


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


def compare(seconds: float, thinking: Sequence[float], rounds: int, node: str) -> dict[str, Any]:
    """Measure both servers in turns, and return the rows of a middling round with the ratios.

    A machine that others share is faster in one minute than in the next, so each ratio is between neighbours in time.
    """
    check_sockets(max(count_sockets(500 + count_spare("kuniumi", 500, seconds, think)) for think in thinking))
    rows, ratios = [], {}
    for think, matches in product(thinking, (50, 500)):
        of_game: dict[str, list[dict[str, Any]]] = {game: [] for game in (PEERS_GAME, "kuniumi", "kariuchi")}
        for _ in range(rounds):
            for game, measured in of_game.items():
                measured.append(measure(game, matches, seconds, think, node))
        rows += [find_middle(measured) for measured in of_game.values()]
        peer, *ours = of_game.values()
        for measured in ours:
            name = f"{measured[0]['game']}, {matches} matches, {think} s to think"
            ratios[name] = summarize_ratios(measured, peer)
    return {"rounds": rounds, "rows": rows, "moves_per_cpu_second_to_boardgame_io": ratios}


def find_middle(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the row with the middle cost of a move.

    >>> find_middle([{"moves_per_cpu_second": speed} for speed in (5, 9, 1, 2, 7)])
    {'moves_per_cpu_second': 5}
    """
    return sorted(rows, key=lambda row: float(row["moves_per_cpu_second"]))[len(rows) // 2]


def summarize_ratios(ours: Sequence[dict[str, Any]], peers: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Return the middle, the lowest and the highest ratio of the rounds.

    >>> summarize_ratios([{"moves_per_cpu_second": 6}, {"moves_per_cpu_second": 9}], [{"moves_per_cpu_second": 3}] * 2)
    {'middle': 2.5, 'lowest': 2.0, 'highest': 3.0}
    """
    pairs = zip(ours, peers, strict=True)
    ratios = [our["moves_per_cpu_second"] / peer["moves_per_cpu_second"] for our, peer in pairs]
    summary = {"middle": statistics.median(ratios), "lowest": min(ratios), "highest": max(ratios)}
    return {name: round(ratio, 2) for name, ratio in summary.items()}


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
    """Measure Kuniumi at half of the moves a second that 500 matches get out of the server."""
    full = measure("kuniumi", 500, seconds, 0.0, node)
    think = 0.15  # with more, more sockets would be open than one address may have
    matches = int(full["moves_per_second"] / 2 * think)
    check_sockets(count_sockets(matches + count_spare("kuniumi", matches, seconds, think)))
    return {"saturated": full, "half": measure("kuniumi", matches, seconds, think, node)}


def watch(number: int, seconds: float, node: str, pages: bool) -> dict[str, Any]:
    """Open connections that only watch, in addition to 50 matches, and return their costs."""
    with open_server("kuniumi", node) as server:
        clients = open_clients(server, "kuniumi", 50, seconds, 0.5, node, number, pages=pages)
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
        "by": "pages" if pages else "programs",
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
    load = os.getloadavg()
    with open_server("kariuchi", node, **SOAKED) as server:
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
    return {
        "matches": matches,
        "moves": seen["moves"],
        "tables_without_match": seen["tables_without_match"],
        "p99_ms": round(1000 * seen["p99"], 2),
        "load_before_and_after": [round(load[0], 2), round(os.getloadavg()[0], 2)],
        "growth": describe_growth(samples),
        "memory": samples,
    }


def describe_growth(samples: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return how much memory grew once the server held all the matches it may.

    >>> describe_growth([{"minute": minute, "megabytes": 100.0 + minute} for minute in (1.0, 4.0, 24.0)])
    {'minutes': 20.0, 'from_megabytes': 104.0, 'to_megabytes': 124.0, 'most_megabytes': 124.0}
    """
    filled = [sample for sample in samples if sample["minute"] >= FILLED]
    if not filled:
        return {}
    first, last = filled[0], filled[-1]
    return {
        "minutes": round(last["minute"] - first["minute"], 2),
        "from_megabytes": first["megabytes"],
        "to_megabytes": last["megabytes"],
        "most_megabytes": max(sample["megabytes"] for sample in filled),
    }


def main() -> None:
    """Run the requested measurements, and keep the earlier ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--think", type=float, nargs="+", default=[0.0, 0.5], help="seconds before each move")
    parser.add_argument("--spectators", type=int)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--soak", type=float)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--together", type=int, help="how many watch each match of people with devices of their own")
    parser.add_argument("--rounds", type=int, default=3, help="turns of what is compared")
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
        found = {f"watching_{kind}": watch(chosen.spectators, chosen.seconds, node, kind == "pages") for kind in WATCHING}
    elif chosen.half:
        found = {"half_of_saturation": find_half(chosen.seconds, node)}
    elif chosen.processes:
        found = {
            "processes": compare_processes(chosen.processes, chosen.seconds, chosen.matches, chosen.think[0], chosen.rounds)
        }
    elif chosen.soak:
        found = {"soak": soak(chosen.soak, chosen.matches, node)}
    else:
        found = {"compared": compare(chosen.seconds, chosen.think, chosen.rounds, node)}
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
