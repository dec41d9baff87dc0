"""Kernels: small pure functions on integers that run in three places.

A function marked with `@kernel` stays an ordinary Python function: to read, to step through, and to answer questions
about one position at once. `load` makes a twin of a rules module in which every kernel is compiled, for the CPU or for
the GPU; `bind` does the same for generic code (playouts, perft, search) that speaks of `rules` without knowing which. Compiled
kernels of a rules module can be called by other kernels only; those of a bound generic module are called from Python.

This file and `gpu.py` are the only ones that know numba, and they import it only when something has to be compiled.

Rules for kernels: integers below 2**62 and tuples of them, no objects, no exceptions, no allocation. A constant
look-up table is a `Table`: a tuple in the interpreter, an array in compiled code.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

PLAIN, CPU, GPU = "plain", "cpu", "gpu"
Function = TypeVar("Function", bound=Callable[..., Any])
# Optional kernels of a rules module, supplied by banmen.kernels.defaults where it has none of its own.
DEFAULTS = (
    *("sample", "moves", "throw", "opened", "fresh", "repeated", "dealt"),
    *("winning", "longest", "canonical", "undone", "imaged_move"),
    *("evaluate", "chances", "wish", "ranked", "promising", "in_reach"),
)
# Those that stand in a module of their own beside the rules.
GUESSES = (
    *("evaluate", "chances", "wish", "ranked", "promising", "in_reach"),
    *("WEIGHTS", "sum_weights", "estimate", "update"),  # of evaluations that are learnt
)
# The same for numbering the positions of a game that can be solved as a meeting of two sides; there are no defaults.
NUMBERING = ("CLASSES", "EFFECTS", "sides", "joined", "side_class", "class_size", "side_rank", "side_unrank", "effect")
# What a network taught by exact values sees of a position that is a meeting of two sides.
SEEING = ("FEATURES", "SECTIONS", "SQUARED", "listed")
BESIDE = {"evaluation": GUESSES, "indexing": NUMBERING, "network": SEEING}
IMPORT = re.compile(r"^(?:from|import) (banmen[\w.]*)(?: import (\([^)]*\)|.*))?$", re.MULTILINE)
MARK = re.compile(rb"^@(kernel|inlined|native)$", re.MULTILINE)
LAYERS = ("kernels", "core", "games", "engine", "solve", "training")  # where kernels may stand
CACHE_DAYS = 30


class Table(tuple[int, ...]):
    """A constant look-up table for kernels."""


def kernel(function: Function) -> Function:
    """Mark a function as a kernel, so that `load` and `bind` compile it."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


def inlined(function: Function) -> Function:
    """Mark a kernel to be compiled into each of its callers: worth its compile time in the innermost loops only."""
    function.is_inlined = True  # type: ignore[attr-defined]
    return kernel(function)


def native(function: Function) -> Function:
    """Mark a function that is a machine instruction or two in compiled code, where the processor has them."""
    function.is_native = True  # type: ignore[attr-defined]
    return kernel(function)


@native
def popcount(word: int) -> int:
    """Return the number of set bits of a non-negative word."""
    return word.bit_count()


@native
def lowest(word: int) -> int:
    """Return the index of the lowest set bit of a positive word."""
    return int(word & -word).bit_length() - 1  # a word read from an array is none of Python's own integers


@native
def kth_bit(word: int, k: int) -> int:
    """Return the index of the k-th lowest set bit, counting from 0. The word is taken to have it."""
    for _ in range(k):
        word &= word - 1
    return lowest(word)


@native
def read_state(rows: Any, row: int, like: tuple[int, ...]) -> tuple[int, ...]:
    """Return the state that the first words of a row of an array hold; `like` is any state of the same game."""
    return tuple(int(rows[row, word]) for word in range(len(like)))


def default_target() -> str:
    """Return where kernels run by default: `cpu`, or `plain` when BANMEN_JIT=0 (or numba's own switch) asks for that."""
    unwanted = os.environ.get("BANMEN_JIT", "1") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return PLAIN if unwanted else CPU


@functools.cache
def load(rules: ModuleType, where: str) -> Any:
    """Return a rules module's twin for a target, completed by the modules beside it and the default kernels it lacks."""
    twin = _twin(rules, where)
    for module, names in BESIDE.items():
        if found := _beside(rules, module):
            for name in names:
                if hasattr(found, name):
                    setattr(twin, name, _taken_over(found, name, twin, where))
    missing = [name for name in DEFAULTS if not hasattr(twin, name)]
    if missing:
        defaults = _bound(importlib.import_module("banmen.kernels.defaults"), twin, where)
        for name in missing:
            setattr(twin, name, getattr(defaults, name))
    return twin


def _taken_over(found: ModuleType, name: str, rules: ModuleType, where: str) -> Any:
    """Return a name of a module beside the rules; a kernel that it imports from a generic module means these rules."""
    value = getattr(found, name)
    home = sys.modules[value.__module__] if isinstance(value, FunctionType) else found
    return getattr(_bound(home, rules, where) if hasattr(home, "rules") else _twin(found, where), name)


def _beside(rules: ModuleType, module: str) -> ModuleType | None:
    """Return the module of a name in the folder of a rules module, if there is one."""
    name = f"{rules.__name__.rpartition('.')[0]}.{module}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


@functools.cache
def bind(generic: ModuleType, rules: ModuleType, where: str) -> Any:
    """Return a twin of a generic module whose name `rules` means the given game's rules.

    Kernels that it imports from other generic modules mean the same rules.
    """
    return _bound(generic, load(rules, where), where)


@functools.cache
def _twin(module: ModuleType, where: str) -> ModuleType:
    return _convert(module, where, "")


@functools.cache
def _bound(generic: ModuleType, rules: ModuleType, where: str) -> ModuleType:
    # The game's name goes into each function's name, because numba's cache tells functions apart by name and code only.
    return _convert(generic, where, "_" + rules.__name__.split(".")[-2], rules)


def _convert(module: ModuleType, where: str, suffix: str, rules: ModuleType | None = None) -> ModuleType:
    """Copy a module, with its own kernels compiled and those it imports replaced by their twins."""
    twin = ModuleType(module.__name__)
    twin.__dict__.update(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, Table) and where != PLAIN:
            setattr(twin, name, _array(value))
        elif isinstance(value, FunctionType) and hasattr(value, "is_kernel"):
            setattr(twin, name, _converted(value, module, twin, where, suffix, rules))
    if rules is not None:
        twin.rules = rules  # type: ignore[attr-defined]
    return twin


def _converted(
    function: FunctionType, module: ModuleType, twin: ModuleType, where: str, suffix: str, rules: ModuleType | None
) -> Any:
    if hasattr(function, "is_native") and where != PLAIN and (instruction := _instruction(function.__name__, where)):
        return instruction
    if function.__module__ != module.__name__:
        home = sys.modules[function.__module__]
        generic = rules is not None and hasattr(home, "rules")
        return getattr(_bound(home, rules, where) if generic else _twin(home, where), function.__name__)
    copy = FunctionType(function.__code__, twin.__dict__, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__ + suffix
    copy.__doc__ = function.__doc__
    if where == PLAIN:
        return copy
    return _jit(copy, where, called_from_python=bool(suffix), inline=hasattr(function, "is_inlined"))


def _jit(function: FunctionType, where: str, *, called_from_python: bool, inline: bool) -> Any:
    if where == GPU:
        return _numba().njit(function)  # numba-cuda compiles plain dispatchers for the device it runs on
    # Every wrapper costs about a seventh of the compile time, and only generic kernels are called from outside.
    options = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not called_from_python, "forceinline": inline}
    dispatcher = _numba().njit(nogil=True, error_model="numpy", **options)(function)
    with contextlib.suppress(RuntimeError):  # no folder can be written to: then everything is compiled anew each time
        dispatcher._cache = _cache_class()(function)
    return dispatcher


@functools.cache
def _cache_class() -> Any:
    """Return numba's cache of compiled functions, made to count as empty where it is damaged and to do without a full disk."""
    _numba()
    from numba.core.caching import FunctionCache
    from numba.core.runtime import rtsys

    class Cache(FunctionCache):  # type: ignore[misc]
        def load_overload(self, *what: Any) -> Any:
            try:
                # Code that is compiled already needs numba's runtime, but none of what numba loads for compiling.
                rtsys.initialize(what[1])
                return self._load_overload(*what)
            except Exception:
                with contextlib.suppress(OSError):
                    os.unlink(self._cache_file._index_path)  # noqa: PTH108
                return None

        def save_overload(self, *what: Any) -> None:
            with contextlib.suppress(Exception):
                super().save_overload(*what)

    return Cache


def _array(table: Table) -> Any:
    import numpy

    return numpy.array(table, dtype=numpy.int64)


@functools.cache
def _numba() -> Any:
    """Import numba, with its compile cache in a folder that no other version of our kernels shares."""
    collecting = gc.isenabled()
    gc.disable()  # the import makes a hundred thousand objects and no rubbish: looking for some takes a tenth of a warm start
    try:
        import numba
    finally:
        if collecting:
            gc.enable()
    numba.config.CACHE_DIR = str(cache_folder())
    return numba


@functools.cache
def _instruction(name: str, where: str) -> Any:
    """Build the compiled form of a native function, or None where it is compiled like any other kernel."""
    numba = _numba()
    from llvmlite import ir

    def population(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    def trailing(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    def deposit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.globals.get("llvm.x86.bmi.pdep.64") or ir.Function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        bit = builder.call(pdep, [builder.shl(word(1), arguments[1]), arguments[0]])
        return builder.cttz(bit, ir.Constant(ir.IntType(1), 1))

    if name == "read_state":
        return _tuple_reader() if where == CPU else None
    if name == "kth_bit":
        if where == GPU or not _has_fast_deposit():
            return None
        return numba.extending.intrinsic(lambda _context, _word, _k: (numba.int64(numba.int64, numba.int64), deposit))
    generate = {"popcount": population, "lowest": trailing}[name]
    return numba.extending.intrinsic(lambda _context, _word: (numba.int64(numba.int64), generate))


def _tuple_reader() -> Any:
    """Build the compiled form of `read_state`: numba knows no comprehension that makes a tuple of a length fixed by a type."""
    from numba.cpython.unsafe.tuple import tuple_setitem

    def read_state(rows, row, like):  # type: ignore[no-untyped-def]
        for word in range(len(like)):
            like = tuple_setitem(like, word, rows[row, word])
        return like

    return _numba().njit(read_state)


def _has_fast_deposit() -> bool:
    """Tell whether the processor scatters bits in one instruction; AMD's first two Zens did it in microcode."""
    from llvmlite import binding

    slow = binding.get_host_cpu_name() in ("znver1", "znver2")
    return bool(binding.get_host_cpu_features().get("bmi2")) and not slow


@functools.cache
def cache_folder() -> Path:
    """Return the compile cache's folder, named by a digest of all kernel sources, versions and the processor.

    numba notices an edit of the file a function stands in, but not of a file whose kernels were compiled into it.
    """
    base = Path(os.environ.get("BANMEN_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "banmen" / ("kernels-" + source_digest())
    try:
        if not folder.is_dir():
            _forget_old(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # nothing can be kept there: compile for this process alone
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="banmen-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def source_digest(package: Path | None = None) -> str:
    """Return a digest of every source file that kernels depend on, and of what compiles them."""
    package = package or Path(__file__).parent.parent
    digest = hashlib.sha256()
    versions = [importlib.import_module(name).__version__ for name in ("numba", "llvmlite", "numpy")]
    processor = importlib.import_module("llvmlite.binding").get_host_cpu_name()
    digest.update(repr((versions, sys.version, sys.platform, processor)).encode())
    for path in kernel_sources(package):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def kernel_sources(package: Path) -> list[Path]:
    """Return the files that hold kernels, all files of the package that these import, directly or not, and their data files.

    Whatever is compiled into a kernel comes from one of them; editing any other file must not cost a recompilation.
    """
    found: set[Path] = set()
    waiting = [path for layer in LAYERS for path in (package / layer).rglob("*.py") if MARK.search(path.read_bytes())]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path.read_text(encoding="utf-8"), package)
    return sorted(found.union(*(_compiled_data(folder) for folder in (package / "games").glob("*/data"))))


def _compiled_data(folder: Path) -> set[Path]:
    """Return the data files of a game that become constants of kernels: all but networks and tables of text."""
    return {path for path in folder.iterdir() if path.suffix != ".toml" and not path.match("network*.npz")}


def _imported(source: str, package: Path) -> list[Path]:
    """Return the files of the package that a source imports, be it a module or names from one."""
    paths = []
    for name, names in IMPORT.findall(source):
        base = package.parent.joinpath(*name.split("."))
        paths += [base.with_suffix(".py"), *(base / f"{word}.py" for word in re.findall(r"\w+", names))]
    return [path for path in paths if path.is_file()]


def _forget_old(folder: Path) -> None:
    """Delete compile caches of earlier versions that nobody has used for a month."""
    for old in folder.glob("kernels-*"):
        if time.time() - old.stat().st_mtime > CACHE_DAYS * 86400:
            shutil.rmtree(old, ignore_errors=True)
