"""Help comes in the requested language, from the catalogue, for every command, argument and option."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from banmen.cli.app import COMMANDS
from banmen.cli.help_text import list_examples, name_in_catalogue, wrap
from banmen.cli.serve_command import PORT
from banmen.core.catalogues import languages, load_catalogue, speak_derived_language
from banmen.presentation.text_canvas import measure_text
from tests.cli.calling import call, run
from tests.common.pseudo_language import LANG, find_plain_words, pseudo

LINES = [[], *([command] for command in COMMANDS)]
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")
# Input is the same in every language: commands, options and the names of values.
TYPED = (
    r"(?m)^\S+ banmen (?:[a-z-]+ )?|^ +banmen .*$|banmen [\w-]+|--[\w-]+|^  [\w-]+ |\w+(?:\|\w+)+"
    r"|\[?[A-Z][A-Z0-9]*\b\]?(?:\.svg|=[A-Z]+|\|[A-Z]+)*"
)
DEFAULT = re.compile(r"\(đéƒàúĺţ: [^)]*\)⟧")


@pytest.fixture
def pseudo_language() -> Iterator[None]:
    with speak_derived_language(LANG, pseudo):
        yield


def explanations(help_text: str) -> Iterator[tuple[str, str]]:
    """Return the headings of a help text with the text below them."""
    sections = re.split(r"(?m)^(\S.*[:：])$", help_text)
    yield from zip(sections[1::2], sections[2::2], strict=True)


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_help_speaks_japanese(line: list[str]) -> None:
    asked = call(*line, "--help", "--lang", "ja")
    assert (asked.code, asked.err) == (0, "")
    assert asked.out == call(*line, "-h", locale="ja_JP.UTF-8").out
    assert asked.out.startswith("使い方： banmen")
    for heading, text in explanations(asked.out):
        assert JAPANESE.search(heading)
        rows = re.split(r"\n  (?=\S)", text.partition("\n\n")[0])[1:]
        assert rows
        assert all(JAPANESE.search(row) for row in rows), heading
    assert not re.search("(?i)usage|options:|default|show|help\\.", re.sub(TYPED, "", asked.out))


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_english_help_is_english(line: list[str]) -> None:
    told = call(*line, "--help", "--lang", "en", locale="ja_JP.UTF-8").out
    assert told == call(*line, "--help").out
    assert told.startswith("Usage: banmen")
    assert not JAPANESE.search(told.replace("盤面", ""))


@pytest.mark.parametrize("line", LINES, ids=" ".join)
@pytest.mark.parametrize("columns", ["80", "60"])
@pytest.mark.parametrize("lang", languages())
def test_help_fits_the_screen(line: list[str], columns: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    width = int(columns)
    told = call(*line, "--help", "--lang", lang).out.splitlines()
    assert [text for text in told if measure_text(text) > (80 if "    banmen " in text else width)] == []


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_nothing_is_left_untranslated(line: list[str], pseudo_language: None) -> None:
    told = call(*line, "--help", "--lang", LANG)
    assert (told.code, told.err) == (0, "")
    rest = DEFAULT.sub("", re.sub(r"\n {3,}(?=\S)(?!banmen)", " ", told.out))
    assert find_plain_words(re.sub("盤面", "", rest), TYPED) == []


@pytest.mark.parametrize(
    "line",
    [
        *("games --bogus", "games --jsn", "frobnicate", "gmaes", "rules", "rules kariuchi x", "rules kariuchi --json=1"),
        *("show kariuchi --opt", "serve --data README.md"),
    ],
)
def test_usage_errors_are_translated(line: str, pseudo_language: None) -> None:
    told = call(*line.split()[:1], "--lang", LANG, *line.split()[1:])
    assert told.code == 2
    assert find_plain_words(told.err.removeprefix("banmen: "), f"{TYPED}|frobnicate|gmaes|games|GAME") == []


def test_the_language_of_the_system_is_that_of_its_locale() -> None:
    assert run("show", "--help", LC_ALL="", LC_MESSAGES="", LANG="ja_JP.UTF-8").out.startswith("使い方：")
    assert run("show", "--help", LC_ALL="", LC_MESSAGES="", LANG="java").out.startswith("Usage:")


def test_a_language_before_the_command_is_the_command_s() -> None:
    assert call("--lang", "ja", "games").out == call("games", "--lang", "ja").out
    assert call("--lang", "ja", "games", "--lang", "en").out == call("games").out
    assert call("--lang", "fr", "games").code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_those_of_the_docstring(command: str) -> None:
    examples = list_examples(COMMANDS[command])
    assert examples
    assert all(re.search(rf"\bbanmen {command}\b", example) for example in examples)
    told = call(command, "--help").out
    assert all(f"\n    {example}\n" in told for example in examples)


def test_the_catalogue_explains_what_there_is() -> None:
    known = {name_in_catalogue(command) for command in COMMANDS} | {"banmen", "shared", "heading", "default"}
    assert {key.split(".")[1] for key in load_catalogue("banmen.cli", "en") if key.startswith("help.")} == known


@pytest.mark.parametrize("lang", languages())
def test_the_default_port_is_shown(lang: str) -> None:
    assert str(PORT) in str(load_catalogue("banmen.cli", lang)["help.serve.port"])


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("盤を表示します。（初期値：640）", 18, ["盤を表示します。", "（初期値：640）"]),
        ("「盤」と、コマ", 10, ["「盤」と、", "コマ"]),
        ("a (b) - c", 80, ["a (b) - c"]),
        ("、。", 80, ["、。"]),
    ],
)
def test_texts_are_folded(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines
    assert re.sub(r"\s", "", "".join(wrap(text, 1))) == re.sub(r"\s", "", text), "nothing is lost"
