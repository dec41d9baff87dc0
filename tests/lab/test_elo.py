from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from banmen.lab.elo import (
    Sprt,
    StatisticsError,
    compute_elo_difference,
    compute_expected_score,
    compute_likelihood_ratio,
    compute_wilson_interval,
    estimate,
    rate_players,
)

Z = 1.959963984540054


@pytest.mark.parametrize("elo", [-700, -100, 0, 1, 35.5, 400, 1200])
def test_elo_and_score_tell_the_same(elo: float) -> None:
    assert compute_elo_difference(compute_expected_score(elo)) == pytest.approx(elo, abs=1e-6)


def test_known_points_of_the_elo_scale() -> None:
    assert compute_expected_score(400) == pytest.approx(10 / 11)
    assert compute_expected_score(0) == 0.5
    assert compute_elo_difference(0.75) == pytest.approx(190.85, abs=0.01)
    assert (compute_elo_difference(1), compute_elo_difference(0)) == (math.inf, -math.inf)


def test_wins_alone_leave_room_below() -> None:
    found = estimate({1.0: 50}, 2)
    assert found.score == 1
    assert found.high == pytest.approx(1)
    assert found.low == pytest.approx(100 / (100 + Z * Z))  # Wilson's interval of a hundred wins
    assert found.elo == math.inf
    assert math.isfinite(found.elo_low)


def test_the_interval_of_independent_games_is_wilsons() -> None:
    # Expected scores of pairs whose two games are independent.
    found = estimate({1.0: 360, 0.5: 480, 0.0: 160}, 2)
    low, high = compute_wilson_interval(0.6, 2000)
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-3)


def test_the_variance_is_that_of_pairs() -> None:
    independent = estimate({1.0: 25, 0.5: 50, 0.0: 25}, 2)
    mirrored = estimate({1.0: 10, 0.5: 80, 0.0: 10}, 2)
    together = estimate({1.0: 50, 0.0: 50}, 2)
    assert mirrored.error < independent.error < together.error
    assert independent.error == pytest.approx(math.sqrt(0.25 / 200), rel=0.02)
    assert together.error == pytest.approx(math.sqrt(0.25 / 100), rel=0.02)


def test_a_few_equal_scores_are_no_certainty() -> None:
    assert estimate({0.5: 3}, 2).error > 0.08
    assert (estimate({}, 2).low, estimate({}, 2).high) == (0, 1)


def drawn(rng: random.Random, chance: float, luck: float) -> float:
    """Return the score of a pair whose games are correlated: with probability `luck` the opening decides both of them."""
    if rng.random() < luck:
        return 0.5
    return sum(rng.random() < chance for _ in range(2)) / 2


@pytest.mark.parametrize(("chance", "blocks"), [(0.5, 30), (0.8, 100), (0.97, 60)])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(chance: float, blocks: int) -> None:
    rng, luck, held = random.Random(5), 0.3, 0
    truth = luck * 0.5 + (1 - luck) * chance
    for _ in range(1000):
        found = estimate(Counter(drawn(rng, chance, luck) for _ in range(blocks)), 2)
        held += found.low <= truth <= found.high
    assert 925 <= held <= 980


def test_superiority_is_even_at_half_and_near_certain_far_from_it() -> None:
    assert estimate({0.5: 100}, 2).superiority == 0.5
    assert estimate({1.0: 60, 0.5: 30, 0.0: 10}, 2).superiority > 0.999
    assert estimate({1.0: 10, 0.5: 30, 0.0: 60}, 2).superiority < 0.001


def test_the_likelihood_ratio_is_near_the_normal_one_for_many_pairs() -> None:
    counts = {0.0: 2000, 0.25: 500, 0.5: 5000, 0.75: 700, 1.0: 2300}
    total = sum(counts.values())
    mean = sum(value * number for value, number in counts.items()) / total
    variance = sum(number * (value - mean) ** 2 for value, number in counts.items()) / total
    score0, score1 = compute_expected_score(0), compute_expected_score(10)
    normal = total * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)
    assert compute_likelihood_ratio(counts, score0, score1) == pytest.approx(normal, rel=0.02)


def test_the_likelihood_ratio_is_exact_for_won_and_lost_games() -> None:
    # With two outcomes the mean determines everything, so this is the ratio of two binomial likelihoods.
    exact = 30 * math.log(0.6 / 0.5) + 20 * math.log(0.4 / 0.5)
    assert compute_likelihood_ratio({1.0: 30, 0.0: 20}, 0.5, 0.6) == pytest.approx(exact, rel=1e-6)
    assert compute_likelihood_ratio({1.0: 30, 0.0: 20}, 0.6, 0.5) == pytest.approx(-exact, rel=1e-6)


def test_the_bounds_are_walds() -> None:
    assert list(Sprt(0, 10, alpha=0.05, beta=0.1).bounds) == pytest.approx([math.log(0.1 / 0.95), math.log(0.9 / 0.05)])


def ended(rng: random.Random, test: Sprt, chance: float, luck: float) -> str:
    counts: Counter[float] = Counter()
    while True:
        counts[drawn(rng, chance, luck)] += 1
        if verdict := test.verdict(counts):
            return verdict


@pytest.mark.parametrize("luck", [0.0, 0.4])
def test_a_sequential_test_errs_no_more_often_than_it_may(luck: float) -> None:
    rng, test, tries = random.Random(11), Sprt(0, 120, alpha=0.1, beta=0.1), 150
    # `luck` draws scores towards a half, so the chance in the other games has to be higher for the same mean.
    chances = [(compute_expected_score(elo) - luck * 0.5) / (1 - luck) for elo in (test.elo0, test.elo1)]
    truths = zip(chances, ("elo0", "elo1"), strict=True)
    wrong = [sum(ended(rng, test, chance, luck) != name for _ in range(tries)) for chance, name in truths]
    # A tenth of 150 is 15; three standard deviations more are 26.
    assert max(wrong) <= 26


def test_tests_that_decide_nothing_are_refused() -> None:
    for bad in ((10, 10), (20, 0), (0, math.nan), (0, 1e9)):
        with pytest.raises(StatisticsError, match="elo"):
            Sprt(*bad)
    for risk in (0, 0.5, -1, math.nan):
        with pytest.raises(StatisticsError, match="alpha"):
            Sprt(0, 10, alpha=risk)


def scores(elo: float, blocks: int = 4000) -> dict[float, int]:
    """Return the expected pairs of independent games for an Elo difference."""
    p = compute_expected_score(elo)
    return {1.0: round(blocks * p * p), 0.5: round(blocks * 2 * p * (1 - p)), 0.0: round(blocks * (1 - p) ** 2)}


def test_ratings_find_what_the_scores_were_made_from() -> None:
    truth = {"a": 0.0, "b": 120.0, "c": -60.0, "d": 300.0}
    names = list(truth)
    met = {(x, y): estimate(scores(truth[x] - truth[y]), 2) for i, x in enumerate(names) for y in names[i + 1 :]}
    found = rate_players(names, met)
    assert [rating.player for rating in found] == ["d", "b", "a", "c"]
    assert {rating.player: rating.elo for rating in found} == pytest.approx(truth, abs=2)
    anchored = {rating.player: rating.elo for rating in rate_players(names, met, anchor="d")}
    assert anchored == pytest.approx({name: elo - 300 for name, elo in truth.items()}, abs=2)


def test_ratings_of_two_are_their_difference_with_its_error() -> None:
    met = estimate({1.0: 300, 0.5: 400, 0.0: 100}, 2)
    best, anchor = rate_players(["weak", "strong"], {("strong", "weak"): met})
    assert (best.player, anchor.player, anchor.elo, anchor.error) == ("strong", "weak", 0, 0)
    assert best.elo == pytest.approx(met.elo)
    assert best.error == pytest.approx((met.elo_high - met.elo_low) / 2, rel=0.02)


def test_errors_add_up_along_a_ladder() -> None:
    met = estimate(scores(100, 200), 2)
    found = {rating.player: rating for rating in rate_players(["a", "b", "c"], {("b", "a"): met, ("c", "b"): met})}
    assert found["c"].elo == pytest.approx(2 * found["b"].elo)
    assert found["c"].error == pytest.approx(math.sqrt(2) * found["b"].error, rel=1e-3)


def test_one_who_only_wins_still_has_a_rating() -> None:
    [best, _] = rate_players(["a", "b"], {("a", "b"): estimate({1.0: 20}, 2)}, anchor="b")
    assert 400 < best.elo < 1000
    assert math.isfinite(best.error)


def test_the_error_of_a_rating_after_wins_only() -> None:
    """Twenty wins count as if one more game had been drawn: a share of 20.5 in 21, and the error of 21 games at that share."""
    winner, loser = rate_players(["loser", "winner"], {("winner", "loser"): estimate({1.0: 10}, 2)})
    share = 20.5 / 21
    assert (winner.player, loser.player, loser.error) == ("winner", "loser", 0.0)
    assert winner.elo == pytest.approx(compute_elo_difference(share))
    assert winner.error == pytest.approx(1.959964 * 400 / math.log(10) / (21 * share * (1 - share)) ** 0.5)


def test_who_has_met_nobody_cannot_be_rated() -> None:
    pairs = {("a", "b"): estimate({1.0: 5, 0.0: 5}, 2), ("c", "d"): estimate({1.0: 5}, 2), ("a", "e"): estimate({}, 2)}
    assert {found.player for found in rate_players(["a", "b", "c", "d", "e"], pairs)} == {"a", "b"}
    assert {found.player for found in rate_players(["a", "b", "c", "d", "e"], pairs, "d")} == {"c", "d"}
