"""Devices on which a solver runs: the host's CPU or a GPU. Solvers use them only for memory and kernels."""

from __future__ import annotations

import os
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from banmen.core.errors import quote_value
from banmen.core.game import Game
from banmen.core.gpu_access import find_gpu
from banmen.core.messages import Catalogue, join_alternatives
from banmen.kernels import gpu
from banmen.kernels.kernel import CPU, GPU, PLAIN, choose_default_target
from banmen.kernels.twins import bind
from banmen.solve.solve_errors import SolveError

messages = Catalogue(__name__)

DEVICES = ("cpu", "gpu")
GIB = 2**30
USABLE = 0.9  # of the memory that is free may be used
PARTS = 64  # that the host cuts work into, so that threads share it evenly


class Device(Protocol):
    """Memory and kernels of the host or of a GPU."""

    @property
    def name(self) -> str:
        """One of DEVICES."""

    @property
    def target(self) -> str:
        """What kernels are bound for."""

    def describe(self) -> str:
        """Return what the device calls itself."""

    def allocate(self, shape: Any, dtype: str) -> Any:
        """Return an array there, filled with anything."""

    def send(self, array: Any) -> Any:
        """Copy an array of the host to the device."""

    def fetch(self, array: Any) -> Any:
        """Copy an array of the device to the host."""

    def bind(self, module: ModuleType, game: Game) -> Any:
        """Return a module's kernels for the device, bound to a game's rules."""

    def synchronize(self) -> None:
        """Wait until everything launched is done."""

    def sum_over(self, kernels: Any, which: int, count: int, number: int, arguments: tuple[Any, ...]) -> int:
        """Call the kernel `SWEEPS[which]` with every index below a count, a number and arguments; return the sum.

        `kernels` also has `span`, which calls it over a range of indices.
        """


class Host:
    """The processor, with some threads."""

    name = "cpu"

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1

    @property
    def target(self) -> str:
        """What kernels are bound for."""
        return choose_default_target()

    def describe(self) -> str:
        """Return the processor and the number of threads."""
        import platform

        return f"{platform.processor() or platform.machine()}, {self.threads} threads"

    def allocate(self, shape: Any, dtype: str) -> Any:
        """Return an array of zeros."""
        import numpy

        return numpy.zeros(shape, dtype)

    def send(self, array: Any) -> Any:
        """Return an array as it is."""
        return array

    def fetch(self, array: Any) -> Any:
        """Return an array as it is."""
        return array

    def bind(self, module: ModuleType, game: Game) -> Any:
        """Return a module's kernels, bound to a game's rules."""
        return game.compiled(module)

    def synchronize(self) -> None:
        """Return at once: nothing runs by itself."""

    def sum_over(self, kernels: Any, which: int, count: int, number: int, arguments: tuple[Any, ...]) -> int:
        """Call a kernel with every index below a count, in parts that threads share out."""
        step = max(1, -(-count // PARTS))
        parts = [(first, min(first + step, count)) for first in range(0, count, step)]
        with ThreadPoolExecutor(self.threads) as pool:
            return sum(pool.map(lambda part: int(kernels.span(which, *part, number, arguments)), parts))


class Gpu:
    """An NVIDIA GPU through numba-cuda, or numba's simulator of one; raises GpuUnavailableError if there is none."""

    name = "gpu"

    def __init__(self) -> None:
        self.cuda = find_gpu()
        # Small strata intentionally leave part of the GPU idle; numba-cuda would warn about every launch.
        warnings.filterwarnings("ignore", message=".*Grid size.*")

    @property
    def target(self) -> str:
        """What kernels are bound for; the simulator runs them as they are."""
        return GPU if choose_default_target() == CPU else PLAIN

    def describe(self) -> str:
        """Return the name of the GPU."""
        name = self.cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)

    def allocate(self, shape: Any, dtype: str) -> Any:
        """Return an array on the GPU that holds anything."""
        return self.cuda.device_array(shape, dtype)

    def send(self, array: Any) -> Any:
        """Return a copy of an array on the GPU."""
        return self.cuda.to_device(array)

    def fetch(self, array: Any) -> Any:
        """Return a copy of an array of the GPU's."""
        return array.copy_to_host()

    def bind(self, module: ModuleType, game: Game) -> Any:
        """Return a module's kernels for the GPU, bound to a game's rules."""
        return bind(module, game.rules, self.target)

    def synchronize(self) -> None:
        """Wait until everything launched is done."""
        self.cuda.synchronize()

    def sum_over(self, kernels: Any, which: int, count: int, number: int, arguments: tuple[Any, ...]) -> int:
        """Call a kernel with every index below a count, each by a thread of its own as far as possible."""
        return gpu.sweep(getattr(kernels, kernels.SWEEPS[which]), count, number, arguments)


def find_device(name: str, threads: int | None = None) -> Device:
    """Return a device by its name, or raise SolveError for an unknown one and GpuUnavailableError if there is no GPU."""
    if name not in DEVICES:
        raise SolveError(messages("solve.unknown_device", known=join_alternatives(DEVICES), name=quote_value(name, 20)))
    return Gpu() if name == "gpu" else Host(threads)


def measure_free_memory() -> int:
    """Return how many bytes of memory may be used, from the free memory reported by the system."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(int(line.split()[1]) * 1024 * USABLE)
    except (OSError, ValueError):
        pass
    return 4 * GIB
