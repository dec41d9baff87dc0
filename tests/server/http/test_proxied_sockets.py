"""Sockets that come through a trusted proxy count for the visitors they are opened for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.live.test_released_sockets import listen, wait_for
from tests.server.visiting import PEOPLE, House

MOST = 2  # connections of one address


async def open_socket(url: str, visitor: str, **headers: str) -> Any:
    """Open a socket as a proxy does for a visitor; return it, or the status of its refusal."""
    try:
        return await connect(url, additional_headers={"X-Forwarded-For": f"198.51.100.1, {visitor}", **headers})
    except InvalidStatus as refusal:
        return refusal.response.status_code


def test_one_visitor_behind_a_proxy_cannot_take_all_sockets(tmp_path: Path) -> None:
    with House(tmp_path, trusted_proxies=("127.0.0.1",), most_connections_each=MOST) as house:
        ann = house.visitor()
        match = ann.begin("qubism", seats=PEOPLE["qubism"])["id"]
        token = ann.post("/api/bots", {"name": "robo"}).json()["token"]
        cookie = f"banmen_visitor={ann.client.cookies['banmen_visitor']}"

        async def come(path: str, **headers: str) -> None:
            async with listen(house) as (port, state):
                url = f"ws://127.0.0.1:{port}{path}"
                sockets = [await open_socket(url, "192.0.2.7", **headers) for _ in range(MOST)]
                assert await open_socket(url, "192.0.2.7", **headers) == 503
                other = await open_socket(url, "192.0.2.8", **headers)
                await sockets.pop().close()
                await wait_for(lambda: len(state.connections) == MOST)
                sockets += [other, await open_socket(url, "192.0.2.7", **headers)]
                await asyncio.gather(*(socket.close() for socket in sockets))
                await wait_for(lambda: not state.connections)
                for _ in range(MOST + 1):  # what is refused is not counted for ever
                    assert await open_socket(url, "192.0.2.7", Origin="http://elsewhere.example", **headers) == 403
                    await wait_for(lambda: not state.connections)

        house.run(come(f"/api/matches/{match}/play", Cookie=cookie))
        house.run(come("/api/bot/live", Authorization=f"Bearer {token}"))
