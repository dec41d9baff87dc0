"""Who is there: the people whose devices are connected to a match, and since when somebody is not."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from banmen.core.board import Player
from banmen.match.match_state import Match

AWAY = 60.0  # seconds after which somebody who is not connected counts as gone for now


@dataclass
class Presence:
    """The people at one match, as far as this process knows; those who play one match are connected to one process."""

    since: float = field(default_factory=time.monotonic)  # when this process began to look
    _connected: Counter[str] = field(default_factory=Counter)
    _left: dict[str, float] = field(default_factory=dict)
    _came: dict[str, float] = field(default_factory=dict)  # since when those are here who are connected

    def come(self, person: str) -> bool:
        """Note a connection, and tell whether the person was not there before."""
        self._connected[person] += 1
        self._left.pop(person, None)
        self._came.setdefault(person, time.monotonic())
        return self._connected[person] == 1

    def go(self, person: str, plays: bool) -> bool:
        """Note that a connection has ended, and tell whether it was the person's last.

        When somebody left who `plays` is remembered; others are made up easily, and would fill the memory.
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
        """Note that somebody who plays was there just now, though not connected."""
        self._left[person] = time.monotonic()

    def has_been_here(self, person: str) -> bool:
        """Tell whether somebody has been connected for a while: then this is where the others would be as well."""
        return person in self._connected and time.monotonic() - self._came.get(person, 0.0) > AWAY

    def list_present(self, match: Match) -> list[str]:
        """Return the names of the players whose people are there."""
        return [str(seat.player) for seat in match.seats.values() if seat.person in self._connected]

    def count_watching(self, match: Match) -> int:
        """Return how many people are there who play for nobody."""
        playing = {seat.person for seat in match.seats.values()}
        return sum(person not in playing for person in self._connected)

    def find_away(self, match: Match) -> frozenset[Player]:
        """Return the players whose people have not been there for a while; nobody who has days for a move has to be there."""
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
