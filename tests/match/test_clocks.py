"""Clock rules, and the time they charge."""

import pytest

from banmen.core.errors import OptionError
from banmen.match.clocks import LEAST, MOST, MOST_INCREMENT, ClockKind, ClockRule, MatchClock, read_clock_rule


@pytest.mark.parametrize("kind", ["move", "total", "days"])
def test_a_clock_has_bounds(kind: ClockKind) -> None:
    for seconds in (LEAST[kind], (LEAST[kind] + MOST[kind]) / 2, MOST[kind]):
        rule = read_clock_rule({"kind": kind, "seconds": seconds})
        assert rule is not None
        assert rule.seconds == seconds
    for seconds in (LEAST[kind] * 0.99, MOST[kind] * 1.01, -1, float("nan"), float("inf")):
        with pytest.raises(OptionError):
            read_clock_rule({"kind": kind, "seconds": seconds})


def test_bounds_stay_as_they_were_promised() -> None:
    day = 24 * 3600
    assert {"move": 5, "total": 30, "days": day} == LEAST
    assert {"move": 3600, "total": 3 * 3600, "days": 14 * day} == MOST


def test_only_time_for_all_moves_is_added_to() -> None:
    seconds = LEAST["total"]
    rule = read_clock_rule({"kind": "total", "seconds": seconds, "increment": MOST_INCREMENT})
    assert rule is not None
    assert rule.increment == MOST_INCREMENT
    wrong: list[tuple[ClockKind, float]] = [("total", MOST_INCREMENT + 1), ("total", -1), ("move", 1), ("days", 1)]
    for kind, increment in wrong:
        with pytest.raises(OptionError):
            read_clock_rule({"kind": kind, "seconds": LEAST[kind], "increment": increment})


@pytest.mark.parametrize(("kind", "left"), [("total", 50.0), ("move", 60.0), ("days", 60.0)])
def test_a_turn_lost_without_a_move_still_uses_time(kind: ClockKind, left: float) -> None:
    clock = MatchClock(ClockRule(kind, 60.0, 5.0 if kind == "total" else 0.0), ("A", "B"))
    clock.run("A", 100.0)
    clock.run("B", 110.0)
    assert clock.left == {"A": left, "B": 60.0}
    clock.run(None, 200.0)
    clock.end_turn(300.0)
    assert clock.left == {"A": left, "B": 0.0 if kind == "total" else 60.0}


def test_a_move_that_comes_too_late_leaves_what_is_added_for_it() -> None:
    clock = MatchClock(ClockRule("total", 60.0, 5.0), ("A", "B"))
    clock.run("A", 100.0)
    clock.end_turn(170.0)
    assert clock.left["A"] == 5.0


@pytest.mark.parametrize("kind", ["move", "days"])
def test_time_for_each_move_is_whole_again_after_it(kind: ClockKind) -> None:
    clock = MatchClock(ClockRule(kind, 60.0), ("A", "B"))
    clock.run("A", 100.0)
    clock.end_turn(130.0)
    assert (clock.left["A"], clock.deadline) == (60.0, 190.0)


@pytest.mark.parametrize("moves", [True, False])
def test_a_clock_of_the_machine_that_is_put_back_gives_no_time(moves: bool) -> None:
    clock = MatchClock(ClockRule("total", 60.0), ("A", "B"))
    clock.run("A", 100.0)
    if moves:
        clock.end_turn(90.0)
    clock.run("B", 80.0)
    assert (clock.left["A"], clock.deadline) == (60.0, 160.0)
