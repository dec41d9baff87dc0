"""Several processes on one database, as visitors see them: within the test, or real ones that can be killed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx
from fastapi import FastAPI

from banmen.server.http.application import create_app
from banmen.server.settings import ServerSettings
from tests.server.process import PATIENCE, Process

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
class ClusterAnswer:
    """An answer."""

    status: int
    body: Any

    @property
    def code(self) -> str:
        """The code of a problem, or an empty text."""
        return str(self.body["error"]["code"]) if self.status >= 400 else ""


class Cluster(Protocol):
    """Processes that serve the same matches."""

    size: int

    def ask(self, *asked: ClusterRequest) -> list[ClusterAnswer]:
        """Send requests at the same time, and return their answers in order."""

    def drop(self, process: int, gently: bool) -> None:
        """Stop a process and start another in its place."""


class AppCluster:
    """Applications within the test, each with its own memory, in one event loop."""

    def __init__(self, database: Path | str, folder: Path, size: int) -> None:
        url = f"sqlite:///{database}" if isinstance(database, Path) else database
        self.settings = ServerSettings(data=folder, database_url=url, **SETTINGS)
        self.size = size
        self._time, self._ahead = time.time, 0.0  # seconds by which this cluster's clocks are ahead
        time.time = lambda: self._time() + self._ahead
        self._runner = asyncio.Runner()
        self._apps: list[FastAPI] = []
        self._open: list[AbstractAsyncContextManager[Any]] = []
        self._clients = [self._start() for _ in range(size)]

    def _start(self) -> httpx.AsyncClient:
        app = create_app(self.settings)
        self._apps.append(app)
        lifespan = app.router.lifespan_context(app)
        self._runner.run(lifespan.__aenter__())
        self._open.append(lifespan)
        return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table", timeout=PATIENCE)

    def ask(self, *asked: ClusterRequest) -> list[ClusterAnswer]:
        async def ask_all() -> Sequence[ClusterAnswer]:
            return await asyncio.gather(*(self._ask(one) for one in asked))

        return list(self._runner.run(ask_all()))

    async def _ask(self, asked: ClusterRequest) -> ClusterAnswer:
        headers = {"cookie": f"{COOKIE}={asked.visitor}"}
        answer = await self._clients[asked.process].request(asked.method, asked.path, json=asked.body, headers=headers)
        return read_answer(answer)

    def drop(self, process: int, gently: bool) -> None:
        """Let a process shut down, or abandon it silently: it runs until the end of the test, and gets no more requests."""
        if gently:
            self._runner.run(self._open.pop(process).__aexit__(None, None, None))
            self._clients[process] = self._start()
            self._open.insert(process, self._open.pop())
        else:
            self._open.append(self._open[process])
            self._clients[process] = self._start()
            self._open[process] = self._open.pop()

    def wait_until(self, moment: float) -> None:
        """Let time pass until a moment, in which all processes have been running."""
        self._ahead += max(0.0, moment - time.time())
        for app in self._apps:
            app.state.matches.flags.downtime._seen = time.time()
        self._runner.run(self._apps[-1].state.matches.flags.downtime._beat())

    def close(self) -> None:
        for lifespan in self._open:
            self._runner.run(lifespan.__aexit__(None, None, None))
        self._runner.close()
        time.time = self._time


class ProcessCluster:
    """Real processes."""

    def __init__(self, database: str, folder: Path, size: int) -> None:
        self.size, self._folder, self._database = size, folder, database
        self._processes = [self._start(number) for number in range(size)]
        self._threads = ThreadPoolExecutor(4)

    def _start(self, number: int) -> Process:
        return Process(
            self._folder / f"data{number}", database=self._database, BANMEN_MATCHES_IN_MEMORY="8", BANMEN_MOST_JOINED="10000"
        )

    def ask(self, *asked: ClusterRequest) -> list[ClusterAnswer]:
        return list(self._threads.map(self._ask, asked))

    def _ask(self, asked: ClusterRequest) -> ClusterAnswer:
        url = self._processes[asked.process].url + asked.path
        cookies = {COOKIE: asked.visitor}
        with httpx.Client(cookies=cookies, timeout=PATIENCE, verify=False) as client:  # no certificates need to be loaded
            return read_answer(client.request(asked.method, url, json=asked.body))

    def drop(self, process: int, gently: bool) -> None:
        old = self._processes[process]
        if gently:
            assert old.close() == ""
        else:
            old.kill()
        self._processes[process] = self._start(process)

    def close(self) -> None:
        self._threads.shutdown()
        for process in self._processes:
            assert process.close() == ""


def read_answer(answer: httpx.Response) -> ClusterAnswer:
    return ClusterAnswer(answer.status_code, answer.json() if answer.content else None)
