"""Twins of modules: copies in which every kernel is compiled for a target.

`load` makes the twin of a rules module, for the CPU or for the GPU; `bind` does the same for generic code (playouts, perft,
search) that speaks of `rules` without knowing which. In a twin for the CPU a kernel is a *callee*, which only other kernels
call; what `bind` returns has an *entry* for each, which Python calls: one that was shipped (`banmen.kernels.shipped`), or else
one that is compiled (`banmen.kernels.compiler`).
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from banmen.kernels import compiler, shipped
from banmen.kernels.kernel import CPU, PLAIN, Table

Made = TypeVar("Made", bound=Callable[..., Any])
# Optional kernels of a rules module, supplied by banmen.kernels.defaults where it has none of its own.
DEFAULTS = (
    *("sample", "moves", "throw", "open_with", "is_irreversible", "end_by_repetition", "deal"),
    *("find_win", "max_plies", "canonical", "invert_image", "map_move"),
    *("evaluate", "chances", "beginner_score", "rank_moves", "count_promising", "in_reach"),
)
# Those that stand in a module of their own beside the rules.
GUESSES = (
    *("evaluate", "chances", "beginner_score", "rank_moves", "count_promising", "in_reach"),
    *("WEIGHTS", "sum_weights", "estimate", "update"),  # of evaluations that are learnt
)
# The same for numbering the positions of a game that can be solved as a meeting of two sides; there are no defaults.
NUMBERING = ("CLASSES", "EFFECTS", "sides", "join_sides", "side_class", "class_size", "side_rank", "side_unrank", "effect")
# What a network trained on exact values sees of a position that is a meeting of two sides.
SEEING = ("FEATURES", "SECTIONS", "SQUARED", "list_features")
BESIDE = {"evaluation": GUESSES, "indexing": NUMBERING, "network": SEEING}


def _make_once(function: Made) -> Made:
    """Cache a function of modules and a target, and let threads wait for each other: two twins would both be compiled."""
    cached = functools.cache(function)

    @functools.wraps(function)
    def locked(*given: Any, **named: Any) -> Any:
        if PLAIN in given:  # nothing is compiled, and it is asked for at every move
            return cached(*given, **named)
        with compiler.lock():
            return cached(*given, **named)

    return cast(Made, locked)


@_make_once
def load(rules: ModuleType, where: str) -> Any:
    """Return a rules module's twin for a target, completed by the modules beside it and the default kernels it lacks."""
    twin = _make_twin(rules, where)
    for module, names in BESIDE.items():
        if found := _find_beside(rules, module):
            for name in names:
                if hasattr(found, name):
                    setattr(twin, name, _take_over(found, name, twin, where))
    missing = [name for name in DEFAULTS if not hasattr(twin, name)]
    if missing:
        defaults = _bind_generic(importlib.import_module("banmen.kernels.defaults"), twin, where)
        for name in missing:
            setattr(twin, name, getattr(defaults, name))
    return twin


@functools.cache
def load_plain(rules: ModuleType) -> Any:
    """Return a rules module's plain twin, which is asked for several times a move."""
    return load(rules, PLAIN)


def _take_over(found: ModuleType, name: str, rules: ModuleType, where: str) -> Any:
    """Return a name of a module beside the rules; a kernel that it imports from a generic module means these rules."""
    value = getattr(found, name)
    home = sys.modules[value.__module__] if isinstance(value, FunctionType) else found
    return getattr(_bind_generic(home, rules, where) if hasattr(home, "rules") else _make_twin(found, where), name)


def _find_beside(rules: ModuleType, module: str) -> ModuleType | None:
    """Return the module of a name in the folder of a rules module, if there is one."""
    name = f"{rules.__name__.rpartition('.')[0]}.{module}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def bind(generic: ModuleType, rules: ModuleType, where: str, **modules: ModuleType) -> Any:
    """Return a twin of a generic module whose name `rules` means the given game's rules, to be called from Python.

    Kernels that it imports from other generic modules mean the same rules. Other names that its kernels speak of without
    knowing which module they mean are given as keywords; those modules are bound to the rules as well.
    """
    if where != CPU:
        return _bind_for(generic, rules, where, **modules)
    load(rules, PLAIN)  # what is wrong with a game's data is said now, not when a kernel is called
    made = (generic, rules, *modules.items())  # of two threads the first decides
    return _entries.get(made) or _entries.setdefault(made, Entries(generic, rules, **modules))


@_make_once
def _bind_for(generic: ModuleType, rules: ModuleType, where: str, **modules: ModuleType) -> ModuleType:
    twin = load(rules, where)
    others = tuple((name, _bind_generic(module, twin, where)) for name, module in modules.items())
    return _bind_generic(generic, twin, where, others)


def bind_callees(generic: ModuleType, rules: ModuleType) -> Any:
    """Return a twin of a generic module for a game's rules with kernels for the CPU that only other kernels call."""
    return _bind_for(generic, rules, CPU)


# Makes an entry of a kernel, or returns None: it is given the rules, the generic module, the kernel's name and a function
# that compiles it. The first that makes one is taken; if none does, the kernel is compiled.
EntryMaker = Callable[[ModuleType, ModuleType, str, Callable[[], Any]], Any]
entry_makers: list[EntryMaker] = [shipped.find_kernel]


class Entries:
    """The kernels of a bound module as Python calls them: each is made, and the module bound, when it is first asked for."""

    def __init__(self, generic: ModuleType, rules: ModuleType, **modules: ModuleType) -> None:
        self._generic, self._rules, self._modules = generic, rules, modules

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._generic, name)
        if hasattr(value, "is_kernel"):
            value = self._make_entry(name)
        elif name == "rules" or name in self._modules or isinstance(value, Table):
            value = self._compiled(name)
        return self.__dict__.setdefault(name, value)  # of two threads the first decides

    def _make_entry(self, name: str) -> Any:
        compile_it = functools.partial(self._compiled, name)
        for make in entry_makers if not self._modules else ():
            if entry := make(self._rules, self._generic, name, compile_it):
                return entry
        return compile_it()

    def _compiled(self, name: str) -> Any:
        return getattr(_compile_entries(self._generic, self._rules, **self._modules), name)


_entries: dict[tuple[object, ...], Entries] = {}


@_make_once
def _compile_entries(generic: ModuleType, rules: ModuleType, **modules: ModuleType) -> CompiledEntries:
    return CompiledEntries(_bind_for(generic, rules, CPU, **modules))


class CompiledEntries:
    """The same for a twin with callees, of which each that is asked for gets an entry that is compiled or cached."""

    def __init__(self, twin: ModuleType) -> None:
        self._twin = twin

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._twin, name)
        if compiler.is_callee(value):
            value = compiler.compile_entry(value)
        elif getattr(value, "is_twin", False):
            value = CompiledEntries(value)
        return self.__dict__.setdefault(name, value)  # of two threads the first decides


@functools.cache
def _make_twin(module: ModuleType, where: str) -> ModuleType:
    return _convert(module, where, "")


@functools.cache
def _bind_generic(
    generic: ModuleType, rules: ModuleType, where: str, others: tuple[tuple[str, ModuleType], ...] = ()
) -> ModuleType:
    # The game goes into each function's name, because numba's cache tells functions apart by name and code only.
    suffix = "_".join(["", cache_name(rules), *(module.__name__.rpartition(".")[2] for _, module in others)])
    return _convert(generic, where, suffix, rules, dict(others))


def cache_name(rules: ModuleType) -> str:
    """Return how compiled functions name the game of a rules module: by its package, in full for one that is not ours.

    >>> import banmen
    >>> cache_name(banmen.game("qubism").rules)
    'qubism'
    """
    package = rules.__name__.rpartition(".")[0]
    return package.removeprefix("banmen.games.").replace(".", "_")


def _convert(
    module: ModuleType, where: str, suffix: str, rules: ModuleType | None = None, others: dict[str, ModuleType] | None = None
) -> ModuleType:
    """Copy a module, with its own kernels compiled and those it imports replaced by their twins."""
    twin = ModuleType(module.__name__)
    twin.__dict__.update(vars(module), is_twin=True)
    for name, value in vars(module).items():
        if isinstance(value, Table) and where != PLAIN:
            setattr(twin, name, compiler.make_table_array(value))
        elif isinstance(value, FunctionType) and hasattr(value, "is_kernel"):
            setattr(twin, name, _convert_kernel(value, module, twin, where, suffix, rules))
    if rules is not None:
        twin.__dict__.update(rules=rules, **(others or {}))
    return twin


def _convert_kernel(
    function: FunctionType, module: ModuleType, twin: ModuleType, where: str, suffix: str, rules: ModuleType | None
) -> Any:
    is_native = hasattr(function, "is_native") and where != PLAIN
    if is_native and (instruction := compiler.build_native_instruction(function.__name__, where)):
        return instruction
    if function.__module__ != module.__name__:
        home = sys.modules[function.__module__]
        generic = rules is not None and hasattr(home, "rules")
        return getattr(_bind_generic(home, rules, where) if generic else _make_twin(home, where), function.__name__)
    copy = FunctionType(function.__code__, twin.__dict__, function.__name__, function.__defaults__)
    copy.__dict__.update(vars(function))
    copy.__qualname__ = function.__qualname__ + suffix
    copy.__doc__ = function.__doc__
    return copy if where == PLAIN else compiler.compile_callee(copy, where)
