"""Random play on the GPU, as far as it can be tested without one."""

import pytest

import banmen
from banmen.kernels import gpu


@pytest.mark.parametrize("name", banmen.names())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_random_play_compiles_for_the_gpu(name: str) -> None:
    text = gpu.ptx(banmen.game(name).rules)
    assert ".visible .entry" in text
    assert ".target sm_90" in text


def test_playing_on_a_gpu_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(gpu.NoGpuError, match="no CUDA device"):
        gpu.tally(banmen.game("kariuchi").rules, (0,), 0, 0, 0, 1, (0, 0, 0, 0), False)
