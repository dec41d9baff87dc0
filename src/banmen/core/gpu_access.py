"""Reaching the GPU, with an error for people where there is none."""

from __future__ import annotations

from typing import Any

from banmen.core.errors import BanmenError
from banmen.core.messages import message
from banmen.kernels import gpu


class GpuUnavailableError(BanmenError, gpu.NoGpuError):
    """There is no GPU here, or no numba-cuda to reach it."""

    code = "no_gpu"


def find_gpu() -> Any:
    """Return numba-cuda where there is a GPU, or raise GpuUnavailableError."""
    try:
        return gpu.card()
    except gpu.NotInstalledError as error:
        missing = "numba-cuda is not installed: pip install 'banmen[gpu]'"
        japanese = "numba-cudaが入っていません。pip install 'banmen[gpu]' で入れてください"
        raise GpuUnavailableError(message(missing, japanese)) from error
    except gpu.NoGpuError as error:
        absent = message("no CUDA device was found on this machine", "このコンピュータにCUDAの装置が見つかりません")
        raise GpuUnavailableError(absent) from error
