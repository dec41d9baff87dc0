"""Compiling kernels: our two changes to numba work, are visible in the code, and are optional."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from banmen.kernels import compiler
from tests.kernels.processes import run

# Counts lines of Kariuchi with compiled kernels and prints the result and facts about the machine code.
COMPILE = """
import json, re
import banmen
from banmen.kernels import compiler, perft
game = banmen.game("kariuchi")
lines = game.position("Rx3,5/Rx4 1 4").perft(3)
(result,) = game.compiled(perft).perft.overloads.values()
code = result.library.get_llvm_str()
names = re.findall(r"^define ([^\\n]*?)@", code, re.M)
told = {
    "lines": lines,
    "counted": len(re.findall(r"call void @NRT_(?:incref|decref)", code)),
    "shared": sum("linkonce_odr" in name for name in names),
    "functions": len(names),
    "own": "perft" in result.fndesc.mangled_name and result.fndesc.mangled_name in code,
}
print(json.dumps(told))
"""

# Has one entry compiled by two threads at once, and reports on the kernels it calls: are they cached, can they be run?
CALLEES = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
import banmen
from banmen.engine import playouts
from banmen.kernels import twins
game = banmen.game("kariuchi")
position = game.position("Rx3,5/Rx4 1 4")
work = {"perft": lambda: position.perft(3), "tally": lambda: int(sum(playouts.tally(game, 0, 5)[:16]))}[sys.argv[1]]
with ThreadPoolExecutor(2) as threads:
    found = [answer.result() for answer in [threads.submit(work), threads.submit(work)]]
rules = vars(twins.load(game.rules, "cpu")).values()
callees = [one for one in rules if hasattr(one, "overloads") and one.overloads]
libraries = [(result.library, result.fndesc.mangled_name) for one in callees for result in one.overloads.values()]
loaded = [name for library, name in libraries if library.get_pointer_to_function(name)]
hits = sum(sum(one.stats.cache_hits.values()) for one in callees)
print(json.dumps({"found": found, "callees": len(callees), "hits": hits, "loaded": loaded}))
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return compiled(tmp_path_factory.mktemp("changed"))


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return compiled(tmp_path_factory.mktemp("stock"), BANMEN_STOCK_NUMBA="1")


def compiled(cache: Path, **environment: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(run(COMPILE, BANMEN_CACHE=str(cache), BANMEN_JIT="1", **environment))
    return told


def test_both_changes_work_with_the_numba_that_is_installed() -> None:
    """If this fails after an update of numba, kernels still run, but slowly: see `banmen.kernels.compiler`."""
    assert compiler.find_working_changes() == compiler.Changes(uncounted=True, whole=True)


def test_kernels_count_no_references(changed: dict[str, Any], stock: dict[str, Any]) -> None:
    assert changed["own"]
    assert changed["counted"] == 0
    assert stock["counted"] > 0


def test_callees_are_internal(changed: dict[str, Any], stock: dict[str, Any]) -> None:
    assert changed["shared"] == 0
    assert stock["shared"] > 0
    assert changed["functions"] < stock["functions"]


def test_callees_are_neither_optimised_nor_loaded_and_come_from_the_cache(tmp_path: Path) -> None:
    """What one entry has compiled, another entry in another process loads from the cache."""
    environment = {"BANMEN_CACHE": str(tmp_path), "BANMEN_JIT": "1"}
    first, second = (json.loads(run(CALLEES, entry, **environment)) for entry in ("perft", "tally"))
    assert (first["found"], second["found"]) == ([485, 485], [5, 5])
    assert first["hits"] == 0 < second["hits"] <= second["callees"]
    assert first["callees"] > 0
    assert first["loaded"] == second["loaded"] == []


def test_both_ways_of_compiling_count_the_same(changed: dict[str, Any], stock: dict[str, Any]) -> None:
    assert changed["lines"] == stock["lines"] == 485


def test_both_ways_have_caches_of_their_own() -> None:
    code = "from banmen.kernels import compile_cache; print(compile_cache.digest_sources())"
    assert run(code, BANMEN_STOCK_NUMBA="1") != run(code) == run(code, BANMEN_STOCK_NUMBA="0")


@pytest.fixture
def forgetful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Drop the probe's results about numba, before and after."""
    compiler.import_numba()  # with the cache that all use
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    for function in (compiler.recall_working_changes, compiler._make_changed_compiler, compiler._make_library_classes):
        function.cache_clear()
    yield
    for function in (compiler.recall_working_changes, compiler._make_changed_compiler, compiler._make_library_classes):
        function.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_what_the_probes_tell_is_kept_with_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, asked = compiler.Changes(uncounted=False, whole=True), []

    def probe() -> compiler.Changes:
        asked.append(True)
        return found

    def recall() -> compiler.Changes:
        compiler.recall_working_changes.cache_clear()
        return compiler.recall_working_changes()

    monkeypatch.setattr(compiler, "find_working_changes", probe)
    assert recall() == recall() == found
    assert len(asked) == 1
    for number, damage in enumerate(("", "[1]", "{}", "[1, 2, 3]"), 2):
        (tmp_path / "working_changes.json").write_text(damage)
        assert recall() == recall() == found
        assert len(asked) == number


def doubled(row: Any) -> Any:
    return row[0] * 2


@pytest.mark.usefixtures("forgetful")
def test_reference_counts_that_come_back_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.codegen.JITCodeLibrary.get_llvm_str", lambda _: "call void @NRT_incref(ptr %0)")
    assert compiler.find_working_changes() == compiler.Changes(uncounted=False, whole=True)
    assert compiler._make_dispatcher(doubled)(numpy.array([21])) == 42


@pytest.mark.usefixtures("forgetful")
def test_a_library_that_can_no_longer_be_made_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.codegen import JITCodeLibrary

    class Other(JITCodeLibrary):  # type: ignore[misc]
        def __init__(self, codegen: Any) -> None:
            super().__init__(codegen, "")

    monkeypatch.setattr("numba.core.codegen.JITCodeLibrary", Other)
    assert compiler.find_working_changes() == compiler.Changes(uncounted=True, whole=False)
    assert compiler._make_dispatcher(doubled)(numpy.array([21])) == 42


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("part", ["numba.core.compiler.Compiler", "numba.core.codegen.JITCodeLibrary"])
def test_kernels_run_by_numba_as_it_comes_where_its_parts_are_gone(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.delattr(part)
    assert compiler._make_changed_compiler(compiler.find_working_changes, False) is None
    assert compiler._make_dispatcher(doubled)(numpy.array([21])) == 42


def allocated(length: int) -> Any:
    return numpy.zeros(length, numpy.int64)[0] + length


def test_a_kernel_that_allocates_has_to_be_marked() -> None:
    from numba.core.errors import TypingError

    assert compiler._make_dispatcher(allocated, allocating=True)(3) == 3
    with pytest.raises(TypingError):
        compiler._make_dispatcher(allocated)(3)


def test_no_kernel_allocates() -> None:
    """None is marked so far: one that is would deserve a second look."""
    source = Path(compiler.__file__).parent.parent
    marked = [path.name for path in source.rglob("*.py") if re.search(r"^@allocating$", path.read_text(encoding="utf-8"), re.M)]
    assert marked == []
