"""The command that opens the page: serve."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banmen.cli.arguments import Lang, read_language, read_whole
from banmen.cli.backup_commands import run_on_database
from banmen.cli.output import make_console, note
from banmen.core.errors import OptionError
from banmen.core.messages import Catalogue
from banmen.core.os_errors import describe_os_error
from banmen.kernels import collecting

if TYPE_CHECKING:
    from banmen.server.settings import ServerSettings

messages = Catalogue(__name__)

PORT = 8017  # unless it is taken
BACKLOG = 512
MOST_PROCESSES = 256
POSTGRES = ("postgresql:", "postgres:", "postgresql+")


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[str | None, typer.Option("--port", metavar="N")] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", file_okay=False)] = None,
    processes: Annotated[str | None, typer.Option("--processes", metavar="N")] = None,
    join: Annotated[bool, typer.Option("--join")] = False,
    open_: Annotated[bool, typer.Option("--open")] = False,
    lang: Lang = None,
) -> None:
    """Run the web page, for yourself or for everyone on your network.

    Examples:
      banmen serve --open
      banmen serve --join
      banmen serve --host 0.0.0.0 --port 8000 --data /srv/banmen
      banmen serve --processes 4
    """
    with collecting.importing():
        from banmen.server.http.serving import serve_here
        from banmen.server.logs import configure_logging
        from banmen.server.network_addresses import EVERYWHERE, list_origins
        from banmen.server.settings import read_settings

    language = read_language(lang)
    number = None if port is None else read_whole(port, messages("setting.port"), 0, 65535)
    given: dict[str, Any] = {} if data is None else {"data": data}
    if join:
        given["join"] = True
    if processes is not None:
        given["processes"] = read_whole(processes, messages("setting.processes"), 1, MOST_PROCESSES)
    settings = read_settings(os.environ, **given)
    configure_logging(settings)
    _check_processes(settings)
    _prepare(settings)
    if settings.join and settings.processes > 1:  # only one that serves alone can open and close its way in
        host = EVERYWHERE[0]
    listening = _bind_socket(host, number, shared=settings.processes > 1)
    url = f"http://{_find_browser_host(host)}:{listening.getsockname()[1]}{settings.path_prefix}/"

    def report() -> None:
        note(messages("serve.ready", url=url, folder=_describe_place(settings)), language)
        if origins := list_origins(host, listening.getsockname()[1], settings.addresses):
            _print_addresses([origin + settings.path_prefix for origin in origins], language, code=settings.join)
        if open_:
            threading.Thread(target=_open, args=(url, language), daemon=True).start()

    if settings.processes > 1:
        _serve_by_several(settings, host, listening, report)
    else:
        listening.listen(BACKLOG)  # from here on connections are accepted, even if answered a little later
        report()
        serve_here(settings, listening, lambda: None, JoinNotes(language))


class JoinNotes:
    """What the terminal says of how others can join."""

    def __init__(self, lang: str) -> None:
        self._lang, self._told = lang, False

    def __call__(self, origins: list[str]) -> None:
        """Say by which addresses others can join now, or that they cannot."""
        if origins:
            _print_addresses(origins, self._lang, code=True)
        else:
            note(messages("serve.join_ended" if self._told else "serve.join_no_network"), self._lang)
        self._told = bool(origins)


def _print_addresses(origins: list[str], lang: str, code: bool) -> None:
    """Print the addresses by which others can join, and the QR code of the likeliest if it is wanted and can be printed."""
    from banmen.server.qr_codes import write_qr_text

    for number, origin in enumerate(origins):
        note(messages("serve.join_also" if number else "serve.join_at", url=f"{origin}/"), lang)
    screen, drawn = make_console(error=True), write_qr_text(f"{origins[0]}/")
    try:
        drawn.encode(screen.encoding)
    except UnicodeEncodeError:  # there are terminals without blocks
        return
    if code:
        note(messages("serve.join_by_camera"), lang)
        # Light on dark whatever colours the terminal has: not every camera reads the reverse.
        screen.print(drawn, style="bright_white on black", no_wrap=True, crop=False)


def _check_processes(settings: ServerSettings) -> None:
    """Reject several processes if they would not work."""
    from banmen.server.http.listening_sockets import can_share_ports

    if settings.processes > 1 and not settings.database_url.startswith(POSTGRES):
        raise OptionError(messages("serve.processes_need_postgres"))
    if settings.processes > 1 and not can_share_ports():
        raise OptionError(messages("serve.no_shared_ports"))


def _serve_by_several(settings: ServerSettings, host: str, reserved: socket.socket, report: Callable[[], None]) -> None:
    from banmen.server.http.supervisor import Supervisor

    environment = {**os.environ, "BANMEN_DATA": str(settings.data), "BANMEN_PROCESSES": str(settings.processes)}
    share = max(1, settings.thinkers // settings.processes)  # of the machine
    signal_number = Supervisor(host, reserved, settings.processes, {"BANMEN_THINKERS": str(share), **environment}, report).run()
    signal.signal(signal_number, signal.SIG_DFL)
    signal.raise_signal(signal_number)  # end with the requested signal


def _describe_place(settings: ServerSettings) -> str:
    from banmen.server.store.address import describe_address

    return describe_address(settings.database) if settings.database_url else str(settings.data)


def _prepare(settings: ServerSettings) -> None:
    """Create or migrate the database, or report in one line why that is not possible."""
    from banmen.server.store.migrating import migrate

    run_on_database(lambda: migrate(settings.database), settings.database)


def _bind_socket(host: str, port: int | None, shared: bool = False) -> socket.socket:
    """Return a socket: on the requested port, or on the default one, or on any free one."""
    from banmen.server.http.listening_sockets import bind_socket

    wanted = [port] if port is not None else [PORT, 0]
    for number in wanted:
        try:
            return bind_socket(host, number, shared)
        except (OSError, OverflowError) as error:
            reason = error
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
