"""58 Holes is solved with everything that the command offers, here on the CPU and with one piece each."""

import json
import threading
from pathlib import Path

import numpy
import pytest

import banmen
from banmen.solve.devices import Host
from banmen.solve.holes58.pair_report import solve_and_report
from banmen.solve.samples.record_file import read_records
from banmen.solve.samples.sample_file import ANYWHERE, PLAYED, read_sample
from banmen.solve.solve_progress import Progress, Stopped
from banmen.solve.strata_request import REPORT, SAMPLE, StrataRequest

GAME = banmen.game("holes58", pieces=1)


def test_everything_is_written(tmp_path: Path) -> None:
    heard: list[Progress] = []
    request = StrataRequest(tmp_path, games=2000, sample=60, records=50, on_progress=heard.append)
    report = solve_and_report(GAME, request, Host(1))
    assert json.loads((tmp_path / REPORT).read_text("utf-8")) == report
    (stratum,) = report["strata"]
    assert (stratum["pieces"], stratum["positions"]) == ([1, 1], 900)
    assert stratum["residual"] < 1e-8
    assert report["first_moves"]["start"] == pytest.approx(0.52418601, abs=1e-8)
    assert report["first_moves"]["beginner"] == pytest.approx(0.49297722, abs=1e-8)
    assert set(report["first_moves"]["5"]) == {"1>20"}
    assert report["matches"]["free"]["beginner_won"] == pytest.approx(0.524186, abs=0.05)
    assert len(heard) == stratum["sweeps"]
    assert [now.done for now in heard] == sorted(now.done for now in heard)
    assert heard[-1].change < 1e-8


def test_what_is_written_of_positions_is_exact(tmp_path: Path) -> None:
    report = solve_and_report(GAME, StrataRequest(tmp_path, check=0, games=0, sample=60, records=50), Host(1))
    assert "residual" not in report["strata"][0]
    assert report["matches"] == {}
    sample = read_sample(tmp_path / SAMPLE, GAME)
    assert {name: len(part.throws) for name, part in sample.items()} == report["sample"]["positions"]
    assert all((numpy.diff(sample[name].begin) > 1).all() for name in (PLAYED, ANYWHERE))
    rows, values, played = read_records([tmp_path / "records-0.npz"], GAME.rules.MOST)
    assert (len(rows), played.all()) == (50, True)
    side = GAME.first_state()[0]
    starts = (rows[:, 0] == side) & (rows[:, 1] == side)
    assert starts.any()
    assert values[starts, 0] == pytest.approx(0.524186, abs=2e-5)


def test_work_can_be_stopped(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        solve_and_report(GAME, StrataRequest(tmp_path, stop=stop), Host(1))
