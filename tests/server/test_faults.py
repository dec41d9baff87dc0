"""Real servers on both databases break while people play; nothing that was acknowledged is lost or doubled.

`python -m bench.faults` does the same for longer and fills disks as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from bench import fault_checks
from bench.fault_clients import Ledger, Reply, Standing
from bench.faults import run

KILLS = 12  # of servers with each database


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_killed_servers_lose_nothing(database: str) -> None:
    found = run(database, "kill", KILLS, tables=2, seed=3, transport="socket")
    assert (found["wrong"], found["strange_answers"], found["noise"]) == ([], {}, "")
    assert found["acknowledged"] > KILLS
    assert found["sent_again"] > 0


@pytest.mark.parametrize(
    ("database", "fault"),
    [
        ("sqlite", "lose_answers"),
        ("sqlite", "lock"),
        ("postgres", "lose_answers"),
        ("postgres", "lock"),
        ("postgres", "cut_database"),
        ("postgres", "restart_database"),
    ],
)
def test_cut_connections_and_lost_databases_lose_nothing(database: str, fault: str) -> None:
    found = run(database, fault, 2, tables=1, seed=4)
    assert (found["wrong"], found["strange_answers"], found["noise"]) == ([], {}, "")
    assert found["acknowledged"] > 2


# What finds losses finds them.


class Row:
    """A row of the table of events."""

    def __init__(self, seq: int, client_id: str | None = None) -> None:
        self.seq, self.at, self.kind, self.data, self.client_id = seq, 0.0, "throw", '{"value":1}', client_id


@pytest.mark.parametrize("rows", [[], [Row(1)], [Row(0), Row(2)], [Row(0), Row(1), Row(1)], [Row(0, "x"), Row(1, "x")]])
def test_gaps_and_doubles_are_noticed(rows: list[Any]) -> None:
    assert fault_checks.check_rows("m", rows, "00" * 32)


@pytest.mark.parametrize(
    ("stored", "names", "lost"),
    [
        ({1: ("throw", {"value": 1})}, {"x": 1}, 0),
        ({}, {"x": 1}, 1),
        ({1: ("throw", {"value": 2})}, {"x": 1}, 1),
        ({1: ("throw", {"value": 1})}, {}, 1),
        ({1: ("throw", {"value": 1})}, {"x": 2}, 1),
    ],
)
def test_losses_are_noticed(stored: dict[int, Any], names: dict[str, int], lost: int) -> None:
    ledger = Ledger()
    ledger.note_answer("m", "x", reply([{"seq": 1, "kind": "throw", "data": {"value": 1}}]), 0.1)
    assert len(fault_checks.check_ledger("m", ledger, stored, names)) == lost


def test_clients_that_disagree_are_noticed() -> None:
    ledger = Ledger()
    for value in (1, 1, 2):
        ledger.note_answer("m", "x", reply([{"seq": 1, "kind": "throw", "data": {"value": value}}], "stale"), 0.1)
    assert len(ledger.wrong) == 1
    assert ledger.counts == Counter(stale=3)


def reply(events: Sequence[dict[str, Any]], code: str = "") -> Reply:
    return Reply(code, events, Standing("m", 1, "throw"), events[0]["seq"])
