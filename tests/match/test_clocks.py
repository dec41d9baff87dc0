"""The rules that clocks can have."""

import pytest

from banmen.core.errors import OptionError
from banmen.match.clocks import LEAST, MOST, MOST_INCREMENT, ClockKind, read_clock_rule


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
