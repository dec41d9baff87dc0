"""The processes that serve at one address: where each can be reached by the others, and names that tell whose a thing is."""

from __future__ import annotations

import os
import re
from pathlib import Path

FOLDER = "BANMEN_PEERS"  # the setting that names the folder with a socket of each; empty where there is one process
OWNED = re.compile(r"p([0-9]{1,10})-")


def mark_name(name: str) -> str:
    """Return the name of something that only this process has, so that others know whom to ask.

    >>> mark_name("abc")
    'abc'
    """
    return f"p{os.getpid()}-{name}" if os.environ.get(FOLDER) else name


def find_socket(process: int) -> Path | None:
    """Return where a process can be reached; None where there is one process only."""
    folder = os.environ.get(FOLDER)
    return Path(folder) / f"{process}.socket" if folder else None


def find_peer(name: str) -> Path | None:
    """Return where the process can be reached that has something, or None if it is this one or nobody."""
    owned = OWNED.match(name)
    if owned is None or int(owned[1]) == os.getpid():
        return None
    found = find_socket(int(owned[1]))
    return found if found and found.exists() else None
