from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import banmen
from tests.cli.calling import call, run

COMMANDS = ("games", "rules", "legal", "apply", "perft", "show", "replay", "play", "playouts", "warm")

# User errors, and a word that each message must contain.
BAD = [
    (["legal", "chess", "start"], "chess"),
    (["legal", "", "start"], "there is no game"),
    (["legal", "kariuchi"], "POSITION"),
    (["legal", "kariuchi", ""], "missing"),
    (["legal", "kariuchi", "Rx2"], "turn"),
    (["legal", "kariuchi", "Rx4/Rx4\n1 -"], "missing"),
    (["legal", "moontrek", "- 4,4"], "at character"),
    (["legal", "holes58", "-;0;9/1;0;4 1 -"], "pieces"),
    (["legal", "kariuchi", "\udcff"], "at character"),
    (["legal", "kariuchi", "start", "--opt", "piece=3"], "piece"),
    (["legal", "kariuchi", "start", "--opt", "pieces=9"], "pieces"),
    (["legal", "kariuchi", "start", "--opt", "pieces"], "key=value"),
    (["legal", "kariuchi", "start", "--opt", "p=0.2", "--opt", "p=0.3"], "twice"),
    (["legal", "kariuchi", "start", "--bogus"], "--bogus"),
    (["legal", "kariuchi", "start", "more"], "more"),
    (["apply", "kariuchi", "start"], "STEP"),
    (["apply", "kariuchi", "start", "R>3"], "thrown first"),
    (["apply", "kariuchi", "start", "6:R>3"], "not 6"),
    (["apply", "kariuchi", "Rx4/Rx4 1 3", "9>12"], "not legal"),
    (["apply", "kariuchi", "Rx4/Rx4 1 3", "nonsense"], "not a move"),
    (["apply", "kariuchi", "Rx4/Rx4 1 3", ""], "not a move"),
    (["apply", "kariuchi", "Rx4/Rx4 1 3", "2:R>2"], "no throw is due"),
    (["perft", "kariuchi", "start", "-1"], "-1"),
    (["perft", "kariuchi", "start", "1000000"], "1000000"),
    (["perft", "kariuchi", "start", "9" * 5000], "whole number"),
    (["perft", "kariuchi", "start", "two"], "two"),
    (["show", "kariuchi", "-o", "board.png"], ".svg"),
    (["show", "kariuchi", "-o", "no/such/folder/board.svg"], "No such file"),
    (["show", "kariuchi", "-o", "board.svg", "--theme", "pink"], "pink"),
    (["show", "kariuchi", "--theme", "pink"], "pink"),
    (["show", "kariuchi", "-o", "board.svg", "--size", "3"], "size"),
    (["show", "kariuchi", "--lang", "fr"], "fr"),
    (["show", "kariuchi", "-o", ""], ".svg"),
    (["show", "kariuchi", "--last", "nonsense"], "not a move"),
    (["rules", "chess"], "chess"),
    (["rules", "kariuchi", "--lang", "fr"], "fr"),
    (["games", "--lang", "fr"], "fr"),
    (["replay", "missing.banmen"], "missing.banmen"),
    (["replay", "."], "directory"),
    (["replay", ""], "'': No such file"),
    (["replay", os.devnull], "no game"),
    (["replay", "garbage.banmen"], "line 1"),
    (["replay", "bytes.banmen"], "UTF-8"),
    (["replay", "garbage.banmen", "--game", "0"], "whole number"),
    (["replay", "nul\0name"], "null"),
    (["playouts", "kariuchi", "-n", "0"], "number of games"),
    (["playouts", "kariuchi", "-n", "-5"], "-5"),
    (["playouts", "kariuchi", "-n", "10", "--threads", "0"], "threads"),
    (["playouts", "kariuchi", "-n", "10", "--seed", "x"], "seed"),
    (["playouts", "kariuchi", "-n", "10", "--position", "Hx4/Rx4 1 -"], "over"),
    (["warm", "chess"], "chess"),
    (["play", "chess"], "chess"),
    (["play", "kariuchi", "--player", "3=human"], "'3'"),
    (["play", "kariuchi", "--player", "1=robot"], "robot"),
    (["play", "kariuchi", "--seed", "-3"], "seed"),
    (["play", "kariuchi", "--save", "no/such/folder/game"], "No such file"),
    (["play", "kariuchi", "--save", "garbage.banmen"], "already"),
    (["play", "kariuchi", "--save", ""], "--save needs a file name"),
    (["play", "--resume", ""], "'': No such file"),
    (["play", "--resume", "missing.banmen"], "missing.banmen"),
    (["play", "--resume", "garbage.banmen"], "line 1"),
    (["play", "--resume", "-"], "standard input"),
    (["frobnicate"], "frobnicate"),
    (["--bogus"], "--bogus"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "garbage.banmen").write_text("this is no record\n", "utf-8")
    (tmp_path / "bytes.banmen").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("arguments", "word"), BAD)
def test_bad_input_is_reported_in_one_line_and_writes_nothing(folder: Path, arguments: list[str], word: str) -> None:
    before = contents(folder)
    answer = call(*arguments)
    assert answer.code == 2
    assert answer.err.startswith("banmen: ")
    assert answer.err.count("\n") == 1
    assert answer.err.rstrip("\n").isprintable()
    assert word in answer.err
    assert len(answer.err) < 400
    assert answer.out == ""
    assert contents(folder) == before


@pytest.mark.parametrize(("arguments", "word"), BAD)
def test_bad_input_is_reported_in_japanese_on_a_japanese_system(folder: Path, arguments: list[str], word: str) -> None:
    answer = call(*arguments, locale="ja_JP.UTF-8")
    assert (answer.code, answer.out) == (2, "")
    assert re.match("banmen: .*[ぁ-ん]", answer.err), f"{word}: {answer.err}"
    assert answer.err.count("\n") == 1
    assert len(answer.err) < 400


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["games", "--lang", "ja", "--bogus"],
            "--bogusというオプションはありません（「banmen games --help」に使い方があります）",
        ),
        (["games", "--lang=ja", "--jsn"], "--jsnというオプションはありません。--jsonのことですか"),
        (["frobnicate", "--lang", "ja"], "「frobnicate」というコマンドはありません"),
        (["rules", "--lang", "ja"], "GAMEが書かれていません"),
        (["rules", "kariuchi", "x", "y", "--lang", "ja"], "余分なものが書かれています：x y"),
        (["rules", "kariuchi", "--lang", "ja", "--json=1"], "--jsonに値は付けられません"),
        (["show", "kariuchi", "--lang", "ja", "--opt"], "--optのあとに値を書いてください"),
        (["replay", "garbage.banmen", "--lang", "ja"], "garbage.banmen：1行目の1文字目："),
        (["replay", "bytes.banmen", "--lang", "ja"], "1文字目：UTF-8の文字ではありません"),
        (["show", "kariuchi", "-o", "no/such/board.svg", "--lang", "ja"], "board.svg：そのファイルやフォルダーはありません"),
        (["show", "kariuchi", "--size", "x", "--lang", "ja"], "大きさは16から10000までの整数です。「x」にはできません"),
        (["solve", "kuniumi", "--lang", "ja"], "kuniumiを解く方法はまだありません"),
        (["solve", "kariuchi", "--memory", "-1", "--lang", "ja"], "「-1」は使えません"),
        (["tournament", "qubism", "greedy", "--lang", "ja"], "大会にはプレイヤーが2人以上必要です"),
        (["tournament", "qubism", "greedy", "random", "--sprt", "x", "--lang", "ja"], "0,50のようにEloの差を二つ"),
    ],
)
def test_errors_are_in_the_requested_language(folder: Path, arguments: list[str], line: str) -> None:
    answer = call(*arguments)
    assert answer.code == 2
    assert line in answer.err
    english = call(*["en" if each == "ja" else each.replace("=ja", "=en") for each in arguments], locale="ja_JP.UTF-8")
    assert english.code == 2
    assert english.err.isascii()


def test_in_json_the_code_is_the_same_in_every_language(folder: Path) -> None:
    told = [json.loads(call("solve", "kuniumi", "--json", "--lang", lang).err)["error"] for lang in ("en", "ja")]
    assert [error["code"] for error in told] == ["cannot_solve", "cannot_solve"]
    assert [bool(re.search("[ぁ-ん]", error["message"])) for error in told] == [False, True]


@pytest.mark.parametrize(
    "line",
    [
        *("games", "rules qubism", "legal qubism start", "apply qubism start c2", "perft qubism start 1", "show qubism"),
        *("replay garbage.banmen", "analyse garbage.banmen", "play qubism", "playouts qubism", "warm qubism", "serve"),
        *("tournament qubism greedy random", "solve kariuchi"),
    ],
)
def test_every_command_can_be_asked_for_a_language(folder: Path, line: str) -> None:
    answer = call(*line.split(), "--lang", "fr", locale="ja_JP.UTF-8")
    assert (answer.code, answer.out) == (2, "")
    assert "言語はenかjaです。「fr」は使えません" in answer.err


def test_after_two_dashes_nothing_is_an_option() -> None:
    assert call("legal", "--", "--lang", "ja").err.isascii()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["legal", "chess", "start", "--json"], "unknown_game"),
        (["legal", "kariuchi", "Rx2", "--json"], "bad_notation"),
        (["legal", "kariuchi", "start", "--opt", "x=1", "--json"], "bad_option"),
        (["apply", "kariuchi", "start", "R>3", "--json"], "illegal_move"),
        (["apply", "kariuchi", "Rx4/Rx4 1 3", "what", "--json"], "bad_move_text"),
        (["replay", "garbage.banmen", "--json"], "bad_record"),
        (["replay", "missing.banmen", "--json"], "file"),
        (["show", "kariuchi", "-o", "board.svg", "--json"], "bad_option"),
        (["legal", "--json"], "usage"),
    ],
)
def test_with_json_the_complaint_is_json_with_a_code(folder: Path, arguments: list[str], code: str) -> None:
    answer = call(*arguments)
    assert (answer.code, answer.out) == (2, "")
    error = json.loads(answer.err)["error"]
    assert error["code"] == code
    assert error["message"]


@pytest.mark.parametrize(
    "arguments", [["legal", "chess", "start"], ["frobnicate"], ["replay", "."], ["perft", "kariuchi", "start", "-1"]]
)
def test_a_process_ends_with_code_2_and_no_traceback(arguments: list[str]) -> None:
    answer = run(*arguments)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err


def test_usage_errors_name_the_help_to_read() -> None:
    assert "banmen legal --help" in call("legal", "kariuchi").err
    assert "banmen --help" in call("frobnicate").err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("gmaes", "there is no command 'gmaes'; did you mean games? (try 'banmen --help')"),
        ("gmaes --lang ja", "「gmaes」というコマンドはありません。gamesのことですか（「banmen --help」に使い方があります）"),
        ("frobnicate", "there is no command 'frobnicate' (try 'banmen --help')"),
        ("it's", "there is no command 'it's' (try 'banmen --help')"),
        (
            "play qubism --level 3",
            "there is no option --level; how well the computer plays is chosen with the player, as in --player 2=level:3"
            " (try 'banmen play --help')",
        ),
        ("games --jsn", "there is no option --jsn; did you mean --json? (try 'banmen games --help')"),
    ],
)
def test_a_misspelt_word_is_distinguished_from_the_intended_one(line: str, told: str) -> None:
    assert call(*line.split()).err == f"banmen: {told}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(command: str) -> None:
    answer = call(command, "--help")
    assert answer.code == 0
    assert f"      banmen {command}"[4:] in answer.out
    assert "Examples:" in answer.out


def test_without_a_command_the_commands_are_listed() -> None:
    answer = call()
    assert answer.code == 0
    assert all(f"  {command} " in answer.out for command in COMMANDS)


def test_version() -> None:
    assert call("--version").lines == [f"banmen {banmen.__version__}"]


def test_looking_at_a_position_imports_neither_numba_nor_rich() -> None:
    code = (
        "import sys; from banmen.cli import main\n"
        "main(['legal', 'kariuchi', 'start']); main(['apply', 'qubism', 'start', 'c2'])\n"
        "main(['perft', 'holes58', 'start', '2'])\n"
        "print(sorted({'numba', 'numpy', 'llvmlite', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("arguments", [["legal", "kariuchi", "-"], ["play", "qubism"], ["replay", "-"]])
def test_binary_input_is_reported_in_one_line(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "banmen", *arguments]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, env=environment, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"UTF-8" in done.stderr


def test_a_terminal_without_japanese_gets_question_marks() -> None:
    answer = run("show", "kariuchi", "--lang", "ja", PYTHONIOENCODING="ascii")
    assert answer.code == 0
    assert "???" in answer.out


@pytest.mark.parametrize("arguments", ["show qubism -o -", "games", "rules kuniumi", "perft qubism start 2 --divide"])
def test_a_closed_pipe_is_no_reason_to_shout(arguments: str) -> None:
    line = f"{sys.executable} -m banmen {arguments} | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(("redirection", "reason"), [(">&-", "closed"), ("> /dev/full", "No space left")])
def test_unwritable_output_is_reported_in_one_line(redirection: str, reason: str) -> None:
    line = f"{sys.executable} -m banmen games {redirection}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("banmen: standard output")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_interrupting_is_quiet() -> None:
    command = [sys.executable, "-m", "banmen", "legal", "kariuchi", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        for _ in range(200):  # until it waits for its input, which shows once it has slept for a while
            time.sleep(0.05)
            if Path(f"/proc/{process.pid}/wchan").exists() and _waits(process.pid):
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "")


def _waits(process: int) -> bool:
    """Tell whether a process sleeps in a system call that reads from a pipe."""
    numbers = Path(f"/proc/{process}/syscall").read_text().split()
    return numbers[:2] == ["0", "0x0"]  # read, of file 0


def test_shell_completion_knows_games_and_options() -> None:
    completing = {"_BANMEN_COMPLETE": "complete_bash", "COMP_CWORD": "2"}
    found = run(COMP_WORDS="banmen legal k", **completing).out.split()
    assert found == ["kariuchi", "kuniumi"]
    found = run(**{**completing, "COMP_WORDS": "banmen legal kariuchi start --opt hit_bonus=", "COMP_CWORD": "5"}).out.split()
    assert "hit_bonus=ring" in found


@pytest.mark.parametrize("arguments", ["legal kariuchi -", "replay -", "analyse -"])
def test_closed_standard_input_is_reported_in_one_line(arguments: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m banmen {arguments} <&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("banmen: ")


def test_a_screen_without_columns_is_taken_for_a_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "kariuchi" in call("games").out


def test_invisible_characters_are_reported() -> None:
    answer = call("legal", "kariuchi", "-", lines="Rx4/Rx4 1 -\0\n")
    assert "not '-\\x00'" in answer.err
    assert "\\x00" not in call("legal", "holes58", "-1").err


def test_option_help_is_in_the_requested_language() -> None:
    told = call("games", "--lang", "ja").out
    assert "1から5までの整数" in told
    assert "whole number" not in told
    assert "whole number" in call("games").out


@pytest.mark.parametrize(("lang", "credit"), [("en", "## Credit"), ("ja", "## クレジット")])
def test_rules_are_printed_for_players_with_their_credit_once(lang: str, credit: str) -> None:
    printed = call("rules", "kariuchi", "--lang", lang).out
    assert printed.count("出典元: ") == printed.count(credit) == 1
    assert "Rx4/Rx4" not in printed
    assert "`1`" not in printed
