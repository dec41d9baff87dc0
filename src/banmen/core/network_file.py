"""Network files: finding the one for a game's rules, reading its weights, and the buffers for evaluation.

`banmen.kernels.network` says how the weights lie in memory. A file keeps all that follows the rows as `rest`, and the rows as
256 times `high` plus `low`, in multiples of `unit`, of which each column has its own: bytes that are much alike take less room
side by side.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from banmen.core.errors import DataFileError, describe_damage
from banmen.core.game import Game
from banmen.core.manifest import data_folder, read_manifest
from banmen.kernels.network import HIDDEN, LAYER, STRIDE, rest_size


class NetworkError(DataFileError):
    """A file does not hold the weights of a game's network."""

    code = "bad_network"


def find_network(game: Game) -> Path | None:
    """Return the file of the network that was trained for a game's rules, if there is one.

    The game's manifest lists networks with `options`, the options that they were trained for where these are not the defaults,
    and `any_option`, the names of options that may have any value.
    """
    return _find_in(data_folder(game), game)


@functools.lru_cache(maxsize=64)  # called at every move
def _find_in(folder: Path, game: Game) -> Path | None:
    for name, entry in read_manifest(folder).items():
        if "options" in entry and _fits(game, entry["options"], entry.get("any_option", [])):
            return (folder / name).resolve()
    return None


def _fits(game: Game, options: dict[str, Any], any_option: list[str]) -> bool:
    return all(
        game.options[option.name] == options.get(option.name, option.default)
        for option in game.option_list
        if option.name not in any_option
    )


@functools.cache
def read_network(path: Path, features: int, sums: int) -> Any:
    """Return the weights in a file as one array, or raise NetworkError."""
    import zipfile
    import zlib

    import numpy

    try:
        with path.open("rb") as file, numpy.load(file) as stored:
            rows = (stored["high"].astype(numpy.float32) * 256 + stored["low"]) * stored["unit"].astype(numpy.float32)
            rest = stored["rest"].astype(numpy.float32)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise NetworkError(describe_damage(path)) from error
    weights = numpy.concatenate([rows.ravel(), rest.ravel()])
    if (rows.size, rest.size) != (features * STRIDE, rest_size(sums)) or not numpy.isfinite(weights).all():
        raise NetworkError(describe_damage(path))
    return weights


def make_buffers(sections: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the arrays that an evaluation fills with sums and layers, and with features.

    `sections` says where each section of the features begins and the last ends.
    """
    import numpy

    return numpy.zeros((len(sections) - 1) * HIDDEN + 2 * LAYER, numpy.float32), numpy.zeros(sections[-1], numpy.int64)
