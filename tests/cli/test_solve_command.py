from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from banmen.kernels import gpu
from banmen.solve import devices as solve_devices
from banmen.solve.holes58 import pair_report
from banmen.solve.holes58.pair_solver import PairSolver
from tests.cli.calling import call, run


class PretendedGpu(solve_devices.Host):
    """The processor in place of a GPU."""

    name = "gpu"


ONE = ("solve", "kariuchi", "--opt", "pieces=1")


def test_the_answer_tells_the_value_and_the_best_moves(tmp_path: Path) -> None:
    told = call(*ONE, "--data", str(tmp_path)).lines
    assert told[0].strip() == "Kariuchi: solved"
    assert any(line.split()[-1] == "52.998139%" for line in told)
    assert any(line.split()[:4] == ["4", "6.25%", "R>4", "63.7126%"] for line in told)
    assert max(map(len, told)) <= 80
    again = call(*ONE, "--data", str(tmp_path), "--lang", "ja")
    assert "解析済みです" in again.err
    assert "完全解析済み" in again.lines[0]


def test_json_tells_everything_and_the_table_is_kept(tmp_path: Path) -> None:
    told = call(*ONE, "--opt", "p=0.3", "--opt", "hit_bonus=any", "--data", str(tmp_path), "--json").json
    assert told["options"] == {"pieces": 1, "hit_bonus": "any", "p": 0.3}
    assert told["error"] < 1e-9
    assert told["groups"][0]["residual"] < 1e-12
    assert told["beginner"] == pytest.approx(
        sum(each["probability"] * each["chance"] for each in told["first_moves"]), abs=1e-8
    )
    assert Path(told["table"]).stat().st_size == told["bytes"]
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["kariuchi-pieces=1-hit_bonus=any-p=0.3.table"]
    looked_up = call(*ONE, "--opt", "p=0.3", "--opt", "hit_bonus=any", "--data", str(tmp_path), "--json").json
    assert looked_up == {key: told[key] for key in looked_up}
    assert (
        "seconds" in call(*ONE, "--opt", "p=0.3", "--opt", "hit_bonus=any", "--data", str(tmp_path), "--json", "--again").json
    )


def test_precisions_and_bounds_can_be_chosen(tmp_path: Path) -> None:
    rough = call(*ONE, "--precision", "fixed32", "--keep", "fixed16", "--compress", "--data", str(tmp_path), "--json").json
    assert (rough["solved_with"], rough["kept_with"]) == ("fixed32", "fixed16")
    assert 1e-9 < rough["error"] < 1e-5
    free = call(*ONE, "--no-bound", "--keep", "nothing", "--threads", "1", "--data", str(tmp_path / "new"), "--json").json
    assert free["error"] is free["table"] is None
    assert not list((tmp_path / "new").rglob("*.table"))
    assert abs(free["beginner"] - rough["beginner"]) < 1e-5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["kariuchi", "--memory", "12"],
            "takes at least 319.4 GiB of memory, but only 12.0 are available; allow more with --memory",
        ),
        (["kariuchi", "--opt", "pieces=2", "--memory", "0.001"], "or solve it with fewer pieces: --opt pieces=1"),
        (["kariuchi", "--memory", "much"], "--memory takes a number of GiB such as 12 or 0.5, not 'much'"),
        (["kariuchi", "--memory", "-1"], "--memory takes a number of GiB"),
        (["kariuchi", "--keep", "all"], "--keep takes fixed32, fixed16 or nothing, not 'all'"),
        (["kariuchi", "--precision", "8"], "the precision must be auto, float64 or fixed32, not '8'"),
        (["kariuchi", "--threads", "0"], "the number of threads must be a whole number from 1 to 256"),
        (["kariuchi", "--opt", "pieces=9"], "option pieces must be a whole number from 1 to 4"),
        (["moontrek"], "moontrek can be solved only for two players, not for 4: add --opt players=2"),
        (["kuniumi"], "kuniumi cannot be solved yet; the games that can are holes58, kariuchi, moontrek, qubism"),
        (["kariuchi", "--device", "tpu"], "the device must be cpu or gpu, not 'tpu'"),
        (["kariuchi", "--opt", "pieces=1", "--sample", "9"], "--sample, --records and --measure need --output DIR"),
        (["kariuchi", "--sample", "-1"], "--sample must be a whole number from 0 to"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    answer = call("solve", *arguments, "--data", str(tmp_path))
    assert answer.code == 2
    assert message in answer.err
    assert answer.err.count("\n") == 1


def test_a_report_a_sample_and_records_are_written_and_players_measured(tmp_path: Path) -> None:
    wanted = ["--output", str(tmp_path / "out"), "--sample", "60", "--records", "20", "--measure", "random", "--no-bound"]
    found = call(*ONE, "--data", str(tmp_path), *wanted, "--json").json
    assert json.loads((tmp_path / "out" / "solved.json").read_text("utf-8")) == found
    assert (found["sample"], found["records"]) == (60, 40)
    (row,) = found["measured"]
    assert (row["player"], row["choices"]) == ("random", 40)
    assert 0 < row["lost_per_choice"] < 0.5
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"solved.json", "sample.npz", "records-0.npz"}
    answer = call(*ONE, "--data", str(tmp_path), *wanted)
    assert "random loses " in answer.out


def test_a_gpu_that_is_not_there_is_missed_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gpu.numba_cuda(), "is_available", lambda: False)
    answer = call("solve", "holes58", "--device", "gpu", "--data", str(tmp_path))
    assert answer.code == 2
    assert "no CUDA device was found" in answer.err


@pytest.mark.parametrize("name", ["holes58", "qubism"])
def test_a_game_is_solved_where_the_device_is(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solve_devices, "Gpu", PretendedGpu)
    asked = {"holes58": ["pieces=1"], "qubism": ["cubes=1"]}[name]
    monkeypatch.setattr(pair_report, "_make_solver", lambda game, _device: PairSolver(game, threads=1))
    monkeypatch.setattr(pair_report, "measure_copy_speed", lambda: 1.0)
    options = ["--games", "200", "--sample", "30", "--output", str(tmp_path / "out")] if name == "holes58" else []
    answer = call("solve", name, *(f"--opt={each}" for each in asked), "--device", "gpu", "--data", str(tmp_path), *options)
    assert answer.code == 0
    assert "solved" in answer.lines[0]
    assert (tmp_path / "out" / "sample.npz").exists() == (name == "holes58")


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    path = Path(call(*ONE, "--data", str(tmp_path), "--json").json["table"])
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    answer = call(*ONE, "--data", str(tmp_path))
    assert answer.code == 2
    assert "is damaged (block 1 of 1 does not match its checksum): delete it and create it again" in answer.err
    assert call(*ONE, "--data", str(tmp_path), "--again").code == 0


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        (["kariuchi", "--opt", "pieces=1", "--opt", "p=0.4"], ["kariuchi", "--opt", "pieces=1"]),
        (["holes58", "--opt", "pieces=1"], ["kariuchi", "--opt", "pieces=1"]),
        (["qubism", "--opt", "cubes=1", "--opt", "tip=either"], ["qubism", "--opt", "cubes=1"]),
    ],
)
def test_a_table_of_another_game_is_refused(made: list[str], asked: list[str], tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    own = call("solve", *asked, *data, "--json").json
    other = call("solve", *made, *data, "--json").json
    Path(other["table"]).replace(own["table"])
    answer = call("solve", *asked, *data)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert f"not of banmen.game('{asked[0]}', " in answer.err
    again = call("solve", *asked, *data, "--again", "--json").json
    assert again["first_moves"] == own["first_moves"]


@pytest.mark.parametrize("wrong", [["--memory", "x"], ["--threads", "0"], ["--precision", "8"]])
def test_errors_are_reported_even_if_a_table_exists(wrong: list[str], tmp_path: Path) -> None:
    assert call(*ONE, "--data", str(tmp_path)).code == 0
    assert call(*ONE, "--data", str(tmp_path), *wrong).code == 2


def test_where_a_repetition_loses_it_is_said_what_is_not_known(tmp_path: Path) -> None:
    asked = ["solve", "qubism", "--opt", "cubes=1", "--opt", "repetition=loss", "--data", str(tmp_path)]
    found = call(*asked, "--json").json
    assert found["options"]["repetition"] == "loss"
    assert (found["known"], found["winner"]) == (True, "w")
    answer = call(*asked)
    assert "not known (Third repetition)" in answer.out
    assert "neither" not in answer.out


def test_a_free_first_throw_is_told_where_the_opening_matters(tmp_path: Path) -> None:
    told = [" ".join(line.split()) for line in call("solve", "holes58", "--opt", "pieces=1", "--data", str(tmp_path)).lines]
    assert "The first player wins 49.297722%" in told
    assert "With a free first throw 52.418601%" in told
    assert "free" not in call(*ONE, "--data", str(tmp_path)).out


def test_control_c_keeps_the_work(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "banmen",
        "solve",
        "kariuchi",
        "--opt",
        "pieces=2",
        "--data",
        str(tmp_path),
        "--no-bound",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    work = tmp_path / "tables" / "kariuchi-pieces=2.work"
    until = time.monotonic() + 300
    while not (work / "group-001").exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate()
    assert process.returncode == 130
    assert "Stopped. Run the same command again to continue." in told
    assert (work / "group-002").exists()
    answer = run(*command[3:], "--json")
    assert answer.json["beginner"] == pytest.approx(0.512164472, abs=1e-9)
    assert not work.exists()
