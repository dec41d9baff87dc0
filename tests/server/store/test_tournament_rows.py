"""What the database holds of tournaments: who may enter, and in which order rounds are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from banmen.server.store.database import FullError, Store
from banmen.server.store.tournament_rows import EntrantRow, MeetingRow, MostTournaments, TournamentRow, TournamentStore
from tests.server.store.rows import with_rows

CUP = TournamentRow("cup", "ann", "Cup", "qubism", {"rounds": 3}, "open", 0, 10.0)
MOST = MostTournaments(each=2, open=3, unstarted=100.0)


def test_names_are_taken_once_also_by_computers_and_whoever_left_may_come_back(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        cup = TournamentStore(store)
        await cup.create(CUP, [EntrantRow(1, None, "level:3", "Robo")], MOST)

        async def enter(person: str, name: str, most: int = 3) -> str:
            return await cup.enter("cup", person, "human", name, most, str.lower)

        assert await enter("ann", "robo") == "name_taken"
        assert await enter("ann", "Ann") == "entered"
        assert await enter("ann", "ANN") == "entered"
        assert await enter("bob", "Ann") == "name_taken"
        assert await enter("bob", "Bob") == "entered"
        assert await enter("cay", "Cay") == "tournament_closed"
        await cup.leave("cup", "bob")
        assert await cup.count_entrants(["cup", "none"]) == {"cup": 2}
        assert await enter("bob", "Bob") == "entered"
        assert await cup.count_entrants(["cup"]) == {"cup": 3}
        assert await cup.close_entry("cup")
        assert not await cup.close_entry("cup")
        assert await enter("bob", "Rob") == "tournament_closed"
        found = await cup.find("cup")
        assert found is not None
        assert [(one.number, one.name, one.gone) for one in found.entrants] == [
            (1, "Robo", False),
            (2, "ANN", False),
            (3, "Bob", False),
        ]

    with_rows(tmp_path, work)


def test_rounds_follow_each_other_and_are_told_in_order(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        cup = TournamentStore(store)
        await cup.create(CUP, [], MOST)
        assert not await cup.add_round("cup", 2, [])
        for number in (1, 2):
            rows = [MeetingRow(number, board, 1, 2, None, None, 1.0) for board in (2, 1)]
            assert await cup.add_round("cup", number, rows)
            assert not await cup.add_round("cup", number, [])
        await cup.set_scores("cup", 1, 2, (1.0, 0.0))
        await cup.set_scores("cup", 1, 2, (0.0, 1.0))
        found = await cup.find("cup")
        assert found is not None
        assert [(one.round, one.board) for one in found.meetings] == [(1, 1), (1, 2), (2, 1), (2, 2)]
        assert [one.scores for one in found.meetings] == [None, (1.0, 0.0), None, None]

    with_rows(tmp_path, work)


def test_tournaments_that_are_over_make_room_and_those_never_started_are_removed(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        cup = TournamentStore(store)
        await cup.create(CUP, [], MOST)
        await cup.create(replace(CUP, name="another of this name"), [], MOST)
        await cup.create(replace(CUP, id="b", created=11.0), [], MOST)
        with pytest.raises(FullError):
            await cup.create(replace(CUP, id="c"), [], MOST)
        await cup.close_entry("b")
        await cup.set_state("cup", "over")
        await cup.create(replace(CUP, id="c", created=12.0), [], MOST)
        await cup.create(replace(CUP, id="d", owner="bob", created=13.0), [], MOST)
        assert [row.id for row in await cup.list_in_state("open", 9)] == ["d", "c"]
        await cup.create(replace(CUP, id="e", owner="cay", created=112.5), [], MOST)
        assert [row.id for row in await cup.list_in_state("open", 9)] == ["e", "d"]
        assert [row.id for row in await cup.list_in_state("running", 9)] == ["b"]  # although it is as old
        assert [row.name for row in await cup.list_in_state("over", 9)] == ["Cup"]

    with_rows(tmp_path, work)
