from __future__ import annotations

import re
from pathlib import Path

import pytest

import banmen
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.engine import level_player
from tests.cli.calling import call, run
from tests.common.loops import some

# Enter throws, 1 plays the first move; neither has any effect where the other is due.
FIRST_MOVES = "\n1\n" * 900


def record(file: Path) -> Record:
    return read_record(file.read_text("utf-8"))


@pytest.mark.parametrize("game", banmen.names())
def test_a_whole_game_against_the_computer_ends_with_a_result(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.banmen"
    answer = call("play", game, "--seed", "7", "--save", str(file), lines=FIRST_MOVES)
    assert answer.code == 0, answer.err
    played = record(file)
    assert played.final.over
    assert played.result == played.final.winner
    assert ("won" in answer.out) or ("A draw." in answer.out)
    assert played.tags["Seed"] == "7"
    for position, step in zip(played.positions(), played.steps, strict=False):
        if position.turn == played.game.players[0]:
            thrown = position.throw(step.throw) if position.throws() and step.throw else position
            assert step.move == thrown.legal_moves()[0].text


SHORT_GAMES = [
    ("kariuchi", 31, "pieces=2"),
    ("holes58", 12, "pieces=2"),
    ("kuniumi", 8, "lines=sight"),
    ("qubism", 5, "cubes=2"),
    ("moontrek", 25, "pieces=1"),
]


@pytest.mark.parametrize(("game", "cut", "option"), SHORT_GAMES)
def test_a_game_left_and_resumed_is_the_same_as_one_in_one_sitting(
    game: str, cut: int, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_player, "SHARE", 100)  # a stalled machine must not cut a search short
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    begin = ("play", game, "--opt", option, "--seed", "11", "--save")
    call(*begin, str(whole), lines=FIRST_MOVES)
    left = call(*begin, str(parts), lines=FIRST_MOVES[:cut])
    assert left.code == 0
    assert f"banmen play --resume {parts}" in left.out
    unfinished = record(parts)
    assert unfinished.steps
    assert unfinished.result is None
    assert call("play", "--resume", str(parts), lines=FIRST_MOVES).code == 0
    assert record(parts).text == record(whole).text


def test_a_saved_game_says_who_plays_and_a_flag_may_change_it(tmp_path: Path) -> None:
    file = tmp_path / "game"
    call("play", "qubism", "--player", "w=random", "--player", "b=human", "--save", str(file))
    assert record(file).tags["Black"] == "human"
    assert "White: the computer, moving at random" in call("play", "--resume", str(file)).out
    changed = call("play", "--resume", str(file), "--player", "w=human").out
    assert "White: a person" in changed
    assert "Black: a person" in changed


def test_a_resumed_game_may_be_kept_elsewhere(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    call("play", "qubism", "--seed", "1", "--save", str(first), lines="c2\n")
    before = first.read_text("utf-8")
    call("play", "--resume", str(first), "--save", str(second), lines="1\n")
    assert first.read_text("utf-8") == before
    assert len(record(second).steps) > len(record(first).steps)


def test_undo_goes_back_to_the_last_own_decision_and_keeps_the_throw(tmp_path: Path) -> None:
    file = tmp_path / "game"
    lines = FIRST_MOVES[:30]
    call("play", "kariuchi", "--seed", "5", "--save", str(file), lines=lines)
    played = record(file)
    call("play", "--resume", str(file), lines="undo\n")
    back = record(file)
    index = max(
        number
        for number, (position, step) in enumerate(zip(played.positions(), played.steps, strict=False))
        if position.turn == 1 and step.move
    )
    assert back.steps[:-1] == played.steps[:index]
    assert (back.steps[-1].throw, back.steps[-1].move) == (played.steps[index].throw, None)
    call("play", "--resume", str(file), lines="1\n" + "\n1\n" * 5)
    again = record(file)
    assert again.steps[: len(played.steps)] == played.steps[: len(again.steps)]


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    assert "nothing to take back" in call("play", "qubism", lines="undo\n").out


def test_moves_are_given_by_number_or_text_also_in_full_width(tmp_path: Path) -> None:
    file = tmp_path / "game"
    call("play", "qubism", "--player", "b=human", "--save", str(file), lines="c2\nｃ４\n３\nb9\n999\nwhat\n\n")
    played = record(file)
    assert [step.move for step in played.steps[:2]] == ["c2", "c4"]
    assert len(played.steps) == 3
    assert played.steps[2].move == list(played.positions())[2].legal_moves()[2].text


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("c5\n", "is not legal here"),
        ("what is this\n", "not a move"),
        ("0\n", "from 1 to"),
        ("99999999999999999999\n", "from 1 to"),
        ("help\n", "by its text"),
        ("?\n", "by its text"),
        ("rules\n", "Qubism"),
        ("moves\n", "b1"),
        ("save\n", "save NAME"),
    ],
)
def test_the_table_answers_and_nothing_changes(lines: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = call("play", "qubism", "--save", str(file), lines=lines)
    assert answer.code == 0
    assert told in answer.out.partition(" > \n")[2]
    assert record(file).steps == ()


def test_a_long_list_of_moves_comes_with_one_of_each_kind_in_words() -> None:
    answer = call("play", "qubism", "--seed", "2")
    assert answer.out.count("pawn to b1") == 1
    assert answer.out.count("new cube on") == 1
    assert "There are 71 moves" in answer.out
    assert "d5>" not in answer.out
    assert "d5>" in call("play", "qubism", "--seed", "2", lines="moves\n").out


def test_the_setup_of_kuniumi_says_what_to_place_and_to_choose() -> None:
    answer = call("play", "kuniumi", "--player", "2=human", lines="L@b2\nS@e5\nl@b4\nl@d3\ns@e3\ns@c4\nsea\n")
    for task in ("places the Earth God", "places the Sea God", "places a land token", "places a sea token"):
        assert f"Player 1 {task}." in answer.out
    assert "Player 2 chooses Land or Sea." in answer.out
    assert "Player 1 (Land) to move." in answer.out
    assert "先手の手番、大地の神を置くです。" in call("play", "kuniumi", "--lang", "ja").out


def test_throwing_comes_first() -> None:
    answer = call("play", "kariuchi", "--player", "2=human", lines="R>3\n")
    assert "Throw first" in answer.out


def test_save_at_the_table_never_overwrites(tmp_path: Path) -> None:
    other, mine = tmp_path / "other", tmp_path / "mine"
    other.write_text("something dear", "utf-8")
    answer = call(
        "play", "qubism", "--seed", "2", lines=f"c2\nsave {other}\nsave {tmp_path}/no/where\nsave {mine}\n1\nsave {mine}\n"
    )
    assert f"{other} already exists" in answer.out
    assert f"Could not save to {tmp_path}/no/where: No such file or directory." in answer.out
    assert other.read_text("utf-8") == "something dear"
    assert len(record(mine).steps) >= 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "other"]


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = call("play", "qubism", "--seed", "2", lines=f"c2\nquit\n{file}\n")
    assert "type a file name" in answer.out
    assert record(file).steps[0].move == "c2"
    answer = call("play", "qubism", "--seed", "2", lines="c2\nquit\n\n")
    assert answer.code == 0
    assert answer.out.endswith("Until next time!\n")


def test_the_end_offers_to_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = call("play", "qubism", "--player", "w=random", "--seed", "3", lines="kept.banmen\n")
    assert answer.out.count("Saved to kept.banmen.") == 1
    assert record(tmp_path / "kept.banmen").final.over


def test_end_of_input_leaves_quietly_and_writes_nothing_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run("play", "kariuchi", "--seed", "1", lines="\n1\n")
    assert (answer.code, answer.err) == (0, "")
    assert "\x1b" not in answer.out
    assert list(tmp_path.iterdir()) == []


def test_without_a_game_there_is_a_menu() -> None:
    answer = call("play", lines="nine\n5\n3\nc2\nc4\n")
    for name in ("58 Holes", "Kariuchi", "Kuniumi", "Moon Trek", "Qubism"):
        assert name in answer.out
    assert "from 1 to 5" in answer.out
    assert "White: a person" in answer.out
    assert "Black: a person" in answer.out
    assert "Black: c4" in answer.out
    assert call("play").code == 0


def test_the_menu_asks_how_well_the_computer_plays(tmp_path: Path) -> None:
    answer = call("play", lines="qubism\n1\n2\n")
    assert "Building block" in answer.out
    assert "Black: the computer, level 2: Building block." in answer.out
    assert "Black: the computer, level 3" in call("play", lines="qubism\n\n\n").out
    assert "黒：コンピュータ（レベル8：キュビスト）" in call("play", "--lang", "ja", lines="qubism\n\n8\n").out
    assert call("play", lines="qubism\n1\n").code == 0


def test_a_level_is_asked_for_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "game"
    call("play", "qubism", "--player", "b=level:5", "--save", str(file), lines="c2\n")
    assert record(file).tags["Black"] == "level:5"
    assert len(record(file).steps) == 2
    refused = call("play", "qubism", "--player", "b=level:9")
    assert refused.code == 2
    assert "1 to 8" in refused.err


def test_the_computer_can_play_alone() -> None:
    answer = call("play", "kariuchi", "--player", "1=random", "--seed", "4", "--opt", "pieces=1")
    assert answer.code == 0
    assert "won!" in answer.out


def test_teams_win_together(tmp_path: Path) -> None:
    file = tmp_path / "game"
    flags = ["--opt", "teams=2-2", "--opt", "pieces=1", "--player", "A=random", "--seed", "4"]
    answer = call("play", "moontrek", *flags, "--save", str(file))
    assert "won together!" in answer.out
    assert len(record(file).result or ()) == 2


def test_the_opening_throws_are_shown_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = call("play", "kariuchi", "--seed", "2", "--save", str(file))
    for first, second in some(record(file).opening):
        assert f"Player 1: {first}   Player 2: {second}" in answer.out


def test_after_a_tie_only_those_who_tied_throw_again(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text('[Game "moontrek"]\n[Opening "2-1-1-2 2-4"]\n\n*\n', "utf-8")
    answer = call("play", "--resume", str(file))
    assert "Rabbit: 2   Frog: 1   Wolf: 1   Monkey: 2\n" in answer.out
    assert "Rabbit: 2   Monkey: 4\n" in answer.out
    assert "Monkey begins." in answer.out


def test_kuniumi_may_be_set_up_by_chance(tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = call(
        "play", "kuniumi", "--opt", "setup=random", "--player", "2=human", "--seed", "2", "--save", str(file), lines="land\n"
    )
    assert answer.code == 0, answer.err
    played = record(file)
    assert [step.move for step in played.steps] == ["land"]
    assert "Player 1 (sea)" in answer.out


def test_the_table_speaks_japanese() -> None:
    answer = call("play", "kariuchi", "--lang", "ja", "--seed", "3", "--opt", "pieces=1", lines=FIRST_MOVES[:300])
    assert "の勝ち！" in answer.out
    assert "奈良文化財研究所" in answer.out


def test_the_table_says_in_japanese_what_cannot_be_done() -> None:
    answer = call("play", "qubism", "--lang", "ja", "--seed", "1", lines="zz9\nb3\nsave no/such/folder/game\nquit\n\n")
    assert "このゲームに「zz9」という手はありません" in answer.out
    assert "「b3」は選べません。選べる手はb1、d1" in answer.out
    assert "no/such/folder/game に保存できませんでした：そのファイルやフォルダーはありません" in answer.out


@pytest.mark.parametrize("flags", [["--opt", "pieces=2"], ["--seed", "3"]])
def test_a_resumed_game_keeps_its_options_and_seed(flags: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game"
    call("play", "kariuchi", "--save", str(file))
    before = file.read_bytes()
    answer = call("play", "--resume", str(file), *flags)
    assert answer.code == 2
    assert file.read_bytes() == before


def test_only_an_unfinished_game_of_the_same_kind_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game"
    call("play", "qubism", "--player", "w=random", "--seed", "3", "--save", str(file))
    assert "has ended" in call("play", "--resume", str(file)).err
    other = tmp_path / "other"
    call("play", "qubism", "--save", str(other))
    assert "of qubism, not of kariuchi" in call("play", "kariuchi", "--resume", str(other)).err
    other.write_text(2 * (other.read_text("utf-8") + "\n"), "utf-8")
    assert "a single game" in call("play", "--resume", str(other)).err


@pytest.mark.parametrize(("word", "lang"), [("resign", "en"), ("投了", "ja")])
def test_resigning_ends_the_game_and_is_kept(word: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = call("play", "qubism", "--player", "b=human", "--save", str(file), "--lang", lang, lines=f"c2\n{word}\n")
    assert ("Black resigned. White won." if lang == "en" else "黒が投了しました。白の勝ちです。") in answer.out
    kept = record(file)
    assert (kept.result, kept.termination) == (("w",), "resigned")
    assert [step.move for step in kept.steps] == ["c2"]
    assert "has ended" in call("play", "--resume", str(file)).err


def test_a_team_resigns_together(tmp_path: Path) -> None:
    file = tmp_path / "game"
    flags = ["--opt", "teams=2-2", "--seed", "4", *(f"--player={player}=human" for player in "ABCD")]
    answer = call("play", "moontrek", *flags, "--save", str(file), lines="resign\n")
    assert len(record(file).result or ()) == 2
    assert "resigned." in answer.out


def test_a_hint_is_a_legal_move_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = call("play", "qubism", "--save", str(file), lines="hint\n")
    found = re.search(r"Try: (\S+).*Chance to win(?:, at first glance)?: about [0-9]+%", answer.out)
    assert found
    assert found[1] in [move.text for move in record(file).final.legal_moves()]
    assert record(file).steps == ()
    assert "勝つ見こみは約" in call("play", "qubism", "--lang", "ja", lines="ヒント\n").out


def test_a_hint_waits_for_the_throw_and_needs_no_thought_where_there_is_one_move(tmp_path: Path) -> None:
    assert "Throw first" in call("play", "kariuchi", "--player", "2=human", lines="hint\n").out
    file = tmp_path / "game"
    file.write_text('[Game "kariuchi"]\n[Player1 "human"]\n[Position "Rx4/Rx4 1 3"]\n\n*\n', "utf-8")
    assert "There is only one move: R>3" in call("play", "--resume", str(file), lines="hint\n").out


def test_help_fits_the_game() -> None:
    assert "throw" not in call("play", "qubism", lines="?\n").out.partition(" > \n")[2]
    assert "throw the sticks" in call("play", "kariuchi", "--player", "2=human", lines="?\n").out


def test_an_interrupted_game_says_where_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_prompt: str) -> str | None:
        raise KeyboardInterrupt

    monkeypatch.setattr("banmen.cli.play_command._ask_plainly", interrupt)
    file = tmp_path / "evening.banmen"
    answer = call("play", "qubism", "--save", str(file))
    assert answer.code == 130
    assert f"Continue later with: banmen play --resume {file}" in answer.out.replace("\n", " ")


def test_a_player_that_takes_its_time_is_said_to_think() -> None:
    answer = call("play", "qubism", "--player", "w=strongest:1s", "--player", "b=human", lines="quit\n\n")
    assert "White is thinking (up to 1s)..." in answer.out
