"""The rooms of the server import in one direction: store, the top level, bots, live and lobby, then http."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import banmen.server

SERVER = Path(str(banmen.server.__file__)).parent
MAY_IMPORT = {
    "store": {"store"},
    "top": {"store", "top"},
    "bots": {"store", "top", "bots"},
    "live": {"store", "top", "bots", "live"},
    "lobby": {"store", "top", "lobby"},
}
ROOMS = ("store", "bots", "live", "lobby", "http")
TOP = {path.stem for path in SERVER.glob("*.py")} - {"__init__"}


def room(module: str) -> str:
    """Return the room of a server module, given by its dotted name."""
    first = module.split(".")[2]
    return first if first in ROOMS else "top"


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name.startswith("banmen.server.")}


@pytest.mark.parametrize("path", sorted(SERVER.rglob("*.py")), ids=lambda path: str(path.relative_to(SERVER)))
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    parts = path.relative_to(SERVER).parts
    here = parts[0] if len(parts) > 1 else "top"
    allowed = MAY_IMPORT.get(here, set(ROOMS) | {"top"})
    assert [name for name in imported(path) if room(name) not in allowed] == []


def test_all_rooms_are_there() -> None:
    assert all((SERVER / name / "__init__.py").is_file() for name in ROOMS)
    assert {"matches", "sessions", "computer", "analyses", "problems"} <= TOP
    assert sum(len(imported(path)) for path in SERVER.rglob("*.py")) > 40
