"""Requests of one address take turns, and others do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from starlette.responses import Response

from banmen.server.http.address_turns import MOST_AT_ONCE, MOST_WAITING, AddressTurns
from banmen.server.http.middleware import VisitorMiddleware
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.settings import ServerSettings


class Crowd:
    """Requests that run until they are released, and their outcomes."""

    def __init__(self, turns: AddressTurns) -> None:
        self.turns, self.begun = turns, list[str]()
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def send(self, name: str, address: str = "here") -> None:
        """Start a request, as far as it can go."""
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._run(name, address))
        await self.settle()

    async def _run(self, name: str, address: str) -> None:
        async with self.turns.take(address):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, *names: str) -> None:
        """Let requests finish."""
        for name in names:
            self.ends[name].set()
        await self.settle()

    async def settle(self) -> None:
        """Let all tasks run as far as they can."""
        for _ in range(5):
            await asyncio.sleep(0)


def test_requests_in_progress_are_limited_and_served_in_order() -> None:
    async def run() -> None:
        crowd = Crowd(AddressTurns(most=2, most_waiting=2))
        for name in "abcd":
            await crowd.send(name)
        assert crowd.begun == ["a", "b"]
        assert (crowd.turns.is_crowded("here"), crowd.turns.is_crowded("there")) == (True, False)
        await crowd.send("x", "there")
        assert crowd.begun == ["a", "b", "x"]
        await crowd.end("b")
        assert crowd.begun == ["a", "b", "x", "c"]
        assert not crowd.turns.is_crowded("here")
        await crowd.end("a", "c", "d", "x")
        assert crowd.begun == ["a", "b", "x", "c", "d"]
        assert not crowd.turns._under_way, "nobody is kept"
        assert not crowd.turns._waiting

    asyncio.run(run())


def test_cancelled_requests_lose_no_turn() -> None:
    async def run() -> None:
        crowd = Crowd(AddressTurns(most=1))
        for name in "abcd":
            await crowd.send(name)
        crowd.tasks["b"].cancel()  # while it waits
        crowd.ends["a"].set()
        await crowd.settle()
        assert crowd.begun == ["a", "c"]
        crowd.ends["c"].set()
        await crowd.tasks["c"]  # d has been given its turn, and has not noticed yet
        crowd.tasks["d"].cancel()
        await crowd.send("e")
        assert crowd.begun[-1] == "e"
        await crowd.end("e")
        assert not crowd.turns._under_way

    asyncio.run(run())


def test_requests_of_one_address_are_answered_some_at_a_time() -> None:
    now = most = 0

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        await Response("fine")(scope, receive, send)
        now -= 1

    async def refuse(*_: Any) -> Response:
        raise AssertionError

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message.get("status"))

    async def run() -> None:
        app = VisitorMiddleware(serve, Metrics(), ServerSettings(), refuse)
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "scheme": "http",
            "client": ("192.0.2.1", 1),
        }
        hosts = [(b"host", b"localhost")]
        await asyncio.gather(*(app({**scope, "headers": hosts}, receive, send) for _ in range(MOST_AT_ONCE + MOST_WAITING + 7)))

    told: list[int | None] = []
    asyncio.run(run())
    assert most == MOST_AT_ONCE
    assert told.count(200) == MOST_AT_ONCE + MOST_WAITING
    assert told.count(ProblemError("too_busy").status) == 7
