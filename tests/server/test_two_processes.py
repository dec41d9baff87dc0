"""Two servers on one database: whoever is behind catches up before it answers, and watchers hear what the other wrote."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from banmen.server.http.application import create_app
from banmen.server.sessions import MatchSession
from banmen.server.settings import ServerSettings
from banmen.server.store.writer import Writer
from tests.server.visiting import PATIENCE

MATCH = {"game": "qubism", "seats": {"w": "human", "b": "human"}}


class Server:
    """One of the servers, with a visitor's browser."""

    def __init__(self, app: Any, client: httpx.AsyncClient) -> None:
        self.app, self.client = app, client

    async def act(self, match: str, seq: int, move: str, name: str | None = None) -> httpx.Response:
        body = {"type": "move", "move": move, "seq": seq, "client_id": name or str(uuid.uuid4())}
        return await self.client.post(f"/api/matches/{match}/actions", json=body)

    def session(self, match: str) -> MatchSession:
        found: MatchSession = self.app.state.matches.sessions[match]
        return found


@asynccontextmanager
async def open_server(database: Path | str) -> AsyncIterator[Server]:
    where = {"data": database.parent} if isinstance(database, Path) else {"database_url": database}
    app = create_app(ServerSettings(**where, warm=False, hosts=("table",)))  # type: ignore[arg-type]
    async with app.router.lifespan_context(app):
        yield Server(app, httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table"))


@asynccontextmanager
async def open_two(database: Path | str) -> AsyncIterator[tuple[Server, Server, str]]:
    """Two servers, one visitor to both, and a match that both hold in memory."""
    async with open_server(database) as one, open_server(database) as two:
        view = (await one.client.post("/api/matches", json=MATCH)).json()
        two.client.cookies = one.client.cookies
        assert (await two.client.get(f"/api/matches/{view['id']}")).json()["seq"] == 0
        yield one, two, view["id"]


def run(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await work

    asyncio.run(bounded())


def test_who_is_behind_catches_up_before_it_answers(database: Path | str) -> None:
    async def work() -> None:
        async with open_two(database) as (one, two, match):
            assert (await one.act(match, 0, "c2")).status_code == 200
            stale = await two.act(match, 0, "c3")
            assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
            assert (stale.json()["view"]["seq"], stale.json()["events"][0]["data"]) == (1, {"move": "c2"})
            moved = await two.act(match, 1, "c4")
            assert moved.json()["view"]["seq"] == 2
            ahead = await one.act(match, 2, "c3")  # of which this one has heard nothing yet, perhaps
            assert (ahead.status_code, ahead.json()["view"]["seq"]) == (200, 3)

    run(work())


def test_the_same_action_at_both_is_done_once(database: Path | str) -> None:
    async def work() -> None:
        async with open_two(database) as (one, two, match):
            name = str(uuid.uuid4())
            first, second = await asyncio.gather(one.act(match, 0, "c2", name), two.act(match, 0, "c2", name))
            assert (first.status_code, second.status_code) == (200, 200)
            assert first.json()["events"] == second.json()["events"]
            assert (await one.client.get(f"/api/matches/{match}")).json()["seq"] == 1

    run(work())


def test_watchers_at_the_other_server_hear_of_it(database: Path | str) -> None:
    async def work() -> None:
        async with open_two(database) as (one, two, match):
            woken = asyncio.Event()
            watched = two.session(match)
            watched.watchers.add(woken)
            for seq, move in enumerate(("c2", "c4")):
                woken.clear()
                await one.act(match, seq, move)
                await woken.wait()
                assert watched.match.seq == seq + 1
            woken.clear()
            await one.client.delete(f"/api/matches/{match}")
            await woken.wait()
            assert watched.removed
            watched.watchers.clear()

    run(work())


def test_they_hear_of_it_at_a_busy_server_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_two(tmp_path / "banmen.sqlite3") as (one, two, match):
            woken, heard = asyncio.Event(), False
            two.session(match).watchers.add(woken)
            other = (await two.client.post("/api/matches", json=MATCH)).json()["id"]
            await one.act(match, 0, "c2")
            writer: Writer = two.app.state.store.writer

            async def write_on() -> None:
                while not heard:
                    await two.app.state.store.check_writable()

            async with asyncio.TaskGroup() as tasks:
                for _ in range(3):  # so that there is always something to write
                    tasks.create_task(write_on())
                await woken.wait()
                heard = True
            assert two.session(match).match.seq == 1
            assert writer
            assert (await two.client.get(f"/api/matches/{other}")).status_code == 200
            two.session(match).watchers.clear()

    run(work())
