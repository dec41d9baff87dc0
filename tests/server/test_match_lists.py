"""Lists of matches: of long ones that are not in memory few events are replayed, by turns, and none is kept for the list."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from banmen.match.events import Event
from banmen.match.match_state import Match
from banmen.server import match_lists, match_reading
from banmen.server.match_reading import read_match
from banmen.server.store.database import MatchRow
from banmen.server.store.identity import digest_token
from tests.server.visiting import PATIENCE, PEOPLE, House, View, Visitor

PATHS = ("/api/matches", "/api/history?count=48")


def begin(visitor: Visitor, moves: int = 0) -> View:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    for _ in range(moves):
        view = visitor.done(view, "move", move=view["moves"][0]["move"])
    return view


def drop_all(house: House) -> None:
    """Drop all matches from memory."""

    async def drop() -> None:
        house.app.state.matches.sessions.refresh_all()

    house.run(drop())


def list_all(visitor: Visitor, path: str) -> dict[str, View]:
    return {match["id"]: match for match in visitor.get(path).json()["matches"]}


@pytest.mark.parametrize("path", PATHS)
def test_a_list_shows_long_matches_without_replaying_them(house: House, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    visitor = house.visitor()
    short, long, over, other = begin(visitor, 1), begin(visitor, 3), begin(visitor, 4), begin(visitor)
    visitor.done(over, "resign")
    drop_all(house)
    monkeypatch.setattr(match_lists, "MOST_REPLAYED", 3)
    replayed: list[int] = []

    def read_and_count(row: MatchRow, events: Sequence[Event]) -> Match:
        replayed.append(len(events))
        return read_match(row, events)

    monkeypatch.setattr(match_reading, "read_match", read_and_count)
    listed = list_all(visitor, path)
    assert set(listed) == {view["id"] for view in (short, long, over, other)}
    assert sorted(replayed) == [1, 2]
    assert (listed[short["id"]]["steps"], listed[other["id"]]["steps"]) == (1, 0)
    unread, ended = listed[long["id"]], listed[over["id"]]
    assert (unread["players"], unread["url"], unread["seq"], unread["finished"]) == ([], long["url"], 3, None)
    assert unread["status"] == "Open this game to see how it stands."
    assert (ended["players"], ended["url"], ended["finished"] is None) == ([], over["url"], False)
    assert "is over" in ended["status"]
    opened = visitor.look(long["id"])
    assert list_all(visitor, path)[long["id"]]["position"] == opened["position"]


@pytest.mark.parametrize("path", PATHS)
def test_a_list_holds_one_match_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    alive, most = weakref.WeakSet[Match](), 0

    def read_and_count(row: MatchRow, events: Sequence[Event]) -> Match:
        nonlocal most
        gc.collect()
        match = read_match(row, events)
        alive.add(match)
        most = max(most, len(alive))
        return match

    with House(tmp_path, matches_in_memory=1) as house:
        visitor = house.visitor()
        begun = {begin(visitor, 1)["id"] for _ in range(6)}
        drop_all(house)
        monkeypatch.setattr(match_reading, "read_match", read_and_count)
        assert set(list_all(visitor, path)) == begun
    assert most <= 2  # that which is being read, and the latest, which is in memory


@pytest.mark.parametrize("path", [*PATHS, "/api/matches/{match}"])
def test_matches_are_read_by_turns(house: House, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    greedy, other = house.visitor("192.0.2.1"), house.visitor("192.0.2.2")
    begun, of_other = begin(greedy, 2), begin(other, 2)
    drop_all(house)
    owner, opened = digest_token(greedy.client.cookies["banmen_visitor"]), threading.Event()
    lock, running, most = threading.Lock(), 0, 0

    def read_slowly(row: MatchRow, events: Sequence[Event]) -> Match:
        nonlocal running, most
        if row.owner == owner:
            with lock:
                running, most = running + 1, max(most, running + 1)
            assert opened.wait(PATIENCE)
            with lock:
                running -= 1
        return read_match(row, events)

    monkeypatch.setattr(match_reading, "read_match", read_slowly)
    monkeypatch.setattr(match_reading, "MOST_AT_ONCE", 1)

    async def attack() -> list[Any]:
        asked = [asyncio.create_task(greedy.client.get(path.format(match=begun["id"]))) for _ in range(8)]
        try:
            async with asyncio.timeout(PATIENCE):
                while not running:
                    await asyncio.sleep(0.005)
                answer = await other.client.get(path.format(match=of_other["id"]))
            assert answer.status_code == 200
            assert not any(task.done() for task in asked)
        finally:
            opened.set()
        return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert house.run(attack()) == [200] * 8
    assert most == 1
