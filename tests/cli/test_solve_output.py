"""The command solve with Qubism."""

from pathlib import Path

import pytest

import banmen
from banmen.cli.solve_output import put_distances
from banmen.solve.retrograde_analysis import retrograde
from tests.cli.calling import call

OPTIONS = ("--opt", "cubes=1", "--opt", "tip=straight")


def test_qubism_is_solved_and_kept(tmp_path: Path) -> None:
    first = call("solve", "qubism", *OPTIONS, "--data", str(tmp_path), "--json").json
    assert (first["winner"], first["plies"]) == ("b", 12)
    assert Path(first["table"]).stat().st_size == first["bytes"]
    again = call("solve", "qubism", *OPTIONS, "--data", str(tmp_path))
    assert "solved already" in again.err
    assert "Black wins in 12 plies" in again.out


def test_qubism_is_solved_in_japanese_and_not_kept(tmp_path: Path) -> None:
    told = call("solve", "qubism", *OPTIONS, "--data", str(tmp_path), "--keep", "nothing", "--lang", "ja")
    assert "12手で黒の勝ち" in told.out
    assert not list(tmp_path.iterdir())


def test_nine_cubes_are_too_many(tmp_path: Path) -> None:
    answer = call("solve", "qubism", "--data", str(tmp_path))
    assert answer.code != 0
    assert "fewer cubes" in answer.err


@pytest.mark.parametrize(("lang", "words"), [("en", "South wins in 12 plies"), ("ja", "12手でSouthの勝ち")])
def test_sides_are_called_as_the_game_calls_them(
    lang: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = banmen.game("qubism", cubes=1, tip="straight")
    monkeypatch.setattr(game.part("words"), "player_name", lambda player, _lang: {"w": "North", "b": "South"}[player])
    put_distances(game, retrograde.solve(game), None, lang)
    assert words in capsys.readouterr().out
