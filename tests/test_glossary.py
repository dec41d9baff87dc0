"""The Japanese of the whole program uses one word for each thing."""

from __future__ import annotations

import ast
import functools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import banmen

SOURCE = Path(banmen.__file__).parent
GLOSSARY: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "glossary.toml").read_text("utf-8"))["words"]
JAPANESE = re.compile("[ぁ-ヶ一-龠]")
CODE = re.compile("`[^`]*`|(?<=\\])\\([^)]*\\)")  # and the target of a link
ROOT = Path(__file__).parents[1]
EASY = "ja-easy"
# Credits are worded as their sources ask, and notation as it is written.
QUOTED = re.compile("\\(独\\)|出典元: |研究所|事務所|使用の条件：|「[^」]*[:;][^」]*」")


def texts() -> Iterator[tuple[str, str]]:
    """Return every Japanese text that people may read, with its place; except texts for children, which have fewer words."""
    for path in (*sorted(SOURCE.rglob("*")), *sorted(ROOT.glob("docs/**/*.ja.md")), ROOT / "README.ja.md"):
        if EASY in path.name:
            continue
        if path.suffix == ".py":
            yield from ((f"{path}:{line}", text) for line, text in _of_python(path))
        elif (kind := Path(path.name.removesuffix(".jinja")).suffix) in (".toml", ".md", ".js", ".html"):
            for number, line in enumerate(path.read_text("utf-8").partition(f"\n[{EASY}]")[0].splitlines(), 1):
                if kind == ".toml" and (not line.startswith("#")):
                    yield from ((f"{path}:{number}", text) for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line))
                elif kind != ".toml":
                    yield f"{path}:{number}", CODE.sub("", line)


def _of_python(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docs = {id(_docstring(node)) for node in ast.walk(tree) if isinstance(node, documented)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def _docstring(node: Any) -> ast.expr | None:
    return node.body[0].value if node.body and isinstance(node.body[0], ast.Expr) else None


@functools.cache
def list_texts() -> list[tuple[str, str]]:
    """Return every text with Japanese in it: on demand, since every test process imports this file."""
    return [(place, QUOTED.sub("", text)) for place, text in texts() if JAPANESE.search(text)]


def test_there_is_much_to_look_at() -> None:
    assert len(list_texts()) > 900
    assert {Path(place.rpartition(":")[0]).suffix for place, _ in list_texts()} >= {".py", ".toml", ".md"}


@pytest.mark.parametrize("entry", GLOSSARY, ids=lambda entry: entry["thing"])
def test_no_other_word_is_used(entry: dict[str, Any]) -> None:
    never = re.compile("|".join(entry["never"]))
    assert not never.search(entry["use"]), "the word itself would be refused"
    found = [
        f"{place.removeprefix(str(SOURCE))}: {text}"
        for place, text in list_texts()
        if never.search(text) and any(part in place for part in entry.get("where", [""]))
    ]
    assert found == [], f"say {entry['use']}"
