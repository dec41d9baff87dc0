"""How the application is served: by uvicorn, with our own bounds on connections and our own WebSockets for matches."""

from __future__ import annotations

import gc

import uvicorn

from banmen.server.http.application import create_app
from banmen.server.http.connections import choose_limit, make_protocols, raise_file_limit
from banmen.server.settings import ServerSettings


def calm_garbage_collector() -> None:
    """Look through all objects seldom: matches in memory are no garbage, and to look through thousands takes a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)


def make_config(settings: ServerSettings) -> uvicorn.Config:
    """Return how a server with these settings is run."""
    calm_garbage_collector()
    http, sockets = make_protocols(choose_limit(settings, raise_file_limit()), settings.request_seconds)
    proxies = list(settings.trusted_proxies)
    return uvicorn.Config(
        create_app(settings),
        http=http,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        root_path=settings.path_prefix,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=sockets,
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
