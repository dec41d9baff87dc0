"""The command `banmen analyse`."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

import banmen
from banmen.cli.analyse_command import complete_subject
from banmen.core.record import Record
from tests.cli.calling import call

NODES = ("--nodes", "60")


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """A file of two games: one finished, one not."""
    first = Record.begin(banmen.game("kariuchi", pieces=1), opening=[(2, 5)], tags={"Player1": "Aki", "Player2": "Ben"})
    first = first.with_step(5, "R>5").with_step(3, "5>5c").with_step(2, "R>2").with_result((2,), "resigned")
    second = Record.begin(banmen.game("qubism")).with_move("c2").with_move("c4").with_move("b3^")
    file = tmp_path / "evening.banmen"
    file.write_text(first.text + "\n" + second.text, "utf-8")
    return str(file)


def test_games_are_told_step_by_step(evening: str) -> None:
    text = call("analyse", evening, *NODES).out
    for expected in ("Aki against Ben: Aki resigned, Ben won", "5>5c", "Luck and skill", "White against Black", "b3^"):
        assert expected in text
    assert text.count("accuracy") == 2
    assert re.search(r"^Aki [▁▂▃▄▅▆▇█]{4} ", text, re.MULTILINE)  # the chances in one line
    assert text.count("Luck: what throws added") == 1  # there are no throws in the second game
    assert "Lost: what moves gave away compared with the best.\n" in text  # in a pipe nothing is folded or padded
    assert all(line == line.rstrip() for line in text.splitlines())


def test_one_game_of_a_file(evening: str) -> None:
    text = call("analyse", evening, "--game", "2", *NODES).out
    assert "b3^" in text
    assert "Aki" not in text
    answer = call("analyse", evening, "--game", "3", *NODES)
    assert answer.code == 2
    assert "no game 3; the last one is 2" in answer.err


def test_standard_input_and_japanese(evening: str) -> None:
    text = call("analyse", "-", "--game", "1", "--lang", "ja", *NODES, lines=Path(evening).read_text("utf-8")).out
    assert "Aki 対 Ben：Akiが投了、Benの勝ち" in text
    assert "運と腕前" in text


def test_json_has_a_line_for_each_game(evening: str) -> None:
    games = [json.loads(line) for line in call("analyse", evening, "--json", *NODES).lines]
    assert [game["number"] for game in games] == [1, 2]
    assert [step["move"] for step in games[0]["steps"]] == ["R>5", "5>5c", "R>2"]
    assert games[0]["steps"][0]["verdict"] == "only"
    assert games[1]["complete"] is True


def test_a_chart_is_drawn(evening: str, tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    answer = call("analyse", evening, "--game", "1", "--chart", str(picture), "--theme", "dark", "--lang", "ja", *NODES)
    assert (answer.code, answer.err) == (0, f"{picture}に保存しました。\n")
    drawn = picture.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "かりうち" in drawn


def test_a_chart_is_drawn_even_if_the_text_is_not_read(evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.cli.analyse_command.put_table", mock.Mock(side_effect=BrokenPipeError))
    monkeypatch.setattr("banmen.cli.app._discard_output", lambda: 141)  # the real one redirects this process
    assert call("analyse", evening, "--game", "1", "--chart", str(tmp_path / "chances.svg"), *NODES).code == 141
    assert (tmp_path / "chances.svg").exists()


def test_a_position_with_a_throw_to_move_by() -> None:
    lines = call("analyse", "kariuchi", "Rx2,5,A/Rx3,12 1 3", *NODES).lines
    assert lines[0] == "Kariuchi  Rx2,5,A/Rx3,12 1 3"
    assert {line.split()[0] for line in lines[5:11]} == {"R>3", "5>8", "5>5c", "A>20a", "A>25a", "A>30a"}
    assert lines[5].split()[-1] == "best"


def test_a_position_with_a_throw_due_and_options() -> None:
    found = call("analyse", "kariuchi", "--opt", "pieces=2", "--json", *NODES).json
    assert (found["position"], found["options"]["pieces"]) == ("Rx2/Rx2 1 -", 2)
    assert [throw["throw"] for throw in found["throws"]] == [1, 2, 3, 4, 5]
    assert "likely" in call("analyse", "kariuchi", "start", *NODES).out


def test_a_position_that_begins_with_a_minus_sign() -> None:
    found = call("analyse", "moontrek", "- 4,4 0,0 A|B A 3", "--json", *NODES).json
    assert [player["player"] for player in found["chances"]] == ["A", "B"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.banmen",), "is neither a file nor a game; the games are holes58,"),
        (("kariuchi", "Hx4/Rx4 1 -"), "this game is over"),
        (("kariuchi", "nonsense"), "character"),
        (("kariuchi", "--nodes", "0"), "from 1 to"),
        (("kariuchi", "--nodes", "many"), "from 1 to"),
        (("kariuchi", "--seconds", "0"), "seconds must be"),
        (("kariuchi", "--seconds", "-1"), "seconds must be"),
        (("kariuchi", "--seconds", "nan"), "seconds must be"),
        (("kariuchi", "--seconds", "soon"), "such as 0.5"),
        (("kariuchi", "--chart", "x.svg"), "not for a position"),
        (("kariuchi", "--game", "1"), "not for a position"),
        (("{file}", "start"), "takes no position"),
        (("{file}", "--opt", "pieces=2"), "leave out --opt"),
        (("{file}", "--chart", "x.png"), "must end in .svg"),
        (("{file}", "--chart", "{file}.svg"), "choose the one to draw with --game N"),
        (("{file}", "--theme", "pink"), "theme"),
        (("{file}", "--lang", "fr"), "language"),
        (("{empty}",), "there are no games in this file"),
        (("{unplayed}",), "this game has no steps yet"),
        (("{folder}",), "directory"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: tuple[str, ...], words: str, evening: str, tmp_path: Path) -> None:
    empty, unplayed = tmp_path / "empty", tmp_path / "unplayed"
    empty.write_text("")
    unplayed.write_text(Record.begin(banmen.game("qubism")).text)
    places = {"file": evening, "empty": str(empty), "unplayed": str(unplayed), "folder": str(tmp_path)}
    answer = call("analyse", *(argument.format(**places) for argument in arguments), "--json")
    assert answer.code == 2
    assert words in json.loads(answer.err)["error"]["message"]


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Simulate Ctrl-C as soon as the command reports progress; its reports are in the list."""
    told: list[int] = []

    @contextmanager
    def progress(_what: str, _total: int) -> Iterator[Callable[[int, str], None]]:
        def tell(done: int, _doing: str) -> None:
            told.append(done)
            if len(told) == 1:
                os.kill(os.getpid(), signal.SIGINT)

        yield tell

    monkeypatch.setattr("banmen.cli.analyse_command.track_progress", progress)
    return told


def test_ctrl_c_shows_what_is_known_of_a_game(evening: str, ctrl_c: list[int]) -> None:
    answer = call("analyse", evening, "--game", "2", "--seconds", "16")
    assert answer.code == 130
    assert "c2" in answer.out
    assert "b3^" not in answer.out
    assert answer.err.endswith("Stopped early; these are the results so far.\n")
    assert len(ctrl_c) == 1


def test_ctrl_c_shows_what_is_known_of_a_position(ctrl_c: list[int]) -> None:
    # With rules that no network was trained for, so that the search takes a while.
    answer = call("analyse", "kariuchi", "--opt", "p=0.4", "--seconds", "16", "--json", "--lang", "ja")
    assert answer.code == 130
    assert len(json.loads(answer.out)["throws"]) == 5
    assert "途中で止めました" in answer.err
    assert ctrl_c


def test_a_network_is_called_what_it_is() -> None:
    assert "a network trained on exact values, " in call("analyse", "kariuchi", "Rx2,5,A/Rx3,12 1 2").out
    assert "正確な値から学習したネットワーク、" in call("analyse", "holes58", "10,14;0;3/1;0;4 1 1", "--lang", "ja").out
    assert "expectimax, " in call("analyse", "kariuchi", "Rx2,5,A/Rx3,12 1 2", "--opt", "p=0.4", "--nodes", "500").out


def test_games_and_files_are_completed(evening: str) -> None:
    assert complete_subject("kar") == ["kariuchi"]
    assert complete_subject(evening[:-3]) == [evening]
    assert complete_subject(evening + "[") == []
