"""Comparing two versions: here this one with itself under stock numba, and with one that answers differently."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import compare_versions
from bench.compare_versions import NOW, OTHER, is_well, make_row

SMALL = "Kariuchi perft 2"
ANOTHER = """
class Position:
    def perft(self, depth):
        return 0

class Game:
    def start(self):
        return Position()

def game(name):
    return Game()
"""


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let both versions count a few lines of play, which needs no compiling."""
    script = tmp_path / "small.py"
    text = Path(compare_versions.__file__).read_text("utf-8")
    script.write_text(text.replace('"kariuchi", None, 7)', '"kariuchi", None, 2)'), "utf-8")
    monkeypatch.setattr(compare_versions, "__file__", str(script))


@pytest.mark.usefixtures("_small")
def test_a_version_is_as_fast_as_itself_and_answers_alike(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = compare_versions.compare(None, [SMALL], 1, None, cached=True)  # None: compiled with stock numba
    assert row["same_answer"]
    assert row["seconds"] > 0
    assert row["first_call_seconds"] >= 0
    assert SMALL in capsys.readouterr().out


@pytest.mark.usefixtures("_small")
def test_other_answers_are_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = tmp_path / "src" / "banmen"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(ANOTHER, "utf-8")
    (row,) = compare_versions.compare(tmp_path, [SMALL], 1, None)
    assert not is_well(row)
    assert "OTHER ANSWER" in capsys.readouterr().out


def test_what_is_slower_by_more_than_a_twentieth_is_not_well() -> None:
    same = dict.fromkeys((OTHER, NOW), (9.0, "digest"))
    assert is_well(make_row("x", {OTHER: 1.0, NOW: 1.04}, same))
    assert not is_well(make_row("x", {OTHER: 1.0, NOW: 1.06}, same))
    assert make_row("x", {OTHER: 3.0, NOW: 1.5}, same)["times_as_fast"] == 2.0


@pytest.mark.parametrize("stock", [[], ["--stock"]])
def test_a_folder_without_a_version_is_refused(tmp_path: Path, stock: list[str]) -> None:
    command = [sys.executable, "-m", "bench.compare_versions", str(tmp_path), *stock]
    done = subprocess.run(command, cwd=compare_versions.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "name a checkout" in done.stderr
