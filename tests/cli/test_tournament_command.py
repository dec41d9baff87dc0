from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import call
from tests.lab.test_tournament import lines, wait_until

PLAYED = ("tournament", "kariuchi", "greedy", "random", "--opt", "pieces=1", "--jobs", "1")


def test_the_table_names_players_scores_and_times() -> None:
    told = call(*PLAYED, "-n", "20", "--seed", "3").lines
    assert told[0].strip().startswith("Kariuchi: 20 games of ")
    assert told[1].split()[:6] == ["Player", "Opponent", "Won", "Drawn", "Lost", "Score"]
    assert told[2].split()[:2] == ["greedy", "random"]
    assert max(map(len, told)) <= 80
    assert "かりうち: 20局" in call(*PLAYED, "-n", "20", "--seed", "3", "--lang", "ja").lines[0]


def test_json_is_the_same_for_the_same_seed() -> None:
    def played(*more: str) -> list[int]:
        [pair] = call(*PLAYED, "-n", "30", "--json", *more).json["pairs"]
        return [pair["wins"], pair["losses"], pair["moves"]]

    assert played("--seed", "1") == played("--seed", "1", "--jobs", "2") != played("--seed", "2")


def test_files_are_written(tmp_path: Path) -> None:
    files = {flag: str(tmp_path / name) for flag, name in (("--out", "a"), ("--records", "b"), ("--chart", "c.svg"))}
    given = [word for pair in files.items() for word in pair]
    told = call(*PLAYED, "mcts:2", "-n", "4", "--pairing", "ladder", "--anchor", "random", "--json", *given).json
    assert [pair["players"] for pair in told["pairs"]] == [["greedy", "random"], ["random", "mcts:2"]]
    assert next(rating for rating in told["ratings"] if rating["player"] == "random")["elo"] == 0
    assert lines(tmp_path / "a") == 5
    assert call("replay", files["--records"]).out.count("Round") == 8
    assert (tmp_path / "c.svg").read_text("utf-8").startswith("<svg")
    more = ("mcts:2", "-n", "8", "--pairing", "ladder", "--json", *given)
    assert call(*PLAYED, *more).code == 0  # resuming rewrites the records, with the new ones
    assert call("replay", files["--records"]).out.count("Round") == 16


@pytest.mark.parametrize(
    ("out", "records", "chart", "message"),
    [
        ("a", "a", "c.svg", "need a file each"),
        ("a", "b", "b", "need a file each"),
        ("a", "b", "c.png", "the name must end in .svg"),
        ("a", "there", "c.svg", "already exists, and --records would overwrite it"),
        ("no/a", "b", "c.svg", "there is no folder"),
    ],
)
def test_files_that_would_be_lost_are_refused_before_play(
    out: str, records: str, chart: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "there").write_text("kept", "utf-8")
    files = [
        word
        for flag, name in (("--out", out), ("--records", records), ("--chart", chart))
        for word in (flag, str(tmp_path / name))
    ]
    answer = call(*PLAYED, "-n", "2", *files)
    assert answer.code == 2
    assert message in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_text("utf-8") == "kept"


def test_a_sequential_test_tells_its_verdict() -> None:
    told = call("tournament", "qubism", "greedy", "random", "--sprt", "0,100", "-n", "200", "--jobs", "1", "--json").json
    [pair] = told["pairs"]
    assert pair["verdict"] == "elo1"
    assert pair["games"] < 200
    assert pair["ratio"] >= told["sprt"]["bounds"][1]
    assert "elo1" in call("tournament", "qubism", "greedy", "random", "--sprt", "0,100", "-n", "200", "--jobs", "1").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kariuchi", "greedy"], "a tournament needs at least two players"),
        (["kariuchi", "greedy", "nobody"], "unknown player 'nobody'"),
        (["kariuchi", "greedy", "alphabeta:100"], "alpha-beta search plays games without chance"),
        (["kariuchi", "greedy", "random", "-n", "0"], "the number of games must be a whole number from 1"),
        (["kariuchi", "greedy", "random", "--jobs", "0"], "the number of jobs must be a whole number from 1"),
        (["kariuchi", "greedy", "random", "--pairing", "swiss"], "the pairing must be one of"),
        (["kariuchi", "greedy", "random", "--sprt", "50"], "--sprt takes two Elo differences"),
        (["kariuchi", "greedy", "random", "--sprt", "50,0"], "elo0 must be below elo1"),
        (["kariuchi", "greedy", "random", "--sprt", "0,50", "--alpha", "2"], "alpha must be between 0 and 0.5"),
        (["kariuchi", "greedy", "random", "--anchor", "x"], "the anchor 'x' does not take part"),
        (["kariuchi", "greedy", "random", "--out", "/no/such/folder/x"], "there is no folder '/no/such/folder'"),
        (["kariuchi", "greedy", "random", "--theme", "pink"], "the theme must be"),
        (["go", "greedy", "random"], "there is no game 'go'"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], message: str) -> None:
    found = call("tournament", *arguments)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(f"banmen: {message}")
    assert found.err.count("\n") == 1


def test_ctrl_c_shows_what_was_played_and_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "banmen", *PLAYED[:-1], "2", "-n", "1000000", "--out", str(file), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until("some games", lambda: lines(file) > 8)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["complete"] is False
    assert err.startswith("Stopped after ")
    assert err.endswith(f"Run the same command again to continue from {file}.\n")
