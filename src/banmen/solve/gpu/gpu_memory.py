"""The memory of the GPU: giving it back at once, asking what is free, and one array over several."""

from __future__ import annotations

import gc
import time
from typing import Any

from banmen.kernels.gpu import numba_cuda
from banmen.solve.gpu.cuda_primitives import is_simulated


def release_memory() -> None:
    """Give memory back to the GPU now that Python and numba would give back later; numba's simulator keeps none."""
    gc.collect()
    context = numba_cuda().current_context()
    if hasattr(context, "deallocations"):
        context.deallocations.clear()


def measure_free_memory() -> int:
    """Return how many bytes the GPU has left; numba's simulator always has some."""
    context = numba_cuda().current_context()
    return int(context.get_memory_info().free) if hasattr(context, "deallocations") else 2**62


def cover_arrays(arrays: list[Any]) -> tuple[Any, list[int]]:
    """Return one array that spans others of the same type, and the offset of each in it.

    They may be anywhere in the memory of the GPU, or in that of the host where the GPU can read it. What lies between them
    must not be read, and they must be kept alive.
    """
    import numpy

    kind = numpy.dtype(arrays[0].dtype)
    if is_simulated():
        addresses = [array._ary.ctypes.data for array in arrays]
    else:
        addresses = [array.__cuda_array_interface__["data"][0] for array in arrays]
    base = min(addresses)
    assert not any((address - base) % kind.itemsize for address in addresses)
    places = [(address - base) // kind.itemsize for address in addresses]
    size = max(place + len(array) for place, array in zip(places, arrays, strict=True))
    if is_simulated():
        import ctypes

        there = (ctypes.c_uint8 * (size * kind.itemsize)).from_address(base)
        return type(arrays[0])(numpy.frombuffer(there, kind)), places
    interface = {"shape": (size,), "strides": None, "typestr": kind.str, "data": (base, False), "version": 3}
    return numba_cuda().from_cuda_array_interface(interface), places


def measure_copy_speed(size: int = 1 << 29, rounds: int = 10) -> float:
    """Return the bytes that the GPU reads and writes in a second when it copies an array of 64-bit numbers."""
    cuda = numba_cuda()
    one, two = (cuda.device_array(size, "float64") for _ in range(2))
    two.copy_to_device(one)
    cuda.synchronize()
    began = time.perf_counter()
    for _ in range(rounds):
        two.copy_to_device(one)
    cuda.synchronize()
    return float(rounds * 2 * one.nbytes / (time.perf_counter() - began))
