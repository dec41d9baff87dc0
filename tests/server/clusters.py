"""Several processes on one database, as visitors see them: within the test, or real ones that can be killed."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import httpx
from fastapi import FastAPI
from websockets.asyncio.client import connect

from banmen.server.http.application import create_app
from banmen.server.problems import STATUS
from banmen.server.settings import ServerSettings
from tests.server.play_sockets import AsgiWire, NetworkWire, Place, PlaySockets, Wire
from tests.server.process import PATIENCE, Process

Answer = TypeVar("Answer")
Way = Literal["page", "plain", "socket"]  # how an action is sent and answered: by HTTP in either form, or by socket
WAYS: tuple[Way, ...] = ("page", "socket", "plain")
COOKIE = "banmen_visitor"
SETTINGS: dict[str, Any] = {
    "warm": False,
    "pace": 0.0,
    "hosts": ("table",),
    "most_begun": 10**6,
    "most_matches": 10**6,
    "most_joined": 10**6,
    "matches_in_memory": 8,  # so that matches are dropped from memory now and then
}


@dataclass(frozen=True)
class ClusterRequest:
    """A request of a visitor to one of the processes."""

    process: int
    visitor: str
    method: str
    path: str
    body: Any = None


@dataclass(frozen=True)
class ClusterAction:
    """An action of a visitor in a match."""

    process: int
    visitor: str
    match: str
    body: dict[str, Any]
    way: Way

    @property
    def request(self) -> ClusterRequest:
        """The action as it is sent by HTTP."""
        path = f"/api/matches/{self.match}/actions?detail={self.way}"
        return ClusterRequest(self.process, self.visitor, "POST", path, self.body)


@dataclass(frozen=True)
class ClusterAnswer:
    """An answer. That to an action has its events in `body`, and the state of the match in `view` or `change`."""

    status: int
    body: Any
    known: int | None = None  # the last event that a socket had received before

    @property
    def code(self) -> str:
        """The code of a problem, or an empty text."""
        return str(self.body["error"]["code"]) if self.status >= 400 else ""

    def has_both_answers(self, code: str) -> bool:
        """Tell whether an action that was to be refused for its client id seems to have been carried out.

        A socket that learns only now of the event with this id sends it as the answer, and the refusal after it, without an id.
        """
        if code != "client_id_reused" or self.code or self.known is None:
            return False
        return bool(self.body["events"]) and bool(self.body["events"][0]["seq"] > self.known)


class Cluster(ABC):
    """Processes that serve the same matches."""

    def __init__(self, size: int, hears: bool) -> None:
        """`hears` tells whether each process is notified of what the others write."""
        self.size, self.hears = size, hears
        self.sockets = PlaySockets(self._connect)
        self._runner = asyncio.Runner()

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run something while the processes and the sockets do."""
        return self._runner.run(work)

    def ask(self, *asked: ClusterRequest | ClusterAction) -> list[ClusterAnswer]:
        """Send requests at the same time, and return their answers in order."""

        async def ask_all() -> list[ClusterAnswer]:
            return await asyncio.gather(*(self._send(one) for one in asked))

        return self.run(ask_all())

    async def _send(self, asked: ClusterRequest | ClusterAction) -> ClusterAnswer:
        if isinstance(asked, ClusterRequest):
            return await self._ask(asked)
        if asked.way == "socket":
            socket = self.sockets.find((asked.process, asked.visitor, asked.match))
            return read_message(await socket.act(asked.body))
        answer = await self._ask(asked.request)
        if asked.way == "plain" and "events" in answer.body:
            return ClusterAnswer(answer.status, {**answer.body, "change": answer.body})
        return answer

    def drop(self, process: int, gently: bool) -> None:
        """Stop a process and start another in its place; its clients will connect again."""
        if not gently:
            self._replace(process, gently)
        self.run(self.sockets.close(process))
        if gently:
            self._replace(process, gently)

    @abstractmethod
    async def _ask(self, asked: ClusterRequest) -> ClusterAnswer:
        """Send a request by HTTP."""

    @abstractmethod
    async def _connect(self, place: Place, since: int) -> Wire:
        """Open a socket."""

    @abstractmethod
    def _replace(self, process: int, gently: bool) -> None:
        """Stop a process and start another in its place."""


class AppCluster(Cluster):
    """Applications within the test, each with its own memory, in one event loop."""

    def __init__(self, database: Path | str, folder: Path, size: int) -> None:
        url = f"sqlite:///{database}" if isinstance(database, Path) else database
        super().__init__(size, hears=isinstance(database, str))
        self.settings = ServerSettings(data=folder, database_url=url, **SETTINGS)
        self._time, self._ahead = time.time, 0.0  # seconds by which this cluster's clocks are ahead
        time.time = lambda: self._time() + self._ahead
        self._apps: list[FastAPI] = []
        self._open: list[AbstractAsyncContextManager[Any]] = []
        self._clients = [self._start() for _ in range(size)]
        self._serving = list(self._apps)  # those that are asked

    def _start(self) -> httpx.AsyncClient:
        app = create_app(self.settings)
        self._apps.append(app)
        lifespan = app.router.lifespan_context(app)
        self.run(lifespan.__aenter__())
        self._open.append(lifespan)
        return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table", timeout=PATIENCE)

    async def _ask(self, asked: ClusterRequest) -> ClusterAnswer:
        headers = {"cookie": f"{COOKIE}={asked.visitor}"}
        answer = await self._clients[asked.process].request(asked.method, asked.path, json=asked.body, headers=headers)
        return read_answer(answer)

    async def _connect(self, place: Place, since: int) -> Wire:
        process, visitor, match = place
        return AsgiWire(self._serving[process], f"/api/matches/{match}/play", f"{COOKIE}={visitor}", f"since={since}")

    def _replace(self, process: int, gently: bool) -> None:
        """Let a process shut down, or abandon it silently: it runs until the end of the test, and gets no more requests."""
        if gently:
            self.run(self._open.pop(process).__aexit__(None, None, None))
            self._clients[process] = self._start()
            self._open.insert(process, self._open.pop())
        else:
            self._open.append(self._open[process])
            self._clients[process] = self._start()
            self._open[process] = self._open.pop()
        self._serving[process] = self._apps[-1]

    def wait_until(self, moment: float) -> None:
        """Let time pass until a moment, in which all processes have been running."""
        self._ahead += max(0.0, moment - time.time())
        for app in self._apps:
            app.state.matches.flags.downtime._seen = time.time()
        self.run(self._apps[-1].state.matches.flags.downtime._beat())

    def close(self) -> None:
        self.run(self.sockets.forget())
        for lifespan in self._open:
            self.run(lifespan.__aexit__(None, None, None))
        self._runner.close()
        time.time = self._time


class ProcessCluster(Cluster):
    """Real processes."""

    def __init__(self, database: str, folder: Path, size: int) -> None:
        super().__init__(size, hears=True)
        self._folder, self._database = folder, database
        self._processes = [self._start(number) for number in range(size)]

    def _start(self, number: int) -> Process:
        return Process(
            self._folder / f"data{number}", database=self._database, BANMEN_MATCHES_IN_MEMORY="8", BANMEN_MOST_JOINED="10000"
        )

    async def _ask(self, asked: ClusterRequest) -> ClusterAnswer:
        url = self._processes[asked.process].url + asked.path
        cookies = {COOKIE: asked.visitor}
        # No certificates need to be loaded.
        async with httpx.AsyncClient(cookies=cookies, timeout=PATIENCE, verify=False) as client:
            return read_answer(await client.request(asked.method, url, json=asked.body))

    async def _connect(self, place: Place, since: int) -> Wire:
        process, visitor, match = place
        url = f"ws://127.0.0.1:{self._processes[process].port}/api/matches/{match}/play?since={since}"
        headers = {"Cookie": f"{COOKIE}={visitor}"}
        return NetworkWire(await connect(url, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None))

    def _replace(self, process: int, gently: bool) -> None:
        old = self._processes[process]
        if gently:
            assert old.close() == ""
        else:
            old.kill()
        self._processes[process] = self._start(process)

    def close(self) -> None:
        self.run(self.sockets.forget())
        self._runner.close()
        for process in self._processes:
            assert process.close() == ""


def read_answer(answer: httpx.Response) -> ClusterAnswer:
    return ClusterAnswer(answer.status_code, answer.json() if answer.content else None)


def read_message(message: dict[str, Any]) -> ClusterAnswer:
    """Return the answer by socket to an action, with its own events only if it was carried out."""
    if "error" in message:
        return ClusterAnswer(STATUS[message["error"]["code"]], {**message, "change": message}, message.get("known"))
    first = message.get("answered", message["seq"] + 1)
    own = [event for event in message["events"] if event["seq"] >= first]
    return ClusterAnswer(200, {"events": own, "change": message}, message["known"])
