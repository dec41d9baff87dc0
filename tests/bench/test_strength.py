"""The match of the best level against plain tree search."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import strength


def test_a_match_in_which_the_rival_had_too_little_time_is_played_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, tried = tmp_path / "strength.json", []

    def matched(_game: Any, nodes: int, *_rest: Any) -> int:
        tried.append(nodes)
        return nodes

    def row_of(_game: Any, nodes: int) -> dict[str, Any]:
        return {"score": 0.7, "games": 4, "interval": [0.6, 0.8], "times_as_long": nodes / 100, "reached": nodes >= 1000}

    monkeypatch.setattr(strength, "play_match", matched)
    monkeypatch.setattr(strength, "make_row", row_of)
    monkeypatch.setattr(sys, "argv", ["strength", "--game", "qubism", "--nodes", "800", "--output", str(path)])
    with pytest.raises(SystemExit) as ended:
        strength.main()
    assert ended.value.code == 0
    assert tried == [800, 1200]
    assert "MISSED" in capsys.readouterr().out.splitlines()[0]
    assert json.loads(path.read_text("utf-8"))["games"]["qubism"]["times_as_long"] == 12
