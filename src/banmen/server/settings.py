"""What can be set about a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from banmen.core.paths import find_data_folder


@dataclass(frozen=True)
class ServerSettings:
    """How a server runs. What is not said is right for a family's own machine.

    >>> ServerSettings(data=Path("somewhere")).database.name
    'banmen.sqlite3'
    """

    data: Path = field(default_factory=find_data_folder)
    warm: bool = True  # compile in the background at start
    thinkers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))  # computer players that think at a time
    analysts: int = 1  # analyses that run at a time
    pace: float = 0.9  # seconds between steps where only computers play, so that people can follow
    hint_seconds: float = 1.0
    most_body: int = 256 * 1024  # bytes of a request
    most_matches: int = 500  # of one visitor, finished ones included
    most_events: int = 20_000  # of one match
    most_analyses: int = 32  # kept at a time
    most_analyses_each: int = 4  # of one visitor, running or waiting
    analysis_kept: float = 900.0  # seconds that a finished analysis is kept
    matches_in_memory: int = 256

    @property
    def database(self) -> Path:
        """The file with all matches."""
        return self.data / "banmen.sqlite3"
