"""Data files match their manifests, and the weights in them are unchanged since they were trained."""

import hashlib
import os
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

import banmen
from banmen.core.errors import DataFileError
from banmen.core.manifest import NAME, data_folder, read_manifest

# SHA-256 of the weights as little-endian 16-bit integers, from before they became data files.
DIGESTS = {
    "holes58": "7d42018a892bc6ee5e8e376564569933b2e1db7f00df9f702ebc342469bcfece",
    "kariuchi": "8e4eb7f1be4767886c261694821a0bb8d5f87a6c7b2dbe2e373d720fec147c63",
    "kuniumi": "74bf8c53ec8a651dc8b697a2229a9131cd3c28d0002d662f668c4d6e19e9836f",
    "moontrek": "7946266460e938b1b11816d093c398ea4005270484d3292d9e2bd69cef459e5b",
    "qubism": "9e10be202a6e012b1f2b53f2e0ebdfa904f96d45a288a8ecff1643b04f3ea2a6",
}
FIELDS = {"about", "command", "seed", "repeatable", "sha256", "date"}
PACKAGE = Path(banmen.__file__).parent
ASK = """
import banmen
from banmen.core.errors import DataFileError
game = banmen.game("qubism")
for ask in (lambda: game.start().legal_moves(), lambda: game.start().perft(1), lambda: game.plain.evaluate(game.first_state())):
    try:
        print(ask())
    except DataFileError as error:
        print(error.code, error, error.localize("ja"))
"""


def test_every_game_with_weights_is_covered() -> None:
    learnt = {name for name in banmen.names() if hasattr(banmen.game(name).plain, "WEIGHTS")}
    assert learnt == set(DIGESTS)


@pytest.mark.parametrize("name", DIGESTS)
def test_weights_are_what_they_were(name: str) -> None:
    rules: Any = banmen.game(name).plain
    numbers = array("h", rules.WEIGHTS)
    if sys.byteorder == "big":
        numbers.byteswap()
    assert hashlib.sha256(numbers.tobytes()).hexdigest() == DIGESTS[name]


@pytest.mark.parametrize("name", banmen.names())
def test_the_manifest_lists_each_data_file_with_its_digest(name: str) -> None:
    folder = data_folder(banmen.game(name))
    manifest = read_manifest(folder)
    own = {file: entry for file, entry in manifest.items() if "/" not in file}
    assert set(own) == {path.name for path in folder.iterdir() if path.suffix != ".toml"}
    for file, entry in own.items():
        assert set(entry) >= FIELDS, file
        assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == entry["sha256"], file
    for file in set(manifest) - set(own):  # kept by another game, whose manifest has the digest
        assert (folder / file).resolve().name in read_manifest((folder / file).resolve().parent), file


def test_a_game_without_data_files_has_an_empty_manifest(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) == {}


def test_a_manifest_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("[weights", "utf-8")
    with pytest.raises(DataFileError, match=r"manifest\.toml is missing or damaged"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("damage", ["missing", "cut", "changed", "short"])
def test_weights_that_are_damaged_are_refused(damage: str, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "banmen", ignore=shutil.ignore_patterns("__pycache__", "web", "server"))
    file = tmp_path / "banmen" / "games" / "qubism" / "data" / "weights.i16.gz"
    sound, middle = file.read_bytes(), file.stat().st_size // 2
    if damage == "missing":
        file.unlink()
    elif damage == "short":  # intact, but for another evaluation
        shutil.copy(data_folder(banmen.game("kariuchi")) / file.name, file)
    else:
        changed = sound[:middle] + bytes([sound[middle] ^ 255]) + sound[middle + 1 :]
        file.write_bytes(sound[:-9] if damage == "cut" else changed)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "BANMEN_JIT": "0"}
    told = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, env=environment, check=True).stdout
    english = f"{file} is missing or damaged; reinstall Banmen"
    assert told.splitlines() == [f"bad_data_file {english} {file}がないか、壊れています。Banmenを入れ直してください"] * 3
