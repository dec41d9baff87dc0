"""Invariants after all faults: no acknowledged action is lost or duplicated, and all clients have seen the same."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select
from websockets.sync.client import ClientConnection

from banmen.match.dice import CommittedDice
from banmen.match.events import AGREE, BEGIN, FINISHED, HAND_OVER, JOIN, PRIVATE, REMATCH, TIME_OUT, UNDO, Event
from banmen.match.match_state import Match
from banmen.server.live.play_connection import MOST_REPEATED
from banmen.server.store.address import open_engine
from banmen.server.store.tables import events, matches
from bench.fault_clients import TIMEOUT, Connect, Ledger
from bench.fault_people import open_socket
from bench.fault_servers import Rig

Told = dict[int, tuple[str, Any]]


def check(rig: Rig, ledger: Ledger, connect: Connect) -> list[str]:
    """Return all that is wrong."""
    rows, seeds = read_database(rig.address)
    found = list(ledger.wrong)
    found += check_beginnings(ledger, rig.address)
    found += check_presence(rig, ledger)
    for match in ledger.visitors:
        stored = {row.seq: (row.kind, read_event(row).public) for row in rows[match]}
        found += check_rows(match, rows[match], seeds.get(match, ""))
        found += check_ledger(match, ledger, stored, {row.client_id: row.seq for row in rows[match]})
        found += check_servers(rig, ledger, connect, match, stored)
        if match in ledger.seated:
            found += check_gathering(match, ledger, [read_event(row) for row in rows[match]], seeds[match])
    return found


def read_event(row: Row[Any]) -> Event:
    """Return an event as it is stored."""
    return Event(row.seq, row.at, row.kind, json.loads(row.data), row.client_id)


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
    """Each requested match was begun exactly once."""
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
        Match(CommittedDice(seed), [read_event(row) for row in rows], match)
    except Exception as error:
        found.append(f"{match}: cannot be replayed: {error!r}")
    return found


def check_ledger(match: str, ledger: Ledger, stored: Told, names: dict[str, int]) -> list[str]:
    """Everything that clients received is stored, and each acknowledged action under its number."""
    lost = [f"{match}: event {seq} was told as {row}" for seq, row in ledger.received[match].items() if stored.get(seq) != row]
    known = ledger.acknowledged[match].items()
    return lost + [
        f"{match}: action {name} was acknowledged as {seq} and is stored as {names.get(name)}"
        for name, seq in known
        if names.get(name) != seq
    ]


def check_servers(rig: Rig, ledger: Ledger, connect: Connect, match: str, stored: Told) -> list[str]:
    """Every server answers the same, which is what is stored."""
    found = []
    visitors = list(ledger.seated.get(match, [ledger.visitors[match]]))
    for server, visitor in product(rig.servers, visitors):
        connection = connect([server.port], visitor, ledger.strange)
        late = {"type": "throw", "seq": 0, "client_id": "00000000-0000-4000-8000-000000000000"}
        if len(stored) > 1:
            reply = connection.act(match, late)
            received = {event["seq"]: (event["kind"], event["data"]) for event in reply.events}
            latest = {seq: stored[seq] for seq in sorted(stored)[1:][-max(1, len(received)) :]}
            if reply.code != "stale" or received != latest or len(received) < min(len(stored) - 1, MOST_REPEATED):
                found.append(
                    f"{match}: the server at {server.port} tells {reply.code} and {len(received)} events of {len(stored) - 1}"
                )
        connection.close()
    return found


def check_gathering(match: str, ledger: Ledger, events: list[Event], seed: str) -> list[str]:
    """In a match of several devices each seat has one person, what was agreed was done, and a clock fell once and not early."""
    counts = Counter(event.kind for event in events)
    once = {
        kind: counts[kind]
        for kind in (BEGIN, FINISHED, TIME_OUT, REMATCH)
        if counts[kind] > 1 or (kind == BEGIN and not counts[kind])
    }
    found = [f"{match}: {kind} is there {number} times" for kind, number in once.items()]
    people = defaultdict(set)
    for event in events:
        if event.kind == JOIN:
            people[event.data["player"]].add(event.data[PRIVATE]["person"])
    if sorted(people) != sorted(ledger.seated[match].values()) or any(len(each) != 1 for each in people.values()):
        found.append(f"{match}: {dict(people)} sit there and not {ledger.seated[match]}")
    for event, after in zip(events, [*events[1:], None], strict=True):
        if event.kind == AGREE and (after is None or after.kind not in (UNDO, FINISHED, HAND_OVER)):
            found.append(f"{match}: what was agreed by event {event.seq} was not done")
        if event.kind == TIME_OUT:
            deadline = Match(CommittedDice(seed), events[: event.seq], match).deadline
            if deadline is None or event.at < deadline:
                found.append(f"{match}: the clock fell at {event.at} and was to fall at {deadline}")
    named = [event.data["match"] for event in events if event.kind == REMATCH]
    if match in ledger.rematches and named != [ledger.rematches[match]]:
        found.append(f"{match}: {named} is to be played next and not {ledger.rematches[match]}")
    return found


def check_presence(rig: Rig, ledger: Ledger) -> list[str]:
    """Check that new connections receive who is present: everybody, and after a person has left all others."""
    if not ledger.seated:
        return []
    match, seated = list(ledger.seated.items())[-1]
    found = []
    for server in rig.servers:
        with ExitStack() as opened:
            first, second = (opened.enter_context(open_socket(server.port, visitor, match)) for visitor in seated)
            together = [wait_for_presence(first, set(seated.values())), wait_for_presence(second, set(seated.values()))]
            second.close()
            if not all(together) or not wait_for_presence(first, {next(iter(seated.values()))}):
                found.append(f"{match}: the server at {server.port} does not tell who is there")
    return found


def wait_for_presence(socket: ClientConnection, players: set[str]) -> bool:
    """Return whether a connection soon receives that these players are present."""
    late = time.monotonic() + TIMEOUT
    with suppress(TimeoutError):
        while time.monotonic() < late:
            if set(json.loads(socket.recv(TIMEOUT)).get("present", ())) == players:
                return True
    return False
