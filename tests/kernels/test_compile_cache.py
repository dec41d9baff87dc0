"""The compile cache: what it depends on, and what happens when it is damaged, outdated or inaccessible."""

import ast
import os
import shutil
from fnmatch import fnmatch
from itertools import cycle
from pathlib import Path

import pytest

import banmen
from banmen.kernels import compile_cache
from tests.kernels.processes import run

PACKAGE = Path(banmen.__file__).parent
PERFT = "import banmen; print(banmen.game('kariuchi').position('Rx3,5/Rx4 1 4').perft(3))"


FRIENDLY = (
    *("core/game.py", "core/notation.py", "core/record.py", "core/sticks.py", "__init__.py"),
    *("games/kariuchi/notation.py", "games/qubism/words.py", "games/kuniumi/draw.py", "presentation/motion.py"),
    *("engine/levels.py", "engine/search/alphabeta.py", "kernels/gpu.py"),
    *("core/messages.py", "core/errors.py", "core/locales/en.toml", "games/kariuchi/data/manifest.toml"),
)
KERNELS = (
    *("games/kariuchi/board.py", "games/qubism/rules.py", "games/kuniumi/symmetry.py", "engine/search/mcts_kernels.py"),
    *("kernels/prng.py", "kernels/playout.py", "kernels/throws.py", "kernels/compiler.py", "kernels/twins.py"),
)
# Files without marked functions that kernels import: constants and geometry, and compiler support.
CONSTANTS = ("kernels/*.py", "games/*/board.py", "engine/stop_flag.py")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that may be edited."""
    copy = tmp_path_factory.mktemp("copy") / "banmen"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web"))
    return copy


def edit(path: Path) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("# a remark\n")


@pytest.mark.parametrize("name", FRIENDLY)
def test_editing_a_friendly_file_recompiles_nothing(copied: Path, name: str) -> None:
    before = compile_cache.digest_sources(copied)
    edit(copied / name)
    assert compile_cache.digest_sources(copied) == before


@pytest.mark.parametrize("name", KERNELS)
def test_editing_a_kernel_file_recompiles(copied: Path, name: str) -> None:
    before = compile_cache.digest_sources(copied)
    edit(copied / name)
    assert compile_cache.digest_sources(copied) != before


def test_data_compiled_into_kernels_counts_and_networks_do_not(copied: Path) -> None:
    before = compile_cache.digest_sources(copied)
    data = copied / "games" / "kariuchi" / "data"
    data.mkdir(exist_ok=True)
    (data / "network-other.npz").write_bytes(b"1")
    assert compile_cache.digest_sources(copied) == before
    (data / "other.bin").write_bytes(b"1")
    added = compile_cache.digest_sources(copied)
    (data / "other.bin").write_bytes(b"2")
    assert len({before, added, compile_cache.digest_sources(copied)}) == 3


def imports_of(path: Path) -> set[Path]:
    """Return the files of the package that a file imports at run time: lazily too, but not for the type checker only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in typing_only:
            names |= {f"{node.module}.{name.name}" for name in node.names} | {str(node.module)}
        elif isinstance(node, ast.Import) and id(node) not in typing_only:
            names |= {name.name for name in node.names}
    places = {PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in names}
    return {place for place in places if place.is_file()}


def is_kernel_file(path: Path) -> bool:
    name = path.relative_to(PACKAGE).as_posix()
    return bool(compile_cache.MARK.search(path.read_bytes())) or any(fnmatch(name, form) for form in CONSTANTS)


@pytest.mark.parametrize("path", compile_cache.list_kernel_sources(PACKAGE), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_kernel_files_import_kernel_files_only(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    others = {str(found.relative_to(PACKAGE)) for found in imports_of(path) if not is_kernel_file(found)}
    assert not others, f"{name} imports {others}"


def test_all_kernel_files_are_found() -> None:
    found = {str(path.relative_to(PACKAGE)) for path in compile_cache.list_kernel_sources(PACKAGE)}
    for name in banmen.names():
        assert f"games/{name}/rules.py" in found
    assert {"games/kariuchi/board.py", "games/holes58/board.py", "kernels/kernel.py", "kernels/throws.py"} <= found


def test_an_edit_in_another_file_is_noticed(tmp_path: Path) -> None:
    """The table of paths is in board.py, the kernels compiled from it in rules.py and perft.py."""
    shutil.copytree(PACKAGE, tmp_path / "banmen", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"PYTHONPATH": str(tmp_path), "BANMEN_CACHE": str(tmp_path / "cache"), "BANMEN_JIT": "1"}
    before = run(PERFT, **environment)
    assert before == "485"
    board = tmp_path / "banmen" / "games" / "kariuchi" / "board.py"
    board.write_text(board.read_text(encoding="utf-8").replace("INWARD = (5, 10, 15)", "INWARD = (10, 15)"), encoding="utf-8")
    assert int(run(PERFT, **environment)) < 485


RULES = """
from banmen.kernels.contract import DECIDE, NO_THROW, OVER
from banmen.kernels.kernel import kernel
from heaps.subtraction.limits import TAKEN

WORDS, MOST, OPENING = 1, 9, NO_THROW

@kernel
def kind(state):
    return DECIDE if state[0] > 0 else OVER

@kernel
def turn(state):
    return 0

@kernel
def count(state):
    return min(TAKEN, state[0])

@kernel
def kth(state, k):
    return k + 1

@kernel
def apply(state, move):
    return (state[0] - move,)

@kernel
def winner(state):
    return 1
"""
COUNT = """
import numpy
from banmen.kernels import kernel, perft, twins
from heaps.subtraction import rules
zero = 0
buffers = numpy.zeros((9, rules.MOST), numpy.int64)
print(twins.bind(perft, rules, kernel.CPU).perft((20,), 4, buffers, numpy.zeros((9, 1), numpy.int64), zero, zero))
"""
DIGEST = "from banmen.kernels import compile_cache; print(compile_cache.digest_sources())"


def test_code_loaded_from_the_cache_counts_the_same(tmp_path: Path) -> None:
    code = "import banmen; print(banmen.game('holes58').start().perft(3))"
    environment = {"BANMEN_CACHE": str(tmp_path), "BANMEN_JIT": "1"}
    first = run(code, **environment)
    assert any(tmp_path.rglob("*.nbi"))
    assert run(code, **environment) == first == run(code, BANMEN_JIT="0")


def test_old_caches_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, recent = tmp_path / "banmen" / "kernels-old", tmp_path / "banmen" / "kernels-recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    monkeypatch.setenv("BANMEN_CACHE", str(tmp_path))
    compile_cache.cache_folder.cache_clear()
    try:
        assert compile_cache.cache_folder().parent == tmp_path / "banmen"
    finally:
        compile_cache.cache_folder.cache_clear()
    assert recent.exists()
    assert not old.exists()


@pytest.fixture(scope="module")
def heaps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small game, which compiles quickly, and the cache with the kernels for counting its lines."""
    folder = tmp_path_factory.mktemp("heaps")
    (write_plug_in(folder).parent / "__init__.py").write_text("")
    assert count_lines(folder, folder / "cache") == str(3**4)
    return folder


def count_lines(folder: Path, cache: Path) -> str:
    """Count the lines of play of the small game in compiled code."""
    path = os.pathsep.join([str(folder), str(PACKAGE.parent)])
    return run(COUNT, PYTHONPATH=path, BANMEN_CACHE=str(cache), BANMEN_JIT="1")


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_cache_is_rebuilt(tmp_path: Path, heaps: Path, suffix: str) -> None:
    shutil.copytree(heaps / "cache", tmp_path, dirs_exist_ok=True)
    damaged = dict(zip(sorted(tmp_path.rglob(f"*.{suffix}")), cycle([b"", b"junk", b"\x80\x05"])))
    assert len(damaged) >= 3
    for path, damage in damaged.items():
        path.write_bytes(damage)
    assert count_lines(heaps, tmp_path) == str(3**4)
    assert count_lines(heaps, tmp_path) == str(3**4)
    assert any(path.read_bytes() != damage for path, damage in damaged.items())


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, heaps: Path) -> None:
    occupied = tmp_path / "occupied"
    occupied.write_text("this is no folder")
    assert count_lines(heaps, occupied) == str(3**4)
    assert occupied.read_text() == "this is no folder"


@pytest.fixture
def plug_in(tmp_path: Path) -> Path:
    """A game in a package of its own."""
    return write_plug_in(tmp_path)


def write_plug_in(folder: Path) -> Path:
    """Write a game that is announced by an entry point: the number of ways to take from a heap."""
    game = folder / "heaps" / "subtraction"
    game.mkdir(parents=True)
    (game.parent / "__init__.py").write_text("raise RuntimeError('the digest must not import a game')\n")
    (game / "__init__.py").write_text("")
    (game / "rules.py").write_text(RULES)
    (game / "limits.py").write_text("TAKEN = 3\n")
    (game / "words.py").write_text("HEAP = 'a heap'\n")
    (game / "data").mkdir()
    (game / "data" / "weights.bin").write_bytes(b"1")
    information = folder / "heaps-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: heaps\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[banmen.games]\nsubtraction = heaps.subtraction:GAME\n")
    return game


def test_the_digest_covers_games_of_other_packages(plug_in: Path) -> None:
    environment = {"PYTHONPATH": os.pathsep.join([str(plug_in.parent.parent), str(PACKAGE.parent)])}
    digests = [run(DIGEST), run(DIGEST, **environment)]
    (plug_in / "words.py").write_text("HEAP = 'a pile'\n")
    assert run(DIGEST, **environment) == digests[-1]
    edits = {"rules.py": RULES + "# a remark\n", "limits.py": "TAKEN = 2\n", "data/weights.bin": "2"}
    for name, text in edits.items():
        (plug_in / name).write_text(text)
        digests.append(run(DIGEST, **environment))
    assert len(set(digests)) == len(digests)


def test_an_edited_game_of_another_package_gives_new_results(plug_in: Path) -> None:
    (plug_in.parent / "__init__.py").write_text("")
    folder = plug_in.parent.parent
    assert count_lines(folder, folder / "cache") == count_lines(folder, folder / "cache") == str(3**4)
    (plug_in / "limits.py").write_text("TAKEN = 2\n")  # compiled into another file's kernels, which numba does not notice
    assert count_lines(folder, folder / "cache") == str(2**4)
