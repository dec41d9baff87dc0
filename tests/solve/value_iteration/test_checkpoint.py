"""Interrupted work is resumed, even after a kill, and damaged checkpoints are not trusted."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import banmen
from banmen.solve.solve_progress import Progress
from banmen.solve.value_iteration.solver import plan, solve

GAME = banmen.game("kariuchi", pieces=2)
# Saves everything after every sweep, and slowly enough to be caught in the act.
SOLVE = """
import sys, time, banmen
from pathlib import Path
from banmen.solve.value_iteration.solver import solve
solve(banmen.game("kariuchi", pieces=2), folder=Path(sys.argv[1]), bounded=False, every=0,
      progress=lambda now: time.sleep(0.01 + 0.2 * (now.group == 2)))
"""


def kept(folder: Path, group: int) -> dict[str, object]:
    """Return the header of a group's file."""
    with (folder / f"group-{group:03}").open("rb") as file:
        head: dict[str, object] = json.loads(file.readline())
    return head


def test_work_goes_on_after_a_kill_and_comes_to_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    process = subprocess.Popen([sys.executable, "-c", SOLVE, str(folder)])
    try:
        until = time.monotonic() + 300
        while not (folder / "group-002").exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    before = kept(folder, 2)["sweeps"]
    heard: list[Progress] = []
    again = solve(GAME, folder=folder, bounded=False, progress=heard.append)
    assert next(now.sweeps for now in heard if now.group == 2) == int(str(before)) + 1
    assert sum(now.group < 2 for now in heard) == 2  # what was solved is not solved again
    assert [report.before for report in again.reports] == [0, 0, before]  # whose time is not counted
    fresh = solve(GAME, bounded=False)
    assert abs(again.values - fresh.values).max() < 1e-11
    assert again.reports[2].sweeps == pytest.approx(fresh.reports[2].sweeps, abs=5)


@pytest.mark.parametrize("damage", ["flip", "cut", "longer", "head", "other"])
def test_what_is_not_sound_is_solved_again(tmp_path: Path, damage: str) -> None:
    game = banmen.game("kariuchi", pieces=1)
    first = solve(game, folder=tmp_path, bounded=False)
    path = tmp_path / "group-000"
    data = bytearray(path.read_bytes())
    if damage == "flip":
        data[-100] ^= 1
    elif damage == "cut":
        del data[-100:]
    elif damage == "longer":
        data += b"\0"
    elif damage == "head":
        data[:1] = b"?"
    path.write_bytes(data)
    if damage == "other":
        game = game.with_options(p=0.4)
    heard: list[Progress] = []
    again = solve(game, folder=tmp_path, bounded=False, progress=heard.append)
    assert len(heard) == again.reports[0].sweeps > 10
    if damage != "other":
        assert abs(again.values - first.values).max() < 1e-11


def test_what_is_sound_is_not_solved_again(tmp_path: Path) -> None:
    game = banmen.game("kariuchi", pieces=1)
    first = solve(game, folder=tmp_path)
    heard: list[Progress] = []
    again = solve(game, folder=tmp_path, progress=heard.append, planned=plan(game, threads=1))
    assert len(heard) == 1
    assert again.reports == first.reports
    assert (again.values == first.values).all()
