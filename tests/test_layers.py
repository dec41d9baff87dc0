"""A layer imports only from the layers to its left: core, games, solve, engine, then all that faces people."""

import ast
from pathlib import Path

import pytest

from banmen.kernels.compile_cache import LAYERS
from tests.common.loops import some

SOURCE = Path(__file__).parent.parent / "src" / "banmen"
ORDER = {
    "kernels": 0,
    "core": 1,
    "presentation": 2,
    "games": 3,
    "solve": 4,
    "engine": 5,
    "training": 6,
    "match": 6,
    "lab": 7,
    "server": 7,
    "adapters": 7,
    "terminal": 7,
    "testing": 7,
    "web": 7,
    "cli": 8,
}


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


def layer(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_to_the_left(path: Path) -> None:
    here = layer(path)
    if here == "__init__":
        return  # the package's face shows what lies below it
    assert here in ORDER, f"{here} is a new layer: say in ORDER where it stands"
    for name in imported(path):
        if name == "banmen":
            assert ORDER[here] > ORDER["engine"], f"{path.name} ({here}) imports the package's face"
            continue
        there = name.split(".")[1]
        if there in ORDER and there != here:
            assert ORDER[there] < ORDER[here], f"{path.name} ({here}) imports {name}"


def test_only_kernel_files_know_numba() -> None:
    knowing = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith(("import numba", "from numba", "from llvmlite"))
    }
    assert knowing == {"kernels/compiler.py", "kernels/gpu.py", "solve/gpu/device_code.py", "solve/gpu/cuda_primitives.py"}


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
