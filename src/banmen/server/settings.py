"""The server's settings."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue
from banmen.core.paths import find_data_folder
from banmen.engine.analysis.hints import HINT_SECONDS
from banmen.server.store.address import read_url

messages = Catalogue(__name__)
PREFIX = "BANMEN_"
CHOICES = {"log_format": ("text", "json"), "log_level": ("debug", "info", "warning", "error")}
PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@dataclass(frozen=True)
class ServerSettings:
    """How a server runs. The defaults suit a family's own machine.

    >>> ServerSettings(data=Path("somewhere")).database.name
    'banmen.sqlite3'
    """

    data: Path = field(default_factory=find_data_folder)
    database_url: str = ""  # of PostgreSQL; empty for a file in the data folder
    warm: bool = True  # compile in the background at start
    thinkers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))  # computer players that think at the same time
    analysts: int = 1  # analyses that run at the same time
    pace: float = 0.9  # seconds between steps where only computers play, so that people can follow
    hint_seconds: float = HINT_SECONDS
    most_body: int = 256 * 1024  # bytes in a request body
    most_matches: int = 500  # of one visitor, finished ones included
    most_begun: int = 60  # matches that one address may start per minute
    most_challenges: int = 12  # of one address that stand in the lobby at the same time
    most_joined: int = 120  # times per minute that one address may ask for a seat or for a link
    most_sought: int = 90  # times per minute that one address, or one person, may look for an opponent
    most_signed_in: int = 10  # passphrase attempts per minute from one address; names have further limits
    most_events: int = 20_000  # of one match
    most_analyses: int = 32  # kept at the same time
    most_analyses_each: int = 4  # of one visitor, running or waiting
    most_analyses_address: int = 8  # of one address, running or waiting
    analysis_kept: float = 900.0  # seconds that a finished analysis is kept
    analysis_unwatched: float = 30.0  # seconds after which an analysis that nobody watches is stopped
    matches_in_memory: int = 1000
    most_watchers: int = 200  # of one match
    most_bots: int = 8  # of one person
    most_bot_matches: int = 32  # that one bot plays at the same time, or is invited to
    most_bot_connections: int = 64  # of one bot
    bot_rate: float = 10.0  # sustained requests and actions per second of one bot
    bot_burst: int = 40  # requests and actions of one bot in a burst
    request_seconds: float = 20.0  # within which a request has to arrive
    most_connections: int = 20_000
    most_connections_each: int = 500  # of one address
    hosts: tuple[str, ...] = ()  # host names of the server besides this machine's own
    addresses: tuple[str, ...] = ()  # of this machine on its network; empty to detect them
    join: bool = False  # listen on the network from the start, besides this machine
    trusted_proxies: tuple[str, ...] = ()  # addresses whose forwarding headers are trusted
    path_prefix: str = ""  # under which a proxy serves Banmen, as in /games
    retention_days: float = 0.0  # after which finished matches are removed; 0 for never
    processes: int = 1  # that serve at one address; more than one need PostgreSQL
    engine_processes: int = 0  # for engines; 0 for threads of the serving process
    drain_seconds: float = 0.0  # for which a server that is shutting down still answers, but reports that it is not ready
    log_format: str = "text"  # or json
    log_level: str = "warning"  # or debug, info, error

    @property
    def database(self) -> Path | str:
        """The database with all matches: a file, or the address of a PostgreSQL database."""
        return self.database_url or self.data / "banmen.sqlite3"


def read_settings(environment: Mapping[str, str], **given: Any) -> ServerSettings:
    """Return the settings from the environment, as in BANMEN_MOST_MATCHES=50, overridden by the arguments.

    >>> read_settings({"BANMEN_HOSTS": "games.example, table"}, most_matches=5).hosts
    ('games.example', 'table')
    """
    found: dict[str, Any] = {}
    for one in fields(ServerSettings):
        text = environment.get(PREFIX + one.name.upper())
        if text is not None:
            try:
                found[one.name] = _read(one.name, str(one.type), text.strip())
                _check(one.name, found[one.name])
            except (ValueError, KeyError):
                raise _make_error(one.name, text) from None
    return ServerSettings(**(found | given))


def _make_error(name: str, text: str) -> OptionError:
    if name == "database_url":  # it may contain a password
        return OptionError(messages("settings.bad_database", name=PREFIX + name.upper()))
    return OptionError(messages("settings.bad_value", name=PREFIX + name.upper(), value=quote_value(text, 40)))


def _check(name: str, value: Any) -> None:
    """Raise ValueError for an invalid setting."""
    if isinstance(value, (int, float)) and not (0 <= value < float("inf")):
        raise ValueError
    if name in CHOICES and value not in CHOICES[name]:
        raise ValueError
    if name in ("processes", "thinkers", "analysts") and value < 1:
        raise ValueError
    if name == "path_prefix" and not PATH.fullmatch(value):
        raise ValueError
    if name == "database_url" and value:
        read_url(value)
    if name == "trusted_proxies":
        for one in value:
            ipaddress.ip_network(one)
    if name == "addresses":
        for one in value:
            ipaddress.ip_address(one)


def _read(name: str, kind: str, text: str) -> Any:
    if kind == "bool":
        return bool({"1": 1, "0": 0, "yes": 1, "no": 0}[text.lower()])
    if kind == "tuple[str, ...]":
        return tuple(part for part in text.replace(",", " ").split())
    text = text.rstrip("/") if name == "path_prefix" else text
    return {"int": int, "float": float, "str": str, "Path": Path}[kind](text)
