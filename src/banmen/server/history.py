"""A visitor's past matches: which of them are asked for, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from banmen.match.match_state import Match
from banmen.match.seats import HUMAN
from banmen.server.store.database import MatchRow


@dataclass(frozen=True)
class PastMatch:
    """What is known of a match before it is replayed."""

    row: MatchRow
    opponents: frozenset[str]


@dataclass(frozen=True)
class HistoryQuery:
    """Which matches are asked for: of a game, against somebody, and which part of the list."""

    game: str = ""  # any
    opponent: str = ""  # any
    first: int = 0
    count: int = 12

    def takes(self, past: PastMatch) -> bool:
        """Tell whether a match is asked for."""
        return self.game in ("", past.row.game) and (not self.opponent or self.opponent in past.opponents)


@dataclass(frozen=True)
class History:
    """A part of a visitor's matches, the latest first, and what all of them are about."""

    matches: list[Match | MatchRow]  # what cannot be read is a row
    total: int  # that fit what was asked for
    all: int
    games: list[str]
    opponents: list[str]


def list_opponents(first: dict[str, Any]) -> frozenset[str]:
    """Return against whom a match is played, by its first event: its computer players, or people where there are none.

    >>> sorted(list_opponents({"seats": [{"who": "human"}, {"who": "level:2"}, {"who": "random"}]}))
    ['level:2', 'random']
    >>> sorted(list_opponents({"seats": [{"who": "human"}, {"who": "human"}]}))
    ['human']
    >>> list_opponents({"seats": 5})  # damaged
    frozenset()
    """
    try:
        everybody = frozenset(str(seat["who"]) for seat in first["seats"])
    except (LookupError, TypeError):
        return frozenset()
    return everybody - {HUMAN} or everybody


def list_games(known: Iterable[PastMatch]) -> list[str]:
    """Return the games that occur."""
    return sorted({past.row.game for past in known})


def list_all_opponents(known: Iterable[PastMatch]) -> list[str]:
    """Return all opponents that occur, people first and levels in their order."""
    return sorted({who for past in known for who in past.opponents}, key=lambda who: (who != HUMAN, who))
