"""Limits on passphrase attempts, from one address and from many."""

from __future__ import annotations

import pytest

from banmen.server.people.attempt_limits import AttemptLimits

A_MINUTE = 10
DAY = 24 * 60  # minutes


class Clock:
    def __init__(self) -> None:
        self.minute = 0

    def __call__(self) -> float:
        return 60.0 * self.minute


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> AttemptLimits:
    return AttemptLimits(A_MINUTE, clock)


def guess(limits: AttemptLimits, address: str, name: str = "ada", is_own: bool = False) -> bool:
    return limits.takes(address) and limits.takes_name(address, name, is_own)


def test_one_address_can_guess_little_and_lock_out_nobody(limits: AttemptLimits, clock: Clock) -> None:
    guessed = 0
    for clock.minute in range(DAY):
        guessed += sum(guess(limits, "eve") for _ in range(3 * A_MINUTE))
        assert guess(limits, f"ada {clock.minute}")  # from any address
    assert guessed <= A_MINUTE + DAY * A_MINUTE / 5


def test_many_addresses_together_can_guess_no_more_than_one(limits: AttemptLimits, clock: Clock) -> None:
    guessed = 0
    for clock.minute in range(DAY):
        guessed += sum(guess(limits, f"eve {number}") for number in range(100))
        assert guess(limits, "ada", is_own=True)  # a signed-in device
    assert guessed <= 10 * A_MINUTE + DAY * A_MINUTE
    assert guess(limits, "bob", "bobby")


def test_an_address_tries_no_more_names_than_one(limits: AttemptLimits) -> None:
    assert sum(guess(limits, "eve", f"name {number}") for number in range(100)) == A_MINUTE
