"""A real server in a process of its own, which can be shut down gracefully, or killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.server.forked import Forked, can_fork

PATIENCE = 60.0


class Process:
    """`banmen serve` on a free port. Nothing is compiled: engines are not tested here."""

    process: Forked | subprocess.Popen[str]

    def __init__(
        self,
        data: Path,
        port: int = 0,
        *arguments: str,
        database: str = "",
        files: int | None = None,
        anew: bool = False,
        **settings: str,
    ) -> None:
        """Start it; with a `database`, the address of a PostgreSQL database, `data` only determines where its output is kept.

        It may have so many open `files`, and settings come from the environment, such as BANMEN_JIT. Where that makes no
        difference it is forked, unless Python is to start `anew`.
        """
        command = ["serve", "--port", str(port), "--data", str(data), *arguments]
        usual = {"BANMEN_JIT": "0", "PYTHONWARNINGS": "default", "BANMEN_MOST_BEGUN": "10000", "BANMEN_ADDRESSES": "127.0.0.1"}
        environment = {**os.environ, **usual, **settings}
        if database:
            environment["BANMEN_DATABASE_URL"] = database
        self.log = (data.parent / f"{data.name}.log").open("a+", encoding="utf-8")
        if can_fork(environment) and not anew:
            self.process = Forked(["banmen", *command], environment, self.log, files)
        else:
            assert files is None
            command = [sys.executable, "-m", "banmen", *command]
            self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=self.log, text=True)
        assert self.process.stderr
        first = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/", first)
        assert found, first + self.process.stderr.read()
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing running if a test has failed."""
        if self.process.poll() is None:
            self.kill()

    def client(self, cookies: httpx.Cookies | None = None) -> httpx.Client:
        """Return a client without certificates, which are not needed here and take long to load."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, cookies=cookies, verify=False)

    def kill(self) -> None:
        """Kill it, as close to a power cut as a process can come."""
        self.process.kill()
        self._wait()

    def close(self) -> str:
        """Shut it down gracefully; return its standard error."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> str:
        _, told = self.process.communicate(timeout=PATIENCE)
        self.log.close()
        return told
