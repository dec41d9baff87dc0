"""The scripts that teach networks: what they learn of exact values, and that they write what the package reads."""

import json
import sys
from pathlib import Path

import numpy
import pytest

import banmen
from banmen.core.game import Position
from banmen.games.holes58 import network as holes58
from banmen.games.kariuchi import network
from banmen.kernels.network import weights
from banmen.solve.kariuchi.packed_report import draw_both
from banmen.solve.samples import record_file, sample_file
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.value_iteration.solver import solve
from bench.yardstick import sample_of

pytest.importorskip(
    "torch", reason="networks are taught with PyTorch, gigabytes that only who teaches one needs: pip install torch"
)

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
    from tuning import kariuchi_network

    monkeypatch.setattr(kariuchi_network, "GAMES", 20_000)
    monkeypatch.setattr(kariuchi_network, "BLOCK", 16)
    arguments = [
        *map(str, write_records(tmp_path, 3000)),
        "--output",
        str(tmp_path),
        "--seconds",
        "6",
        "--batch",
        "1024",
        "--sample",
        "60",
    ]
    monkeypatch.setattr(sys, "argv", ["kariuchi_network.py", *arguments])
    kariuchi_network.main()
    report = json.loads((tmp_path / "taught.json").read_text("utf-8"))
    assert report["options"]["pieces"] == 2
    assert report["played"]["mean_error"] < 0.15
    assert report["played"]["lost_per_move"] < 0.03
    assert report["kernel_difference"] < 1e-4
    assert 10 < report["moves_per_game"] < 60
    found = weights(tmp_path / "network-none.npz", network.FEATURES, len(network.SECTIONS) - 1)
    assert abs(found).max() > 0.1
    parts = sample_file.read_sample(tmp_path / "kariuchi-sample.npz", GAME)
    assert 0 < len(parts[sample_file.ANYWHERE].throws) <= 20


def test_a_network_goes_on_learning_by_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tuning import network_by_sample
    from tuning.network import Network

    game = banmen.game("holes58")
    sections: tuple[int, ...] = holes58.SECTIONS
    Network(holes58.FEATURES, sections, holes58.SQUARED).keep(tmp_path / "network.npz")
    begun = (tmp_path / "network.npz").read_bytes()
    monkeypatch.setattr(network_by_sample, "REMEMBERED", 2000)
    monkeypatch.setattr(holes58, "file_for", lambda _game: tmp_path / "network.npz")
    whole = sample_file.read_sample(sample_of(game), game)
    for path, rows in (("learnt.npz", slice(0, None, 20)), ("other.npz", slice(10, None, 100))):
        parts = {}
        for name, part in whole.items():
            words, values = network_by_sample.records_of(part, game.rules.MOST)
            counts = numpy.diff(part.begin)[rows]
            parts[name] = sample_file.pack_sample(game, words[rows], values[rows, 0], values[rows, 1:], counts)
        sample_file.write_sample(tmp_path / path, parts)
    (tmp_path / "out").mkdir()
    arguments = [str(tmp_path / "learnt.npz"), "--judge", str(tmp_path / "other.npz"), "--output", str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", ["", *arguments, "--seconds", "8", "--rate", "3e-3", "--batch", "1024"])
    network_by_sample.main()
    report = json.loads((tmp_path / "out" / "further.json").read_text("utf-8"))
    for name, part in whole.items():
        before, after = report["before"][name], report["after"][name]
        assert 0 < before["unseen"] == after["unseen"] <= len(part.throws) / 100
        assert after["lost_per_choice"] < 0.8 * before["lost_per_choice"]
        assert after["mean_error"] < 0.8 * before["mean_error"]
    assert (tmp_path / "network.npz").read_bytes() == begun
    found = weights(tmp_path / "out" / "network.npz", holes58.FEATURES, len(sections) - 1)
    again = Network(holes58.FEATURES, sections, holes58.SQUARED)
    again.take(found)
    again.keep(tmp_path / "again.npz")
    assert weights(tmp_path / "again.npz", holes58.FEATURES, len(sections) - 1).tolist() == found.tolist()


def test_the_card_adds_up_what_the_network_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton's interpreter stands for the card: cells, sums and the slopes of all weights are those of PyTorch."""
    import torch

    pytest.importorskip("triton", reason="PyTorch brings Triton along where there are cards for it")
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    from tuning import sums
    from tuning.network import Network

    torch.manual_seed(3)
    for features, sections, squared in ((network.FEATURES, network.SECTIONS, True), (90, (0, 5, 12), False)):
        net = Network(features, sections, squared)
        seen = torch.randint(-1, features, (2 * sums.TOGETHER + 3, sections[-1])).short()
        with torch.no_grad():
            net.direct[:] = torch.randn(features + 1)
            net.bias[:] += torch.randn(len(net.bias)) / 4  # so that some are cut off
        weights = (net.rows, net.direct, net.bias)
        found = []
        for cells, score in (net.added(seen), sums.Sums.apply(seen, net.bounds, squared, *weights)):
            total = (cells * torch.arange(cells.numel()).reshape(cells.shape)).sum() + (score * torch.arange(len(score))).sum()
            found.append((cells.detach(), score.detach(), *torch.autograd.grad(total, weights)))
        for one, other in zip(*found, strict=True):
            assert one.abs().max() > 0
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4 * float(one.abs().max()))
