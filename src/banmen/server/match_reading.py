"""A match as it is stored, and as it is held."""

from __future__ import annotations

from collections.abc import Sequence

from banmen.match.dice import CommittedDice
from banmen.match.events import Event
from banmen.match.match_state import Match
from banmen.server.store.database import MatchRow


def read_match(row: MatchRow, events: Sequence[Event]) -> Match:
    """Return a match from what is stored, or raise some error."""
    dice = CommittedDice(row.seed)
    bytes.fromhex(dice.seed)  # else the next throw would fail
    if [event.seq for event in events] != list(range(len(events))):
        raise ValueError("events are missing")
    return Match(dice, events, row.id)
