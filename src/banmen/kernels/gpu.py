"""Kernels on an NVIDIA GPU, compiled by numba-cuda: random play, sweeps that sum a kernel over many indices, and arrays there.

It needs the extra `banmen[gpu]`. Beside `compiler.py` this is the only file of the kernels that knows numba. Tested with
numba-cuda 0.30.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from banmen.kernels import kernel, playout, twins
from banmen.kernels.contract import State
from banmen.kernels.throws import Odds

BLOCK = 128  # threads that start together
THREADS = 132 * 2048  # as many as an H200 holds at a time
cuda: Any = None  # numba.cuda, once it was imported; its simulator wants to find it under this name


class NoGpuError(Exception):
    """There is no GPU here, or no numba-cuda to reach it; `banmen.core.gpu_access` says so to people."""


class NotInstalledError(NoGpuError):
    """There is no numba-cuda."""


@functools.cache
def launcher(rules: ModuleType, counting: bool) -> Any:
    """Return the CUDA kernel that plays many games of one kind; it is compiled when it is first launched."""
    from numba import int64

    cuda = numba_cuda()
    tally = twins.bind(playout, rules, kernel.GPU).tally
    results, least, most = playout.RESULTS, playout.LEAST, playout.MOST_STEPS
    words: int = rules.WORDS
    mode = 1 if counting else None
    rows = playout.PAST + 1 if hasattr(rules, "end_by_repetition") else 1

    @cuda.jit
    def launch(  # type: ignore[no-untyped-def]
        state, seats, seed, first, games, share, odds, out
    ):
        thread = cuda.grid(1)
        begin = thread * share
        if begin >= games:
            return
        sums = cuda.local.array(results, int64)
        past = cuda.local.array((rows, words), int64)
        for index in range(results):
            sums[index] = 0
        sums[least] = out[least]
        tally(state, seats, seed, first + begin, min(share, games - begin), odds, past, past, 0, mode, sums)
        for index in range(results):
            if index == least:
                cuda.atomic.min(out, index, sums[index])
            elif index == most:
                cuda.atomic.max(out, index, sums[index])
            else:
                cuda.atomic.add(out, index, sums[index])

    return launch


def tally(
    rules: ModuleType, state: State, seats: int, seed: int, first: int, games: int, odds: Odds, counting: bool
) -> list[int]:
    """Play games on the GPU and return the same sums that `playout.tally` gives on the CPU."""
    import numpy

    cuda = require_cuda()
    sums = numpy.zeros(playout.RESULTS, numpy.int64)
    sums[playout.LEAST] = 2**61
    out = cuda.to_device(sums)
    share = max(1, -(-games // THREADS))
    threads = -(-games // share)
    launcher(rules, counting)[-(-threads // BLOCK), BLOCK](state, seats, seed, first, games, share, odds, out)
    return [int(value) for value in out.copy_to_host()]


@functools.cache
def sweeper(function: Any) -> Any:
    """Return the CUDA kernel that calls a kernel with every number below a total and adds up what it returns."""
    numba_cuda()

    @cuda.jit
    def launch(total, number, arguments, out):  # type: ignore[no-untyped-def]
        amount = 0
        for index in range(cuda.grid(1), total, cuda.gridsize(1)):
            amount += function(index, number, arguments)
        if amount != 0:
            cuda.atomic.add(out, 0, amount)

    return launch


def sweep(function: Any, total: int, number: int, arguments: tuple[Any, ...]) -> int:
    """Call a kernel with every index below a total, a number and arguments, on the GPU, and return the sum of its answers."""
    import numpy

    out = require_cuda().to_device(numpy.zeros(1, numpy.int64))
    block = min(BLOCK, THREADS)
    sweeper(function)[-(-min(THREADS, total) // block), block](total, number, arguments, out)
    return int(out.copy_to_host()[0])


def sweep_ptx(function: Any, arguments: tuple[Any, ...], capability: tuple[int, int] = (9, 0)) -> str:
    """Compile the sweep of a kernel for a GPU that need not be here, and return the assembly."""
    from numba import int64, typeof

    fake_capability(capability)
    signature = (int64, int64, typeof(arguments), int64[::1])
    text, _ = numba_cuda().compile_ptx(sweeper(function).py_func, signature, cc=capability)
    return str(text)


def ptx(rules: ModuleType, capability: tuple[int, int] = (9, 0)) -> str:
    """Compile the random play of one game for a GPU that need not be here, and return the assembly."""
    from numba import types

    cuda = numba_cuda()
    fake_capability(capability)
    words = types.UniTuple(types.int64, rules.WORDS)
    whole = types.int64
    signature = (words, *[whole] * 5, types.UniTuple(whole, 4), whole[::1])
    text, _ = cuda.compile_ptx(launcher(rules, True).py_func, signature, cc=capability)
    return str(text)


def require_cuda() -> Any:
    """Return numba-cuda where there is a GPU, or raise NoGpuError."""
    cuda = numba_cuda()
    if not cuda.is_available():
        raise NoGpuError("no CUDA device was found on this machine")
    return cuda


def numba_cuda() -> Any:
    """Return numba-cuda, which can compile without a GPU too, or raise NoGpuError."""
    import numpy

    if not hasattr(numpy, "row_stack"):
        # numba-cuda 0.30 asks for this old name of vstack, which numpy 2.5 has dropped.
        numpy.row_stack = numpy.vstack  # type: ignore[attr-defined,unused-ignore]
    global cuda
    try:
        from numba import cuda
    except ImportError as error:
        raise NotInstalledError("numba-cuda is not installed") from error
    return cuda


def fake_capability(capability: tuple[int, int]) -> None:
    """Let numba-cuda compile device functions where it finds no device to ask for its capability."""
    if not numba_cuda().is_available():
        import numba.cuda.dispatcher as dispatcher

        class Absent:
            compute_capability = capability

        dispatcher.get_current_device = Absent
