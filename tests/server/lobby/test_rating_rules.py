import random

import pytest

from banmen.match.rated_results import RatedResult
from banmen.server.lobby.rating_rules import Rating, combine_ratings, find_outcome, rate_match, weigh_repeats

DUEL = (("ann",), ("bob",))


def test_winning_raises_losing_lowers_and_both_become_surer() -> None:
    after = rate_match(RatedResult(DUEL, (0, 1)), {})
    assert after["ann"].points > 1500 > after["bob"].points
    assert after["ann"].spread < Rating().spread
    assert (after["ann"].wins, after["bob"].losses, after["ann"].games) == (1, 1, 1)


def test_a_draw_moves_the_two_towards_each_other() -> None:
    known = {"ann": Rating(mu=30.0), "bob": Rating(mu=20.0)}
    after = rate_match(RatedResult(DUEL, (0, 0)), known)
    assert known["ann"].mu > after["ann"].mu > after["bob"].mu > known["bob"].mu
    assert (after["ann"].draws, after["bob"].draws) == (1, 1)


def test_beating_a_stronger_player_gives_more() -> None:
    strong = rate_match(RatedResult(DUEL, (0, 1)), {"bob": Rating(mu=35.0)})
    weak = rate_match(RatedResult(DUEL, (0, 1)), {"bob": Rating(mu=15.0)})
    assert strong["ann"].mu > weak["ann"].mu


def test_partners_win_and_lose_together() -> None:
    after = rate_match(RatedResult((("ann", "cid"), ("bob", "dan")), (0, 1)), {})
    assert after["ann"].mu == after["cid"].mu > after["bob"].mu == after["dan"].mu


def test_leaving_loses_however_the_computer_fares() -> None:
    result = RatedResult((("ann", "cid"), ("bob", "dan")), (0, 1), frozenset({"ann"}))
    after = rate_match(result, {})
    assert after["ann"].mu < 25.0 < after["cid"].mu
    assert [find_outcome(result, person) for person in ("ann", "cid", "bob")] == ["loss", "win", "loss"]


def test_among_three_the_first_gains_and_those_behind_are_equal() -> None:
    after = rate_match(RatedResult((("ann",), ("bob",), ("cid",)), (1, 0, 1)), {})
    assert after["bob"].mu > 25.0 > after["ann"].mu == after["cid"].mu


def test_many_matches_of_the_same_people_count_less_and_less() -> None:
    changes = [rate_match(RatedResult(DUEL, (0, 1)), {}, weigh_repeats(before))["ann"].mu - 25.0 for before in range(12)]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] == changes[2] > changes[3] > 0.0
    assert changes[10] == changes[11] == 0.0


def test_ratings_converge_to_the_difference_in_strength() -> None:
    rng, known = random.Random(5), {"ann": Rating(), "bob": Rating()}
    for _ in range(300):  # one wins three of four, which is about 190 points
        known = rate_match(RatedResult(DUEL, (0, 1) if rng.random() < 0.75 else (1, 0)), known)
    assert known["ann"].points - known["bob"].points == pytest.approx(190, abs=110)
    assert known["ann"].is_sure
    assert not Rating(games=9, sigma=1.0).is_sure
    assert not Rating(games=90, sigma=5.0).is_sure


def test_merging_a_rating_wider_than_the_prior_changes_only_the_counts() -> None:
    merged = combine_ratings(Rating(30.0, 9.0, games=1, wins=1), Rating(20.0, 4.0, games=2, losses=2))
    assert merged == Rating(20.0, 4.0, games=3, wins=1, losses=2)
