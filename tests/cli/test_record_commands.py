from __future__ import annotations

import json
from pathlib import Path

import pytest

import banmen
from banmen.core.record import Record
from tests.cli.calling import call


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """A file of two games: one finished, one not."""
    first = Record.begin(banmen.game("kariuchi", pieces=1), opening=[(2, 5)], tags={"Player1": "Aki", "Player2": "Ben"})
    first = first.with_step(5, "R>5").with_step(3, "5>5c", "in we go").with_step(2, "R>2").with_result((2,), "resigned")
    second = Record.begin(banmen.game("qubism")).with_move("c2").with_move("c4").with_move("b3^")
    file = tmp_path / "evening.banmen"
    file.write_text(first.text + "\n" + second.text, "utf-8")
    return str(file)


def test_replay_shows_tags_steps_and_positions(evening: str) -> None:
    text = call("replay", evening).out
    for expected in (
        "official rules",
        "Aki",
        "Options: pieces=1",
        "Opening throws: 2-5",
        "5:R>5",
        "R/5c 1 -",
        "{in we go}",
        "Player 2 won! (resigned)",
    ):
        assert expected in text
    assert "2. Qubism\n   Qubism by Debug Monkeys" in text
    assert "The game is not finished." in text


def test_replay_tells_who_played_and_when_in_the_language_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "game.banmen"
    tags = {"Player1": "human", "Player2": "level:1", "Date": "2026.11.16", "Weather": "rain"}
    file.write_text(Record.begin(banmen.game("holes58"), opening=[(1, 2)], tags=tags).text, "utf-8")
    japanese, english = (call("replay", str(file), "--lang", lang).out for lang in ("ja", "en"))
    for line in ("猟犬：人", "ジャッカル：コンピュータ（レベル1：子犬）", "日付：2026.11.16", "先攻ぎめ：1-2", "Weather：rain"):
        assert line in japanese
    assert "Hounds: a person" in english


def test_replay_calls_the_players_of_every_game_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "qubism.banmen"
    file.write_text(Record.begin(banmen.game("qubism"), tags={"White": "human", "Black": "level:1"}).text, "utf-8")
    japanese = call("replay", str(file), "--lang", "ja").out
    assert "白：人" in japanese
    assert "黒：コンピュータ（レベル1：" in japanese


def test_replay_shows_one_game(evening: str) -> None:
    text = call("replay", evening, "--game", "2").out
    assert "Qubism" in text
    assert "Aki" not in text
    answer = call("replay", evening, "--game", "3")
    assert answer.code == 2
    assert "no game 3; the last one is 2" in answer.err


def test_replay_draws_boards(evening: str) -> None:
    text = call("replay", evening, "--game", "2", "--board").out
    assert text.count("(W)") >= 4
    assert "|^|" in text


def test_replay_answers_with_a_line_of_json_for_each_game(evening: str) -> None:
    games = [json.loads(line) for line in call("replay", evening, "--json").lines]
    assert [game["number"] for game in games] == [1, 2]
    assert games[1]["positions"] == [
        "2B2/5/5/5/2W2 9 w",
        "2B2/5/5/2W2/5 9 b",
        "5/2B2/5/2W2/5 9 w",
        "5/2B2/1^3/2W2/5 8 b",
    ]


def test_replay_reads_standard_input_and_speaks_japanese(evening: str) -> None:
    text = call("replay", "-", "--lang", "ja", lines=Path(evening).read_text("utf-8")).out
    assert "プレイヤー2の勝ち" in text
    assert "まだ終わっていません" in text


def test_errors_are_reported_with_file_line_and_column(evening: str) -> None:
    broken = Path(evening)
    broken.write_text(broken.read_text("utf-8").replace("5:R>5", "5:R>6"), "utf-8")
    answer = call("replay", evening)
    assert answer.code == 2
    assert answer.err.startswith(f"banmen: {evening}: line ")
    assert answer.err.count("\n") == 1
