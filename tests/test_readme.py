"""The examples in the READMEs and the guide: they run, and they give the stated results."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

import banmen
from banmen import cli
from tests.match.test_dice_check import finished

ROOT = Path(__file__).parent.parent
TOLD = ("README.md", "README.ja.md", "docs/guide.md", "docs/levels.md", "docs/reference.md")
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "src/banmen/games/*/about/*.md", "bench/results/*.md")
    for path in ROOT.glob(pattern)
)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#{1,6} (.+?)#*$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANSWER = "# -> "
# What a test adds to a command of the README: nobody sits at the keyboard, and one game is enough to compile.
ADDED = {
    "play": ["--player", "1=random", "--player", "2=random", "--seed", "1"],
    "analyse": ["--nodes", "500"],
    "solve": ["--data", "."],
    "tournament": ["--jobs", "1"],
    "warm": ["kariuchi"],
}


def run(source: str, names: dict[str, object]) -> list[tuple[str, str, str]]:
    """Run an example; return each expression with a `# ->` comment, its value and the comment.

    `# -> ErrorName: words` says that the statement raises that error.
    """
    lines = source.splitlines()
    found = []
    for statement in ast.parse(source).body:
        text = ast.get_source_segment(source, statement) or ""
        _, answered, answer = lines[(statement.end_lineno or 1) - 1].partition(ANSWER)
        if not answered:
            exec(text, names)
            continue
        try:
            given = repr(eval(text, names))
        except Exception as error:
            given = f"{type(error).__name__}: {error}"
        found.append((text, given, answer.strip()))
    return found


@pytest.mark.parametrize("page", TOLD)
def test_examples_give_what_the_page_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    answers = [answer for block in blocks for answer in run(block, names)]
    assert len(answers) >= 2
    assert [(text, given) for text, given, _ in answers] == [(text, told) for text, _, told in answers]


def test_both_readmes_show_the_same_examples_and_commands() -> None:
    english, japanese = (
        re.findall(r"^```(?:python|sh)\n.*?^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        for page in TOLD[:2]
    )
    assert [re.sub(r" +# [^-].*", "", block) for block in english] == [re.sub(r" +# [^-].*", "", block) for block in japanese]


def commands(page: str, program: str) -> list[list[str]]:
    """Return the arguments of each line of the page's shell examples that calls a program."""
    lines = "".join(SHELL.findall((ROOT / page).read_text(encoding="utf-8"))).splitlines()
    split = [shlex.split(line, comments=True) for line in lines]
    return [words[1:] for words in split if words and words[0] == program]


def test_every_command_of_the_readme_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match.banmen").write_text(finished("kariuchi").text, encoding="utf-8")  # as the page gives it
    shown = commands("README.md", "banmen")
    assert len({words[0] for words in shown}) == 14
    for words in shown:
        assert (words, cli.main([*words, *ADDED.get(words[0], [])])) == (words, 0)
        written = capsys.readouterr()
        assert written.out or words[0] in ("show", "warm")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [words[0] for page in ("README.md", "CONTRIBUTING.md") for words in commands(page, "make")]
    assert {"play", "test", "lint", "bench"} <= set(targets)
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page, as sites make them: lower case, hyphens for spaces, no other signs."""
    titles = [re.sub(r"[`*]|\]\([^)]*\)", "", title).strip().lower() for title in HEADING.findall(CODE.sub("", text))]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


def broken(file: Path) -> list[str]:
    """Return the links of a page that lead to no file, or to no heading of a page."""
    found = []
    for target, anchor in LINK.findall(CODE.sub("", file.read_text(encoding="utf-8"))):
        path = file.parent / target if target else file
        if not path.exists() or (anchor and anchor not in anchors(path.read_text(encoding="utf-8"))):
            found.append(f"{target}#{anchor}")
    return found


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_and_headings_that_exist(page: str) -> None:
    assert broken(ROOT / page) == []


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One `two`, three!\n[a](#one-two-three) [b](#four) [c](none.md) [d](page.md) [e](page.md#five)\n", encoding="utf-8"
    )
    assert broken(page) == ["#four", "none.md#", "page.md#five"]
    assert {"README.md", "docs/solved/method.ja.md", "docs/reference.md"} <= set(PAGES)


def test_the_reference_has_every_public_name_with_an_example() -> None:
    sections = re.split(r"^### `([\w.]+)`$", (ROOT / "docs/reference.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = {name: text.count(ANSWER) for name, text in zip(sections[1::2], sections[2::2], strict=True)}
    assert [name for name in banmen.__all__ if not examples.get(f"banmen.{name}")] == []
    assert [name for name, number in examples.items() if not number] == []


def test_an_untrue_example_is_noticed() -> None:
    assert run("1 + 1  # -> 3", {}) == [("1 + 1", "2", "3")]
    assert run("1 / 0  # -> ZeroDivisionError: division by zero", {})[0][1] == "ZeroDivisionError: division by zero"
