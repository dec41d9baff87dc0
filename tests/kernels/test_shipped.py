"""Shipped kernels: built here for one small game, called, and ignored wherever they do not fit."""

import json
import shutil
from pathlib import Path

import pytest

import banmen
from banmen.kernels import shipped
from banmen.kernels.compile_cache import digest_own_sources
from banmen.kernels.shipped import V2, V3, Processor
from tests.kernels.processes import run

PACKAGE = Path(banmen.__file__).parent
GRADE = "x86-64-v2"
# Builds a library with one kernel, which counts lines of play.
BUILD = """
import sys
from pathlib import Path
import banmen
from banmen.kernels import ahead_of_time, perft
rules = banmen.game("kariuchi").rules
form = "((i)i<i8:2<i8:2ii)"
ahead_of_time.build_library([ahead_of_time.Call(rules, perft, "perft", form)], "x86-64-v2", Path(sys.argv[1]))
"""
# Counts lines of play with that library, if usable, and reports whether numba was imported.
COUNT = """
import sys
from pathlib import Path
import banmen
from banmen.kernels import shipped
shipped.FOLDER = Path(sys.argv[1])
if sys.argv[2:]:
    shipped.read_processor = lambda: shipped.Processor("GenuineIntel", 6, shipped.V2 - {sys.argv[2]})
if shipped.open_library():
    print(banmen.game("kariuchi").position("Rx3,5/Rx4 1 4").perft(3), "numba" in sys.modules)
else:
    print("ignored")
"""
IGNORED = ["ignored"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library of one kernel."""
    folder = tmp_path_factory.mktemp("shipped")
    run(BUILD, str(folder), NUMBA_CPU_NAME=GRADE, NUMBA_CPU_FEATURES="", BANMEN_JIT="1", BANMEN_CACHE=str(folder / "cache"))
    return folder


def count(folder: Path, *arguments: str, **environment: str) -> list[str]:
    setting = {"BANMEN_SHIPPED": "1", "BANMEN_JIT": "1", "BANMEN_CACHE": str(folder / "cache"), **environment}
    return run(COUNT, str(folder), *arguments, **setting).split()


def test_a_shipped_kernel_is_called_without_importing_numba(built: Path) -> None:
    assert count(built) == ["485", "False"]
    assert {path.name for path in built.iterdir()} == {f"{GRADE}.so", f"{GRADE}.json", "cache"}


def test_a_library_is_ignored_where_the_processor_lacks_a_feature_or_nobody_wants_it(built: Path) -> None:
    assert count(built, "popcnt") == IGNORED
    assert count(built, BANMEN_SHIPPED="0") == IGNORED
    assert count(built, BANMEN_STOCK_NUMBA="1") == IGNORED


def test_an_edited_source_makes_the_library_ignored(built: Path, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "banmen", ignore=shutil.ignore_patterns("__pycache__", "web", "shipped"))
    assert count(built, PYTHONPATH=str(tmp_path)) == ["485", "False"]
    with (tmp_path / "banmen" / "games" / "kariuchi" / "board.py").open("a", encoding="utf-8") as board:
        board.write("# a remark\n")
    assert count(built, PYTHONPATH=str(tmp_path)) == IGNORED


@pytest.mark.parametrize("what", ["so", "json"])
@pytest.mark.parametrize("damage", ["absent", "short", "other"])
def test_a_damaged_library_is_not_loaded(built: Path, tmp_path: Path, what: str, damage: str) -> None:
    for suffix in ("so", "json"):
        shutil.copy(built / f"{GRADE}.{suffix}", tmp_path)
    assert shipped.read_library(tmp_path, GRADE, digest_own_sources())
    path = tmp_path / f"{GRADE}.{what}"
    content = path.read_bytes()
    path.unlink()
    if damage != "absent":
        path.write_bytes(content[: len(content) // 2] if damage == "short" else b"[]")
    assert shipped.read_library(tmp_path, GRADE, digest_own_sources()) is None


def test_arguments_of_another_form_are_left_to_the_compiler(built: Path) -> None:
    import numpy

    opened = shipped.read_library(built, GRADE, digest_own_sources())
    assert opened
    (variants,) = opened.kernels.values()
    perft = shipped.ShippedKernel(opened.code, variants, lambda: lambda *_: "compiled")
    rules = banmen.game("kariuchi").rules
    state = banmen.game("kariuchi").position("Rx3,5/Rx4 1 4").state
    buffers, past = numpy.zeros((4, rules.MOST), numpy.int64), numpy.zeros((4, 1), numpy.int64)
    assert perft(state, 3, buffers, past, 0, 0) == 485
    assert perft(state, numpy.int64(3), buffers, past, 0, 0) == 485
    unwritable = past.copy()
    unwritable.flags.writeable = False
    for other in (past.astype(numpy.int32), past.T[:, ::2], past[0], unwritable, past.tolist(), None):
        assert perft(state, 3, buffers, other, 0, 0) == "compiled"
    assert perft(state, True, buffers, past, 0, 0) == "compiled"
    assert perft(state, 2**63, buffers, past, 0, 0) == "compiled"
    assert perft((*state, 0), 3, buffers, past, 0, 0) == "compiled"


def test_only_the_games_own_modules_have_shipped_kernels(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from banmen.kernels import perft, playout

    opened = shipped.read_library(built, GRADE, digest_own_sources())
    monkeypatch.setattr(shipped, "open_library", lambda: opened)
    ours, other = banmen.game("kariuchi").rules, banmen.game("qubism").rules
    copy = type(ours)(ours.__name__)
    assert shipped.find_kernel(ours, perft, "perft", list)
    assert [shipped.find_kernel(rules, perft, "perft", list) for rules in (other, copy)] == [None, None]
    assert shipped.find_kernel(ours, playout, "tally", list) is None
    assert shipped.has_kernel(ours, "perft.perft")
    assert not shipped.has_kernel(other, "perft.perft")


def test_a_list_says_what_is_in_the_library(built: Path) -> None:
    told = json.loads((built / f"{GRADE}.json").read_text(encoding="utf-8"))
    ((name, variants),) = told["kernels"].items()
    assert name == "banmen.games.kariuchi.rules banmen.kernels.perft perft"
    assert list(variants) == ["((i)i<i8:2<i8:2ii)"]
    assert told["sources"] == digest_own_sources()


BOTH, LOWER = ["x86-64-v3", "x86-64-v2"], ["x86-64-v2"]


@pytest.mark.parametrize(
    ("processor", "grades"),
    [
        (Processor("GenuineIntel", 6, V3), BOTH),
        (Processor("AuthenticAMD", 25, V3 | {"avx512f"}), BOTH),
        (Processor("AuthenticAMD", 23, V3), LOWER),
        *[(Processor("GenuineIntel", 6, V3 - {feature}), LOWER) for feature in sorted(V3 - V2)],
        *[(Processor("GenuineIntel", 6, V3 - {feature}), []) for feature in sorted(V2)],
        (None, []),
    ],
)
def test_only_grades_are_chosen_that_the_processor_can_run(processor: Processor | None, grades: list[str]) -> None:
    assert shipped.list_grades(processor) == grades
