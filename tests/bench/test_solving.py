"""The scripts that solve and count: a small part of what each of them does."""

import json
import sys
from pathlib import Path

import pytest

from bench import proofs, retrograde, setups


def test_one_cube_is_solved_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "qubism.json"
    for tips in (["straight"], ["cw", "straight"]):
        monkeypatch.setattr(sys, "argv", ["retrograde", "1", "--compare", "--output", str(path), "--tips", *tips])
        assert retrograde.main() == 0
    rows = json.loads(path.read_text(encoding="utf-8"))
    assert [(row["tip"], row["sign"], row["plies"]) for row in rows] == [("cw", 1, 11), ("straight", -1, 12)]


def test_forced_wins_are_ruled_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "proofs.json"
    monkeypatch.setattr(sys, "argv", ["proofs", "--white", "9", "--black", "8", "--memory", "8", "--output", str(path)])
    assert proofs.main() == 0
    rows = json.loads(path.read_text(encoding="utf-8"))
    assert [(row["side"], row["plies"]) for row in rows] == [
        *(("w", n) for n in (1, 3, 5, 7, 9)),
        *(("b", n) for n in (2, 4, 6, 8)),
    ]
    assert not any(row["wins"] for row in rows)


def test_setups_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["setups", "--share", "0.002", "--plies", "1"])
    assert setups.main() == 0
    sight, through = capsys.readouterr().out.splitlines()
    assert "'setups': 0" in sight
    assert "'setups': 0" not in through
