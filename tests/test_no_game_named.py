"""No game is named outside its own folder and the solvers made for it: what differs comes from the game."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import banmen
from banmen.core.i18n import languages
from banmen.core.registry import family

SOURCE = Path(__file__).parent.parent / "src" / "banmen"
EXEMPT = ("games", "solve")
TEXTS = (".css", ".js", ".html", ".toml", ".jinja", ".md")


def names() -> re.Pattern[str]:
    """Return a pattern for the games that come with Banmen, by name or by title in any language."""
    found = set()
    for name in banmen.names():
        file = family(name).resource("about", "about.toml")
        assert file is not None
        table = tomllib.loads(file.read_text("utf-8"))
        found |= {name, *(table[lang]["title"] for lang in languages())}
    return re.compile("|".join(map(re.escape, sorted(found))), re.IGNORECASE)


def docstrings(tree: ast.AST) -> set[int]:
    """Return the constants that are docstrings: their examples may name games."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def words(text: str) -> Iterator[str]:
    """Return the strings, the identifiers and the imported modules of a Python source."""
    tree = ast.parse(text)
    prose = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value


def naming(pattern: re.Pattern[str]) -> set[str]:
    """Return the files outside the exempt folders that name a game."""
    found = set()
    for path in SOURCE.rglob("*"):
        place = path.relative_to(SOURCE)
        if place.parts[0] in EXEMPT or not path.is_file():
            continue
        if path.suffix == ".py":
            named = any(map(pattern.search, words(path.read_text(encoding="utf-8"))))
        else:
            named = path.suffix in TEXTS and bool(pattern.search(path.read_text(encoding="utf-8")))
        if named:
            found.add(place.as_posix())
    return found


def test_no_game_is_named_outside_its_folder() -> None:
    assert naming(names()) == set()


def test_names_are_found_wherever_they_stand() -> None:
    pattern = names()
    for text in (
        "from banmen.games.kuniumi import rules",
        "import banmen.games.qubism.draw",
        "def draw_qubism(): ...",
        "LOOKS = {'holes58': 1}",
        "x = f'in {y} of Moon Trek'",
        "TITLE = 'かりうち'",
        "game.kariuchi = 1",
    ):
        assert any(map(pattern.search, words(text))), text
    assert not any(map(pattern.search, words('def example():\n    """Play qubism.\n\n    >>> game("kariuchi")\n    """')))
