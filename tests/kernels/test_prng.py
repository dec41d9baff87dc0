"""Random streams: uniform, and independent of each other."""

import itertools

from banmen.kernels import prng


def test_the_random_stream_is_even() -> None:
    counts = [0] * 7
    state = prng.stream(99, 3)
    for _ in range(70_000):
        state = prng.next_state(state)
        assert 0 <= state < 2**62
        counts[prng.below(state, 7)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)


def test_streams_differ_from_each_other() -> None:
    states = {prng.stream(seed, index) for seed in range(200) for index in range(200)}
    assert len(states) == 40_000
    first = [prng.below(prng.next_state(prng.stream(5, index)), 1 << 16) for index in range(20_000)]
    assert abs(sum(first) / len(first) - 32_768) < 800
    agreeing = sum(a == b for a, b in itertools.pairwise(first))
    assert agreeing < 5


def test_seeds_and_games_far_apart_stay_within_range() -> None:
    for seed in (0, 1, 2**31, 2**61):
        for index in (0, 1, 2**31, 2**40):
            assert 0 < prng.stream(seed, index) < 2**62
