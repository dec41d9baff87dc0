"""How the application is served: by uvicorn, with our own bounds on connections and our own WebSockets for matches."""

from __future__ import annotations

import gc

import uvicorn

from banmen.server.http.application import create_app
from banmen.server.http.connections import SPARE, make_protocol, raise_file_limit
from banmen.server.settings import ServerSettings


def calm_garbage_collector() -> None:
    """Look through all objects seldom: matches in memory are no garbage, and to look through thousands takes a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)


def make_config(settings: ServerSettings) -> uvicorn.Config:
    """Return how a server with these settings is run."""
    calm_garbage_collector()
    most = min(settings.most_connections, raise_file_limit() - SPARE)
    proxies = frozenset(settings.trusted_proxies)
    return uvicorn.Config(
        create_app(settings),
        http=make_protocol(settings.request_seconds, most, settings.most_connections_each, proxies),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        root_path=settings.path_prefix,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
