"""Manifests of data files: what each file in a game's `data` folder is, how it was made, and its digest.

`data/manifest.toml` has a table for each file, named by its path from there. The fields are those that `write_data_file` of
`banmen.training.data_writer` writes; a network also has `options` and `any_option`, the rules it was trained for.
"""

from __future__ import annotations

import functools
import inspect
import tomllib
from pathlib import Path
from typing import Any

from banmen.core.errors import DataFileError, describe_damage
from banmen.core.game import Game

NAME = "manifest.toml"
Manifest = dict[str, dict[str, Any]]


def data_folder(game: Game) -> Path:
    """Return the folder of a game's data files, beside the game's code."""
    return Path(inspect.getfile(type(game))).parent / "data"


@functools.cache
def read_manifest(folder: Path) -> Manifest:
    """Return the entries of a folder's manifest by file; empty if there is no manifest."""
    path = folder / NAME
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise DataFileError(describe_damage(path)) from error
