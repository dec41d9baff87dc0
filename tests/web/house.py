"""A server in a process of its own, so that it can be killed; and the browser's way to it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.server.forked import BEGUN, Forked, can_fork

SERVE = """
import socket, sys
from pathlib import Path
from banmen.server import presence
from banmen.server.http.serving import serve_here
from banmen.server.settings import ServerSettings
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", int(sys.argv[2])))
# A second port of this machine stands for its address in the network, with which links to share begin.
join = {"addresses": ("127.0.0.1",), "join": True}
presence.AWAY = float(sys.argv[3])
quick = {"warm": False, "pace": 0.0, "hint_seconds": 0.3, "most_begun": 10_000, "most_signed_in": 10_000}
settings = ServerSettings(data=Path(sys.argv[1]), **quick, **join)
serve_here(settings, listening, lambda: None)
"""
PATIENCE = 60.0  # seconds for a server to come up on a busy machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """A server with a folder for its data."""

    def __init__(self, data: Path, away: float = 60.0) -> None:
        """`away` is the number of seconds after which a disconnected person counts as gone."""
        self.data, self.port, self.away = data, free_port(), away
        self.process: Forked | subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> House:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        command = ["-c", str(self.data), str(self.port), str(self.away)]
        environment = {**os.environ, **BEGUN}
        if can_fork(environment):
            with self.data.with_suffix(".log").open("a") as log:
                self.process = Forked(command, environment, log, program=SERVE)
        else:
            self.process = subprocess.Popen([sys.executable, "-c", SERVE, *command[1:]], env=environment)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, "the server did not start"
            assert time.monotonic() < end, "the server did not answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill the server."""
        assert self.process
        self.process.kill()
        self.process.wait(10)

    def close(self) -> None:
        assert self.process
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
