"""Closed sockets: nothing of them stays in memory, and no work is done for them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from banmen.server.http.handover import Handover
from banmen.server.http.serving import make_config
from banmen.server.live.play_connection import PlayConnection
from banmen.server.live.socket_lines import TakenLine
from tests.server.visiting import PATIENCE, PEOPLE, House

KEPT = (Handover, TakenLine, PlayConnection)


@asynccontextmanager
async def listen(house: House) -> AsyncIterator[tuple[int, ServerState]]:
    """Serve an application at a port as `banmen serve` does, but in this process."""
    config, state = make_config(house.settings), ServerState()
    config.app = house.app
    config.load()
    make: Any = config.http_protocol_class
    made: list[weakref.ref[Any]] = []

    def accept() -> Any:
        protocol = make(config=config, server_state=state, app_state={})
        made.append(weakref.ref(protocol))
        return protocol

    server = await asyncio.get_running_loop().create_server(accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], state
    finally:
        server.close()
        await wait_for(lambda: not any(protocol() for protocol in made))


async def wait_for(fulfilled: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not fulfilled():
            await asyncio.sleep(0.005)


def count_kept() -> int:
    return sum(type(one) in KEPT for one in gc.get_objects())


@pytest.mark.parametrize("end", ["play", "live?keeping=true"])
def test_nothing_is_left_of_a_socket_that_has_ended(house: House, end: str) -> None:
    """The garbage collector runs so rarely that reference cycles would fill the memory with old matches."""
    visitor = house.visitor()
    match = visitor.begin("kuniumi", seats=PEOPLE["kuniumi"])["id"]
    session = weakref.ref(house.app.state.matches.sessions[match])
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())

    async def come_and_go() -> None:
        async with listen(house) as (port, _):
            url = f"ws://127.0.0.1:{port}/api/matches/{match}/{end}"
            async with connect(url, additional_headers={"cookie": cookie}) as socket:
                await socket.recv()
                assert count_kept() == len(KEPT)
            await wait_for(lambda: count_kept() == 0)

    gc.collect()
    gc.disable()
    try:
        house.run(come_and_go())
        visitor.delete(f"/api/matches/{match}")
        assert session() is None
    finally:
        gc.enable()


def test_nothing_is_read_for_a_closed_connection(house: House) -> None:
    visitor = house.visitor()
    match = visitor.begin("kuniumi", seats=PEOPLE["kuniumi"])["id"]
    session = house.app.state.matches.sessions[match]
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())

    async def come_and_go() -> None:
        async with listen(house) as (port, state):
            session.in_doubt = True  # so the database is asked under the lock, for which new clients have to wait
            assert session.lock.try_acquire()
            url = f"ws://127.0.0.1:{port}/api/matches/{match}/play"
            for _ in range(3):
                async with connect(url, additional_headers={"cookie": cookie}):
                    await wait_for(lambda: len(state.tasks) == 1)
                await wait_for(lambda: not state.tasks)
            session.lock.release()

    house.run(come_and_go())
