"""Functions for the GPU: marked here, plain Python until their module is compiled.

`inlined` marks what kernels call, `kernel` what the host launches. `compile_module` returns a copy of a module in which all of
these are compiled, together with numba's types, the `cuda` module, the primitives and the constants it is given: the module
itself stays as it is, so that it can be compiled again for other constants or for another game's rules.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from banmen.kernels.gpu import numba_cuda
from banmen.solve.gpu.cuda_primitives import is_simulated, make_primitives

Function = TypeVar("Function", bound=Callable[..., Any])
TYPES = ("float64", "int64", "uint32", "uint64")


def inlined(function: Function) -> Function:
    """Mark a function to be compiled into the kernels that call it."""
    function.is_device_code = True  # type: ignore[attr-defined]
    return function


def kernel(function: Function) -> Function:
    """Mark a function to be launched by the host."""
    function.is_launched = True  # type: ignore[attr-defined]
    return function


def limited(registers: int) -> Callable[[Function], Function]:
    """Limit a kernel to some registers a thread, so that more blocks run at a time."""

    def mark(function: Function) -> Function:
        function.registers = registers  # type: ignore[attr-defined]
        return function

    return mark


def constant(type_name: str, value: int) -> Any:
    """Return a number of one of numba's types."""
    import numba

    return getattr(numba, type_name)(value)


@functools.cache
def compile_module(module: ModuleType, constants: tuple[tuple[str, Any], ...] = ()) -> Any:
    """Return a copy of a module whose marked functions are compiled for the GPU and know some constants by name."""
    import numba

    cuda = numba_cuda()
    copy = ModuleType(module.__name__)
    copy.__dict__.update(vars(module))
    copy.__dict__.update(make_primitives(cuda), cuda=cuda, **{name: getattr(numba, name) for name in TYPES})
    copy.__dict__.update(constants)
    copy.meet = cuda.jit(device=True)(_rebind(copy.meet, copy))  # type: ignore[attr-defined]
    for name, function in list(vars(module).items()):
        if isinstance(function, FunctionType) and hasattr(function, "is_device_code"):
            setattr(copy, name, cuda.jit(device=True, inline=True)(_rebind(function, copy)))
        elif isinstance(function, FunctionType) and hasattr(function, "is_launched"):
            limited_to = getattr(function, "registers", None) if not is_simulated() else None
            limit = {"max_registers": limited_to} if limited_to else {}
            setattr(copy, name, cuda.jit(_rebind(function, copy), **limit))
    return copy


def _rebind(function: FunctionType, module: ModuleType) -> FunctionType:
    """Return a copy of a function that looks names up in another module."""
    return FunctionType(function.__code__, module.__dict__, function.__name__, function.__defaults__)
