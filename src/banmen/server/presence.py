"""Presence: the people whose devices are connected to a match, and since when the others are away."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from banmen.core.board import Player
from banmen.match.match_state import Match

AWAY = 60.0  # seconds after which a disconnected person counts as away


@dataclass
class Presence:
    """The people at one match, as far as this process knows; all players of a match are connected to one process."""

    since: float = field(default_factory=time.monotonic)  # when this process began to watch
    _connected: Counter[str] = field(default_factory=Counter)
    _left: dict[str, float] = field(default_factory=dict)
    _came: dict[str, float] = field(default_factory=dict)  # since when the connected people have been here

    def come(self, person: str) -> bool:
        """Add a connection, and return whether the person was not there before."""
        self._connected[person] += 1
        self._left.pop(person, None)
        self._came.setdefault(person, time.monotonic())
        return self._connected[person] == 1

    def go(self, person: str, plays: bool) -> bool:
        """Remove a connection, and return whether it was the person's last.

        When a player left is remembered; spectators are made up easily, and would fill the memory.
        """
        self._connected[person] -= 1
        if self._connected[person] > 0:
            return False
        del self._connected[person]
        self._came.pop(person, None)
        if plays:
            self.note(person)
        return True

    def is_here(self, person: str) -> bool:
        """Tell whether a person is connected."""
        return person in self._connected

    def note(self, person: str) -> None:
        """Record that a player was there just now, though not connected."""
        self._left[person] = time.monotonic()

    def has_been_here(self, person: str) -> bool:
        """Tell whether a person has been connected for a while: then the others would be connected to this process as well."""
        return person in self._connected and time.monotonic() - self._came.get(person, 0.0) > AWAY

    def list_present(self, match: Match) -> list[str]:
        """Return the names of the players who are there."""
        return [str(seat.player) for seat in match.seats.values() if seat.person in self._connected]

    def count_watching(self, match: Match) -> int:
        """Return how many spectators are there."""
        playing = {seat.person for seat in match.seats.values()}
        return sum(person not in playing for person in self._connected)

    def find_away(self, match: Match) -> frozenset[Player]:
        """Return the players who have been away for a while; with days per move nobody has to be there."""
        clock = match.gathering.clock if match.gathering else None
        if clock is not None and clock.rule.kind == "days":
            return frozenset()
        now = time.monotonic()
        return frozenset(
            seat.player
            for seat in match.seats.values()
            if seat.person is not None
            and seat.person not in self._connected
            and now - self._left.get(seat.person, self.since) > AWAY
        )
