"""What must be true after everything went wrong: nothing acknowledged is lost or doubled, and everybody is told the same."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from banmen.match.dice import CommittedDice
from banmen.match.events import Event
from banmen.match.match_state import Match
from banmen.server.store.address import open_engine
from banmen.server.store.tables import events, matches
from bench.fault_clients import Connect, Ledger
from bench.fault_servers import Rig

Told = dict[int, tuple[str, Any]]


def check(rig: Rig, ledger: Ledger, connect: Connect) -> list[str]:
    """Return all that is wrong."""
    rows, seeds = read_database(rig.address)
    found = list(ledger.wrong)
    found += check_beginnings(ledger, rig.address)
    for match in ledger.visitors:
        stored = {row.seq: (row.kind, json.loads(row.data)) for row in rows[match]}
        found += check_rows(match, rows[match], seeds.get(match, ""))
        found += check_ledger(match, ledger, stored, {row.client_id: row.seq for row in rows[match]})
        found += check_servers(rig, ledger, connect, match, stored)
    return found


def read_database(address: Path | str) -> tuple[dict[str, list[Row[Any]]], dict[str, str]]:
    """Return all events by match, and the seed of each match."""
    engine = open_engine(address, pooled=False)
    found: dict[str, list[Row[Any]]] = defaultdict(list)
    with engine.connect() as connection:
        for row in connection.execute(select(events).order_by(events.c.match, events.c.seq)):
            found[row.match].append(row)
        seeds = {row.id: row.seed for row in connection.execute(select(matches.c.id, matches.c.seed))}
    engine.dispose()
    return found, seeds


def check_beginnings(ledger: Ledger, address: Path | str) -> list[str]:
    """Each match that was asked for was begun once."""
    engine = open_engine(address, pooled=False)
    with engine.connect() as connection:
        counts = Counter(connection.scalars(select(matches.c.client_id)))
    engine.dispose()
    return [f"match {match} was begun {counts[name]} times" for name, match in ledger.begun.items() if counts[name] != 1]


def check_rows(match: str, rows: list[Row[Any]], seed: str) -> list[str]:
    """Events are numbered without gaps, each action is there once, and all of them make a match."""
    if [row.seq for row in rows] != list(range(len(rows))) or not rows:
        return [f"{match}: the events are numbered {[row.seq for row in rows]}"]
    names = Counter(row.client_id for row in rows if row.client_id)
    found = [f"{match}: action {name} is there {times} times" for name, times in names.items() if times > 1]
    try:
        Match(
            CommittedDice(seed), [Event(row.seq, row.at, row.kind, json.loads(row.data), row.client_id) for row in rows], match
        )
    except Exception as error:
        found.append(f"{match}: cannot be replayed: {error!r}")
    return found


def check_ledger(match: str, ledger: Ledger, stored: Told, names: dict[str, int]) -> list[str]:
    """Everything that anybody was told is there, and each acknowledged action under its number."""
    lost = [f"{match}: event {seq} was told as {row}" for seq, row in ledger.told[match].items() if stored.get(seq) != row]
    known = ledger.acknowledged[match].items()
    return lost + [
        f"{match}: action {name} was acknowledged as {seq} and is stored as {names.get(name)}"
        for name, seq in known
        if names.get(name) != seq
    ]


def check_servers(rig: Rig, ledger: Ledger, connect: Connect, match: str, stored: Told) -> list[str]:
    """Every server tells the same, which is what is stored."""
    found = []
    for server in rig.servers:
        connection = connect([server.port], ledger.visitors[match], ledger.strange)
        late = {"type": "throw", "seq": 0, "client_id": "00000000-0000-4000-8000-000000000000"}
        if len(stored) > 1:
            reply = connection.act(match, late)
            told = {event["seq"]: (event["kind"], event["data"]) for event in reply.events}
            if reply.code != "stale" or told != {seq: row for seq, row in stored.items() if seq}:
                found.append(
                    f"{match}: the server at {server.port} tells {reply.code} and {len(told)} events of {len(stored) - 1}"
                )
        connection.close()
    return found
