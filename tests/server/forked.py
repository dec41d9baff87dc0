"""Servers forked from a process that has already imported everything."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from typing import Any, TextIO

# Settings that must be fixed before anything is imported, as they are before any test changes them.
BEGUN = {"PYTHONWARNINGS": "default"}
SAME = {name: os.environ.get(name) for name in ("PYTHONPATH", "BANMEN_SHIPPED")}


class Forked:
    """A server process with the interface of `subprocess.Popen`."""

    def __init__(
        self, command: list[str], environment: dict[str, str], output: TextIO, files: int | None = None, program: str = ""
    ) -> None:
        """Run `banmen`, or a program of its own, whose standard error then goes to its output."""
        self._jit = environment.get("BANMEN_JIT", "")
        self.returncode: int | None = None
        asked = {"command": command, "environment": environment, "files": files, "program": program}
        if program:
            self.pid: int = _ask(self._jit, asked, output.fileno(), output.fileno())
            return
        reading, writing = os.pipe()
        self.stderr = os.fdopen(reading, encoding="utf-8")
        self.pid = _ask(self._jit, asked, output.fileno(), writing)
        os.close(writing)

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _ask(self._jit, {"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        late = time.monotonic() + timeout
        while (ended := self.poll()) is None:
            if time.monotonic() > late:
                raise subprocess.TimeoutExpired("a forked server", timeout)
            time.sleep(0.01)
        return ended

    def communicate(self, timeout: float) -> tuple[None, str]:
        """Wait until it has ended, and return its standard error; it never writes much."""
        self.wait(timeout)
        with self.stderr:
            return None, self.stderr.read()

    def send_signal(self, how: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def can_fork(environment: dict[str, str]) -> bool:
    """Tell whether the forking process has imported the same as a process with this environment would."""
    return all(environment.get(name) == value for name, value in {**SAME, **BEGUN}.items())


@cache
def _open_link(jit: str) -> socket.socket:
    """Start the forking process, with kernels compiled or not; it ends with this one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        command = [sys.executable, "-m", "tests.server.forking", str(there.fileno())]
        process = subprocess.Popen(
            command, env={**os.environ, **BEGUN, "BANMEN_JIT": jit}, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL
        )

    def close() -> None:
        here.close()
        process.wait()

    atexit.register(close)
    return here


def _ask(jit: str, asked: dict[str, Any], *files: int) -> Any:
    link = _open_link(jit)
    socket.send_fds(link, [json.dumps(asked).encode()], files)
    return json.loads(link.recv(100))
