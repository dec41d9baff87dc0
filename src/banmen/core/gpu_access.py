"""Reaching the GPU, with an error for people where there is none."""

from __future__ import annotations

from typing import Any

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue
from banmen.kernels import gpu

messages = Catalogue(__name__)


class GpuUnavailableError(BanmenError, gpu.NoGpuError):
    """There is no GPU here, or no numba-cuda to reach it."""

    code = "no_gpu"


def find_gpu() -> Any:
    """Return numba-cuda where there is a GPU, or raise GpuUnavailableError."""
    try:
        return gpu.require_cuda()
    except gpu.NotInstalledError as error:
        raise GpuUnavailableError(messages("gpu.not_installed")) from error
    except gpu.NoGpuError as error:
        absent = messages("gpu.no_device")
        raise GpuUnavailableError(absent) from error
