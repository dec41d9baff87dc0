"""The walks of docs/architecture.md are true: each file exists and defines the function named first."""

from __future__ import annotations

import pkgutil
import re
import tomllib
from pathlib import Path

import pytest

from banmen.games import DEFAULT_PARTS
from banmen.presentation.game_contract import PARTS

ROOT = Path(__file__).parent.parent
STEP = re.compile(r"^\d+\. \[[^\]]+\]\(\.\./(src/banmen/[^)]+)\) `([^`]+)`", re.MULTILINE)
WALKS = {
    "A click": 10,
    "Two people on two devices": 12,
    "A solve": 20,
    "An analysis": 8,
    "A new rule option": 5,
}  # the least number of steps of each


def walk(title: str) -> str:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    return text.partition(f"\n### {title}\n")[2].partition("\n#")[0]


def defines(file: Path, name: str) -> bool:
    """Tell whether a file defines a function, class or constant with a name; in TOML, whether it has such a table."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        table = tomllib.loads(text)["en"]
        for key in name.split("."):
            table = table.get(key)
        return table is not None
    if name.startswith("--"):
        return f'"{name}"' in text
    kinds = r"function |" if file.suffix == ".js" else r"def |class |"
    return bool(re.search(rf"^\s*(?:export )?(?:async )?(?:{kinds}){re.escape(name)}\b(?=\(|:| =| \{{)", text, re.MULTILINE))


@pytest.mark.parametrize("title", WALKS)
def test_every_step_names_what_is_there(title: str) -> None:
    steps = STEP.findall(walk(title))
    assert len(steps) == len(re.findall(r"^\d+\. ", walk(title), re.MULTILINE)) >= WALKS[title]
    assert [step for step in steps if not defines(ROOT / step[0], step[1])] == []


def test_a_wrong_step_is_noticed() -> None:
    assert defines(ROOT / "src/banmen/server/matches.py", "act")
    assert not defines(ROOT / "src/banmen/server/matches.py", "actt")
    assert not defines(ROOT / "src/banmen/games/qubism/about/about.toml", "options.tap")


NAME = re.compile(r"`(banmen(?:\.[A-Za-z_]\w*)+)`")


def is_there(name: str) -> bool:
    """Tell whether a dotted name of the package can be imported."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_dotted_names_in_documents_can_be_imported(page: Path) -> None:
    names = set(NAME.findall(page.read_text(encoding="utf-8")))
    assert [name for name in sorted(names) if not is_there(name)] == []


def test_a_wrong_dotted_name_is_noticed() -> None:
    assert is_there("banmen.engine.search.proof.prove_result")
    assert not is_there("banmen.engine.search.proof.verdict")


FILE = re.compile(r"`([\w/-]+\.(?:py|js))`")
EXAMPLES = {"x.py", "test_x.py"}


def test_files_that_documents_name_are_there() -> None:
    held = {
        path.relative_to(ROOT).as_posix() for room in ("src", "tests", "bench", "docs") for path in (ROOT / room).rglob("*.*")
    }
    named = {
        name
        for page in (ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
        for name in FILE.findall(page.read_text(encoding="utf-8"))
    }
    assert len(named) > 100
    assert {name for name in named - EXAMPLES if not any(f"/{path}".endswith(f"/{name}") for path in held)} == set()


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md", "src/banmen/presentation/game_contract.py"])
def test_every_part_of_a_game_is_told(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [part for part in PARTS if not re.search(rf"(?:`|^  ){part}\b", text, re.MULTILINE)] == []
    assert set(DEFAULT_PARTS) - {"picture"} <= set(PARTS)


def test_the_kernels_of_the_contract_are_there() -> None:
    table = (
        (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("\n## Kernels\n")[2].partition("**Twins.**")[0]
    )
    names = {name for row in table.splitlines() if row.startswith("| `") for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert len(names) > 25
    assert {name for name in names if not defines(ROOT / "src/banmen/kernels/contract.py", name)} == set()


def test_every_room_is_told_of() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rooms = [path.parent for path in (ROOT / "src" / "banmen").rglob("__init__.py") if "migrations" not in path.parts]
    own = [room for room in rooms if "games" not in room.parts or room.name == "games"]
    assert len(own) > 25
    told = [room.relative_to(ROOT).as_posix() for room in own if room.name != "banmen"]
    assert [room for room in told if f"(../{room}/__init__.py)" not in text and f"(../{room})" not in text] == []
