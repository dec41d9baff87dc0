"""Clocks of a match: how much time each person has left, reckoned from the times of events alone.

Only people have clocks; a throw and its move are one turn. Taking a move back does not restore the time it took.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from typing_extensions import TypedDict

from banmen.core.board import Player
from banmen.core.errors import OptionError
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

ClockKind = Literal["move", "total", "days"]
DAY: Final = 24 * 3600.0  # seconds
LEAST: Final[dict[ClockKind, float]] = {"move": 5, "total": 30, "days": DAY}
MOST: Final[dict[ClockKind, float]] = {"move": 3600, "total": 3 * 3600, "days": 14 * DAY}
MOST_INCREMENT: Final = 180.0


class ClockView(TypedDict):
    """The clocks of a match; whose clock runs has `left` less what has passed since `since`."""

    kind: ClockKind
    seconds: float
    increment: float
    left: dict[str, float]
    running: str | None
    since: float


@dataclass(frozen=True)
class ClockRule:
    """How much time there is: for each move, or for all moves together with some more after each."""

    kind: ClockKind
    seconds: float
    increment: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the rule as the first event of a match keeps it."""
        return {"kind": self.kind, "seconds": self.seconds, "increment": self.increment}


def read_clock_rule(data: Mapping[str, Any] | None) -> ClockRule | None:
    """Return the clock rule from data, or raise OptionError; None if there is no clock.

    >>> read_clock_rule({"kind": "total", "seconds": 300, "increment": 5})
    ClockRule(kind='total', seconds=300.0, increment=5.0)
    """
    if data is None:
        return None
    kind: Any = data.get("kind")
    seconds: Any = data.get("seconds")
    increment: Any = data.get("increment", 0.0)
    if kind not in get_args(ClockKind) or not _is_number(seconds) or not _is_number(increment):
        raise OptionError(messages("clock.unreadable"))
    least, most = LEAST[kind], MOST[kind]
    if not least <= seconds <= most or not 0 <= increment <= (MOST_INCREMENT if kind == "total" else 0):
        raise OptionError(messages("clock.out_of_range", least=f"{least:g}", most=f"{most:g}"))
    return ClockRule(kind, float(seconds), float(increment))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@dataclass
class MatchClock:
    """The clocks of all people in a match.

    >>> clock = MatchClock(ClockRule("total", 60.0, 2.0), ("A", "B"))
    >>> clock.run("A", 100.0)
    >>> clock.end_turn(110.0); clock.run("B", 110.0)
    >>> clock.left["A"], clock.deadline
    (52.0, 170.0)
    """

    rule: ClockRule
    players: Iterable[Player]
    left: dict[Player, float] = field(init=False)
    running: Player | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        self.left = dict.fromkeys(self.players, self.rule.seconds)

    @property
    def deadline(self) -> float | None:
        """When the player on turn runs out of time."""
        return None if self.running is None else self.since + self.left[self.running]

    def end_turn(self, at: float) -> None:
        """Charge the player on turn for a move that was made."""
        if self.running is None:
            return
        if self.rule.kind == "total":
            self.left[self.running] = max(0.0, self.left[self.running] - max(0.0, at - self.since)) + self.rule.increment
        self.since = max(at, self.since)

    def run(self, player: Player | None, at: float) -> None:
        """Let a player's clock run, or none."""
        if player == self.running:
            return
        if self.running is not None and self.rule.kind == "total":
            self.left[self.running] = max(0.0, self.left[self.running] - max(0.0, at - self.since))
        self.running, self.since = player, max(at, self.since)

    def view(self) -> ClockView:
        """Return how the clocks stand."""
        return {
            "kind": self.rule.kind,
            "seconds": self.rule.seconds,
            "increment": self.rule.increment,
            "left": {str(player): round(left, 3) for player, left in self.left.items()},
            "running": None if self.running is None else str(self.running),
            "since": self.since,
        }
