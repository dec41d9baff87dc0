"""Real servers on both databases break down while people play; nothing acknowledged is lost or repeated.

`python -m bench.faults` runs the same for longer and fills disks as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from banmen.match.events import Event
from banmen.match.together import plan_time_out
from bench import fault_checks
from bench.fault_clients import Ledger, Reply, Standing
from bench.faults import run
from tests.server.test_gatherings import meet
from tests.server.test_playing_fair import find_session
from tests.server.visiting import House

KILLS = 12  # of servers with each database


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_killed_servers_lose_nothing(database: str) -> None:
    found = run(database, "kill", KILLS, tables=1, seed=3, transport="socket", meetings=2)
    assert (found["wrong"], found["strange_answers"], found["noise"]) == ([], {}, "")
    assert found["acknowledged"] > KILLS
    assert found["sent_again"] > 0
    met = found["meetings"]
    assert met["acknowledged"] > KILLS
    assert min(met["sent_again"], met["join"], met["move"]) > 0


@pytest.mark.parametrize(
    ("database", "fault"),
    [
        ("sqlite", "lose_answers"),
        ("sqlite", "lock"),
        ("sqlite", "delay"),
        ("postgres", "lose_answers"),
        ("postgres", "lock"),
        ("postgres", "cut"),
        ("postgres", "kill_all"),
        ("postgres", "cut_database"),
        ("postgres", "restart_database"),
    ],
)
def test_cut_connections_and_lost_servers_lose_nothing(database: str, fault: str) -> None:
    found = run(database, fault, 2, tables=1, seed=4)
    assert (found["wrong"], found["strange_answers"], found["noise"]) == ([], {}, "")
    assert found["acknowledged"] > 2


# The check for losses detects them.


class Row:
    """A row of the event table."""

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


@pytest.fixture(scope="module")
def gathering(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, list[Event]]:
    """A match in which a move was taken back and a clock ran out, with its seed and its events."""
    with House(tmp_path_factory.mktemp("house")) as house:
        ann, bob, match = meet(house, clock={"kind": "move", "seconds": 5})
        ann.done(ann.look(match), "move", move="c2")
        proposed = ann.done(ann.look(match), "propose", what="undo")
        bob.done(proposed, "agree", to=proposed["seq"])
        session = find_session(house, match)
        deadline = session.match.deadline
        assert deadline is not None
        session.match.add_planned(plan_time_out(session.match, deadline), deadline)
        seed = session.match.dice.seed
        return match, str(seed), list(session.match.events)


def damage(events: list[Event], kind: str, what: str) -> list[Event]:
    """Return events with the first of a kind missing, repeated, too early or of another player."""
    place = next(index for index, event in enumerate(events) if event.kind == kind)
    bad = events[place]
    changed = {
        "missing": [],
        "doubled": [bad, bad],
        "early": [bad._replace(at=bad.at - 1)],
        "another's": [bad, bad._replace(data=bad.data | {"private": {"person": "eve"}})],
    }[what]
    return [*events[:place], *changed, *events[place + 1 :]]


@pytest.mark.parametrize(
    ("kind", "what", "said"),
    [
        ("join", "another's", "sit there"),
        ("join", "missing", "sit there"),
        ("undo", "missing", "was not done"),
        ("time_out", "early", "the clock fell"),
        ("time_out", "doubled", "time_out is there 2 times"),
        ("finished", "doubled", "finished is there 2 times"),
        ("begin", "missing", "begin is there 0 times"),
    ],
)
def test_losses_around_a_board_are_detected(gathering: tuple[str, str, list[Event]], kind: str, what: str, said: str) -> None:
    match, seed, events = gathering
    ledger = Ledger(seated={match: {"ann": "w", "bob": "b"}})
    assert fault_checks.check_gathering(match, ledger, events, seed) == []
    assert said in " ".join(fault_checks.check_gathering(match, ledger, damage(events, kind, what), seed))
    ledger.rematches[match] = "another"
    assert "to be played next" in fault_checks.check_gathering(match, ledger, events, seed)[0]


def reply(events: Sequence[dict[str, Any]], code: str = "") -> Reply:
    return Reply(code, events, Standing("m", 1, "throw"), events[0]["seq"])
