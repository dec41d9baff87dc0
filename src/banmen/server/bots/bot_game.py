"""A match as a bot follows it from its plain events: the position, whose turn it is, and how much time is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.game import Position
from banmen.match.clocks import MatchClock, read_clock_rule
from banmen.match.events import BEGIN, CREATED, FINISHED, HAND_OVER, MOVE, THROW, UNDO
from banmen.match.seats import HUMAN

MOVE_SHARE, TOTAL_SHARE = 0.5, 0.05  # fractions of the remaining time spent on a move, by kind of clock
LEAST_SECONDS = 0.05


class FollowedMatch:
    """A bot's knowledge of a match. It gets every event once and in order."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.clock: MatchClock | None = None
        self.begun = self.over = False
        self._earlier: list[tuple[int, Position]] = []  # the position before each throw and move, by event number
        self._people: dict[str, bool] = {}

    def take_in(self, event: Mapping[str, Any]) -> None:
        """Apply an event."""
        kind, data = event["kind"], event["data"]
        if kind == CREATED:
            self._create(data)
        elif kind == BEGIN:
            self.begun = True
            self.position = self._require().game.position(data["position"])
        elif kind in (THROW, MOVE):
            position = self._require()
            self._earlier.append((event["seq"], position))
            self.position = position.throw(data["value"]) if kind == THROW else position.play(data["move"])
        elif kind == UNDO:
            while self._earlier and self._earlier[-1][0] > data["to"]:
                _, self.position = self._earlier.pop()
        elif kind == HAND_OVER:
            self._people[data["player"]] = False
        elif kind == FINISHED:
            self.over = True
        self._run_clock(kind, event["at"])

    def _create(self, data: Mapping[str, Any]) -> None:
        game = registry.game(data["game"], **data["options"])
        self.position = game.position(data["position"])
        self._people = {seat["player"]: seat["who"] == HUMAN for seat in data["seats"]}
        rule = read_clock_rule((data.get("together") or {}).get("clock"))
        self.clock = MatchClock(rule, game.players) if rule else None

    def _require(self) -> Position:
        assert self.position is not None  # the first event describes the start
        return self.position

    def _run_clock(self, kind: str, at: float) -> None:
        if self.clock is None:
            return
        if kind == MOVE:
            self.clock.end_turn(at)
        turn = self._require().turn
        runs = self.begun and not self.over and self._people.get(str(turn), False)
        self.clock.run(turn if runs else None, at)

    def find_seconds(self, player: Player, now: float) -> float | None:
        """Return the seconds to spend on a move, by the server's clock; None if no clock runs."""
        if self.clock is None or self.clock.running != player or self.clock.deadline is None:
            return None
        left = self.clock.deadline - now
        share = TOTAL_SHARE if self.clock.rule.kind == "total" else MOVE_SHARE
        return max(LEAST_SECONDS, left * share)
