"""Long matches are refused while those that people look at fill the memory: they cannot be dropped from it.

Matches that nobody looks at make room by themselves (`Sessions`).
"""

from __future__ import annotations

from typing import Final

from banmen.match.actions import MOST_ADDED
from banmen.match.match_state import Match
from banmen.server.problems import ProblemError
from banmen.server.sessions import LONG, Sessions

MOST_HELD: Final = 400_000  # events in memory, about 300 MB


def find_spacious(most_events: int) -> int:
    """Return the number of events below which a match has room for anything: play may fill it, talk half of it."""
    return min(LONG, most_events // 2 - MOST_ADDED)


def refuse_long(sessions: Sessions, match: Match) -> None:
    """Raise ProblemError for a long match while too many events are in memory."""
    if len(match.events) > LONG and sum(len(one.match.events) for one in sessions) > MOST_HELD:
        raise ProblemError("too_busy")
