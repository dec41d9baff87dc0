"""Lets others join: while it runs, a local server can start to listen on the network as well, and stop again.

It listens at each of the machine's network addresses, not at all addresses at once: so it can use the same port as on the
machine itself, is not reachable in other ways, and is not open in the next network that a laptop joins.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import HTTPConnection

from banmen.server.http.host_names import strip_port
from banmen.server.http.listening_sockets import bind_socket
from banmen.server.network_addresses import EVERYWHERE, is_loopback, is_public, list_addresses, list_origins, make_origin
from banmen.server.problems import ProblemError
from banmen.server.settings import ServerSettings

log = logging.getLogger("banmen.server")
BACKLOG: Final = 128
PATIENCE: Final = 1.0  # seconds for an answer in progress when its connection is closed
FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # headers that proxies add
Place = tuple[str, int]  # an address and a port


@dataclass
class NetworkDoor:
    """The way in from the network.

    `host` and `port` are where the server listens in any case, `accept` makes a connection's protocol, and `connections` are
    the open ones. `on_change` is called with the origins of pages for others, whenever they change.
    """

    host: str
    port: int
    settings: ServerSettings
    accept: Callable[[], Any]
    connections: Collection[Any]
    on_change: Callable[[list[str]], object]

    def __post_init__(self) -> None:
        self._open: dict[Place, asyncio.Server] = {}
        self._lock = asyncio.Lock()

    @property
    def can_change(self) -> bool:
        """Whether it can be opened and closed: not if the server is open to others anyway, nor behind a proxy."""
        behind_proxy = self.settings.trusted_proxies or self.settings.path_prefix
        return is_loopback(self.host) and not behind_proxy and self.settings.processes == 1

    def list_origins(self) -> list[str]:
        """Return the origins of pages for others; none if others cannot connect."""
        if is_loopback(self.host):
            return [make_origin(*place) for place in self._open]
        return list_origins(self.host, self.port, self.settings.addresses)

    @property
    def is_public(self) -> bool:
        """Whether others connect, or could, at a public internet address."""
        if self.host in EVERYWHERE or is_loopback(self.host):
            return any(is_public(address) for address in self._find_addresses())
        return is_public(self.host)

    def is_at(self, place: Place) -> bool:
        """Tell whether a connection that arrived here came from the network."""
        return place in self._open

    async def open(self) -> None:
        """Listen on the network; raise a problem if there is none."""
        async with self._lock:
            before, known = list(self._open), {address for address, _ in self._open}
            for address in self._find_addresses():
                if address not in known:
                    await self._listen(address)
            if not self._open:
                raise ProblemError("no_network")
            if before != list(self._open):
                self.on_change(self.list_origins())

    async def close(self) -> None:
        """Stop listening there, and close the connections that came that way."""
        async with self._lock:
            self._close(list(self._open))

    async def refresh(self) -> None:
        """Drop addresses that the machine no longer has."""
        async with self._lock:
            if self._open:
                found = set(self._find_addresses())
                self._close([place for place in self._open if place[0] not in found])

    def end(self) -> None:
        """Stop listening there because the server is shutting down, which closes all connections."""
        for server in self._open.values():
            server.close()
        self._open.clear()

    def _find_addresses(self) -> list[str]:
        return list(self.settings.addresses) or list_addresses()

    async def _listen(self, address: str) -> None:
        for port in (self.port, 0):
            try:
                bound = bind_socket(address, port)
            except OSError as error:
                log.info("cannot listen at %s port %s: %s", address, port, error)
                continue
            server = await asyncio.get_running_loop().create_server(self.accept, sock=bound, backlog=BACKLOG)
            self._open[address, bound.getsockname()[1]] = server
            return

    def _close(self, places: list[Place]) -> None:
        for place in places:
            self._open.pop(place).close()
        came = [one for one in self.connections if find_place(one.transport) in places]
        for connection in came:
            connection.shutdown()
        asyncio.get_running_loop().call_later(PATIENCE, _abort, [connection.transport for connection in came])
        if places:
            self.on_change(self.list_origins())


def find_place(transport: Any) -> Place | None:
    """Return the address at which a connection arrived."""
    name = transport.get_extra_info("sockname")
    return (name[0], name[1]) if isinstance(name, tuple) else None


def _abort(transports: Iterable[Any]) -> None:
    for transport in transports:
        transport.abort()


def is_at_machine(connection: HTTPConnection, door: NetworkDoor) -> bool:
    """Tell whether a request comes from this very machine: directly, at an address that only this machine can reach."""
    arrived, client = connection.scope.get("server"), connection.client
    if arrived is None or client is None or door.is_at((arrived[0], arrived[1])):
        return False
    near = all(is_loopback(name) for name in (arrived[0], client.host, strip_port(connection.headers.get("host", ""))))
    return near and not any(name in connection.headers for name in FORWARDED)
