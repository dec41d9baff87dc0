from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import banmen
from banmen.presentation.text_canvas import measure_text
from banmen.terminal.terminal_messages import find_credit
from tests.cli.calling import call

WORKED = "Rx2,5,A/Rx3,12 1 3"


def test_legal_lists_moves() -> None:
    assert call("legal", "kariuchi", WORKED).lines == ["R>3", "5>8", "5>5c", "A>20a", "A>25a", "A>30a"]


def test_legal_reads_standard_input() -> None:
    assert call("legal", "kariuchi", "-", lines=WORKED + "\n").lines == call("legal", "kariuchi", WORKED).lines


def test_legal_lists_throws_with_their_moves_where_one_is_due() -> None:
    lines = call("legal", "moontrek", "- 4,4,4,4 0,0,0,0 A|B|C|D A -").lines
    assert lines == ["1:R>1", "2:R>2", "3:R>3", "4:R>4", "5:R>5"]


def test_legal_takes_options_and_answers_in_json() -> None:
    found = call("legal", "kariuchi", "Rx2/Rx2 1 -", "--opt", "pieces=2", "--json").json
    assert found["options"]["pieces"] == 2
    assert (found["turn"], found["waits_for"], found["winner"]) == (1, "throw", None)
    assert [(throw["throw"], throw["chance"]) for throw in found["throws"]][:2] == [(1, 0.25), (2, 0.375)]
    assert found["throws"][2]["moves"] == [{"move": "R>3", "from": "R", "to": "3"}]


def test_a_finished_game_has_no_moves() -> None:
    answer = call("legal", "kariuchi", "Hx4/Rx4 1 -")
    assert (answer.code, answer.out) == (0, "")
    assert "over" in answer.err
    assert call("legal", "kariuchi", "Hx4/Rx4 1 -", "--json").json["winner"] == [1]


def test_apply_plays_steps() -> None:
    assert call("apply", "kariuchi", WORKED, "5>5c").lines == ["Rx2,5c,A/Rx3,12 2 -"]
    assert call("apply", "kariuchi", "start", "3:R>3", "2:").lines == ["Rx3,3/Rx4 2 2"]
    assert call("apply", "kariuchi", "start", "3:", "R>3").lines == ["Rx3,3/Rx4 2 -"]
    assert call("apply", "holes58", "1;0;4/1;0;4 1 2", "2:1>3").lines == ["3;0;4/1;0;4 2 -"]
    assert call("apply", "holes58", "-;1;0/1;0;4 1 1", "collect").lines == ["1;0;0/1;0;4 2 -"]


def test_apply_remembers_repetitions() -> None:
    there_and_back = ["b1", "b5", "c1", "c5"]
    found = call("apply", "qubism", "start", *there_and_back * 2, "--json").json
    assert (found["waits_for"], found["winner"]) == ("nothing", [])


@pytest.mark.parametrize(("game", "depth"), [("kariuchi", 4), ("qubism", 2), ("holes58", 5), ("kuniumi", 2), ("moontrek", 3)])
def test_perft_counts_as_the_library_does(game: str, depth: int) -> None:
    expected = banmen.game(game).start().perft(depth)
    assert call("perft", game, "start", str(depth)).lines == [str(expected)]
    *parts, total = call("perft", game, "start", str(depth), "--divide").lines
    assert int(total) == expected == sum(int(part.split()[1]) for part in parts)


def test_perft_in_json() -> None:
    found = call("perft", "kariuchi", "start", "1", "--divide", "--json").json
    assert (found["depth"], found["count"]) == (1, 5)
    assert found["divide"]["3:R>3"] == 1
    assert call("perft", "kariuchi", "start", "0", "--divide", "--json").json["count"] == 1


@pytest.mark.parametrize("game", banmen.names())
def test_show_prints_a_board_or_writes_a_picture(game: str, tmp_path: Path) -> None:
    assert len(call("show", game).lines) > 15
    picture = tmp_path / "board.svg"
    picture.write_text("an older picture")
    answer = call("show", game, "start", "-o", str(picture), "--theme", "dark", "--size", "300", "--coordinates", "--targets")
    assert (answer.code, answer.out) == (0, "")
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [picture]


def test_show_marks_targets_the_last_move_and_names() -> None:
    plain = call("show", "kariuchi", WORKED).out
    marked = call("show", "kariuchi", WORKED, "--targets", "--coordinates", "--last", "R>5").out
    assert "<5c>" in marked
    assert "<5c>" not in plain
    assert "25a" in marked


def test_show_speaks_japanese() -> None:
    assert "ひかえ" in call("show", "kariuchi", "--lang", "ja").out


def test_show_answers_with_the_picture_in_json() -> None:
    found = call("show", "qubism", "--json").json
    assert found["position"] == "2B2/5/5/5/2W2 9 w"
    assert found["svg"].startswith("<svg")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_games_come_with_titles_options_and_credits(lang: str) -> None:
    found = {entry["game"]: entry for entry in call("games", "--lang", lang, "--json").json["games"]}
    assert sorted(found) == list(banmen.names())
    for name, entry in found.items():
        about = _about(name)[lang]
        assert (entry["title"], entry["credit"]) == (about["title"], about["credit"])
        assert [option["name"] for option in entry["options"]] == list(banmen.game(name).options)
    text = call("games", "--lang", lang).out
    assert all(entry["title"] in text for entry in found.values())


@pytest.mark.parametrize("columns", ["80", "60"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_list_of_games_is_folded_at_words(columns: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = call("games", "--lang", lang).lines
    assert [line for line in lines if measure_text(line) > int(columns) or line != line.rstrip()] == []
    whole = " ".join(line.strip() for line in lines)
    assert lang == "ja" or _about("qubism")["en"]["credit"] in whole


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", banmen.names())
def test_rules_are_printed_with_the_credit_once(game: str, lang: str) -> None:
    text = call("rules", game, "--lang", lang).out
    told = call("rules", game, "--lang", lang, "--json").json
    assert text.splitlines()[-3:] == told["rules"].splitlines()[-3:], "the rules of our games end with a credit of their own"
    assert "` → `" not in text, "pictures are not for a terminal"
    assert text.startswith("#")
    assert text.splitlines().count({"en": "## Credit", "ja": "## クレジット"}[lang]) == 1
    assert told["credit"] == _about(game)[lang]["credit"]
    assert told["credit"] not in text


def test_the_credit_is_added_to_rules_that_give_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.presentation.about.read_rules", lambda _game, _lang: "# Rules\n\nPlay.\n")
    assert call("rules", "qubism").out == f"# Rules\n\nPlay.\n\n{_about('qubism')['en']['credit']}\n"


def _about(game: str) -> dict[str, Any]:
    return tomllib.loads(files(f"banmen.games.{game}").joinpath("about/about.toml").read_text("utf-8"))


@pytest.mark.parametrize("game", banmen.names())
def test_a_board_comes_with_its_credit(game: str) -> None:
    assert call("show", game).lines[-1] == find_credit(game, "en")
    assert call("show", game, "--lang", "ja").lines[-1] == find_credit(game, "ja")
