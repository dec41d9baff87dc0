"""Processes that work for the server and are spoken to by lines."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys

PIPE = asyncio.subprocess.PIPE


async def start_worker(module: str, **environment: str) -> asyncio.subprocess.Process:
    """Start a module of ours as a process that reads lines and answers by lines."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, env={**os.environ, **environment}
    )


async def end_worker(process: asyncio.subprocess.Process | None) -> None:
    """End a process, if there is one that has not ended by itself."""
    if process:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
