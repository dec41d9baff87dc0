"""Networks taught by exact values: the kernels reckon as the description says, and a file that is not sound is refused."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.kernels import network
from banmen.kernels.network import HIDDEN, LAYER, NONE, STRIDE, NetworkError, rest_size, rooms, weights
from banmen.solve.samples import network_examples

FEATURES, SECTIONS = 7, (0, 2, 5)
SUMS = len(SECTIONS) - 1


def made(features: int, sums: int) -> tuple[Any, Any]:
    """Return rows and the rest by lot."""
    rng = numpy.random.default_rng(4)
    rows = rng.normal(0, 0.3, (features, STRIDE)).astype(numpy.float32)
    return rows, rng.normal(0, 0.3, rest_size(sums)).astype(numpy.float32)


def kept(path: Path, rows: Any, rest: Any, **other: Any) -> Path:
    """Write a file of weights, most columns of the rows in parts of 1/128 and the last in parts of 1/1024."""
    unit = numpy.array([1 / 128] * HIDDEN + [1 / 1024], numpy.float32)
    whole = numpy.rint(rows / unit).astype(numpy.int16)
    parts = {"high": (whole >> 8).astype(numpy.int8), "low": (whole & 255).astype(numpy.uint8), "unit": unit, "rest": rest}
    numpy.savez_compressed(path, **parts | other)
    return path


def told(rows: Any, rest: Any, sections: tuple[int, ...], listed: list[int], power: int) -> float:
    """Return the chance as the description of a network has it, with matrices."""
    sums = len(sections) - 1
    sizes = [sums * HIDDEN, sums * HIDDEN * LAYER, LAYER, LAYER * LAYER, LAYER, LAYER, 1]
    bias, first, first_bias, second, second_bias, last, last_bias = numpy.split(rest.astype(float), numpy.cumsum(sizes)[:-1])
    totals, direct = [], 0.0
    for begin, end in pairwise(sections):
        there = [feature for feature in listed[begin:end] if feature != NONE]
        totals.append(rows[there, :HIDDEN].astype(float).sum(0))
        direct += float(rows[there, HIDDEN].sum())
    cells = (numpy.concatenate(totals) + bias).clip(0, 1) ** power
    cells = (cells @ first.reshape(-1, LAYER) + first_bias).clip(0, 1) ** power
    cells = (cells @ second.reshape(-1, LAYER) + second_bias).clip(0, 1) ** power
    return float(1 / (1 + numpy.exp(-(cells @ last + last_bias[0] + direct))))


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("listed", [[0, 3, 4, 5, 6], [1, NONE, 4, 4, NONE], [NONE, 0, NONE, 0, 0]])
def test_the_interpreter_reckons_as_described(listed: list[int], power: int) -> None:
    rows, rest = made(FEATURES, SUMS)
    all_weights = numpy.concatenate([rows.ravel(), rest])
    found = network.concluded(FEATURES, SECTIONS, power == 2, listed, all_weights, rooms(SECTIONS)[0])
    if listed[0] == NONE:
        listed = [NONE] * 5  # whatever stands behind the end of a section is not there
    assert found == pytest.approx(told(rows, rest, SECTIONS, listed, power), abs=1e-5)


@pytest.mark.parametrize(("name", "text"), [("kariuchi", "3,9,15x2/R,12,20,A 1 3"), ("holes58", "3,12;1;0/2,9,13;0;1 1 2")])
def test_compiled_kernels_reckon_as_described(name: str, text: str) -> None:
    from banmen.engine.search import network_kernels

    game = banmen.game(name)
    rules: Any = game.plain
    rows, rest = made(rules.FEATURES, len(rules.SECTIONS) - 1)
    position = game.position(text)
    found = numpy.zeros(game.rules.MOST)
    all_weights = numpy.concatenate([rows.ravel(), rest])
    game.compiled(network_kernels).judge_shortly(position.state, all_weights, *rooms(rules.SECTIONS), found)
    sides = [rules.sides(position.after(code).state) for code in position.legal_codes()]
    seen = network_examples.list_features(game, numpy.array(sides)).tolist()
    wanted = [
        1 - told(rows, rest, rules.SECTIONS, listed, 2 if rules.SQUARED else 1) for listed in seen
    ]  # each of these moves passes the turn
    assert found[: len(wanted)] == pytest.approx(wanted, abs=1e-5)
    assert 0.001 < min(wanted) < max(wanted) < 0.999


def test_weights_come_back(tmp_path: Path) -> None:
    rows, rest = made(FEATURES, SUMS)
    found = weights(kept(tmp_path / "sound.npz", rows, rest), FEATURES, SUMS)
    assert found.dtype == numpy.float32
    assert found[rows.size :].tolist() == rest.tolist()
    off = abs(found[: rows.size].reshape(rows.shape) - rows)
    assert 1 / 1024 < off[:, :HIDDEN].max() <= 1 / 256
    assert 0 < off[:, HIDDEN].max() <= 1 / 2048


def test_files_that_are_not_sound_are_refused(tmp_path: Path) -> None:
    rows, rest = made(FEATURES, SUMS)
    sound = kept(tmp_path / "sound.npz", rows, rest).read_bytes()
    kept(tmp_path / "short.npz", rows[:-1], rest)
    kept(tmp_path / "units.npz", rows, rest, unit=numpy.ones(STRIDE - 1, numpy.float32))
    numpy.savez_compressed(tmp_path / "other.npz", rest=rest)
    rest[3] = numpy.nan
    kept(tmp_path / "nan.npz", rows, rest)
    (tmp_path / "cut.npz").write_bytes(sound[: len(sound) // 2])
    (tmp_path / "empty.npz").write_bytes(b"")
    middle = len(sound) // 2
    (tmp_path / "changed.npz").write_bytes(sound[:middle] + bytes([sound[middle] ^ 255]) + sound[middle + 1 :])
    for name in ("short", "units", "other", "nan", "cut", "empty", "changed", "missing"):
        with pytest.raises(NetworkError, match=f"{name}.npz holds no sound weights") as refusal:
            weights(tmp_path / f"{name}.npz", FEATURES, SUMS)
        assert "重み" in refusal.value.told("ja")
