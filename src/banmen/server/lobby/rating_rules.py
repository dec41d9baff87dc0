"""How ratings change after a match, and how they are shown.

A person's strength at a game is not known for certain, so a rating is a normal distribution with mean `mu` and standard
deviation `sigma`. After a match the model of Weng and Lin (Plackett-Luce, as implemented in openskill) moves and narrows the
distributions. It handles teams, draws and more than two sides. Computers have no rating, and matches with them change none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from openskill.models import PlackettLuce

from banmen.match.rated_results import RatedResult

MU, SIGMA = 25.0, 25.0 / 3  # of somebody who has never played
MIDDLE, POINTS = 1500, 30.0  # how MU is shown, and the points for one unit of mu: 400 points are odds of about ten to one
ENOUGH_GAMES, SURE_SIGMA = 10, 4.0  # thresholds for showing a rating without a question mark
FREE_REPEATS: Final = 3  # matches of the same people within a day that count fully
MOST_REPEATS: Final = 10  # from this number on they count for nothing

MatchOutcome = Literal["win", "loss", "draw"]
MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True)
class Rating:
    """A person's estimated strength at a game, and the games that it rests on."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def points(self) -> int:
        """The number that is shown.

        >>> Rating().points, Rating(mu=30.0).points
        (1500, 1650)
        """
        return show_points(self.mu)

    @property
    def spread(self) -> int:
        """Half the width of the 95 % interval, in points.

        >>> Rating().spread
        500
        """
        return round(2 * POINTS * self.sigma)

    @property
    def is_sure(self) -> bool:
        """Whether it rests on enough games to be compared with others."""
        return self.games >= ENOUGH_GAMES and self.sigma <= SURE_SIGMA


def show_points(mu: float) -> int:
    """Return the points that are shown for a mean."""
    return round(MIDDLE + POINTS * (mu - MU))


def weigh_repeats(before: int) -> float:
    """Return the weight of a match, by how many the same people have played within the last day.

    >>> [weigh_repeats(before) for before in (0, 2, 3, 4, 10)]
    [1.0, 1.0, 0.5, 0.25, 0.0]
    """
    if before >= MOST_REPEATS:
        return 0.0
    return float(0.5 ** max(0, before - FREE_REPEATS + 1))


def find_outcome(result: RatedResult, person: str) -> MatchOutcome:
    """Return whether a person won, lost or drew a match."""
    if person in result.left:
        return "loss"
    rank = next(rank for team, rank in zip(result.teams, result.ranks, strict=True) if person in team)
    if rank > min(result.ranks):
        return "loss"
    return "draw" if result.ranks.count(rank) > 1 else "win"


def rate_match(result: RatedResult, known: Mapping[str, Rating], weight: float = 1.0) -> dict[str, Rating]:
    """Return everybody's rating after a match; `weight` is the fraction of the change that is applied.

    >>> after = rate_match(RatedResult((("a",), ("b",)), (0, 1)), {})
    >>> [(person, rating.points, rating.spread) for person, rating in after.items()]
    [('a', 1579, 484), ('b', 1421, 484)]
    """
    after = _apply(result.teams, result.ranks, known)
    for team in result.teams:  # a person who left has lost, even if their partners have won with the help of a computer
        for person in team:
            if person in result.left:
                after[person] = _apply(result.teams, _rank_last(result, person), known)[person]
    return {person: _count(_blend(_find(known, person), after[person], weight), result, person) for person in after}


def _rank_last(result: RatedResult, person: str) -> list[int]:
    """Return the ranks as they would be if a person's team had lost."""
    last = max(result.ranks) + 1
    return [last if person in team else rank for team, rank in zip(result.teams, result.ranks, strict=True)]


def _apply(teams: Sequence[Sequence[str]], ranks: Sequence[int], known: Mapping[str, Rating]) -> dict[str, Rating]:
    curves = [[MODEL.rating(_find(known, one).mu, _find(known, one).sigma) for one in team] for team in teams]
    rated = MODEL.rate(curves, ranks=[float(rank) for rank in ranks])
    return {
        person: replace(_find(known, person), mu=curve.mu, sigma=curve.sigma)
        for team, after in zip(teams, rated, strict=True)
        for person, curve in zip(team, after, strict=True)
    }


def _find(known: Mapping[str, Rating], person: str) -> Rating:
    return known.get(person, Rating())


def _blend(before: Rating, after: Rating, weight: float) -> Rating:
    return replace(
        after, mu=before.mu + weight * (after.mu - before.mu), sigma=before.sigma + weight * (after.sigma - before.sigma)
    )


def _count(rating: Rating, result: RatedResult, person: str) -> Rating:
    outcome = find_outcome(result, person)
    return replace(
        rating,
        games=rating.games + 1,
        wins=rating.wins + (outcome == "win"),
        losses=rating.losses + (outcome == "loss"),
        draws=rating.draws + (outcome == "draw"),
    )


def combine_ratings(one: Rating, other: Rating) -> Rating:
    """Merge the ratings of two people who turn out to be one.

    Both distributions are the same prior, updated by different games; the merged one is that prior with both updates.

    >>> [round(combine_ratings(Rating(30.0, 4.0), other).mu, 6) for other in (Rating(), Rating(20.0, 4.0))]
    [30.0, 25.0]
    """
    surer = min(one, other, key=lambda rating: rating.sigma)
    precision = one.sigma**-2 + other.sigma**-2 - SIGMA**-2
    mu = (one.mu * one.sigma**-2 + other.mu * other.sigma**-2 - MU * SIGMA**-2) / precision
    counts = (one.games + other.games, one.wins + other.wins, one.losses + other.losses, one.draws + other.draws)
    if precision < surer.sigma**-2:  # the other distribution is wider than the prior
        return Rating(surer.mu, surer.sigma, *counts)
    return Rating(mu, precision**-0.5, *counts)
