"""A server within the test, and its visitors."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx

from banmen.server.http.application import create_app
from banmen.server.settings import ServerSettings

Answer = TypeVar("Answer")
View = dict[str, Any]
# Two human players, by game.
PEOPLE: dict[str, dict[str, str]] = {
    "kariuchi": {"1": "human", "2": "human"},
    "moontrek": {"A": "human", "B": "human"},
    "holes58": {"1": "human", "2": "human"},
    "kuniumi": {"1": "human", "2": "human"},
    "qubism": {"w": "human", "b": "human"},
}
NEARLY_WON = "3^1/><2>/>^3/1^<1B/<2W1 0 b"  # in Qubism, by e1
PATIENCE = 120.0  # seconds until a test stops waiting; an engine may have to be compiled on a busy machine


class House:
    """An application with its database in a folder. Its tasks run while a visitor waits for an answer."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.settings = ServerSettings(
            data=data,
            **{"warm": False, "pace": 0.0, "hint_seconds": 0.05, "hosts": ("table",), "most_begun": 10_000, **settings},
        )
        self.app = create_app(self.settings)

    def __enter__(self) -> House:
        self._runner = asyncio.Runner()
        self._lifespan = self.app.router.lifespan_context(self.app)
        self.run(self._lifespan.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._lifespan.__aexit__(None, None, None))
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return self._runner.run(work)

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> Visitor:
        return Visitor(self, headers, address)


class Visitor:
    """A visitor with a browser's cookies."""

    def __init__(self, house: House, headers: dict[str, str], address: str) -> None:
        self.house = house
        transport = httpx.ASGITransport(house.app, client=(address, 123))
        self.client = httpx.AsyncClient(transport=transport, base_url="http://table", headers=headers)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.house.run(self.client.get(path, **more))

    def post(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return self.house.run(self.client.post(path, json=json, **more))

    def delete(self, path: str) -> httpx.Response:
        return self.house.run(self.client.delete(path))

    def begin(self, game: str, **more: Any) -> View:
        answer = self.post("/api/matches", {"game": game, **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def look(self, match: str) -> View:
        return dict(self.get(f"/api/matches/{match}").json())

    def act(self, view: View, kind: str, client_id: str | None = None, **more: Any) -> httpx.Response:
        asked = {"type": kind, "seq": view["seq"], "client_id": client_id or str(uuid.uuid4()), **more}
        return self.post(f"/api/matches/{view['id']}/actions", asked)

    def done(self, view: View, kind: str, **more: Any) -> View:
        """Act, and return the match afterwards."""
        answer = self.act(view, kind, **more)
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["view"])

    def awaited(self, view: View, fulfilled: Callable[[View], bool]) -> View:
        """Poll a match until a condition holds."""

        async def looking() -> View:
            async with asyncio.timeout(PATIENCE):
                while not fulfilled(found := (await self.client.get(f"/api/matches/{view['id']}")).json()):
                    await asyncio.sleep(0.005)
                return dict(found)

        return self.house.run(looking())


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of an error."""
    told = answer.json()["error"]
    assert told["message"]
    return answer.status_code, told["code"]
