"""Compiling in the background. A process of its own does it, so that the page stays quick; the server only loads the results.

The process is given one game after another, so that a game that was just begun comes next.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
import threading

from typing_extensions import TypedDict

from banmen.core import registry
from banmen.engine.levels import levels
from banmen.kernels import kernel

log = logging.getLogger("banmen.server")
COMPILER = "banmen.server.compile_worker"
LOOK = 0.1  # seconds between looks at whether somebody has lost patience


class WarmView(TypedDict):
    """How far compiling has come."""

    done: int
    total: int
    what: str
    ready: bool


def list_engines_to_compile(game: str) -> list[str]:
    """Return the engines of a game that have to be compiled.

    >>> "greedy" in list_engines_to_compile("qubism")
    False
    """
    return list(dict.fromkeys(at.engine for at in levels(registry.game(game)) if at.engine != "greedy"))


class BackgroundCompiler:
    """How far compiling has come, and the process that does it."""

    def __init__(self, wanted: bool = True) -> None:
        wanted = wanted and kernel.choose_default_target() != kernel.PLAIN
        self.waiting = [name for name in registry.names() if wanted]
        self.total = sum(len(list_engines_to_compile(name)) for name in self.waiting)
        self.done, self.what = 0, ""
        self._unready = set(self.waiting)
        self._task: asyncio.Task[None] | None = None

    def view(self) -> WarmView:
        """Return how far it has come."""
        return {"done": self.done, "total": self.total, "what": self.what, "ready": not self._unready}

    def start(self) -> None:
        """Begin, unless there is nothing to do."""
        if self.waiting:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Give up what is not done yet."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def wait_until_ready(self, game: str, stop: threading.Event) -> bool:
        """Wait until a game's engines are compiled, which are done next; tell whether they are, or somebody said stop."""
        if game in self.waiting:
            self.waiting.remove(game)
            self.waiting.insert(0, game)
        while game in self._unready and not stop.is_set():
            await asyncio.sleep(LOOK)
        return game not in self._unready

    async def _run(self) -> None:
        try:
            await self._compile()
        except OSError:
            log.warning("compiling ahead of time does not work here; engines are compiled when they are needed")
        finally:
            self.what = ""
            self._unready.clear()

    async def _compile(self) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", COMPILER, stdin=pipe, stdout=pipe)
        assert process.stdin
        assert process.stdout
        try:
            while self.waiting:
                game = self.waiting.pop(0)
                process.stdin.write(f"{game}\n".encode())
                await self._follow(game, process.stdout)
                self._unready.discard(game)
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()

    async def _follow(self, game: str, output: asyncio.StreamReader) -> None:
        """Read what the process says until a game is done, or it has died."""
        while line := await output.readline():
            news = json.loads(line)
            self.what = f"{game}: {news['what']}"
            if news["what"] == "ready":
                return
            self.done += news["done"]
        self.waiting.clear()
        log.warning("compiling ahead of time stopped at %s; engines are compiled when they are needed", game)
