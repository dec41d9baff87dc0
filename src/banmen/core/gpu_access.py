"""Access to the GPU, with a readable error if there is none."""

from __future__ import annotations

from typing import Any

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue
from banmen.kernels import gpu

messages = Catalogue(__name__)


class GpuUnavailableError(BanmenError, gpu.NoGpuError):
    """There is no GPU, or numba-cuda is not installed."""

    code = "no_gpu"


def find_gpu() -> Any:
    """Return the module numba-cuda if there is a GPU, or raise GpuUnavailableError."""
    try:
        return gpu.require_cuda()
    except gpu.NotInstalledError as error:
        raise GpuUnavailableError(messages("gpu.not_installed")) from error
    except gpu.NoGpuError as error:
        absent = messages("gpu.no_device")
        raise GpuUnavailableError(absent) from error
