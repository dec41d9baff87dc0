"""The sticks' probabilities as integers."""

import pytest

from banmen.core.sticks import compute_weights
from banmen.kernels.throws import THROWS, probability


@pytest.mark.parametrize("p", [0.1, 0.3, 0.45, 0.7])
@pytest.mark.parametrize("total", [16, 255, 1000])
def test_weights_add_up_whatever_is_rounded(p: float, total: int) -> None:
    weights = compute_weights(p, total)
    assert sum(weights) == total
    assert all(abs(weight - probability(value, p) * total) < 3 for value, weight in zip(THROWS, weights, strict=True))
