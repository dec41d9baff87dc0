import pytest

from banmen.match.clocks import DAY, read_clock_rule
from banmen.server.clock_presets import PRESETS
from banmen.server.lobby.rating_rules import Rating
from banmen.server.lobby.waiting_rules import WaitingOpponent, choose_opponent, is_abandoned, widen_window


def sure(points: int) -> Rating:
    return Rating(25.0 + (points - 1500) / 30, 1.0, 50)


def waiting(match: str, points: int, since: float = 100.0, **bounds: int) -> WaitingOpponent:
    return WaitingOpponent(match, sure(points), since, **bounds)


def test_the_closest_is_chosen_and_of_equals_the_longest_waiting() -> None:
    found = [waiting("far", 1620), waiting("late", 1540, 99.0), waiting("near", 1540, 90.0)]
    assert choose_opponent(sure(1500), 100.0, found, 100.0) == "near"
    assert choose_opponent(sure(1500), 100.0, [], 100.0) is None


def test_the_window_widens_with_the_longer_wait_of_the_two() -> None:
    strong = waiting("strong", 2000, since=100.0)
    assert choose_opponent(sure(1500), 105.0, [strong], 105.0) is None
    assert choose_opponent(sure(1500), 140.0, [strong], 140.0) == "strong"  # after waiting for forty seconds
    assert choose_opponent(sure(1500), 60.0, [waiting("strong", 2000, 100.0)], 100.0) == "strong"
    assert choose_opponent(sure(500), 0.0, [waiting("strong", 3000, 0.0)], 61.0) == "strong"  # anybody, after a minute
    assert widen_window(0.0) < widen_window(10.0) < widen_window(60.0) < widen_window(61.0)


def test_newcomers_are_paired_sooner() -> None:
    known = waiting("known", 1800)
    assert choose_opponent(sure(1500), 100.0, [known], 100.0) is None
    assert choose_opponent(Rating(), 100.0, [known], 100.0) == "known"


def test_rating_bounds_hold_however_long_the_wait() -> None:
    bounded = waiting("bounded", 1500, 0.0, least=1400, most=1600)
    assert choose_opponent(sure(1450), 0.0, [bounded], 1000.0) == "bounded"
    assert choose_opponent(sure(1399), 0.0, [bounded], 1000.0) is None
    assert choose_opponent(sure(1601), 0.0, [bounded], 1000.0) is None


@pytest.mark.parametrize(
    ("kind", "created", "seen", "gone"),
    [
        ("total", 0.0, 900.0, False),
        ("total", 0.0, 870.0, True),
        ("move", 0.0, 870.0, True),
        (None, 0.0, 0.0, False),
        (None, 0.0, -1000.0, True),
        ("days", 0.0, -5 * DAY, False),
        ("days", -15 * DAY, 0.0, True),
    ],
)
def test_when_a_challenge_has_lost_its_maker(kind: str | None, created: float, seen: float, gone: bool) -> None:
    assert is_abandoned(kind, created, seen, 1000.0) is gone


def test_the_usual_clocks_are_valid() -> None:
    assert [read_clock_rule(rule.to_json()) for rule in PRESETS.values()] == list(PRESETS.values())


@pytest.mark.parametrize(("mine", "other"), [(1.0, 8.0), (8.0, 1.0)])
def test_one_unsure_rating_is_enough_to_come_together(mine: float, other: float) -> None:
    def meet(mine: float, other: float) -> str | None:
        return choose_opponent(Rating(sigma=mine), 0.0, [WaitingOpponent("far", Rating(mu=35.0, sigma=other), 0.0)], 0.0)

    assert meet(mine, other) == "far"
    assert meet(1.0, 1.0) is None
