"""Background compilation, in a separate process so that the page stays responsive; the server only loads the results.

The process gets one game after another. Games that are being played come first: compiling one that nobody waits for is
interrupted, and resumed later from what is already in the compile cache.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading

from typing_extensions import TypedDict

from banmen.core import registry
from banmen.engine import precompile
from banmen.server.worker_process import end_worker, start_worker

log = logging.getLogger("banmen.server")
COMPILER = "banmen.server.compile_worker"
LOOK = 0.1  # seconds between checks whether somebody has lost patience


class WarmView(TypedDict):
    """The progress of compilation."""

    done: int
    total: int
    what: str
    ready: bool


class BackgroundCompiler:
    """The compile process and its progress."""

    def __init__(self, wanted: bool = True) -> None:
        self.waiting = [name for name in registry.names() if wanted and not precompile.is_ready(name)]
        self._engines = {name: len(precompile.list_engines(registry.game(name))) for name in self.waiting}
        self._done = dict.fromkeys(self.waiting, 0)
        self.what = ""
        self._unready = set(self.waiting)
        self._played: set[str] = set()
        self._current = ""
        self._interrupted = False  # the process was killed in favour of a game that is being played
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def view(self, game: str = "") -> WarmView:
        """Return the progress, for one game or for all."""
        games = [name for name in self._engines if game in ("", name)]
        return {
            "done": sum(self._done[name] for name in games),
            "total": sum(self._engines[name] for name in games),
            "what": self.what,
            "ready": not self._unready.intersection(games),
        }

    def start(self) -> None:
        """Start compiling, unless there is nothing to compile."""
        if self.waiting:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Abandon what is not done yet."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def wait_until_done(self) -> None:
        """Wait until everything is compiled."""
        while self._unready:
            await asyncio.sleep(LOOK)

    def is_ready(self, game: str) -> bool:
        """Tell whether a game's engines are compiled, or will not be compiled ahead of time."""
        return game not in self._unready

    def hurry(self, game: str) -> None:
        """Compile a game before those that nobody plays."""
        self._played.add(game)
        if game in self.waiting:
            self.waiting.remove(game)
            self.waiting.insert(0, game)
            if self._current not in self._played and self._process and self._process.returncode is None:
                self._interrupted = True
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()

    async def wait_until_ready(self, game: str, stop: threading.Event) -> bool:
        """Wait until a game's engines, which come next, are compiled; return whether they are, or `stop` was set first."""
        self.hurry(game)
        while not self.is_ready(game) and not stop.is_set():
            await asyncio.sleep(LOOK)
        return self.is_ready(game)

    async def _run(self) -> None:
        try:
            await self._compile()
        except OSError:
            log.warning("background compilation does not work here; engines are compiled on first use")
        finally:
            self.what = ""
            self._unready.clear()

    async def _compile(self) -> None:
        try:
            while self.waiting:
                game = self._current = self.waiting.pop(0)
                if await self._compile_game(game):
                    self._unready.discard(game)
                elif self._interrupted:  # perhaps the previous game was already compiled, so that this one met a dead process
                    self._interrupted, self._done[game] = False, 0
                    self.waiting.insert(0 if game in self._played else 1, game)
                else:
                    self.waiting.clear()
                    log.warning("background compilation stopped at %s; engines are compiled on first use", game)
        finally:
            await self._end()

    async def _compile_game(self, game: str) -> bool:
        """Have a game compiled; return whether it finished before the process ended."""
        if self._process is None:
            self._process = await start_worker(COMPILER)
        assert self._process.stdin
        assert self._process.stdout
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(f"{game}\n".encode())
            while line := await self._process.stdout.readline():
                news = json.loads(line)
                self.what = f"{game}: {news['what']}"
                if news["what"] == "ready":
                    return True
                self._done[game] += news["done"]
        await self._end()
        return False

    async def _end(self) -> None:
        process, self._process = self._process, None
        await end_worker(process)
