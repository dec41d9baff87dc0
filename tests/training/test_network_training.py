"""Training networks: what they learn about exact values, and that their files can be read."""

import json
from pathlib import Path

import numpy
import pytest

import banmen
from banmen.core import network_file
from banmen.core.game import Position
from banmen.core.manifest import read_manifest
from banmen.core.network_file import read_network
from banmen.games.holes58 import network as holes58
from banmen.games.kariuchi import network
from banmen.solve.kariuchi.packed_report import draw_both
from banmen.solve.samples import record_file, sample_file
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.value_iteration.solver import solve
from bench.yardstick import sample_of

pytest.importorskip("torch", reason="PyTorch, gigabytes, is needed to train networks only: pip install torch")

GAME = banmen.game("kariuchi", pieces=2)


def write_records(folder: Path, number: int) -> list[Path]:
    """Write records of the game with two pieces, valued by its table."""
    table, rules = ChanceTable.of(solve(GAME, bounded=False)), GAME.plain
    records = draw_both(GAME, number, number, 5)
    values = numpy.full((len(records), 1 + GAME.rules.MOST), record_file.NO_MOVE, numpy.float32)
    for row, (mover, other, value) in zip(values, records.tolist(), strict=True):
        waiting = Position(GAME, (mover | other << 24,))
        position = Position(GAME, rules.throw(waiting.state, value))
        worths = dict(table.move_values(position))
        row[0] = table.value(waiting)
        row[1 : 1 + len(worths)] = [worths[move] for move in position.legal_moves()]
    return record_file.write_records(folder, records, values, number)


def test_a_small_game_is_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from banmen.training import network_from_records

    monkeypatch.setattr(network_from_records, "POSITIONS", 20_000)
    monkeypatch.setattr(network_from_records, "BLOCK", 16)
    arguments = [
        "kariuchi",
        *map(str, write_records(tmp_path, 3000)),
        "--output",
        str(tmp_path),
        "--seconds",
        "6",
        "--batch",
        "1024",
        "--sample",
        "60",
        "--opt",
        "pieces=2",
    ]
    network_from_records.main(arguments)
    report = json.loads((tmp_path / "network_training.json").read_text("utf-8"))
    assert report["options"]["pieces"] == 2
    assert report["played"]["mean_error"] < 0.15
    assert report["played"]["lost_per_move"] < 0.03
    assert report["kernel_difference"] < 1e-4
    assert 10 < report["moves_per_game"] < 60
    found = read_network(tmp_path / "network-none.npz", network.FEATURES, len(network.SECTIONS) - 1)
    assert abs(found).max() > 0.1
    entry = read_manifest(tmp_path)["network-none.npz"]
    assert (entry["options"], entry["any_option"]) == ({}, ["pieces"])
    parts = sample_file.read_sample(tmp_path / "kariuchi-pieces=2-sample.npz", GAME)
    assert 0 < len(parts[sample_file.ANYWHERE].throws) <= 20


def test_a_network_goes_on_learning_by_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from banmen.training import network_from_sample
    from banmen.training.network_training import Network

    game = banmen.game("holes58")
    sections: tuple[int, ...] = holes58.SECTIONS
    entry = {"options": {}, "any_option": ["pieces"]}
    Network(holes58.FEATURES, sections, holes58.SQUARED).keep(tmp_path / "network.npz", entry=entry)
    begun = (tmp_path / "network.npz").read_bytes()
    monkeypatch.setattr(network_from_sample, "REMEMBERED", 2000)
    monkeypatch.setattr(network_file, "data_folder", lambda _game: tmp_path)
    whole = sample_file.read_sample(sample_of(game), game)
    for path, rows in (("learnt.npz", slice(0, None, 20)), ("other.npz", slice(10, None, 100))):
        parts = {}
        for name, part in whole.items():
            words, values = network_from_sample.read_records(part, game.rules.MOST)
            counts = numpy.diff(part.begin)[rows]
            parts[name] = sample_file.pack_sample(game, words[rows], values[rows, 0], values[rows, 1:], counts)
        sample_file.write_sample(tmp_path / path, parts)
    learnt, other, out = (str(tmp_path / name) for name in ("learnt.npz", "other.npz", "out"))
    arguments = ["holes58", learnt, "--judge", other, "--output", out]
    network_from_sample.main([*arguments, "--seconds", "8", "--rate", "3e-3", "--batch", "1024"])
    report = json.loads((tmp_path / "out" / "network_training.json").read_text("utf-8"))
    for name, part in whole.items():
        before, after = report["before"][name], report["after"][name]
        assert 0 < before["unseen"] == after["unseen"] <= len(part.throws) / 100
        assert after["lost_per_choice"] < 0.8 * before["lost_per_choice"]
        assert after["mean_error"] < 0.8 * before["mean_error"]
    assert (tmp_path / "network.npz").read_bytes() == begun
    found = read_network(tmp_path / "out" / "network.npz", holes58.FEATURES, len(sections) - 1)
    again = Network(holes58.FEATURES, sections, holes58.SQUARED)
    again.take(found)
    again.keep(tmp_path / "again.npz")
    assert read_network(tmp_path / "again.npz", holes58.FEATURES, len(sections) - 1).tolist() == found.tolist()


def test_triton_adds_up_what_pytorch_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton's interpreter stands in for the GPU: cells, sums and the gradients of all weights agree with PyTorch."""
    import torch

    pytest.importorskip("triton", reason="PyTorch brings Triton along where there are cards for it")
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    from banmen.training import network_sums as sums
    from banmen.training.network_training import Network

    torch.manual_seed(3)
    for features, sections, squared in ((network.FEATURES, network.SECTIONS, True), (90, (0, 5, 12), False)):
        net = Network(features, sections, squared)
        seen = torch.randint(-1, features, (2 * sums.TOGETHER + 3, sections[-1])).short()
        with torch.no_grad():
            net.direct[:] = torch.randn(features + 1)
            net.bias[:] += torch.randn(len(net.bias)) / 4  # so that some are cut off
        weights = (net.rows, net.direct, net.bias)
        found = []
        for cells, score in (net.first_layer(seen), sums.Sums.apply(seen, net.bounds, squared, *weights)):
            total = (cells * torch.arange(cells.numel()).reshape(cells.shape)).sum() + (score * torch.arange(len(score))).sum()
            found.append((cells.detach(), score.detach(), *torch.autograd.grad(total, weights)))
        for one, other in zip(*found, strict=True):
            assert one.abs().max() > 0
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4 * float(one.abs().max()))
