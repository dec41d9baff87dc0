"""Moves by interpreted kernels while those of a game are being compiled, in a separate process so that the page stays quick."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.engine.analysis.hints import Hint
from banmen.server.engine_requests import decode_hint
from banmen.server.interpreter_worker import HINT, encode_request
from banmen.server.worker_process import end_worker, start_worker

WORKER = "banmen.server.interpreter_worker"


class Interpreter:
    """The process that plays with interpreted kernels; once started it stays until it is closed or retires."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._retired = False

    async def start(self) -> None:
        """Start the process ahead of time, so that the first move does not have to wait for it."""
        async with self._turn:
            await self._open()

    async def choose(self, who: str, position: Position, seed: int) -> Move | None:
        """Return a player's move after a second or so, or None if there is none."""
        answer = await self._ask(who, position, seed)
        return position.find(answer["move"]) if answer else None

    async def give_hint(self, position: Position) -> Hint | None:
        """Return a good move with its winning chances, or None."""
        answer = await self._ask(HINT, position, 0)
        return decode_hint(answer, position) if answer else None

    async def _ask(self, who: str, position: Position, seed: int) -> dict[str, Any] | None:
        async with self._turn:
            if self._retired:
                return None
            try:
                process = await self._open()
                assert process.stdin
                assert process.stdout
                process.stdin.write(encode_request(who, position, seed))
                await process.stdin.drain()
                line = (await process.stdout.readline()).strip()
            except asyncio.CancelledError:
                await self._end()  # its answer would be taken for the answer to the next request
                raise
            except OSError:
                line = b""
            if not line:
                await self._end()
                return None
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def close(self) -> None:
        """Kill the process; a later request starts another one."""
        async with self._turn:
            await self._end()

    async def retire(self) -> None:
        """Stop the process for good, after its last answer: everything is compiled."""
        self._retired = True
        await self.close()

    async def _open(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_worker(WORKER, BANMEN_JIT="0")
        return self._process

    async def _end(self) -> None:
        await end_worker(self._process)
        self._process = None  # only now: if this is interrupted, the next call does the rest
