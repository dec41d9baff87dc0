"""Pairing rules, and how long a challenge stays open: pure functions of what is known about the people who wait."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from banmen.match.clocks import DAY
from banmen.server.lobby.rating_rules import Rating

MINUTE: Final = 60.0
AWAY: Final = 2 * MINUTE  # after which a person waiting with a live clock counts as gone
AWAY_WITHOUT_CLOCK: Final = 30 * MINUTE
LONGEST_WAIT: Final = 14 * DAY  # for a challenge with days per move
SITTING_DOWN: Final = 5.0  # seconds for which others are paired with a maker who has not sat down yet
CLAIM: Final = 20.0  # seconds that a person has to take a reserved seat

FIRST_WINDOW: Final = 150.0  # the rating difference that is accepted at once
WIDER: Final = 10.0  # by which it grows with every second of the longer of the two waits
OPEN_WINDOW: Final = 60.0  # seconds after which any opponent is accepted


class WaitingOpponent(NamedTuple):
    """A person who waits, and for how long."""

    match: str
    rating: Rating
    since: float
    least: int | None = None  # the ratings that are accepted
    most: int | None = None

    def takes(self, other: Rating) -> bool:
        """Tell whether a person with this rating is accepted."""
        return (self.least is None or other.points >= self.least) and (self.most is None or other.points <= self.most)


def widen_window(waited: float, spread: float = 0.0) -> float:
    """Return the accepted rating difference after some seconds; uncertain ratings are no reason to wait.

    >>> [widen_window(waited) for waited in (0.0, 30.0, 61.0)]
    [150.0, 450.0, inf]
    """
    return float("inf") if waited > OPEN_WINDOW else FIRST_WINDOW + WIDER * max(0.0, waited) + spread / 2


def choose_opponent(mine: Rating, since: float, waiting: Iterable[WaitingOpponent], now: float) -> str | None:
    """Return the match of the closest waiting opponent, of equals the one waiting longest; None if all are too far.

    `since` is when the person who asks began to wait: the longer of the two waits decides how far apart they may be.
    """
    best: tuple[float, float, str] | None = None
    for one in waiting:
        apart = abs(one.rating.points - mine.points)
        window = widen_window(now - min(since, one.since), max(mine.spread, one.rating.spread))
        if apart <= window and one.takes(mine):
            best = min(best or (apart, one.since, one.match), (apart, one.since, one.match))
    return best[2] if best else None


def is_abandoned(kind: str | None, created: float, seen: float, now: float) -> bool:
    """Tell whether a challenge has lost its maker, by its kind of clock, when it was made and when its maker was last seen.

    >>> [is_abandoned(kind, 0.0, 1000.0, 1200.0) for kind in ("total", None, "days")]
    [True, False, False]
    """
    if kind == "days":
        return now - created > LONGEST_WAIT
    return now - seen > (AWAY_WITHOUT_CLOCK if kind is None else AWAY)
