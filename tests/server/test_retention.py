"""Finished matches are removed after some days if configured, and never otherwise."""

import asyncio
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import Update, update

from banmen.server import retention
from banmen.server.store.address import open_engine
from banmen.server.store.database import Store
from banmen.server.store.tables import matches
from tests.server.visiting import PATIENCE, House, View, Visitor

DAY = 24 * 3600.0
SEATS = {"w": "human", "b": "human"}


def open_house(database: Path | str, **settings: float) -> House:
    if isinstance(database, Path):
        return House(database.parent, **settings)
    return House(Path(), database_url=database, **settings)


def finish(visitor: Visitor) -> View:
    return visitor.done(visitor.done(visitor.begin("qubism", seats=SEATS), "move", move="c2"), "resign")


def age(database: Path | str, view: View, days: float) -> None:
    """Make a match look as if it had ended some days ago."""
    engine = open_engine(database, pooled=False)
    with engine.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == view["id"]).values(finished=time.time() - days * DAY))
    engine.dispose()


def test_only_what_ended_long_ago_is_removed(database: Path | str) -> None:
    with open_house(database, retention_days=30) as house:
        visitor = house.visitor()
        running = visitor.begin("qubism", seats=SEATS)
        recent, back, *old = (finish(visitor) for _ in range(5))
        for view in (back, *old):
            age(database, view, 31)
        age(database, recent, 29)
        visitor.done(back, "undo")  # a player goes on
        assert house.run(house.app.state.retention.sweep()) == 3
        assert house.run(house.app.state.retention.sweep()) == 0
        for view in old:
            assert visitor.get(f"/api/matches/{view['id']}").status_code == 404
        kept = {match["id"] for match in visitor.get("/api/matches").json()["matches"]}
        assert kept == {running["id"], recent["id"], back["id"]}
        assert visitor.look(back["id"])["seq"] == back["seq"] + 1


def test_many_are_removed_in_several_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "TOGETHER", 2)
    with House(tmp_path, retention_days=0.5) as house:
        visitor = house.visitor()
        for view in [finish(visitor) for _ in range(5)]:
            age(tmp_path / "banmen.sqlite3", view, 1)
        assert house.run(house.app.state.retention.sweep()) == 5
        assert visitor.get("/api/matches").json()["matches"] == []


async def in_house(store: Store, work: Update) -> None:
    await store.writer.write(lambda connection: connection.execute(work).rowcount)


def test_whoever_still_looks_at_a_removed_match_is_told(tmp_path: Path) -> None:
    with House(tmp_path, retention_days=1) as house:
        view, found = finish(house.visitor()), house.app.state.matches
        session, told = found.sessions[view["id"]], asyncio.Event()
        old = update(matches).values(finished=time.time() - 2 * DAY)
        house.run(in_house(found.store, old))  # by another connection, it would be noticed as the work of another process
        watcher = Mock(person="", changed=told.set)
        session.listeners.add(watcher)

        async def sweep() -> None:
            await house.app.state.retention.sweep()
            await asyncio.wait_for(told.wait(), PATIENCE)

        house.run(sweep())
        assert session.removed
        assert view["id"] not in house.app.state.matches.sessions


@pytest.mark.parametrize("days", [0.0, 30.0])
def test_it_happens_by_itself_only_where_it_is_set(tmp_path: Path, days: float) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        view = finish(visitor)
        cookies = visitor.client.cookies
    age(tmp_path / "banmen.sqlite3", view, 10_000)
    with House(tmp_path, retention_days=days) as house:
        visitor = house.visitor()
        visitor.client.cookies = cookies
        if days:
            visitor.awaited(view, lambda seen: "error" in seen)
        else:
            assert house.app.state.retention._sweeping is None
            assert visitor.look(view["id"])["id"] == view["id"]
