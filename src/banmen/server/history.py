"""A visitor's past matches: the query, and the choices for filtering."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from banmen.match.match_views import MatchShort
from banmen.match.seats import HUMAN
from banmen.server.store.database import MatchRow


@dataclass(frozen=True)
class PastMatch:
    """Facts about a match, known before it is replayed."""

    row: MatchRow
    opponents: frozenset[str]


@dataclass(frozen=True)
class HistoryQuery:
    """A query for matches: by game, by opponent, and which part of the list."""

    game: str = ""  # any
    opponent: str = ""  # any
    first: int = 0
    count: int = 12

    def takes(self, past: PastMatch) -> bool:
        """Tell whether a match fits the query."""
        return self.game in ("", past.row.game) and (not self.opponent or self.opponent in past.opponents)


@dataclass(frozen=True)
class History:
    """A part of a visitor's matches, the latest first, and the filter choices over all of them."""

    matches: list[MatchShort]
    total: int  # the number that fit the query
    all: int
    games: list[str]
    opponents: list[str]


def list_opponents(first: dict[str, Any]) -> frozenset[str]:
    """Return the opponents in a match by its first event: its computer players, or people if there are none.

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
    """Return all opponents that occur, people first, then levels in order."""
    return sorted({who for past in known for who in past.opponents}, key=lambda who: (who != HUMAN, who))
