"""The compiler of kernels: numba for the CPU, with what it does differently from numba as it comes.

Kernels are compiled in two ways that numba does not offer by itself, because both need its private parts:

- *Without reference counting.* A kernel allocates nothing and outlives none of its arguments, so an array that is passed on
  costs nothing. numba then refuses to compile a kernel that allocates after all; such a kernel is marked `@allocating`.
- *With internal callees.* numba links compiled callees into their caller's module as functions that other modules might call.
  Made internal before the module is optimised, LLVM inlines those with a single caller and specialises the others.

At the first compilation of a process a probe checks that both still work; where they do not, numba compiles as it comes, with
the same results. BANMEN_STOCK_NUMBA=1 asks for that, to compare. This file and `gpu.py` are the only ones here that know numba;
both import it only when something has to be compiled. Tested with numba 0.68 and llvmlite 0.50.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from banmen.kernels.compile_cache import cache_folder, is_stock_numba
from banmen.kernels.kernel import CPU, GPU, Table


def compile_function(function: FunctionType, where: str, *, called_from_python: bool, inline: bool, allocating: bool) -> Any:
    """Return a dispatcher that compiles a function for a target when it is first called, or loads it from the cache."""
    if where == GPU:
        return import_numba().njit(function)  # numba-cuda compiles plain dispatchers for the device it runs on
    # Every wrapper costs about a seventh of the compile time, and only generic kernels are called from outside.
    options = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not called_from_python, "forceinline": inline}
    dispatcher = _make_dispatcher(function, allocating=allocating, **options)
    with contextlib.suppress(RuntimeError):  # no folder can be written to: then everything is compiled anew each time
        dispatcher._cache = _cache_class()(function)
    return dispatcher


def make_table_array(table: Table) -> Any:
    """Return a table as compiled code takes it."""
    import numpy

    return numpy.array(table, dtype=numpy.int64)


@functools.cache
def import_numba() -> Any:
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


def _make_dispatcher(function: Any, *, allocating: bool = False, **options: Any) -> Any:
    """Return numba's dispatcher of a function, with the changes that work."""
    if not is_stock_numba() and (
        changed := _make_changed_compiler(_find_allocating_changes if allocating else find_working_changes)
    ):
        options["pipeline_class"] = changed
    return import_numba().njit(nogil=True, error_model="numpy", **options)(function)


class Changes(NamedTuple):
    """Which of our changes to numba are made."""

    uncounted: bool  # arrays are not reference counted
    internal: bool  # callees are internal to the module that they are linked into


@functools.cache
def _make_changed_compiler(changes: Callable[[], Changes]) -> Any:
    """Return numba's compiler with changes, asked for when something is compiled; None if numba lacks the parts for them."""
    import_numba()
    try:
        from numba.core.codegen import JITCodeLibrary
        from numba.core.compiler import Compiler, Flags
    except ImportError:
        return None

    class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
        made_internal = 0

        def _optimize_final_module(self) -> None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    function.linkage = "internal"
                    self.made_internal += 1
            super()._optimize_final_module()

    class KernelCompiler(Compiler):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            self.changes = changes()
            for value in (*arguments, *named.values()):
                if self.changes.uncounted and isinstance(value, Flags):
                    value.nrt = False
            super().__init__(*arguments, **named)

        def define_pipelines(self) -> Any:
            state = self.state
            if self.changes.internal and state.library is None:
                state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
                state.library.enable_object_caching()
            return super().define_pipelines()

    return KernelCompiler


@functools.cache
def find_working_changes() -> Changes:
    """Tell which of our changes work with this numba, each by a probe of its own, once in a process that compiles something."""
    return Changes(
        uncounted=_works(Changes(uncounted=True, internal=False)), internal=_works(Changes(uncounted=False, internal=True))
    )


def _find_allocating_changes() -> Changes:
    return find_working_changes()._replace(uncounted=False)


def _works(changes: Changes) -> bool:
    """Compile two small kernels with a change, and tell whether it is seen in the code and the result is right."""
    import numpy

    try:
        compiled = functools.partial(import_numba().njit, nogil=True, pipeline_class=_make_changed_compiler(lambda: changes))
        callee = compiled(lambda row, index: row[index] + row[index - 1])
        caller = compiled(lambda row: callee(row, 1) * callee(row[1:], 2))
        if caller(numpy.arange(2, 6)) != (2 + 3) * (4 + 5):
            return False
        (result,) = caller.overloads.values()
        counts = re.search(r"@NRT_(incref|decref)", result.library.get_llvm_str())
        return (not changes.uncounted or not counts) and (not changes.internal or result.library.made_internal > 0)
    except Exception:  # whatever another numba may raise where its private parts have changed
        return False


@functools.cache
def _cache_class() -> Any:
    """Return numba's cache of compiled functions, made to count as empty where it is damaged and to do without a full disk."""
    import_numba()
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

    return _make_dispatcher(read_state)


def _has_fast_deposit() -> bool:
    """Tell whether the processor scatters bits in one instruction; AMD's first two Zens did it in microcode."""
    from llvmlite import binding

    slow = binding.get_host_cpu_name() in ("znver1", "znver2")
    return bool(binding.get_host_cpu_features().get("bmi2")) and not slow
