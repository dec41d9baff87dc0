"""What happens in a match: events, which are only ever added."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

CREATED: Final = "created"
THROW: Final = "throw"
MOVE: Final = "move"
UNDO: Final = "undo"
RESIGN: Final = "resign"
SEAL: Final = "seal"  # nothing is taken back any more, so that the seed may be shown
FINISHED: Final = "finished"
TIME_OUT: Final = "time_out"

# What happens around the board of a match that people play from different devices.
INVITE: Final = "invite"  # there is a new link to a seat; an earlier one no longer works
JOIN: Final = "join"
BEGIN: Final = "begin"  # all seats are taken, and it is decided who begins
PROPOSE: Final = "propose"
AGREE: Final = "agree"
DECLINE: Final = "decline"
HAND_OVER: Final = "hand_over"  # a computer plays on for a person
SAY: Final = "say"
REMATCH: Final = "rematch"
PAUSED: Final = "paused"  # the clock stood still for some seconds, in which no server ran
AROUND: Final = frozenset((INVITE, JOIN, BEGIN, PROPOSE, AGREE, DECLINE, HAND_OVER, SAY, REMATCH, PAUSED))
ASIDE: Final = AROUND - {BEGIN, HAND_OVER}  # does not invalidate an action of a client that has not received it yet

# Why a match finished: `abandoned` if a player did not arrive.
BY_RULES, RESIGNED, ON_TIME, AGREED, ABANDONED = "rules", "resigned", "time", "agreed", "abandoned"
MOST_SENT: Final = 500  # that a client is sent at a time
PRIVATE: Final = "private"  # the part of an event's data that is for the server alone


class Event(NamedTuple):
    """Something that happened in a match; `client_id` is the id that the client gave to the action."""

    seq: int
    at: float
    kind: str
    data: dict[str, Any]
    client_id: str | None = None

    @property
    def public(self) -> dict[str, Any]:
        """The part of the event that is public.

        >>> Event(3, 0.0, JOIN, {"player": "A", "private": {"person": "x"}}).public
        {'player': 'A'}
        """
        return {name: value for name, value in self.data.items() if name != PRIVATE} if PRIVATE in self.data else self.data


class PlannedEvent(NamedTuple):
    """An event before it has a number and a time."""

    kind: str
    data: dict[str, Any]


def number_events(planned: list[PlannedEvent], first: int, at: float, client_id: str | None = None) -> list[Event]:
    """Return planned events with numbers and a time; the first of them carries the client's name for the action."""
    return [Event(first + number, at, one.kind, one.data, None if number else client_id) for number, one in enumerate(planned)]
