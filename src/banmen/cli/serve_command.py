"""The command that opens the page: serve."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banmen.cli.arguments import Lang, read_language, read_whole
from banmen.cli.output import note
from banmen.core.errors import OptionError
from banmen.core.messages import Catalogue
from banmen.core.os_errors import describe_os_error

if TYPE_CHECKING:
    from banmen.server.settings import ServerSettings

messages = Catalogue(__name__)

PORT = 8017  # unless it is taken
BACKLOG = 512


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[str | None, typer.Option("--port", metavar="N")] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", file_okay=False)] = None,
    open_: Annotated[bool, typer.Option("--open")] = False,
    lang: Lang = None,
) -> None:
    """Open a web page to play on, for yourself or for everybody in the house.

    Examples:
      banmen serve --open
      banmen serve --host 0.0.0.0 --port 8000 --data /srv/banmen
    """
    import uvicorn

    from banmen.server.http.application import create_app
    from banmen.server.http.connections import choose_limit, make_protocols, raise_file_limit
    from banmen.server.settings import read_settings

    language = read_language(lang)
    number = None if port is None else read_whole(port, messages("setting.port"), 0, 65535)
    settings = read_settings(os.environ) if data is None else read_settings(os.environ, data=data)
    _prepare(settings)
    listening = _bind_socket(host, number)
    url = f"http://{_find_browser_host(host)}:{listening.getsockname()[1]}/"
    note(messages("serve.ready", url=url, folder=settings.data), language)
    if open_:
        threading.Thread(target=_open, args=(url, language), daemon=True).start()
    http, sockets = make_protocols(choose_limit(settings, raise_file_limit()), settings.request_seconds)
    proxies = list(settings.trusted_proxies)
    config = uvicorn.Config(
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
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        _leave()


def _leave() -> None:
    """Leave at once even if an engine is just being compiled, which cannot be stopped; all matches are on the disk."""
    sys.stderr.flush()
    if any(thread.name.startswith("banmen-") and thread.is_alive() for thread in threading.enumerate()):
        os._exit(0)


def _prepare(settings: ServerSettings) -> None:
    """Make or bring up to date the database, or say in one line why that cannot be done."""
    from alembic.util import CommandError
    from sqlalchemy.exc import DatabaseError

    from banmen.server.store.migrating import migrate

    try:
        migrate(settings.database)
    except DatabaseError as error:
        raise OptionError(messages("serve.bad_database", database=settings.database, reason=error.orig)) from None
    except CommandError:
        raise OptionError(messages("serve.newer_database", database=settings.database)) from None


def _bind_socket(host: str, port: int | None) -> socket.socket:
    """Return a listening socket: on the port asked for, or on the usual one, or on any that is free."""
    wanted = [port] if port is not None else [PORT, 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        # Told that this is TCP, asyncio sends every answer at once instead of waiting for more to put into a packet.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except (OSError, OverflowError) as error:
            listening.close()
            reason = error
            continue
        listening.listen(BACKLOG)
        return listening
    raise OptionError(messages("serve.cannot_listen", host=host, port=wanted[-1], reason=describe_os_error(reason)))


def _find_browser_host(host: str) -> str:
    """Return the address that a browser on this machine reaches a host by."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _open(url: str, lang: str) -> None:
    """Open the page once it answers."""
    from urllib.error import URLError
    from urllib.request import urlopen

    for _ in range(100):
        try:
            with urlopen(url + "healthz", timeout=2):  # noqa: S310
                break
        except (URLError, OSError):
            time.sleep(0.1)
    if not webbrowser.open(url):
        note(messages("serve.open_browser", url=url), lang)
