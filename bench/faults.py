"""Fault injection: break everything while people play, and check that no acknowledged action is lost.

    PYTHONPATH=src python -m bench.faults --kills 1000 --output bench/results/faults.json
    python -m bench.faults --fault kill --kills 50 --tables 1 --meetings 2 --seed 1   # faults-together.json has seeds 1 to 6

Real servers on SQLite and on PostgreSQL are killed, cut off, slowed down, locked out, and left without a database or a disk;
meanwhile clients play and resend whatever gets no answer. Afterwards every acknowledged move must be stored once and in
order, and all servers and clients must agree. The full disk needs root, to mount a small one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from bench.fault_checks import check
from bench.fault_clients import CONNECTIONS, LONGEST, Ledger, start_tabs, stop_tabs
from bench.fault_people import start_people, stop_people
from bench.fault_servers import Rig, open_rig

Fault = Callable[[Rig, random.Random], None]
BOTH = ("sqlite", "postgres")
CALM_TO_MEET = 1.5  # seconds that a server answers at most before it is killed where people meet, which takes longer
OFTEN = 4  # times after which people who meet are let go on
PLAYED_ON = 5  # moves at each table after the last fault


def kill(rig: Rig, rng: random.Random) -> None:
    """Kill a server as soon as it has been answering for a moment, and start it again."""
    server = rng.choice(rig.servers)
    server.wait()
    time.sleep(rng.uniform(0.05, rig.calm))
    server.kill()
    server.start()


def kill_all(rig: Rig, rng: random.Random) -> None:
    """Kill all servers at once."""
    for server in rig.servers:
        server.wait()
    time.sleep(rng.uniform(0.05, rig.calm))
    for server in rig.servers:
        server.kill()
    for server in rig.servers:
        server.start()


def cut(rig: Rig, rng: random.Random) -> None:
    """Break off all connections to a server."""
    rng.choice(rig.proxies).cut()
    time.sleep(rng.uniform(0.05, 0.2))


def lose_answers(rig: Rig, rng: random.Random) -> None:
    """Let requests arrive, but no answer come back."""
    proxy = rng.choice(rig.proxies)
    proxy.swallow = True
    time.sleep(rng.uniform(0.05, 0.3))
    proxy.cut()
    proxy.swallow = False
    time.sleep(rng.uniform(0.05, 0.2))


def delay(rig: Rig, rng: random.Random) -> None:
    """Let everything come late for a while, and from the database as well."""
    proxies = [*rig.proxies, *([rig.database_proxy] if rig.database_proxy else [])]
    for proxy in proxies:
        proxy.delay = rng.uniform(0.0, 0.15)
    time.sleep(rng.uniform(0.3, 0.8))
    for proxy in proxies:
        proxy.delay = 0.0


def cut_database(rig: Rig, rng: random.Random) -> None:
    """Break off all connections of all servers to their database; sometimes after what it answers was lost."""
    assert rig.database_proxy
    rig.database_proxy.swallow = rng.random() < 0.5
    time.sleep(rng.uniform(0.02, 0.1))
    rig.database_proxy.cut()
    rig.database_proxy.swallow = False
    time.sleep(rng.uniform(0.2, 0.5))


def restart_database(rig: Rig, rng: random.Random) -> None:
    """Restart the database, or let it crash."""
    assert rig.database
    rig.database.stop(rng.choice((signal.SIGINT, signal.SIGQUIT)))
    time.sleep(rng.uniform(0.0, 0.5))
    rig.database.start()
    time.sleep(rng.uniform(0.3, 0.8))


def lock(rig: Rig, rng: random.Random) -> None:
    """Lock the database from outside for a while."""
    held = rng.uniform(0.2, 1.5)
    if isinstance(rig.address, Path):
        with closing(sqlite3.connect(rig.address, timeout=10, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            time.sleep(held)
            connection.execute("ROLLBACK")
    else:
        with psycopg.connect(rig.address) as connection:
            connection.execute("LOCK TABLE events, matches IN ACCESS EXCLUSIVE MODE")
            time.sleep(held)
    time.sleep(rng.uniform(0.1, 0.4))


def fill_disk(rig: Rig, rng: random.Random) -> None:
    """Leave no room on the disk for a while."""
    filler = rig.folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(65_536))
    with filler.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(512))
    time.sleep(rng.uniform(0.3, 1.0))
    filler.unlink()
    time.sleep(rng.uniform(0.3, 0.8))
    if rig.database and rig.database.process and rig.database.process.poll() is not None:
        rig.database.restart()  # a full disk may end it


FAULTS: dict[str, tuple[Fault, tuple[str, ...]]] = {
    "kill": (kill, BOTH),
    "kill_all": (kill_all, ("postgres",)),
    "cut": (cut, BOTH),
    "lose_answers": (lose_answers, BOTH),
    "delay": (delay, BOTH),
    "lock": (lock, BOTH),
    "fill_disk": (fill_disk, BOTH),
    "cut_database": (cut_database, ("postgres",)),
    "restart_database": (restart_database, ("postgres",)),
}


def run(kind: str, name: str, times: int, tables: int, seed: int, transport: str = "http", meetings: int = 0) -> dict[str, Any]:
    """Let one kind of fault happen so many times, and return what became of it.

    At `meetings` further tables people play from devices of their own.
    """
    rng, ledger, connect = random.Random(f"{kind} {name} {seed}"), Ledger(), CONNECTIONS[transport]
    met = Ledger()
    fault, _ = FAULTS[name]
    with tempfile.TemporaryDirectory(prefix="banmen-faults-") as folder:
        Path(folder).chmod(0o755)  # the database runs under another name
        with open_rig(kind, Path(folder), 2, small_disk=name == "fill_disk") as rig:
            rig.calm = CALM_TO_MEET if meetings else rig.calm
            began = time.monotonic()
            tabs = start_tabs(rig.ports, tables, ledger, connect, seed)
            people = start_people(rig.ports, meetings, met, seed)
            for number in range(times):
                fault(rig, rng)
                if number % OFTEN == 0:  # on a busy machine nobody would get any further otherwise
                    _play_on(met, meetings)
            for server in rig.servers:
                server.wait()
            _play_on(ledger, PLAYED_ON * tables)
            _play_on(met, PLAYED_ON * meetings)
            stop_tabs(tabs, ledger)
            stop_people(people, met)
            lasted = time.monotonic() - began
            wrong = check(rig, ledger, connect) + check(rig, met, connect)
        noise = "".join(log.read_text(errors="replace") for log in Path(folder).glob("*.log"))
    return {
        "database": kind,
        "fault": name,
        "times": times,
        "seconds": round(lasted, 1),
        "matches": len(ledger.visitors),
        **{key.replace(" ", "_"): ledger.counts[key] for key in ("acknowledged", "stale", "sent again")},
        "slowest_seconds": round(ledger.slowest, 2),
        "strange_answers": dict(+(ledger.strange + met.strange)),
        "meetings": summarise_meetings(met),
        "tracebacks": noise.count("Traceback"),
        "noise": noise[-2000:] if "Traceback" in noise else "",
        "wrong": wrong[:20],
    }


def summarise_meetings(met: Ledger) -> dict[str, int]:
    """Return how much people with devices of their own have done; every action was reported to some client."""
    kinds = Counter(kind for events in met.received.values() for kind, _ in events.values())
    return {
        "matches": len(met.visitors),
        **{key.replace(" ", "_"): met.counts[key] for key in ("acknowledged", "stale", "sent again")},
        **{
            kind: kinds[kind]
            for kind in ("join", "move", "throw", "say", "propose", "agree", "undo", "resign", "time_out", "rematch")
        },
    }


def _play_on(ledger: Ledger, moves: int) -> None:
    """Wait until so many more moves were acknowledged: whatever was broken works again."""
    wanted, late = ledger.counts["acknowledged"] + moves, time.monotonic() + LONGEST
    while ledger.counts["acknowledged"] < wanted:
        if time.monotonic() > late:
            ledger.wrong.append("nobody can play any more")
            return
        time.sleep(0.01)


def main() -> int:
    """Inject the requested faults; return whether all invariants held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20, help="of servers, shared between both databases")
    parser.add_argument("--others", type=int, default=5, help="times of every other fault with each database")
    parser.add_argument("--database", choices=BOTH, help="only this one")
    parser.add_argument("--fault", choices=list(FAULTS), action="append", help="only these")
    parser.add_argument("--transport", choices=list(CONNECTIONS), default="socket", help="how clients act")
    parser.add_argument("--tables", type=int, default=3, help="matches at a time, each with two players")
    parser.add_argument("--meetings", type=int, default=0, help="tables at which people play from devices of their own")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    chosen = parser.parse_args()
    databases = [chosen.database] if chosen.database else list(BOTH)
    rows = []
    for name in chosen.fault or FAULTS:
        for kind in (one for one in databases if one in FAULTS[name][1]):
            times = -(-chosen.kills // len(databases)) if name == "kill" else chosen.others
            rows.append(run(kind, name, times, chosen.tables, chosen.seed, chosen.transport, chosen.meetings))
            print(json.dumps(rows[-1]), flush=True)
            if chosen.output:
                chosen.output.write_text(json.dumps(summarise(rows, chosen.seed, chosen.transport), indent=1) + "\n")
    return int(any(row["wrong"] or row["strange_answers"] for row in rows))


def summarise(rows: list[dict[str, Any]], seed: int, transport: str) -> dict[str, Any]:
    """Return what is kept."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "transport": transport,
        "cores": os.cpu_count(),
        "seed": seed,
        "kills": sum(row["times"] * (row["fault"] == "kill") for row in rows),
        "acknowledged": sum(row["acknowledged"] for row in rows),
        "wrong": sum(len(row["wrong"]) for row in rows),
        "faults": rows,
    }


if __name__ == "__main__":
    sys.exit(main())
