"""The script that solves 58 Holes does all its work, here without a card and with one piece each."""

import json
import sys
from pathlib import Path

import pytest

from bench import solve_holes58
from bench.yardstick import main as measure


def test_everything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--cpu", "--pieces", "1", "--scale", "0.0005", "--sample", "60", "--output", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["solve_holes58.py", *arguments])
    solve_holes58.main()
    report = json.loads((tmp_path / "solved.json").read_text("utf-8"))
    (stratum,) = report["strata"]
    assert (stratum["pieces"], stratum["positions"]) == ([1, 1], 900)
    assert stratum["residual"] < 1e-8
    assert report["first_moves"]["start"] == pytest.approx(0.52418601, abs=1e-8)
    assert report["first_moves"]["beginner"] == pytest.approx(0.49297722, abs=1e-8)
    assert set(report["first_moves"]["5"]) == {"1>20"}
    assert report["matches"]["free"]["beginner_won"] == pytest.approx(0.524186, abs=0.05)
    assert (tmp_path / "sample.npz").stat().st_size > 0


def test_players_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["yardstick.py", "random", "--positions", "50", "--part", "anywhere"])
    measure()
    row = json.loads(capsys.readouterr().out)
    assert (row["player"], row["choices"]) == ("random", 50)
    assert 0 < row["lost_per_choice"] < 0.5
