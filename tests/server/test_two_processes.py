"""Two servers on one database: one that is behind catches up before it answers, and watchers see what the other wrote."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from banmen.server.http.application import create_app
from banmen.server.sessions import MatchSession
from banmen.server.settings import ServerSettings
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
async def open_server(database: Path | str, **settings: Any) -> AsyncIterator[Server]:
    where: dict[str, Any] = {"data": database.parent} if isinstance(database, Path) else {"database_url": database}
    app = create_app(ServerSettings(**where, warm=False, hosts=("table",), **settings))
    async with app.router.lifespan_context(app):
        yield Server(app, httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table"))


@asynccontextmanager
async def open_two(database: Path | str) -> AsyncIterator[tuple[Server, Server, str]]:
    """Two servers, one visitor to both, and a match that both have in memory."""
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


def test_a_server_that_is_behind_catches_up_before_it_answers(database: Path | str) -> None:
    async def work() -> None:
        async with open_two(database) as (one, two, match):
            assert (await one.act(match, 0, "c2")).status_code == 200
            stale = await two.act(match, 0, "c3")
            assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
            assert (stale.json()["view"]["seq"], stale.json()["events"][0]["data"]) == (1, {"move": "c2"})
            moved = await two.act(match, 1, "c4")
            assert moved.json()["view"]["seq"] == 2
            ahead = await one.act(match, 2, "c3")  # which this one may not have heard about yet
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


class WakeCounter:
    """A listener to a match that is woken by every change."""

    person = ""

    def __init__(self, event: asyncio.Event) -> None:
        self.event = event

    def changed(self) -> None:
        self.event.set()

    def tell(self, text: bytes) -> None:
        raise AssertionError(text)  # one screen is shared, and nobody comes or goes

    def mute(self, players: frozenset[str]) -> None:
        raise AssertionError(players)


def test_watchers_at_the_other_server_are_notified(database: Path | str) -> None:
    async def work() -> None:
        async with open_two(database) as (one, two, match):
            woken = asyncio.Event()
            watched = two.session(match)
            watched.listeners.add(WakeCounter(woken))
            for seq, move in enumerate(("c2", "c4")):
                woken.clear()
                await one.act(match, seq, move)
                await woken.wait()
                assert watched.match.seq == seq + 1
            woken.clear()
            await one.client.delete(f"/api/matches/{match}")
            await woken.wait()
            assert watched.removed
            watched.listeners.clear()

    run(work())


def test_they_are_notified_at_a_busy_server_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_two(tmp_path / "banmen.sqlite3") as (one, two, match):
            woken, heard = asyncio.Event(), False
            two.session(match).listeners.add(WakeCounter(woken))
            other = (await two.client.post("/api/matches", json=MATCH)).json()["id"]
            await one.act(match, 0, "c2")

            async def write_on() -> None:
                while not heard:
                    await two.app.state.store.check_writable()

            async with asyncio.TaskGroup() as tasks:
                for _ in range(3):  # so that there is always something to write
                    tasks.create_task(write_on())
                await woken.wait()
                heard = True
            assert two.session(match).match.seq == 1
            assert (await two.client.get(f"/api/matches/{other}")).status_code == 200
            two.session(match).listeners.clear()

    run(work())


# Creating matches.


async def count_matches(server: Server) -> int:
    return int((await server.client.get("/api/history")).json()["all"])


def test_the_limit_of_matches_holds_for_many_at_once(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database, most_matches=3) as one, open_server(database, most_matches=3) as two:
            await one.client.get("/api/matches")
            two.client.cookies = one.client.cookies
            asked = [server.client.post("/api/matches", json=MATCH) for server in (one, two) for _ in range(5)]
            statuses = sorted([answer.status_code for answer in await asyncio.gather(*asked)])
            assert statuses == [201] * 3 + [429] * 7
            assert await count_matches(one) == 3

    run(work())


def test_a_match_that_is_asked_for_again_is_begun_once(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            await one.client.get("/api/matches")
            two.client.cookies = one.client.cookies
            body = {**MATCH, "client_id": str(uuid.uuid4())}
            asked = [server.client.post("/api/matches", json=body) for server in (one, two) for _ in range(3)]
            answers = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answers} == {201}
            assert len({answer.json()["id"] for answer in answers}) == 1
            assert await count_matches(one) == 1
            other = await one.client.post("/api/matches", json={**MATCH, "client_id": str(uuid.uuid4())})
            assert other.json()["id"] != answers[0].json()["id"]
            stranger = httpx.AsyncClient(transport=httpx.ASGITransport(one.app), base_url="http://table")
            theirs = await stranger.post("/api/matches", json=body)  # whose id happens to be the same
            assert (theirs.status_code, theirs.json()["id"] == answers[0].json()["id"]) == (201, False)

    run(work())
