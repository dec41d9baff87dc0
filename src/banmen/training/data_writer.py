"""Writing the data files of a game, each together with its entry in the manifest (`banmen.core.manifest`)."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from banmen.core.game import Game
from banmen.core.manifest import NAME, Manifest, data_folder, read_manifest

WEIGHTS = "weights.i16.gz"
HEAD = (
    "# The data files of this game and how each was made. Written by banmen.training.data_writer; a test checks the digests.\n"
)


def write_weights(game: Game, weights: Iterable[float], command: str, seed: int, folder: Path | None = None) -> Path:
    """Write an evaluation's weights, rounded and made symmetrical, into a game's data folder or another one."""
    rules: Any = game.plain
    evaluation = sys.modules[rules.sum_weights.__module__]
    whole = [round(weight) for weight in weights]
    if hasattr(evaluation, "symmetrize"):
        whole = evaluation.symmetrize(whole)
    entry = {
        "about": f"the evaluation's {len(whole)} weights: 16-bit integers, low byte first, compressed by gzip",
        "command": command,
        "seed": seed,
        "repeatable": "the same seed gives the same weights on the same processor",
    }
    return write_data_file((folder or data_folder(game)) / WEIGHTS, pack_weights(whole), entry)


def pack_weights(weights: Sequence[int]) -> bytes:
    """Return weights as a file keeps them; `banmen.kernels.linear_weights.read_weights` reads them back."""
    numbers = array("h", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    return gzip.compress(numbers.tobytes(), mtime=0)


def write_data_file(path: Path, content: bytes, entry: dict[str, Any]) -> Path:
    """Write a data file and its entry in the manifest beside it, to which digest and date are added."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    stamp = {"sha256": hashlib.sha256(content).hexdigest(), "date": datetime.now(UTC).date().isoformat()}
    read_manifest.cache_clear()
    entries = read_manifest(path.parent) | {path.name: entry | stamp}
    (path.parent / NAME).write_text(format_manifest(entries), "utf-8")
    read_manifest.cache_clear()
    return path


def format_manifest(entries: Manifest) -> str:
    """Return a manifest as TOML, the files in alphabetical order."""
    text = HEAD
    for name, entry in sorted(entries.items()):
        text += f"\n[{json.dumps(name)}]\n" + "".join(f"{key} = {_format(value)}\n" for key, value in entry.items())
    return text


def _format(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {_format(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return json.dumps(value, ensure_ascii=False)  # strings, numbers, booleans and lists of them look the same in TOML
