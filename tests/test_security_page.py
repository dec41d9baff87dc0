"""The threat model in docs/security.md is true: every line names tests, and every test exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
NAMED = re.compile(r"\[`(test_\w+)`\]\(\.\./(tests/[\w/]+\.py)\)")
ROW = re.compile(r"^\| (?!it found|they may try|what happens)([^|]+) \|([^|]+)\|([^|]*)\|$", re.MULTILINE)


def read_section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def is_there(name: str, file: str) -> bool:
    path = ROOT / file
    return path.is_file() and bool(re.search(rf"^(?:async )?def {name}\(", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_named_test_is_there() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 30
    assert PAGE.count("`test_") == len(named)
    assert [one for one in named if not is_there(*one)] == []


@pytest.mark.parametrize(
    ("title", "least"),
    [
        ("Strangers on the network", 10),
        ("Pages of other sites, in a visitor's browser", 5),
        ("Players, and their own second tab", 4),
        ("The server itself, or its operator", 2),
        ("Accidents", 6),
        ("What an attack on an earlier version found", 20),
    ],
)
def test_every_line_has_a_test(title: str, least: int) -> None:
    rows = ROW.findall(read_section(title))
    assert len(rows) >= least
    assert [line for line, _, tests in rows if not NAMED.search(tests)] == []


def test_a_wrong_name_is_noticed() -> None:
    assert is_there("test_a_wrong_name_is_noticed", "tests/test_security_page.py")
    assert not is_there("test_a_wrong_name", "tests/test_security_page.py")
    assert not is_there("test_a_wrong_name_is_noticed", "tests/no_such_file.py")
