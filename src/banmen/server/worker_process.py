"""Processes that work for the server and are spoken to by lines."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time

PIPE = asyncio.subprocess.PIPE
PARENT = "BANMEN_PARENT"  # the setting that tells a worker which process it works for
LOOK = 0.5  # seconds between looks at whether that process is still there


async def start_worker(module: str, **environment: str) -> asyncio.subprocess.Process:
    """Start a module of ours as a process that reads lines and answers by lines."""
    setting = {**os.environ, PARENT: str(os.getpid()), **environment}
    # Ctrl-C at the keyboard is for the server alone, which ends its workers: they would complain at length.
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, env=setting, start_new_session=True
    )


def end_with_parent() -> None:
    """Let this process end when the one that it works for is gone, even if it was killed and whatever is being done here."""
    parent = os.environ.get(PARENT)

    def watch() -> None:
        while str(os.getppid()) == parent:
            time.sleep(LOOK)
        os._exit(0)

    if parent and os.name == "posix":  # elsewhere a process keeps its parent's number
        threading.Thread(target=watch, daemon=True).start()


async def end_worker(process: asyncio.subprocess.Process | None) -> None:
    """End a process, if there is one that has not ended by itself."""
    if process:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        ending = asyncio.ensure_future(process.communicate())  # its pipes are closed then as well
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending  # it is killed, so this takes a moment; nobody else would collect it
            raise
