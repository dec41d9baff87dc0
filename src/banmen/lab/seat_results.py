"""The results by seat, team and starting player, whoever played there: a measure of fairness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from banmen.core.board import Player
from banmen.core.game import Game


@dataclass(frozen=True)
class SeatResults:
    """The games won from each seat, by each team, and by who began (or the beginner's team)."""

    games: int
    draws: int
    seats: dict[Player, int]
    teams: dict[tuple[Player, ...], int]
    beginner: int


def count_seats(game: Game, kept: Sequence[dict[str, Any]]) -> SeatResults:
    """Count games as a tournament keeps them; those from before seats were kept are left out.

    >>> import banmen
    >>> count_seats(banmen.game("qubism"), [{"won": [1], "began": 0}, {"won": [], "began": 0}, {"won": [0], "began": 0}])
    SeatResults(games=3, draws=1, seats={'w': 1, 'b': 1}, teams={('w',): 1, ('b',): 1}, beginner=1)
    """
    games = [one for one in kept if "won" in one]
    winners = [tuple(game.players[seat] for seat in one["won"]) for one in games]
    return SeatResults(
        games=len(games),
        draws=sum(not won for won in winners),
        seats={player: sum(player in won for won in winners) for player in game.players},
        teams={team: sum(team[0] in won for won in winners) for team in game.teams},
        beginner=sum(one["began"] in one["won"] for one in games),
    )
