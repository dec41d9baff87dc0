"""Where programs keep their data on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def find_data_folder() -> Path:
    """Return the default data folder: BANMEN_DATA, or where programs keep their data."""
    if folder := os.environ.get("BANMEN_DATA"):
        return Path(folder)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "banmen"
