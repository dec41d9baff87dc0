"""Worker processes of the server, which communicate by lines."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time

PIPE = asyncio.subprocess.PIPE
PARENT = "BANMEN_PARENT"  # the setting that tells a worker its parent process
LOOK = 0.5  # seconds between checks whether the parent is still there


async def start_worker(module: str, **environment: str) -> asyncio.subprocess.Process:
    """Start one of our modules as a process that reads lines and answers by lines."""
    setting = {**os.environ, PARENT: str(os.getpid()), **environment}
    # Ctrl-C at the keyboard is for the server only, which ends its workers: they would print tracebacks.
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, env=setting, start_new_session=True
    )


def end_with_parent() -> None:
    """End this process when its parent is gone, even if that was killed and whatever is running here."""
    parent = os.environ.get(PARENT)

    def watch() -> None:
        while str(os.getppid()) == parent:
            time.sleep(LOOK)
        os._exit(0)

    if parent and os.name == "posix":  # elsewhere an orphan keeps its parent's number
        threading.Thread(target=watch, daemon=True).start()


async def end_worker(process: asyncio.subprocess.Process | None) -> None:
    """End a process, unless it has ended by itself or there is none."""
    if process:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        ending = asyncio.ensure_future(process.communicate())  # this closes its pipes as well
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending  # it is killed, so this takes a moment; nobody else would reap it
            raise
