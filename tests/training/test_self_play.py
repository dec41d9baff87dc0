"""The self-play command: it writes weights that play better than none, and the same ones each time."""

import re
from pathlib import Path
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.manifest import read_manifest
from banmen.kernels.linear_weights import read_weights
from banmen.training import alphabeta_learner, dice_learner, self_play
from banmen.training.alphabeta_learner import AlphaBetaLearner
from banmen.training.dice_learner import DiceLearner, measure_win_rate, number_teams
from banmen.training.td_dice import ANY, FIRST


def weights_after(name: str, folder: Path, *more: str) -> list[int]:
    """Return the weights that the command writes into a folder."""
    self_play.main([name, "--games", "400", "--output", str(folder), *more])
    rules: Any = banmen.game(name).plain
    return list(read_weights(folder / "weights.i16.gz", len(rules.WEIGHTS)))


@pytest.mark.parametrize("name", ["qubism", "holes58"])
def test_weights_are_learnt_measured_and_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for learner in (alphabeta_learner, dice_learner):
        monkeypatch.setattr(learner, "DUELS", 40)
    monkeypatch.setattr(alphabeta_learner, "TESTED", 20)
    one = weights_after(name, tmp_path / "one")
    assert "the weights before: " in capsys.readouterr().out
    assert any(one)
    assert one == weights_after(name, tmp_path / "again")
    assert one != weights_after(name, tmp_path / "other", "--seed", "2")
    entry = read_manifest(tmp_path / "other")["weights.i16.gz"]
    assert entry["command"] == f"python -m banmen.training.self_play {name} --seed 2 --games 400"


def test_measuring_writes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(dice_learner, "DUELS", 400)
    monkeypatch.setattr(self_play, "write_weights", None)
    self_play.main(["holes58", "--measure"])
    told = capsys.readouterr().out
    shares = [float(share) for share in re.findall(r"against [a-z ]+: ([\d.]+)%", told)]
    assert len(shares) == 3
    assert shares[0] > 75
    assert shares[2] == 50  # of games with the same throws, each side begins equally often


def test_the_learner_fits_the_game() -> None:
    assert isinstance(self_play.choose_learner(banmen.game("qubism"), 1), AlphaBetaLearner)
    assert isinstance(self_play.choose_learner(banmen.game("moontrek"), 1), DiceLearner)


def test_weights_are_compared_by_teams() -> None:
    game = banmen.game("moontrek", teams="2-2")
    assert number_teams(game) == [0, 1, 0, 1]
    assert number_teams(banmen.game("kariuchi")) == [0, 1]
    rules: Any = game.plain
    weights = numpy.array(rules.WEIGHTS, float)
    rate, error = measure_win_rate(game, (FIRST, ANY), (weights, weights), 160, 3)
    assert rate - error > 0.5
