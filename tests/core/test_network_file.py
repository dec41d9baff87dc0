"""Selecting the network for some rules, reading its weights, and refusing a missing or damaged file."""

from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.network_file import NetworkError, find_network, make_buffers, read_network
from banmen.kernels.network import HIDDEN, LAYER, STRIDE, rest_size

FEATURES, SECTIONS = 7, (0, 2, 5)
SUMS = len(SECTIONS) - 1


def draw_weights() -> tuple[Any, Any]:
    """Return random rows and other weights."""
    rng = numpy.random.default_rng(4)
    rows = rng.normal(0, 0.3, (FEATURES, STRIDE)).astype(numpy.float32)
    return rows, rng.normal(0, 0.3, rest_size(SUMS)).astype(numpy.float32)


def write_network(path: Path, rows: Any, rest: Any, **other: Any) -> Path:
    """Write a file of weights, most columns of the rows in parts of 1/128 and the last in parts of 1/1024."""
    unit = numpy.array([1 / 128] * HIDDEN + [1 / 1024], numpy.float32)
    whole = numpy.rint(rows / unit).astype(numpy.int16)
    parts = {"high": (whole >> 8).astype(numpy.int8), "low": (whole & 255).astype(numpy.uint8), "unit": unit, "rest": rest}
    numpy.savez_compressed(path, **parts | other)
    return path


def test_weights_come_back(tmp_path: Path) -> None:
    rows, rest = draw_weights()
    found = read_network(write_network(tmp_path / "sound.npz", rows, rest), FEATURES, SUMS)
    assert found.dtype == numpy.float32
    assert found[rows.size :].tolist() == rest.tolist()
    off = abs(found[: rows.size].reshape(rows.shape) - rows)
    assert 1 / 1024 < off[:, :HIDDEN].max() <= 1 / 256
    assert 0 < off[:, HIDDEN].max() <= 1 / 2048


def test_files_that_are_not_sound_are_refused(tmp_path: Path) -> None:
    rows, rest = draw_weights()
    sound = write_network(tmp_path / "sound.npz", rows, rest).read_bytes()
    write_network(tmp_path / "short.npz", rows[:-1], rest)
    write_network(tmp_path / "units.npz", rows, rest, unit=numpy.ones(STRIDE - 1, numpy.float32))
    numpy.savez_compressed(tmp_path / "other.npz", rest=rest)
    rest[3] = numpy.nan
    write_network(tmp_path / "nan.npz", rows, rest)
    (tmp_path / "cut.npz").write_bytes(sound[: len(sound) // 2])
    (tmp_path / "empty.npz").write_bytes(b"")
    middle = len(sound) // 2
    (tmp_path / "changed.npz").write_bytes(sound[:middle] + bytes([sound[middle] ^ 255]) + sound[middle + 1 :])
    for name in ("short", "units", "other", "nan", "cut", "empty", "changed", "missing"):
        with pytest.raises(NetworkError, match=f"{name}.npz is missing or damaged") as refusal:
            read_network(tmp_path / f"{name}.npz", FEATURES, SUMS)
        assert "壊れています" in refusal.value.localize("ja")


def test_buffers_hold_the_sums_both_layers_and_the_features() -> None:
    cells, features = make_buffers(SECTIONS)
    assert (cells.shape, features.shape) == ((2 * HIDDEN + 2 * LAYER,), (5,))


@pytest.mark.parametrize(
    ("name", "options", "file"),
    [
        ("kariuchi", {}, "kariuchi/data/network-none.npz"),
        ("kariuchi", {"pieces": 2}, "kariuchi/data/network-none.npz"),
        ("kariuchi", {"hit_bonus": "ring"}, "kariuchi/data/network-ring.npz"),
        ("kariuchi", {"hit_bonus": "any"}, None),
        ("kariuchi", {"p": 0.4}, None),
        ("moontrek", {"players": 2, "pieces": 3}, "kariuchi/data/network-ring.npz"),
        ("moontrek", {"players": 2, "hit_bonus": "none"}, "kariuchi/data/network-none.npz"),
        ("moontrek", {"players": 2, "hit_bonus": "any"}, None),
        ("moontrek", {"players": 2, "p": 0.4}, None),
        ("moontrek", {"players": 3}, None),
        ("moontrek", {}, None),
        ("holes58", {"pieces": 3}, "holes58/data/network.npz"),
        ("holes58", {"p": 0.4}, None),
        ("qubism", {}, None),
    ],
)
def test_a_network_is_for_the_rules_it_was_trained_by(name: str, options: dict[str, Any], file: str | None) -> None:
    found = find_network(banmen.game(name, **options))
    assert (found and "/".join(found.parts[-3:])) == file
    assert found is None or found.is_file()
