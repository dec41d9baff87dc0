"""The command solve with Qubism."""

from pathlib import Path

from tests.cli.calling import call

OPTIONS = ("--opt", "cubes=1", "--opt", "tip=straight")


def test_qubism_is_solved_and_kept(tmp_path: Path) -> None:
    first = call("solve", "qubism", *OPTIONS, "--data", str(tmp_path), "--json").json
    assert (first["winner"], first["plies"]) == ("b", 12)
    assert Path(first["table"]).stat().st_size == first["bytes"]
    again = call("solve", "qubism", *OPTIONS, "--data", str(tmp_path))
    assert "solved before" in again.err
    assert "Black wins in 12 plies" in again.out


def test_qubism_is_solved_in_japanese_and_not_kept(tmp_path: Path) -> None:
    told = call("solve", "qubism", *OPTIONS, "--data", str(tmp_path), "--keep", "nothing", "--lang", "ja")
    assert "12手で黒の勝ち" in told.out
    assert not list(tmp_path.iterdir())


def test_nine_cubes_are_too_many(tmp_path: Path) -> None:
    answer = call("solve", "qubism", "--data", str(tmp_path))
    assert answer.code != 0
    assert "fewer cubes" in answer.err
