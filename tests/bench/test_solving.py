"""The scripts that solve and count: a small part of what each of them does."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import banmen
from bench import proofs, retrograde, setups, whole_setups
from tests.common.loops import some

ROOT = Path(__file__).parents[2]


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


def test_setups_are_counted_and_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = tmp_path / "setups.txt"
    monkeypatch.setattr(sys, "argv", ["setups", "--share", "0.002", "--plies", "1", "--list", str(listed)])
    assert setups.main() == 0
    sight, through = capsys.readouterr().out.splitlines()
    lines = listed.read_text("utf-8").splitlines()
    assert "'setups': 0" in sight
    assert f"'setups': {len(lines)}," in through
    assert lines
    for line in lines:
        assert_won(line)
    monkeypatch.setattr(sys, "argv", ["setups", "--gpu", "--list", str(listed)])
    with pytest.raises(SystemExit):
        setups.main()


def assert_won(line: str) -> None:
    """Play a listed line, and check that player 1 wins with either faction."""
    reading, board, land, sea = line.split("  ")
    for told, taken in ((land, "sea"), (sea, "land")):
        position = banmen.game("kuniumi", lines=reading).position(f"{board} choose -").play(taken)
        for move in told.split()[1:]:
            assert not position.over
            position = position.play(move)
        assert position.over
        assert position.winner == (position.game.players[0],)


def test_the_list_in_the_repository_is_whole_and_right() -> None:
    lines = (ROOT / "bench/data/kuniumi-setups.txt").read_text("utf-8").splitlines()
    counts = json.loads((ROOT / "bench/results/setups.json").read_text("utf-8"))
    within_3 = {row["lines"]: row["setups"] for row in counts if row["plies"] == 3}
    assert {reading: sum(line.startswith(f"{reading} ") for line in lines) for reading in within_3} == within_3
    for line in lines[:3] + lines[3::29]:
        assert_won(line)


def test_a_whole_game_is_solved_from_its_setup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "whole.json"
    command = ["whole", "--setups", "6/6/6/ls4/S1l3/1Ls3", "--random", "1", "--memory", "64", "--output", str(path)]
    monkeypatch.setattr(sys, "argv", [*command, "--seconds", "60"])
    monkeypatch.setattr(
        whole_setups, "deal_setup", lambda rng: banmen.game("kuniumi").position("6/6/1s4/l5/S1l3/1Ls3 choose -")
    )
    assert whole_setups.main() == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert [row["winner"] for row in json.loads(path.read_text("utf-8"))["setups"]] == [1, 1]


def test_the_setups_that_are_told_of_come_up_again() -> None:
    kept = [json.loads((ROOT / f"bench/results/{name}-setups.json").read_text("utf-8")) for name in ("whole", "even")]
    for report, draw in some(zip(kept, (whole_setups.deal_setup, whole_setups.deal_even_setup), strict=True)):
        rng = random.Random(report["seed"])
        told = [row["setup"] for row in report["setups"]]
        drawn = [draw(rng).text.split()[0] for _ in range(6)]
        assert set(drawn) <= set(told)


def test_an_even_setup_takes_one_search() -> None:
    rng = random.Random(2)
    assert not whole_setups.is_even(whole_setups.deal_setup(rng))
    for _ in range(20):
        setup = whole_setups.deal_even_setup(rng)
        assert whole_setups.is_even(setup)
    asked: list[str] = []

    def search(_: banmen.Position, taken: str) -> dict[str, Any]:
        asked.append(taken)
        return {"player_1_wins": False}

    row = whole_setups.solve_setup(setup, search)
    assert (row["winner"], row["even"], asked) == (2, True, ["land"])


def test_a_search_that_is_too_short_says_nothing() -> None:
    setup = whole_setups.deal_setup(random.Random(1))
    assert [str(move) for move in setup.legal_moves()] == ["land", "sea"]
    assert whole_setups.search_setup(setup, "land", 1e-3, 16, 2)["player_1_wins"] is None
    assert whole_setups.judge(True, False) == whole_setups.judge(False, None) == 2
    assert whole_setups.judge(True, True) == 1
    assert whole_setups.judge(True, None) is None
