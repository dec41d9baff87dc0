"""Statistics of matches: scores, Elo differences, sequential tests and rating tables.

Games come in blocks that share their opening and their dice (see `banmen.lab.fair_blocks`). The games of a block depend on each
other, the blocks do not. So everything here counts blocks: the variance is that of the blocks' scores, never that of single
games, which would promise too much where luck is shared and too little where it cancels out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from banmen.core.errors import BanmenError, quote_value, require_number
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

NORMAL = NormalDist()
CONFIDENCE = 0.95
SCALE = 400 / math.log(10)  # Elo points in one unit of log-odds
MOST_ELO = 2000.0
# A block score that never occurred is taken to have occurred this often, so that no likelihood is zero.
UNSEEN = 1e-3

ScoreCounts = Mapping[float, int]  # how many blocks had which score


class StatisticsError(BanmenError):
    """The requested test or table is not possible."""

    code = "bad_statistics"


def compute_expected_score(elo: float) -> float:
    """Return the score that a player so many Elo points stronger is expected to make.

    >>> round(compute_expected_score(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def compute_elo_difference(score: float) -> float:
    """Return the Elo difference of a score; infinite if it is 0 or 1.

    >>> round(compute_elo_difference(0.64), 1)
    100.0
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return SCALE * math.log(score / (1 - score))


@dataclass(frozen=True)
class Estimate:
    """A player's true score as some blocks of games suggest it: an interval that holds it with 95 % confidence.

    >>> found = estimate({1.0: 30, 0.5: 50, 0.0: 20}, 2)
    >>> round(found.score, 3), round(found.low, 3), round(found.high, 3), round(found.superiority, 3)
    (0.55, 0.481, 0.617, 0.922)
    """

    blocks: int
    score: float
    low: float
    high: float
    error: float  # the standard error of the score
    superiority: float  # the likelihood that the player is the stronger one

    @property
    def elo(self) -> float:
        """The Elo difference; infinite after wins or losses only."""
        return compute_elo_difference(self.score)

    @property
    def elo_low(self) -> float:
        """The lower end of the interval in Elo."""
        return compute_elo_difference(self.low)

    @property
    def elo_high(self) -> float:
        """The upper end of the interval in Elo."""
        return compute_elo_difference(self.high)

    @property
    def weight(self) -> float:
        """The number of independent won or lost games that carry as much information."""
        return self.score * (1 - self.score) / self.error**2 if 0 < self.score < 1 else 1 / self.error


def estimate(counts: ScoreCounts, games: int) -> Estimate:
    """Estimate the true score from how many blocks had which score; a block is taken to hold `games` games.

    The interval is Wilson's for the number of independent games that would have the variance seen. One block with the
    variance of independent games is added to what was seen, so that a few equal scores do not pass for certainty.
    """
    blocks = sum(counts.values())
    if not blocks:
        return Estimate(0, 0.5, 0.0, 1.0, 0.5, 0.5)
    score = sum(value * number for value, number in counts.items()) / blocks
    single = score * (1 - score) / games  # the variance of a block's score if its games were independent
    squares = sum(number * (value - score) ** 2 for value, number in counts.items())
    weight = float(blocks * games)
    if single > 0:
        weight /= (squares + single) / (blocks * single)
    low, high = compute_wilson_interval(score, weight)
    error = math.sqrt(score * (1 - score) / weight) if single > 0 else 1 / weight
    return Estimate(blocks, score, low, high, error, NORMAL.cdf((score - 0.5) / error))


def compute_wilson_interval(score: float, weight: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's interval for a share found in `weight` independent trials."""
    z = NORMAL.inv_cdf((1 + confidence) / 2)
    middle = (score + z * z / (2 * weight)) / (1 + z * z / weight)
    half = z / (1 + z * z / weight) * math.sqrt(score * (1 - score) / weight + z * z / (4 * weight * weight))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first player `elo1` points stronger rather than `elo0`? It ends as soon as the answer is clear.

    `alpha` is the risk to accept `elo1` where `elo0` is true, `beta` the risk of the reverse.

    >>> test = Sprt(0, 50)
    >>> test.verdict({1.0: 60, 0.5: 60, 0.0: 20}), test.verdict({1.0: 30, 0.5: 80, 0.0: 30}), test.verdict({1.0: 3})
    ('elo1', 'elo0', None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse a test that could not decide anything."""
        for name in ("elo0", "elo1", "alpha", "beta"):
            require_number(name, getattr(self, name), StatisticsError)
        for name in ("elo0", "elo1"):
            if not abs(getattr(self, name)) <= MOST_ELO:
                raise StatisticsError(
                    messages("sprt.bad_elo", name=name, most=MOST_ELO, value=quote_value(getattr(self, name)))
                )
        if not self.elo0 < self.elo1:
            raise StatisticsError(messages("sprt.order", elo0=self.elo0, elo1=self.elo1))
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise StatisticsError(messages("sprt.bad_risk", name=name, value=quote_value(getattr(self, name))))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends for `elo0` and for `elo1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: ScoreCounts) -> float:
        """Return the generalised log-likelihood ratio of `elo1` against `elo0`."""
        return compute_likelihood_ratio(counts, compute_expected_score(self.elo0), compute_expected_score(self.elo1))

    def verdict(self, counts: ScoreCounts) -> str | None:
        """Return `elo0` or `elo1` once one of them is accepted, and None before."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


def compute_likelihood_ratio(counts: ScoreCounts, score0: float, score1: float) -> float:
    """Return the logarithm of how much likelier a true score of `score1` makes the blocks seen than `score0` does.

    How the blocks scatter is not known. So for each of the two the likeliest distribution with that mean is taken.
    """
    seen = {value: counts.get(value, 0) or UNSEEN for value in {0.0, 1.0, *counts}}
    tilt0, tilt1 = _tilt(seen, score0), _tilt(seen, score1)
    return sum(
        number * (math.log1p(tilt0 * (value - score0)) - math.log1p(tilt1 * (value - score1))) for value, number in seen.items()
    )


def _tilt(seen: Mapping[float, float], score: float) -> float:
    """Return t such that weights in proportion to number / (1 + t (value - score)) have the mean `score`.

    These weights are the likeliest distribution with that mean. The condition falls steadily in t, so halving finds it.
    """
    low, high = -1 / (1 - score), 1 / score  # beyond these some weight would be negative
    for _ in range(60):
        middle = (low + high) / 2
        slope = sum(number * (value - score) / (1 + middle * (value - score)) for value, number in seen.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True)
class EloRating:
    """A player's place in a table: Elo points above the anchor, with the half width of their 95 % interval."""

    player: str
    elo: float
    error: float


def rate_players(
    players: Sequence[str], pairs: Mapping[tuple[str, str], Estimate], anchor: str | None = None
) -> list[EloRating]:
    """Return the Elo points that make all results likeliest (the Bradley-Terry model), the best player first.

    The anchor, by default the first player, has 0 points. A pair without results is left out; wins or losses only count as
    if one game more had been drawn. Who is not connected with the anchor by pairs that met cannot be rated and is left out.
    """
    import numpy

    anchor = players[0] if anchor is None else anchor
    met = _find_connected(anchor, [pair for pair, found in pairs.items() if found.blocks])
    free = [player for player in players if player != anchor and player in met]
    place = {player: index for index, player in enumerate(free)}
    points = numpy.zeros(len(free))
    covariance: Any = None
    played = [
        (place.get(a), place.get(b), *_weigh_evidence(found)) for (a, b), found in pairs.items() if found.blocks and a in met
    ]
    for _ in range(100):
        slope, curve = numpy.zeros(len(free)), numpy.zeros((len(free), len(free)))
        for a, b, score, weight in played:
            gap = (points[a] if a is not None else 0.0) - (points[b] if b is not None else 0.0)
            chance = 1 / (1 + math.exp(-gap))
            for index, sign in ((a, 1), (b, -1)):
                if index is not None:
                    slope[index] += sign * weight * (score - chance)
                    curve[index, index] += weight * chance * (1 - chance)
            if a is not None and b is not None:
                curve[a, b] -= weight * chance * (1 - chance)
                curve[b, a] -= weight * chance * (1 - chance)
        covariance = numpy.linalg.inv(curve + numpy.eye(len(free)) * 1e-9)
        step = covariance @ slope
        points += numpy.clip(step, -1, 1)  # far from the solution a Newton step may overshoot
        if len(free) == 0 or abs(step).max() < 1e-9:
            break
    z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    found = [EloRating(name, SCALE * float(points[i]), z * SCALE * math.sqrt(covariance[i, i])) for name, i in place.items()]
    return sorted([EloRating(anchor, 0.0, 0.0), *found], key=lambda rating: -rating.elo)


def _find_connected(anchor: str, pairs: Sequence[tuple[str, str]]) -> set[str]:
    """Return the anchor and all players connected with it by games."""
    found = {anchor}
    while more := {one for pair in pairs if found & set(pair) for one in pair} - found:
        found |= more
    return found


def _weigh_evidence(found: Estimate) -> tuple[float, float]:
    """Return a score and the number of games it counts for."""
    weight = found.weight
    if 0 < found.score < 1:
        return found.score, weight
    return (found.score * weight + 0.5) / (weight + 1), weight + 1
