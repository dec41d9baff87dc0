"""The message when there is no GPU."""

import pytest

from banmen.core.errors import BanmenError
from banmen.core.gpu_access import GpuUnavailableError, find_gpu
from banmen.kernels import gpu


@pytest.mark.parametrize(
    ("cause", "english", "japanese"),
    [
        (gpu.NoGpuError(), "no CUDA device was found", "装置が見つかりません"),
        (gpu.NotInstalledError(), "numba-cuda is not installed", "numba-cudaが入っていません"),
    ],
)
def test_a_missing_gpu_is_told_in_both_languages(
    monkeypatch: pytest.MonkeyPatch, cause: Exception, english: str, japanese: str
) -> None:
    def require_cuda() -> None:
        raise cause

    monkeypatch.setattr(gpu, "require_cuda", require_cuda)
    with pytest.raises(GpuUnavailableError, match=english) as caught:
        find_gpu()
    assert isinstance(caught.value, BanmenError)
    assert caught.value.code == "no_gpu"
    assert japanese in caught.value.localize("ja")
