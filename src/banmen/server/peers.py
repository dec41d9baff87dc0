"""The processes that serve at one address: how they reach each other, and ids that tell which of them owns a thing."""

from __future__ import annotations

import os
import re
from pathlib import Path

FOLDER = "BANMEN_PEERS"  # the setting for the folder with a socket of each; empty if there is only one process
OWNED = re.compile(r"p([0-9]{1,10})-")


def mark_name(name: str) -> str:
    """Return the id of a thing that only this process has, marked so that others know whom to ask.

    >>> mark_name("abc")
    'abc'
    """
    return f"p{os.getpid()}-{name}" if os.environ.get(FOLDER) else name


def find_socket(process: int) -> Path | None:
    """Return the socket of a process; None if there is only one process."""
    folder = os.environ.get(FOLDER)
    return Path(folder) / f"{process}.socket" if folder else None


def find_peer(name: str) -> Path | None:
    """Return the socket of the process that owns a thing, or None if it is this one or none."""
    owned = OWNED.match(name)
    if owned is None or int(owned[1]) == os.getpid():
        return None
    found = find_socket(int(owned[1]))
    return found if found and found.exists() else None
