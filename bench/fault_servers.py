"""Servers that can be killed, their databases, and the proxies between them and their clients."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.tcp_proxy import FaultyProxy
from tests.common.postgres import Postgres, find_free_port

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds for a server to answer
LOOK_AGAIN = 0.01
SETTINGS = {
    "BANMEN_JIT": "0",
    "BANMEN_WARM": "0",
    "BANMEN_MOST_BEGUN": "1000000",
    "BANMEN_MOST_MATCHES": "1000000",
    "BANMEN_MOST_JOINED": "1000000",
}
SMALL_DISK = {"sqlite": "16m", "postgres": "192m"}


class Forker:
    """The process that forks servers."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        command = [sys.executable, "-m", "bench.forking_server"]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )

    def fork(self, **asked: Any) -> int:
        """Start a server and return the number of its process."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        """Fork no more."""
        self.process.communicate(timeout=PATIENCE)


class Server:
    """A server on a port of its own, which it keeps when it is started again."""

    def __init__(self, forker: Forker, folder: Path, log: Path, **environment: str) -> None:
        self.forker, self.folder, self.log = forker, folder, log
        self.environment = SETTINGS | environment
        self.port = find_free_port()
        self.process = 0
        self.start()

    def start(self) -> None:
        """Start it; it answers a little later."""
        self.process = self.forker.fork(port=self.port, data=str(self.folder), log=str(self.log), environment=self.environment)

    def kill(self) -> None:
        """End it without a word, and wait until it is gone."""
        os.kill(self.process, signal.SIGKILL)
        self._wait_for_end()

    def close(self) -> None:
        """Ask it to close, and insist after a while."""
        os.kill(self.process, signal.SIGTERM)
        try:
            self._wait_for_end()
        except TimeoutError:
            self.kill()

    def _wait_for_end(self) -> None:
        late = time.monotonic() + PATIENCE
        while self.runs:
            if time.monotonic() > late:
                raise TimeoutError(f"process {self.process} does not end")
            time.sleep(LOOK_AGAIN)

    @property
    def runs(self) -> bool:
        """Whether it is there."""
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        return True

    @property
    def memory(self) -> int:
        """Kilobytes of memory that it uses now."""
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))

    @property
    def connections(self) -> int:
        """How many connections of clients it holds; those that a client has ended but the server has not are among them."""
        port, states = f":{self.port:04X}", ("01", "08")  # established, and waiting to be closed here
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(row[1].endswith(port) and row[3] in states for row in rows)

    def answers(self) -> bool:
        """Return whether it is healthy."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def wait(self) -> None:
        """Wait until it answers."""
        late = time.monotonic() + PATIENCE
        while not self.answers():
            if not self.runs or time.monotonic() > late:
                raise TimeoutError(f"no answer from the server: {self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(LOOK_AGAIN)


@dataclass
class Rig:
    """Servers on one database, each behind a proxy, and all of them behind another one before a PostgreSQL."""

    kind: str  # sqlite or postgres
    folder: Path  # whose disk may be small
    address: Path | str  # of the database itself, for the checks
    servers: list[Server] = field(default_factory=list)
    proxies: list[FaultyProxy] = field(default_factory=list)
    database: Postgres | None = None
    database_proxy: FaultyProxy | None = None
    calm: float = 0.5  # seconds that a server answers at most before it is killed

    @property
    def ports(self) -> list[int]:
        """Where clients connect."""
        return [proxy.port for proxy in self.proxies]


@contextmanager
def open_rig(kind: str, folder: Path, size: int, small_disk: bool = False) -> Iterator[Rig]:
    """Start a database and so many servers; with SQLite there is one server."""
    disk = folder / "disk"
    disk.mkdir()
    disk.chmod(0o755)
    with _mounted(disk, SMALL_DISK[kind] if small_disk else ""), _open_database(kind, disk) as rig:
        forker = Forker()
        environment = {}
        if rig.database and rig.database_proxy:
            environment["BANMEN_DATABASE_URL"] = f"postgresql://banmen@127.0.0.1:{rig.database_proxy.port}/postgres"
        try:
            for number in range(size if rig.database else 1):
                rig.servers.append(Server(forker, disk / "data", folder / f"server{number}.log", **environment))
                rig.proxies.append(FaultyProxy(rig.servers[-1].port))
            for server in rig.servers:
                server.wait()
            yield rig
        finally:
            for proxy in rig.proxies:
                proxy.close()
            for server in rig.servers:
                with suppress(ProcessLookupError):
                    server.close()
            forker.close()


@contextmanager
def _open_database(kind: str, disk: Path) -> Iterator[Rig]:
    if kind == "sqlite":
        yield Rig(kind, disk, disk / "data" / "banmen.sqlite3")
        return
    folder = disk / "postgres"
    folder.mkdir()
    server = Postgres(folder)
    server.start()
    proxy = FaultyProxy(server.port)
    try:
        yield Rig(kind, disk, server.url(), database=server, database_proxy=proxy)
    finally:
        proxy.close()
        server.stop()


@contextmanager
def _mounted(folder: Path, size: str) -> Iterator[None]:
    """Mount a small disk in memory there, if a size is given; only root can."""
    if size:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        if size:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
