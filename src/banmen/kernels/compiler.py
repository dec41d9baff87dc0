"""The compiler of kernels: numba for the CPU, with our changes to it.

Compilation differs from stock numba in two ways, both of which rely on its internals:

- *Without reference counting.* A kernel allocates nothing and outlives none of its arguments, so an array that is passed on
  costs nothing. numba then refuses to compile a kernel that allocates after all; such a kernel is marked `@allocating`.
- *As a whole.* numba optimises every function, makes machine code of it, and links it into its callers to be optimised once
  more, as something that other modules might call. Here a *callee* is only translated for LLVM. An *entry*, which Python calls,
  takes in all its callees as internal functions and is optimised once: LLVM then inlines those with a single caller and
  specialises the others, and compiling takes half the time.

At the first compilation into a cache a probe checks that both still work; otherwise stock numba compiles, with the same
results. BANMEN_STOCK_NUMBA=1 requests that, for comparison. This file and `gpu.py` are the only ones here that use numba;
both import it only when something has to be compiled. Tested with numba 0.68 and llvmlite 0.50.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
from collections.abc import Callable, Collection
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from banmen.kernels import collecting
from banmen.kernels.compile_cache import cache_folder, is_stock_numba
from banmen.kernels.kernel import CPU, GPU, Table
from banmen.kernels.turns import Turn

CALLEE = "_callee"  # suffix of the names of functions that only kernels call


def compile_callee(function: FunctionType, where: str) -> Any:
    """Return a dispatcher of a kernel that other kernels call, which compiles it for a target when one of them is compiled."""
    if where == GPU:
        return import_numba().njit(function)  # numba-cuda compiles plain dispatchers for the device it runs on
    function.__qualname__ += CALLEE  # numba's cache tells functions apart by name and code only
    return _make_cached(function, callee=True)


def compile_entry(callee: Any) -> Any:
    """Return a dispatcher of the same kernel for Python: the first call compiles it, or loads it from the cache."""
    function = callee.py_func
    entry = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    entry.__dict__.update(vars(function))
    entry.__qualname__ = function.__qualname__.removesuffix(CALLEE)
    return _make_cached(entry, callee=False)


def is_callee(value: object) -> bool:
    """Return whether a value is a kernel compiled for the CPU that only other kernels can call."""
    return getattr(getattr(value, "py_func", None), "__qualname__", "").endswith(CALLEE)


def _make_cached(function: FunctionType, **how: bool) -> Any:
    """Return a dispatcher of a kernel for the CPU, with its place in the compile cache."""
    dispatcher = _make_dispatcher(
        function, inline=hasattr(function, "is_inlined"), allocating=hasattr(function, "is_allocating"), **how
    )
    with contextlib.suppress(RuntimeError):  # no folder is writable: everything is compiled again each time
        dispatcher._cache = _make_cache_class()(function)
    return dispatcher


def make_table_array(table: Table) -> Any:
    """Return a table as compiled code takes it."""
    import numpy

    return numpy.array(table, dtype=numpy.int64)


def lock() -> Any:
    """Return the lock that numba holds while it compiles; one thread may take it several times."""
    import_numba()
    from numba.core.compiler_lock import global_compiler_lock

    return global_compiler_lock


@functools.cache
def import_numba() -> Any:
    """Import numba, with its compile cache in a folder that no other version of our kernels shares."""
    with collecting.paused():
        import numba
    numba.config.CACHE_DIR = str(cache_folder())
    return numba


def _make_dispatcher(function: Any, *, callee: bool = False, inline: bool = False, allocating: bool = False) -> Any:
    """Return numba's dispatcher of a function, with the changes that work."""
    # A wrapper costs about a seventh of the compile time: C calls none of our functions, and Python only entries.
    options = {"no_cfunc_wrapper": True, "no_cpython_wrapper": callee, "forceinline": inline}
    if not is_stock_numba() and (
        changed := _make_changed_compiler(_find_allocating_changes if allocating else recall_working_changes, callee)
    ):
        options["pipeline_class"] = changed
    return import_numba().njit(nogil=True, error_model="numpy", **options)(function)


class Changes(NamedTuple):
    """Which of our changes to numba are made."""

    uncounted: bool  # arrays are not reference counted
    whole: bool  # an entry is optimised with its callees, and callees not by themselves


@functools.cache
def _make_changed_compiler(changes: Callable[[], Changes], callee: bool) -> Any:
    """Return numba's compiler with changes, asked for when something is compiled; None if numba lacks the parts for them."""
    import_numba()
    try:
        from numba.core.compiler import Compiler, Flags

        library_class = _make_library_classes().callee if callee else _make_library_classes().entry
    except ImportError:
        return None

    class KernelCompiler(Compiler):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            self.changes = changes()
            for value in (*arguments, *named.values()):
                if self.changes.uncounted and isinstance(value, Flags):
                    value.nrt = False
            super().__init__(*arguments, **named)

        def compile_extra(self, function: Any) -> Any:
            with collecting.paused():
                return super().compile_extra(function)

        def define_pipelines(self) -> Any:
            state = self.state
            if self.changes.whole and state.library is None:
                state.library = library_class(state.targetctx.codegen(), state.func_id.func_qualname)
                state.library.enable_object_caching()
            return super().define_pipelines()

    return KernelCompiler


class _Libraries(NamedTuple):
    """numba calls the code of one function, with all that it needs, a library."""

    callee: Any
    entry: Any


@functools.cache
def _make_library_classes() -> _Libraries:
    """Return numba's class of libraries as changed for callees and for entries."""
    from numba.core.codegen import JITCodeLibrary

    class CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
        """Code for LLVM alone: neither optimised nor loaded, to be linked into others."""

        def _optimize_final_module(self) -> None:
            """Leave it to the entries that this code is linked into."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, _name: str) -> int:
            return 0

        @property
        def codegen(self) -> Any:
            return NOT_LOADED

        def serialize_using_object_code(self) -> tuple[str, str, Any]:
            return self.name, CALLEE, self._final_module.as_bitcode()

        @classmethod
        def read(cls, codegen: Any, serialized: tuple[str, str, Any]) -> Any:
            from llvmlite import binding

            name, _, bitcode = serialized
            library = cls(codegen, name)
            library._final_module = binding.parse_bitcode(bitcode)
            library._finalize_final_module()
            return library

    class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
        """Machine code of a function with all its callees as internal functions."""

        made_internal = 0

        def _optimize_final_module(self) -> None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    function.linkage = "internal"
                    self.made_internal += 1
            super()._optimize_final_module()

    return _Libraries(CalleeLibrary, EntryLibrary)


def make_callee_library(codegen: Any, name: str) -> Any:
    """Return an empty library to link callees into, which is neither optimised nor loaded by itself."""
    return _make_library_classes().callee(codegen, name)


def optimise_together(library: Any, exported: Collection[str]) -> None:
    """Optimise the code of a library of callees as a whole, all but the exported functions being internal."""
    from numba.core.codegen import JITCodeLibrary

    module = library._final_module
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"
    JITCodeLibrary._optimize_final_module(library)
    library._final_module.verify()


class _NotLoaded:
    """A placeholder for the engine that would run a callee by itself."""

    def set_env(self, *_what: Any) -> None:
        """Do nothing: an environment belongs to code that is loaded."""


NOT_LOADED = _NotLoaded()


@functools.cache
def recall_working_changes() -> Changes:
    """Return which of our changes work; the compile cache, which is specific to this numba, keeps the probes' results."""
    kept = cache_folder() / "working_changes.json"
    with contextlib.suppress(OSError, ValueError, TypeError):  # not there, damaged, or not to be read
        uncounted, whole = json.loads(kept.read_text("utf-8"))
        return Changes(uncounted is True, whole is True)
    found = find_working_changes()
    with contextlib.suppress(OSError):
        mine = kept.with_suffix(f".{os.getpid()}")
        mine.write_text(json.dumps(found), "utf-8")
        mine.replace(kept)
    return found


def find_working_changes() -> Changes:
    """Return which of our changes work with this numba, each by a probe of its own."""
    return Changes(uncounted=_works(Changes(uncounted=True, whole=False)), whole=_works(Changes(uncounted=False, whole=True)))


def _find_allocating_changes() -> Changes:
    return recall_working_changes()._replace(uncounted=False)


def _works(changes: Changes) -> bool:
    """Compile two small kernels with a change, and return whether it shows in the code and the result is right."""
    import numpy

    def compiled(function: Any, callee: bool) -> Any:
        return import_numba().njit(
            nogil=True, no_cpython_wrapper=callee, pipeline_class=_make_changed_compiler(lambda: changes, callee)
        )(function)

    try:
        callee = compiled(lambda row, index: row[index] + row[index - 1], callee=True)
        entry = compiled(lambda row: callee(row, 1) * callee(row[1:], 2), callee=False)
        if entry(numpy.arange(2, 6)) != (2 + 3) * (4 + 5):
            return False
        (result,) = entry.overloads.values()
        counts = re.search(r"@NRT_(incref|decref)", result.library.get_llvm_str())
        return (not changes.uncounted or not counts) and (not changes.whole or result.library.made_internal > 0)
    except Exception:  # whatever another numba may raise if its internals have changed
        return False


@functools.cache
def _make_cache_class() -> Any:
    """Return numba's cache of compiled functions, made to count as empty where it is damaged and to do without a full disk."""
    import_numba()
    from numba.core.caching import FunctionCache
    from numba.core.runtime import rtsys

    class Results(FunctionCache._impl_class):  # type: ignore[misc]
        def rebuild(self, context: Any, payload: Any) -> Any:
            if payload[0][1] == CALLEE:
                return _read_callee(context, *payload)
            return super().rebuild(context, payload)

    class Cache(FunctionCache):  # type: ignore[misc]
        _impl_class = Results
        _turn: Turn | None = None

        def load_overload(self, *what: Any) -> Any:
            """Return what is in the cache, or None when it is this process's turn to compile it."""
            found = self._read_overload(*what)
            if found is None:
                self._end_turn()  # if compiling has failed before
                self._turn = Turn(Path(self._cache_path) / f"{self._impl.filename_base}.lock")
                if self._turn.take():
                    found = self._read_overload(*what)
            if found is not None:
                self._end_turn()
            return found

        def _end_turn(self) -> None:
            if self._turn:
                self._turn.end()
                self._turn = None

        def _read_overload(self, *what: Any) -> Any:
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
            self._end_turn()

    return Cache


def _read_callee(context: Any, serialized: Any, description: Any, environment: Any, signature: Any, *rest: Any) -> Any:
    """Return the result of compiling a callee, as the cache has it."""
    from numba.core.compiler import compile_result

    library = _make_library_classes().callee.read(context.codegen(), serialized)
    object_mode, lifted, annotation, reload_init, _environments = rest
    return compile_result(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=context.get_executable(library, description, environment),
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=object_mode,
        lifted=lifted,
        reload_init=reload_init,
        referenced_envs=(),
    )


@functools.cache
def build_native_instruction(name: str, where: str) -> Any:
    """Build the compiled form of a native function, or None where it is compiled like any other kernel."""
    numba = import_numba()
    from llvmlite import ir

    def emit_population(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    def emit_trailing(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    def emit_deposit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.globals.get("llvm.x86.bmi.pdep.64") or ir.Function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        bit = builder.call(pdep, [builder.shl(word(1), arguments[1]), arguments[0]])
        return builder.cttz(bit, ir.Constant(ir.IntType(1), 1))

    if name == "read_state":
        return _build_tuple_reader() if where == CPU else None
    if name == "kth_bit":
        if where == GPU or not _has_fast_deposit():
            return None
        return numba.extending.intrinsic(lambda _context, _word, _k: (numba.int64(numba.int64, numba.int64), emit_deposit))
    generate = {"popcount": emit_population, "lowest": emit_trailing}[name]
    return numba.extending.intrinsic(lambda _context, _word: (numba.int64(numba.int64), generate))


def _build_tuple_reader() -> Any:
    """Build the compiled form of `read_state`: numba knows no comprehension that makes a tuple of a length fixed by a type."""
    import_numba()
    from numba.cpython.unsafe.tuple import tuple_setitem

    def read_state(rows, row, like):  # type: ignore[no-untyped-def]
        for word in range(len(like)):
            like = tuple_setitem(like, word, rows[row, word])
        return like

    return _make_dispatcher(read_state, callee=True)


def _has_fast_deposit() -> bool:
    """Return whether the processor scatters bits in one instruction; AMD's first two Zens did it in microcode."""
    from llvmlite import binding

    if chosen := import_numba().config.CPU_NAME:  # compiled for other machines of a kind
        return str(chosen) == "x86-64-v3"
    slow = binding.get_host_cpu_name() in ("znver1", "znver2")
    return bool(binding.get_host_cpu_features().get("bmi2")) and not slow
