"""Weights are written with an entry in the manifest, and read back unchanged."""

import hashlib
import tomllib
from pathlib import Path

import pytest

import banmen
from banmen.core.manifest import NAME, read_manifest
from banmen.games.kuniumi import evaluation
from banmen.kernels.linear_weights import WeightsError, read_weights
from banmen.training.data_writer import format_manifest, pack_weights, write_data_file, write_weights


def test_weights_come_back_rounded_with_their_story(tmp_path: Path) -> None:
    path = write_weights(banmen.game("qubism"), [0.4, -32768.0, 32767.2, 5.6], "python -m something", 3, tmp_path)
    assert read_weights(path, 4) == (0, -32768, 32767, 6)
    entry = read_manifest(tmp_path)[path.name]
    assert (entry["command"], entry["seed"]) == ("python -m something", 3)
    assert entry["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert entry["date"].count("-") == 2


def test_weights_that_a_symmetry_makes_equal_become_equal(tmp_path: Path) -> None:
    first = evaluation.BASES[0]  # of the window in the corner, which the board's diagonal mirrors
    weights = [0.0] * evaluation.SIZE_OF_WEIGHTS
    weights[first + 3] = 7.0  # my piece in the first row's second space; its mirror image is in the second row's first
    read = read_weights(write_weights(banmen.game("kuniumi"), weights, "", 0, tmp_path), len(weights))
    assert {index: weight for index, weight in enumerate(read) if weight} == {first + 3: 3, first + 27: 3}


def test_the_wrong_number_of_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.i16.gz"
    path.write_bytes(pack_weights([1, 2, 3]))
    assert read_weights(path, 3) == (1, 2, 3)
    with pytest.raises(WeightsError, match=r"weights\.i16\.gz does not hold") as refusal:
        read_weights(path, 4)
    assert refusal.value.path == path


def test_a_file_takes_the_place_of_the_one_before_and_leaves_the_others(tmp_path: Path) -> None:
    write_data_file(tmp_path / "a", b"1", {"about": "old", "seed": 1})
    write_data_file(tmp_path / "b", b"2", {"about": "二つ目", "options": {"pieces": 2}, "any_option": ["p"], "fine": True})
    write_data_file(tmp_path / "a", b"3", {"about": "new"})
    manifest = tomllib.loads((tmp_path / NAME).read_text("utf-8"))
    assert list(manifest) == ["a", "b"]
    assert (manifest["a"]["about"], "seed" in manifest["a"]) == ("new", False)
    assert manifest["b"]["options"] == {"pieces": 2}
    assert manifest["b"]["fine"] is True
    assert tomllib.loads(format_manifest(manifest)) == manifest
