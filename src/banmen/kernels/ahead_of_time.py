"""Compiling kernels ahead of time into a library that is shipped with the package (see `banmen.kernels.shipped`).

All kernels that Python calls with the rules of one game go through LLVM together, as one module in which everything else is
internal. In front of each stands a *gate*: a function with the same plain signature for all, which takes the address of some
words, reads the arguments from them, and writes the result behind them. So a library needs neither numba nor Python itself.

The processor that is compiled for is numba's: NUMBA_CPU_NAME and NUMBA_CPU_FEATURES have to be set before numba is imported.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from banmen.kernels import compiler, shipped, twins
from banmen.kernels.compile_cache import digest_own_sources

# What machine code may ask for: the C library has these everywhere, and so has every process that runs Python.
ALLOWED = frozenset(("memcpy", "memmove", "memset", "exp", "log", "pow", "sqrt"))
NUMBERS = {"i": "int64", "f": "float64", "b": "boolean", "n": "none"}


class Call(NamedTuple):
    """A kernel and the form of the arguments that it is called with."""

    rules: ModuleType
    generic: ModuleType
    name: str
    form: str


class ShippingError(Exception):
    """Kernels cannot be compiled into a library."""


def build_library(calls: Iterable[Call], grade: str, folder: Path) -> Path:
    """Compile kernels for a grade of processors, with numba set up for it, into a library and its list in a folder."""
    numba = compiler.import_numba()
    if grade != numba.config.CPU_NAME or numba.config.CPU_FEATURES != "":
        raise ShippingError(f"NUMBA_CPU_NAME={grade} and NUMBA_CPU_FEATURES= have to be set")
    by_rules: dict[ModuleType, list[Call]] = {}
    for call in calls:
        by_rules.setdefault(call.rules, []).append(call)
    kernels: dict[str, dict[str, shipped.Variant]] = {}
    folder.mkdir(parents=True, exist_ok=True)
    library, digest = folder / f"{grade}.so", digest_own_sources()
    with tempfile.TemporaryDirectory() as room:
        objects = []
        for rules, wanted in by_rules.items():
            objects.append(Path(room) / f"{twins.cache_name(rules)}.o")
            objects[-1].write_bytes(_compile_module(wanted, grade, kernels))
        _link(objects, Path(room) / library.name)
        library.unlink(missing_ok=True)  # rather than overwritten: whoever has the old one loaded keeps it
        shutil.copy(Path(room) / library.name, library)
    listed = shipped.KernelList(digest, hashlib.sha256(library.read_bytes()).hexdigest(), kernels)
    (folder / f"{grade}.json").write_text(json.dumps(listed._asdict(), indent=1) + "\n", encoding="utf-8")
    return library


def _compile_module(calls: list[Call], grade: str, kernels: dict[str, dict[str, shipped.Variant]]) -> bytes:
    """Compile the kernels of one game into an object file, and add them to the list."""
    from llvmlite import binding
    from numba.core.registry import cpu_target

    context = cpu_target.target_context
    with compiler.lock():
        results = [_translate(call) for call in calls]
        name = twins.cache_name(calls[0].rules)
        library = compiler.make_callee_library(context.codegen(), f"shipped_{name}")
        for call, result in zip(calls, results, strict=True):
            symbol = f"banmen_{name}_{call.generic.__name__.rpartition('.')[2]}_{call.name}_{_digest(call.form)}"
            library.add_linking_library(result.library)
            library.add_ir_module(_write_gate(context, library, result, call.form, symbol))
            variants = kernels.setdefault(shipped.name_kernel(call.rules, call.generic, call.name), {})
            variants[call.form] = shipped.Variant(symbol, _form_of(result.signature.return_type))
        library.finalize()
        if library.has_dynamic_globals:
            raise ShippingError(f"{name}: a table is too large to be a constant")
        symbols = {variant.symbol for variants in kernels.values() for variant in variants.values()}
        compiler.optimise_together(library, symbols)
        _refuse_foreign(library)
    machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(
        cpu=grade, features="", opt=3, reloc="pic", codemodel="default"
    )
    return bytes(machine.emit_object(library._final_module))


def _refuse_foreign(library: Any) -> None:
    """Raise ShippingError if code calls something of numba's or Python's, which need not be there."""
    called = {function.name for function in library._final_module.functions if function.is_declaration}
    if foreign := {name for name in called if not name.startswith("llvm.")} - ALLOWED:
        raise ShippingError(f"kernels call {', '.join(sorted(foreign))}")


def _digest(form: str) -> str:
    return hashlib.sha256(form.encode()).hexdigest()[:8]


def _translate(call: Call) -> Any:
    """Return numba's result of compiling a callee for a form of arguments, which is code for LLVM alone."""
    bound = twins.bind_callees(call.generic, call.rules)
    dispatcher = getattr(bound, call.name)
    types = tuple(_type_of(form) for form in shipped.split_form(call.form))
    dispatcher.compile(types)
    return dispatcher.overloads[types]


def _type_of(form: str) -> Any:
    """Return numba's type of a form."""
    from numba import types
    from numba.np.numpy_support import from_dtype

    if form.startswith("("):
        return types.BaseTuple.from_types([_type_of(part) for part in shipped.split_form(form)])
    if form in NUMBERS:
        return getattr(types, NUMBERS[form])
    import numpy

    numbers, _, dimensions = form.rpartition(":")
    return types.Array(from_dtype(numpy.dtype(numbers)), int(dimensions), "C")


def _form_of(kind: Any) -> str:
    """Return the form of a type that a kernel returns."""
    from numba import types

    if isinstance(kind, types.BaseTuple):
        return f"({''.join(map(_form_of, kind))})"
    if isinstance(kind, types.Boolean):
        return "b"
    if isinstance(kind, types.NoneType):
        return "n"
    if isinstance(kind, types.Integer):
        return "i" if kind.signed else "u"
    if kind == types.float64:
        return "f"
    raise ShippingError(f"a kernel returns {kind}")


def _write_gate(context: Any, library: Any, result: Any, form: str, symbol: str) -> Any:
    """Return a module for LLVM with the function that stands in front of a kernel."""
    from llvmlite import ir

    module = library.create_ir_module(f"gate_{symbol}")
    word = ir.IntType(64)
    gate = ir.Function(module, ir.FunctionType(ir.IntType(32), [word.as_pointer()]), symbol)
    builder = ir.IRBuilder(gate.append_basic_block())
    words = _Words(context, builder, gate.args[0])
    signature = result.signature
    arguments = [words.read(kind) for kind in signature.args]
    if words.at != len(shipped.layout(form)):
        raise ShippingError(f"{symbol}: {words.at} words are read")
    callee = context.declare_function(module, result.fndesc)
    status, returned = context.call_conv.call_function(builder, callee, signature.return_type, signature.args, arguments)
    words.write(signature.return_type, returned)
    builder.ret(status.code)
    return module


class _Words:
    """The words that a gate reads and writes, in order."""

    def __init__(self, context: Any, builder: Any, first: Any) -> None:
        self.context, self.builder, self.first, self.at = context, builder, first, 0

    def _next(self) -> Any:
        from llvmlite import ir

        self.at += 1
        return self.builder.gep(self.first, [ir.IntType(64)(self.at - 1)])

    def _load(self) -> Any:
        return self.builder.load(self._next())

    def read(self, kind: Any) -> Any:
        """Read an argument of a type."""
        from llvmlite import ir
        from numba import types

        if isinstance(kind, types.BaseTuple):
            return self.context.make_tuple(self.builder, kind, [self.read(part) for part in kind])
        if isinstance(kind, types.Array):
            return self._read_array(kind)
        if isinstance(kind, types.NoneType):
            return self.context.get_dummy_value()
        if isinstance(kind, types.Boolean):
            return self.builder.trunc(self._load(), self.context.get_value_type(kind))
        if kind == types.float64:
            return self.builder.bitcast(self._load(), ir.DoubleType())
        return self._load()

    def _read_array(self, kind: Any) -> Any:
        from numba.core import cgutils
        from numba.np.arrayobj import populate_array

        builder, context = self.builder, self.context
        array = context.make_array(kind)(context, builder)
        data = builder.inttoptr(self._load(), context.get_data_type(kind.dtype).as_pointer())
        shape = [self._load() for _ in range(kind.ndim)]
        strides = [self._load() for _ in range(kind.ndim)]
        itemsize = context.get_constant_generic(
            builder, _type_of("i"), context.get_abi_sizeof(context.get_data_type(kind.dtype))
        )
        nothing = cgutils.get_null_value(array.meminfo.type)
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=nothing)
        return array._getvalue()

    def write(self, kind: Any, value: Any) -> None:
        """Write what was returned."""
        from llvmlite import ir
        from numba import types

        builder, word = self.builder, ir.IntType(64)
        if isinstance(kind, types.BaseTuple):
            for index, part in enumerate(kind):
                self.write(part, builder.extract_value(value, index))
        elif isinstance(kind, types.Boolean):
            builder.store(builder.zext(self.context.get_value_as_data(builder, kind, value), word), self._next())
        elif kind == types.float64:
            builder.store(builder.bitcast(value, word), self._next())
        elif isinstance(kind, types.Integer):
            wide = value if kind.bitwidth == 64 else (builder.sext if kind.signed else builder.zext)(value, word)
            builder.store(wide, self._next())


def _link(objects: list[Path], library: Path) -> None:
    """Link object files into a shared library that needs nothing but the C library."""
    compile_c = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
    command = [compile_c] if compile_c else [sys.executable, "-m", "ziglang", "cc"]
    options = ["-shared", "-nostdlib", "-Wl,--gc-sections", "-Wl,-s", "-o", str(library)]
    try:
        subprocess.run([*command, *options, *map(str, objects)], check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise ShippingError("no C compiler could link the library") from error
