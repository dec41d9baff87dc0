"""What can be set about a server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue
from banmen.core.paths import find_data_folder

messages = Catalogue(__name__)
PREFIX = "BANMEN_"


@dataclass(frozen=True)
class ServerSettings:
    """How a server runs. What is not said is right for a family's own machine.

    >>> ServerSettings(data=Path("somewhere")).database.name
    'banmen.sqlite3'
    """

    data: Path = field(default_factory=find_data_folder)
    database_url: str = ""  # of a PostgreSQL; empty for a file in the data folder
    warm: bool = True  # compile in the background at start
    thinkers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))  # computer players that think at a time
    analysts: int = 1  # analyses that run at a time
    pace: float = 0.9  # seconds between steps where only computers play, so that people can follow
    hint_seconds: float = 1.0
    most_body: int = 256 * 1024  # bytes of a request
    most_matches: int = 500  # of one visitor, finished ones included
    most_begun: int = 60  # matches that one address may begin in a minute
    most_events: int = 20_000  # of one match
    most_analyses: int = 32  # kept at a time
    most_analyses_each: int = 4  # of one visitor, running or waiting
    most_analyses_address: int = 8  # of one address, running or waiting
    analysis_kept: float = 900.0  # seconds that a finished analysis is kept
    analysis_unwatched: float = 30.0  # seconds after which an analysis that nobody looks at is stopped
    matches_in_memory: int = 1000
    most_watchers: int = 200  # of one match
    request_seconds: float = 20.0  # in which a request has to arrive
    most_connections: int = 20_000
    most_connections_each: int = 500  # of one address
    hosts: tuple[str, ...] = ()  # names that the server goes by besides this machine's own
    trusted_proxies: tuple[str, ...] = ()  # addresses that may say for whom they ask
    path_prefix: str = ""  # under which a proxy shows the server, as in /games
    retention_days: float = 0.0  # after which finished matches are removed; 0 for never

    @property
    def database(self) -> Path | str:
        """The database with all matches: a file, or the address of a PostgreSQL."""
        return self.database_url or self.data / "banmen.sqlite3"


def read_settings(environment: Mapping[str, str], **given: Any) -> ServerSettings:
    """Return the settings that the environment tells, as in BANMEN_MOST_MATCHES=50, and those that are given.

    >>> read_settings({"BANMEN_HOSTS": "games.example, table"}, most_matches=5).hosts
    ('games.example', 'table')
    """
    found: dict[str, Any] = {}
    for one in fields(ServerSettings):
        text = environment.get(PREFIX + one.name.upper())
        if text is not None:
            try:
                found[one.name] = _read(str(one.type), text.strip())
            except (ValueError, KeyError):
                raise OptionError(
                    messages("settings.bad_value", name=PREFIX + one.name.upper(), value=quote_value(text, 40))
                ) from None
    return ServerSettings(**(found | given))


def _read(kind: str, text: str) -> Any:
    if kind == "bool":
        return bool({"1": 1, "0": 0, "yes": 1, "no": 0}[text.lower()])
    if kind == "tuple[str, ...]":
        return tuple(part for part in text.replace(",", " ").split())
    return {"int": int, "float": float, "str": str, "Path": Path}[kind](text)
