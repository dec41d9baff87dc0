"""The sockets of a match come together in one process, and are served wherever they arrive if that fails."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from banmen.server.http.match_homes import ENDING, MatchHomes, find_home, open_homes

HEAD = b"GET /api/matches/abc/play HTTP/1.1\r\nhost: x\r\n\r\n"
PATH = "/api/matches/abc/play"


class HomeProtocol(asyncio.Protocol):
    """The home's side of a connection."""

    is_home = False

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received.append(data)
        if len(self.received) == 1:
            self.transport.write(b"hello")


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="bm-") as name:  # a short path, as sockets need
        yield Path(name)


def test_matches_are_spread_and_few_move_when_a_process_goes_away() -> None:
    names = [f"match-{number}" for number in range(600)]
    homes = {name: find_home(name, [11, 12, 13]) for name in names}
    counts = [list(homes.values()).count(process) for process in (11, 12, 13)]
    assert sum(counts) == 600
    assert min(counts) > 140
    assert all(find_home(name, [11, 13]) == home for name, home in homes.items() if home != 12)


def test_a_connection_is_served_where_its_match_is_at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        made: list[HomeProtocol] = []

        def accept() -> HomeProtocol:
            made.append(HomeProtocol())
            return made[-1]

        away = next(number for number in range(1, 999) if find_home("abc", [os.getpid(), number]) == number)
        with monkeypatch.context() as patch:
            patch.setattr(os, "getpid", lambda: away)
            home = MatchHomes(folder, accept)
        here = MatchHomes(folder, accept)
        client, arrived = socket.socketpair()
        assert here.send_home(PATH, HEAD, arrived)
        arrived.close()
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        assert await asyncio.wait_for(loop.sock_recv(client, 10), 5) == b"hello"
        await loop.sock_sendall(client, b"more")
        while len(made[0].received) < 2:
            await asyncio.sleep(0.001)
        assert (made[0].received, made[0].is_home, len(made)) == ([HEAD, b"more"], True, 1)
        home.close()
        assert not here.send_home(PATH, HEAD, client), "it is no home any more"
        here.close()
        client.close()
        made[0].transport.close()

    asyncio.run(run())


def test_a_connection_stays_where_its_match_is_at_home_or_its_home_is_dead(folder: Path) -> None:
    async def run() -> None:
        here = MatchHomes(folder, HomeProtocol)
        one, other = socket.socketpair()
        assert not here.send_home(PATH, HEAD, one)
        away = next(number for number in range(1, 999) if find_home("abc", [os.getpid(), number]) == number)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as dead:
            dead.bind(str(folder / f"{away}{ENDING}"))
        assert not here.send_home(PATH, HEAD, one), "nobody listens there any more"
        assert not here.send_home("/api/analysis/abc/live", HEAD, one)
        assert not here.send_home(PATH, HEAD * 2000, one)
        here.close()
        one.close()
        other.close()

    asyncio.run(run())
    assert not list(folder.glob(f"{os.getpid()}*"))


def test_one_process_alone_has_no_homes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BANMEN_PEERS", raising=False)
    assert open_homes(HomeProtocol) is None
