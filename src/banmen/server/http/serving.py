"""Serving in one process: its listening socket, and the configuration of the web server."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import uvicorn

from banmen.kernels import collecting
from banmen.server.http.application import create_app
from banmen.server.http.connections import choose_limit, make_protocols, raise_file_limit
from banmen.server.http.match_homes import MatchHomes, open_homes
from banmen.server.http.network_door import NetworkDoor
from banmen.server.http.stalled_connections import LOOK, StalledConnections
from banmen.server.logs import configure_logging
from banmen.server.memory import give_large_blocks_back
from banmen.server.peers import find_socket
from banmen.server.periodic import PeriodicTask
from banmen.server.problems import ProblemError
from banmen.server.settings import ServerSettings

BACKLOG = 512
LONGEST_MESSAGE = 64 * 1024  # bytes that a visitor may send in one WebSocket message


def _ignore(_origins: list[str]) -> None:
    """Do nothing."""


class Server(uvicorn.Server):
    """A web server that reports when it is ready, and the addresses by which others can join whenever they change."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], object], on_network: Callable[[list[str]], object] = _ignore
    ) -> None:
        super().__init__(config)
        self._on_ready, self._on_network = on_ready, on_network
        self._homes: MatchHomes | None = None
        self._door: NetworkDoor | None = None
        self._looking: PeriodicTask | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application, then listen."""
        await super().startup(sockets)
        if self.started:
            self._homes = open_homes(self._make_protocol)
            self._set_homes(self._homes)
            self._looking = PeriodicTask(StalledConnections(self.server_state.connections).look, lambda: LOOK)
            if sockets:
                await self._make_door(sockets[0])
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Be unready for the configured time, and close."""
        app: Any = self.config.app
        app.state.draining = True  # a load balancer can see it and send visitors elsewhere
        if self._homes:
            self._set_homes(None)
            self._homes.close()
        if self._door:
            self._door.end()
        if self._looking:
            await self._looking.close()
        await asyncio.sleep(app.state.settings.drain_seconds)
        app.state.computer.stop_all()  # no last answer takes long
        await super().shutdown(sockets)

    async def _make_door(self, listening: socket.socket) -> None:
        app: Any = self.config.app
        settings: ServerSettings = app.state.settings
        host, port = listening.getsockname()[:2]
        made = NetworkDoor(host, port, settings, self._make_protocol, self.server_state.connections, self._on_network)
        self._door = app.state.door = made
        if settings.join and made.can_change:
            try:
                await made.open()
            except ProblemError:  # there is no network
                self._on_network([])

    def _make_protocol(self) -> Any:
        """Return the protocol of a connection, as for one that has arrived at a port."""
        make: Any = self.config.http_protocol_class
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    def _set_homes(self, homes: MatchHomes | None) -> None:
        protocol: Any = self.config.http_protocol_class
        protocol.homes = homes


def serve_here(
    settings: ServerSettings,
    listening: socket.socket,
    on_ready: Callable[[], object],
    on_network: Callable[[list[str]], object] = _ignore,
) -> None:
    """Serve in this process until told to stop; `on_network` is called with the addresses by which others can join."""
    configure_logging(settings)
    give_large_blocks_back()
    with collecting.paused():
        config = make_config(settings)
    calm_garbage_collector()
    try:
        Server(config, on_ready, on_network).run(sockets=[listening, *_bind_peer_socket()])
    except KeyboardInterrupt:
        leave_at_once()


def make_config(settings: ServerSettings) -> uvicorn.Config:
    """Return the configuration of a server with these settings."""
    http, sockets = make_protocols(choose_limit(settings, raise_file_limit()), settings.request_seconds)
    return uvicorn.Config(
        create_app(settings),
        http=http,
        backlog=BACKLOG,
        log_config=None,
        proxy_headers=False,  # the application reads them
        access_log=False,
        server_header=False,
        ws=sockets,
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )


def calm_garbage_collector() -> None:
    """Scan old objects rarely: matches in memory are no garbage, and scanning a thousand of them takes 0.07 s.

    Objects of medium age are scanned 60,000 at a time, which takes 0.03 s when they are no longer in the processor's cache,
    and old ones after ten million more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 2, 170)


def _bind_peer_socket() -> list[socket.socket]:
    """Return the socket by which other processes reach this one, if there are others."""
    path = find_socket(os.getpid())
    if path is None:
        return []
    path.unlink(missing_ok=True)  # of an earlier process with this number
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    bound.bind(str(path))
    return [bound]


def leave_at_once() -> None:
    """Exit even if an engine is being compiled, which cannot be stopped; all matches are on disk."""
    sys.stderr.flush()
    if any(thread.name.startswith("banmen-") and thread.is_alive() for thread in threading.enumerate()):
        os._exit(0)
