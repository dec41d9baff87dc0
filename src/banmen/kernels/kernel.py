"""Kernels: small pure functions on integers that run in the interpreter, on the CPU and on the GPU.

A function marked with `@kernel` stays an ordinary Python function: to read, to step through, and to answer questions about one
position at once. `banmen.kernels.twins` makes twins of whole modules in which every kernel is compiled. This file holds the
marks, constant tables, the targets, and the few functions that are machine instructions in compiled code.

Rules for kernels: integers below 2**62 and tuples of them, no objects, no exceptions, no allocation. A constant
look-up table is a `Table`: a tuple in the interpreter, an array in compiled code.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

PLAIN, CPU, GPU = "plain", "cpu", "gpu"
Function = TypeVar("Function", bound=Callable[..., Any])


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


def allocating(function: Function) -> Function:
    """Mark a kernel that allocates arrays, which needs reference counts; no kernel of a game or a search should."""
    function.is_allocating = True  # type: ignore[attr-defined]
    return kernel(function)


@native
def popcount(word: int) -> int:
    """Return the number of set bits of a non-negative word."""
    return word.bit_count()


@native
def lowest(word: int) -> int:
    """Return the index of the lowest set bit of a positive word."""
    return int(word & -word).bit_length() - 1  # NumPy scalars lack `bit_length`


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


def choose_default_target() -> str:
    """Return where kernels run by default: `cpu`, or `plain` when BANMEN_JIT=0 (or numba's own switch) asks for that."""
    unwanted = os.environ.get("BANMEN_JIT", "1") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return PLAIN if unwanted else CPU
