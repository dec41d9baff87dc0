"""Kernels that come compiled with the package: which there are, whether they fit here, and how Python calls them.

A wheel brings one library of machine code for each *grade* of processor, and beside it a list of the kernels in it (see
`banmen.kernels.ahead_of_time`, which makes both). A library is used only where the kernel sources are those that it was made
of, the processor has all that its grade asks for, and its file is whole; a kernel of it only for arguments of a *form* that it
was compiled for. Everything else is compiled by numba, which is not imported until then.

Forms are written as text: `i` an integer of 64 bits, `f` a float, `b` a truth value, `n` None, `(iif)` a tuple, and `<i8:2` an
array with its type of numbers and its dimensions. An array has to lie in one piece and be writable.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import platform
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from banmen.kernels.compile_cache import digest_own_sources, is_stock_numba

FOLDER = Path(__file__).parent / "shipped"
UNKNOWN = "?"  # the form of what no shipped kernel takes
CODES = {"i": "q", "u": "Q", "f": "d", "b": "q", "n": ""}  # how `struct` writes what a form stands for
V2 = frozenset(("cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3"))
V3 = V2 | {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"}
GRADES = {"x86-64-v3": V3, "x86-64-v2": V2}  # the best first, with the features that Linux must name
SLOW_DEPOSIT = ("AuthenticAMD", 23)  # the first two Zens scatter bits in microcode, for which the lower grade is faster


class Variant(NamedTuple):
    """A kernel for one form of its arguments."""

    symbol: str
    result: str  # the form of what it returns


class KernelList(NamedTuple):
    """What is in a library: the digest of the sources, that of the file itself, and the kernels by name and form."""

    sources: str
    library: str
    kernels: dict[str, dict[str, Variant]]


def name_kernel(rules: ModuleType, generic: ModuleType, name: str) -> str:
    """Return how a kernel is named in lists: by the modules it is made of."""
    return f"{rules.__name__} {generic.__name__} {name}"


def find_kernel(rules: ModuleType, generic: ModuleType, name: str, compile_it: Callable[[], Any]) -> Any:
    """Return a kernel that was shipped, or None; `compile_it` serves arguments of a form that it was not made for."""
    if not all(sys.modules.get(module.__name__) is module for module in (rules, generic)):
        return None
    opened = open_library()
    variants = opened.kernels.get(name_kernel(rules, generic, name)) if opened else None
    return ShippedKernel(opened.code, variants, compile_it) if opened and variants else None


def has_kernel(rules: ModuleType, kernel: str) -> bool:
    """Return whether a kernel, named like `playout.tally`, was shipped for a game and can be used here."""
    opened = open_library()
    return opened is not None and (rules.__name__, kernel) in opened.names


class ShippedKernel:
    """A kernel of a library as Python calls it: like numba's, it takes and returns plain values."""

    def __init__(self, code: ctypes.CDLL, variants: dict[str, Variant], compile_it: Callable[[], Any]) -> None:
        self._calls = {form: _make_call(code, form, variant) for form, variant in variants.items()}
        self._compile = functools.cache(compile_it)

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel; arguments of a form that it was not made for are left to numba."""
        call = self._calls.get(find_form(arguments))
        if call is not None:
            try:
                return call(arguments)
            except struct.error:  # an integer of more than 64 bits: numba says what is wrong
                pass
        return self._compile()(*arguments)


def find_form(value: Any) -> str:
    """Return the form of an argument, or of a tuple of them; what no kernel takes makes it one that is in no list.

    >>> find_form((1, (2, 3), 0.5, None))
    '(i(ii)fn)'
    >>> find_form("text")
    '?'
    """
    kind = type(value)
    if kind is int:
        return "i"
    if kind is tuple:
        return f"({''.join(map(find_form, value))})"
    if kind is float:
        return "f"
    if kind is bool:
        return "b"
    if value is None:
        return "n"
    return _find_numpy_form(value, kind)


def _find_numpy_form(value: Any, kind: type) -> str:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return UNKNOWN
    if kind is numpy.ndarray:
        flags = value.flags
        whole = flags.c_contiguous and flags.writeable and flags.aligned
        return f"{value.dtype.str}:{value.ndim}" if whole else UNKNOWN
    return "i" if kind is numpy.int64 else "f" if kind is numpy.float64 else UNKNOWN


def split_form(form: str) -> list[str]:
    """Take the form of a tuple apart.

    >>> split_form("(i(if)<i8:2f)")
    ['i', '(if)', '<i8:2', 'f']
    """
    parts, depth, start, at = [], 0, 1, 1
    while at < len(form) - 1:
        if form[at] == "<" or form[at] == "|":
            at = form.index(":", at) + 1
        depth += {"(": 1, ")": -1}.get(form[at], 0)
        at += 1
        if depth == 0:
            parts.append(form[start:at])
            start = at
    return parts


def layout(form: str) -> str:
    """Return the format of `struct` for the words of a value: an array is its address, shape and strides."""
    if form.startswith("("):
        return "".join(map(layout, split_form(form)))
    return CODES[form] if form in CODES else "q" * (1 + 2 * int(form.rpartition(":")[2]))


def _flatten(values: tuple[Any, ...]) -> Iterator[Any]:
    """Return the words of arguments one after another."""
    for value in values:
        if isinstance(value, tuple):
            yield from _flatten(value)
        elif getattr(value, "ndim", 0):
            yield from (value.ctypes.data, *value.shape, *value.strides)
        elif value is not None:
            yield value


def _make_call(code: ctypes.CDLL, form: str, variant: Variant) -> Callable[[tuple[Any, ...]], Any]:
    """Return a function that calls a variant of a kernel with arguments of its form."""
    taken, returned = struct.Struct("=" + layout(form)), struct.Struct("=" + layout(variant.result))
    room = ctypes.c_char * (taken.size + returned.size)
    function = getattr(code, variant.symbol)
    function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_int32

    def call(arguments: tuple[Any, ...]) -> Any:
        words = bytearray(taken.size + returned.size)
        taken.pack_into(words, 0, *_flatten(arguments))
        if status := function(ctypes.addressof(room.from_buffer(words))):
            raise RuntimeError(f"{variant.symbol} ended with status {status}")  # kernels never raise
        return _build(variant.result, iter(returned.unpack_from(words, taken.size)))

    return call


def _build(form: str, words: Iterator[Any]) -> Any:
    """Put a value of a form together from its words."""
    if form.startswith("("):
        return tuple(_build(part, words) for part in split_form(form))
    if form == "n":
        return None
    return bool(next(words)) if form == "b" else next(words)


class OpenLibrary(NamedTuple):
    """A library that is loaded, and what is in it."""

    code: ctypes.CDLL
    kernels: dict[str, dict[str, Variant]]
    names: frozenset[tuple[str, str]]  # of rules and kernels, those without the packages they stand in


@functools.cache
def open_library() -> OpenLibrary | None:
    """Return the best library that fits here, or None; BANMEN_SHIPPED=0 asks for none."""
    if os.environ.get("BANMEN_SHIPPED", "1") == "0" or is_stock_numba() or not FOLDER.is_dir():
        return None
    fitting, sources = list_grades(read_processor()), digest_own_sources()
    return next((opened for grade in fitting if (opened := read_library(FOLDER, grade, sources))), None)


class Processor(NamedTuple):
    """What Linux says of a processor."""

    vendor: str
    family: int
    features: frozenset[str]


def read_processor() -> Processor | None:
    """Return what is known of the processor, or None where no library could be for it."""
    if sys.platform != "linux" or platform.machine() != "x86_64" or sys.maxsize < 2**62:
        return None
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
    except OSError:
        return None
    fields = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}
    family = fields.get("cpu family", "")
    return Processor(
        fields.get("vendor_id", ""), int(family) if family.isdecimal() else 0, frozenset(fields.get("flags", "").split())
    )


def list_grades(processor: Processor | None) -> list[str]:
    """Return the grades that a processor can run and runs fast, the best first.

    >>> list_grades(Processor("GenuineIntel", 6, V3))
    ['x86-64-v3', 'x86-64-v2']
    >>> list_grades(Processor("GenuineIntel", 6, V2 - {"popcnt"}))
    []
    """
    if processor is None:
        return []
    slow = (processor.vendor, processor.family) == SLOW_DEPOSIT
    fitting = {grade: needed for grade, needed in GRADES.items() if needed <= processor.features}
    return [grade for grade, needed in fitting.items() if not (slow and "bmi2" in needed)]


def read_library(folder: Path, grade: str, sources: str) -> OpenLibrary | None:
    """Load the library of a grade from a folder if it was made of these sources and is whole, or return None."""
    try:
        kept = json.loads((folder / f"{grade}.json").read_text(encoding="utf-8"))
        listed = KernelList(kept["sources"], kept["library"], kept["kernels"])
        path = folder / f"{grade}.so"
        if listed.sources != sources or hashlib.sha256(path.read_bytes()).hexdigest() != listed.library:
            return None
        ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)  # has the logarithm that kernels call
        code = ctypes.CDLL(str(path))
        kernels = {
            name: {form: Variant(*variant) for form, variant in variants.items()} for name, variants in listed.kernels.items()
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None
    split = (name.split() for name in kernels)
    return OpenLibrary(
        code, kernels, frozenset((rules, f"{generic.rpartition('.')[2]}.{name}") for rules, generic, name in split)
    )
