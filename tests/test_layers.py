"""A room imports only from the rooms below it, and within a room from the smaller rooms below."""

import ast
import functools
from pathlib import Path

import pytest

from banmen.kernels.compile_cache import LAYERS
from tests.common.loops import some

SOURCE = Path(__file__).parent.parent / "src" / "banmen"
# The rooms on which each room builds; it may import these and all those below them.
STANDS_ON: dict[str, tuple[str, ...]] = {
    "kernels": (),
    "core": ("kernels",),
    "presentation": ("core",),
    "games": ("presentation",),
    "match": ("games",),
    "solve": ("games",),
    "engine": ("solve",),
    "training": ("engine",),
    "lab": ("engine",),
    "testing": ("engine",),
    "terminal": ("engine", "match"),
    "web": (),
    "server": ("engine", "match", "web"),
    "cli": ("lab", "server", "terminal"),
}
# Smaller rooms, and modules apart from their room: each may import only those with a lower number, besides itself.
INNER = {
    "engine.interface": 0,
    "engine.settings_repr": 0,
    "engine.stop_flag": 1,
    "engine.playouts": 1,
    "engine.search": 2,
    "engine.analysis": 3,
    "engine": 3,
    "solve.gpu": 0,
    "solve.solve_errors": 0,
    "solve.solve_progress": 0,
    "solve.residual_check": 0,
    "solve.devices": 1,
    "solve.strata_request": 2,
    "solve.tables": 2,
    "solve.samples": 3,
    "solve.value_iteration": 3,
    "solve.retrograde_analysis": 3,
    "solve.holes58": 4,
    "solve.kariuchi": 4,
    "solve.kuniumi": 4,
    "solve": 5,
    "server.store": 0,
    "server": 1,
    "server.bots": 2,
    "server.tournaments": 2,
    "server.lobby": 2,
    "server.people": 2,
    "server.live": 3,
    "server.http": 4,
}
FACE = ("training", "lab", "testing", "terminal", "server", "cli")  # rooms that may import `banmen` itself


def imported(path: Path) -> set[str]:
    """Return the modules of banmen that a file imports by statement."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name.split(".")[0] == "banmen"}


@functools.cache
def below(room: str) -> frozenset[str]:
    """Return all rooms that a room may import."""
    return frozenset(STANDS_ON[room]).union(*(below(other) for other in STANDS_ON[room]))


def inner_room(name: str) -> str:
    """Return the smallest room of INNER that contains a module, by its name without `banmen.`."""
    return next(
        (room for room in sorted(INNER, key=len, reverse=True) if f"{name}.".startswith(f"{room}.")), name.split(".")[0]
    )


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


# The public interface exports names from below, `python -m banmen` calls the command.
DOORS = (SOURCE / "__init__.py", SOURCE / "__main__.py")
SOURCES = [path for path in sorted(SOURCE.rglob("*.py")) if path not in DOORS]


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_room_imports_what_it_stands_on(path: Path) -> None:
    here = name_of(path)
    room = here.split(".")[0]
    assert room in STANDS_ON, f"{room} is a new room: say in STANDS_ON what it stands on"
    for name in (name.removeprefix("banmen").removeprefix(".") for name in imported(path)):
        there = name.split(".")[0]
        if there not in STANDS_ON:  # a name of the public interface
            assert room in FACE, f"{here} imports the package's face"
        elif there != room:
            assert there in below(room), f"{here} imports {name}"
        elif inner_room(name) != inner_room(here):
            assert INNER[inner_room(name)] < INNER[inner_room(here)], f"{here} imports {name}"


def test_the_rooms_are_there() -> None:
    rooms = {name_of(path) for path in SOURCES if path.name == "__init__.py"}
    assert {room for room in rooms if "." not in room} == set(STANDS_ON)
    assert {room for room in rooms if room.split(".")[0] in {"engine", "solve", "server"} and room.count(".") < 2} <= set(INNER)
    assert set(INNER) <= {name_of(path) for path in SOURCES}


def test_every_room_says_what_it_holds_and_who_may_import_it() -> None:
    rooms = [path for path in SOURCES if path.name == "__init__.py" and not name_of(path).startswith("games.")]
    told = {name_of(path): ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in rooms}
    assert [room for room, text in told.items() if "import" not in text] == []


def test_only_kernel_files_know_numba() -> None:
    knowing = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith(("import numba", "from numba", "from llvmlite"))
    }
    kernels = {f"kernels/{name}.py" for name in ("ahead_of_time", "compiler", "gpu")}
    assert knowing == kernels | {"solve/gpu/device_code.py", "solve/gpu/cuda_primitives.py"}


def test_a_game_knows_no_other_game_except_the_ring_it_shares() -> None:
    for path in some((SOURCE / "games").rglob("*.py")):
        game = path.relative_to(SOURCE / "games").parts[0]
        others = {name.split(".")[2] for name in imported(path) if name.startswith("banmen.games.") and name.count(".") > 2}
        assert others <= ({game, "kariuchi"} if game == "moontrek" else {game}), path


def test_kernels_stand_where_the_compile_cache_looks_for_them() -> None:
    marks = ("@kernel", "@inlined", "@native")
    holding = {
        path.relative_to(SOURCE).parts[0]
        for path in SOURCE.rglob("*.py")
        if any(line in marks for line in path.read_text(encoding="utf-8").splitlines())
    }
    assert holding <= set(LAYERS)
