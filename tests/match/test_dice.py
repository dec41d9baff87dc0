"""Throws from a secret seed: fair, reproducible, and committed to by a digest."""

from collections import Counter

import pytest

from banmen.core.sticks import THROWS, probability
from banmen.match import dice


@pytest.mark.parametrize("p", [0.5, 0.3, 0.9, 1 / 3])
def test_throws_fall_by_their_chances(p: float) -> None:
    number = 4000
    seen = Counter(dice.throw_by_seed("ab" * 32, "throw", index, p) for index in range(number))
    assert set(seen) <= set(THROWS)
    # Pearson's statistic stays below 23.5 in all but one of 10,000 fair runs; this one is always the same.
    statistic = sum((seen[value] - number * probability(value, p)) ** 2 / (number * probability(value, p)) for value in THROWS)
    assert statistic < 23.5


def test_even_hopeless_sticks_can_be_thrown() -> None:
    assert dice.throw_by_seed("00", "throw", 0, 5e-324) == 5
    assert dice.throw_by_seed("00", "throw", 0, 1 - 2**-53) == 4


def test_seeds_names_and_numbers_all_count() -> None:
    def line(seed: str, what: str) -> list[int]:
        return [dice.throw_by_seed(seed, what, index, 0.5) for index in range(40)]

    assert line("00", "throw") == line("00", "throw")
    assert len({tuple(line(seed, what)) for seed in ("00", "01") for what in ("throw", "opening")}) == 4


def test_every_match_has_its_own_seed() -> None:
    seed = dice.draw_seed()
    assert len(bytes.fromhex(seed)) == 32
    assert seed != dice.draw_seed()
    assert dice.commit_to(seed) != dice.commit_to(dice.draw_seed())


def test_a_match_goes_on_as_it_did_in_earlier_versions() -> None:
    """A computer's play depends on these numbers, which are stored nowhere."""
    points = ((0, 0), (3, 2), (9, 9))
    committed, seeded = dice.CommittedDice("00"), dice.SeededDice(5)
    assert [committed.derive_computer_seed(*point) for point in points] == [
        4205029441578885,
        6996383090080327,
        6765274831472673,
    ]
    assert [seeded.derive_computer_seed(*point) for point in points] == [905892533117844, 7427449462966630, 6067440943649822]
