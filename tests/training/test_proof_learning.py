"""Learning from positions that are searched to the end: labels, lengths, and the command from end to end."""

import random
from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.search.proof import wins_within
from banmen.games.kuniumi.board import BOARD
from banmen.games.kuniumi.rules import PIECES
from banmen.kernels.linear_weights import read_weights
from banmen.training import proof_learning, search_learning
from banmen.training.courses import ProofCourse, SearchCourse, read_course

GAME = banmen.game("kuniumi", setup="random")
RULES: Any = GAME.plain
SMALL = ProofCourse(
    self_play=20, shortest=8, longest=11, least=6, positions=64, batch=5, taken=3, opening=8, exploring=0.1, share=2,
    rate=0.01, rounds=2,
)  # fmt: skip
SHORT = SearchCourse(games=60, nodes=50, ending=12, opening=3, exploring=0.1, rate=0.01, rounds=1)


def use_small_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"proof": SMALL, "search": SHORT}
    for module in (proof_learning, search_learning):
        monkeypatch.setattr(module, "read_course", lambda game, table, kind: small.get(table) or read_course(game, table, kind))


def test_positions_met_on_the_way_are_labelled_as_proofs_say(monkeypatch: pytest.MonkeyPatch) -> None:
    use_small_courses(monkeypatch)
    states, targets = proof_learning.label_positions((GAME, 4, 30, numpy.array(RULES.WEIGHTS, float)))
    assert len(states) == len(targets) > 60
    lengths = proof_learning.measure_lengths(GAME, states)
    assert lengths.tolist() == numpy.bitwise_count(BOARD & ~((states[:, 0] | states[:, 1]) & PIECES)).tolist()
    assert set(lengths[:30]) <= {8, 9, 10, 11}
    assert min(lengths) >= 6
    for row in random.Random(5).sample(range(30, len(states)), 25):
        position = Position(GAME, tuple(map(int, states[row])))
        assert wins_within(position, 11, Budget(nodes=10**6), memory=1) == bool(targets[row])
    assert 0.2 < targets.mean() < 0.8


class Pool:
    """Stands in for a process pool, whose processes would not know the small courses."""

    def __init__(self, _jobs: int) -> None:
        self.map = map

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_error: object) -> None:
        return None


def test_both_commands_learn_test_and_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_small_courses(monkeypatch)
    for module in (proof_learning, search_learning):
        monkeypatch.setattr(module, "ProcessPoolExecutor", Pool)
    data = tmp_path / "proofs.npz"
    proof_learning.main(["kuniumi", "--data", str(data), "--output", str(tmp_path / "proof")])
    assert "11 plies: right" in capsys.readouterr().out
    proved = read_weights(tmp_path / "proof" / "weights.i16.gz", len(RULES.WEIGHTS))
    assert any(proved)
    assert len(numpy.load(data)["states"]) > 64
    search_learning.main(["kuniumi", "--data", str(data), "--output", str(tmp_path / "search")])
    assert "mean squared error" in capsys.readouterr().out
    searched = read_weights(tmp_path / "search" / "weights.i16.gz", len(RULES.WEIGHTS))
    assert sum(map(bool, searched)) > sum(map(bool, proved))
