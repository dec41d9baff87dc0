"""Brings the sockets of a match together in one of several processes, so that it sees moves without asking the database.

Connections arrive at any process. Each match has a *home* among those that are ready, and all processes find it by the same
rule; a process that gets a WebSocket request for a match passes the connection itself to the match's home, with the request as
it came. If that fails, the socket is served where it arrived: any process can serve any match, only at a higher cost.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from banmen.server.peers import FOLDER

log = logging.getLogger("banmen.server")
ENDING: Final = ".home"  # of the name of a process's socket in the shared folder
LONGEST_HEAD: Final = 65_536  # bytes of the head of a request
PATH = re.compile(r"/api/matches/([^/]{1,40})/(?:live|play)")


def find_home(match: str, processes: list[int]) -> int:
    """Return the process that is a match's home. If one dies, only its own matches move.

    >>> [find_home("abc", processes) for processes in ([7, 8, 9], [9, 7, 8], [7, 9])]
    [7, 7, 7]
    """
    return max(processes, key=lambda process: hashlib.blake2b(f"{match} {process}".encode(), digest_size=8).digest())


class MatchHomes:
    """The homes of matches, as seen by one of the processes."""

    def __init__(self, folder: Path, accept: Callable[[], Any]) -> None:
        """Prepare for matches; `accept` makes the protocol of a connection that another process has sent."""
        self._folder, self._accept = folder, accept
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._path = folder / f"{os.getpid()}{ENDING}"
        self._path.unlink(missing_ok=True)  # of an earlier process with this number
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(self._path))
        self._loop.add_reader(self._socket.fileno(), self._receive)

    def close(self) -> None:
        """Stop being a home."""
        self._path.unlink(missing_ok=True)
        self._loop.remove_reader(self._socket.fileno())
        self._socket.close()

    def send_home(self, path: str, head: bytes, connection: socket.socket) -> bool:
        """Send a connection to the home of its match; return False if its home is here, or if that fails."""
        found = PATH.search(path)
        if found is None:
            return False
        home = find_home(found[1], self._list_processes())
        if home == os.getpid():
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.connect(str(self._folder / f"{home}{ENDING}"))
                socket.send_fds(sender, [head], [connection.fileno()])
        except OSError as error:  # it has just died, or is overloaded
            log.info("a connection could not be passed to its match's home: %s", error)
            return False
        return True

    def _list_processes(self) -> list[int]:
        names = [name.removesuffix(ENDING) for name in os.listdir(self._folder) if name.endswith(ENDING)]  # noqa: PTH208
        return [os.getpid(), *(int(name) for name in names if name.isdecimal() and int(name) != os.getpid())]

    def _receive(self) -> None:
        """Receive connections that other processes have sent."""
        with contextlib.suppress(BlockingIOError, InterruptedError):
            while True:
                head, files, _, _ = socket.recv_fds(self._socket, LONGEST_HEAD, 1)
                for number in files:
                    task = self._loop.create_task(self._serve(socket.socket(fileno=number), head))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket, head: bytes) -> None:
        """Serve a connection as if it had arrived here."""
        connection.setblocking(False)
        try:
            _, protocol = await self._loop.connect_accepted_socket(self._accept, connection)
        except OSError:  # the client has disconnected
            connection.close()
            return
        protocol.is_home = True
        protocol.data_received(head)


def open_homes(accept: Callable[[], Any]) -> MatchHomes | None:
    """Prepare for matches, if there are several processes."""
    folder = os.environ.get(FOLDER)
    return MatchHomes(Path(folder), accept) if folder and hasattr(socket, "send_fds") else None
