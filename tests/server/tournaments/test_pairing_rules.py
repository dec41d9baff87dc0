"""Pairings."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banmen.server.tournaments.pairing_rules import Meeting, count_rounds, list_standings, pair_robin, pair_swiss

RESULTS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))


@pytest.mark.parametrize("number", range(2, 14))
def test_in_the_end_everybody_has_met_everybody_once(number: int) -> None:
    everybody = list(range(1, number + 1))
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for round_number in range(1, count_rounds("robin", number) + 1):
        pairs = pair_robin(everybody, round_number)
        assert sorted(one for pair in pairs for one in pair if one is not None) == everybody
        met.update(frozenset((one, two)) for one, two in pairs if two is not None)
        byes.update(one for one, two in pairs if two is None)
    assert len(met) == number * (number - 1) // 2
    assert set(met.values()) == {1}
    assert byes == (Counter(everybody) if number % 2 else Counter())


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 17), st.lists(st.integers(0, 2), min_size=120, max_size=120))
def test_a_swiss_tournament_pairs_everybody_and_nobody_twice(number: int, fallen: list[int]) -> None:
    everybody, meetings, results = list(range(1, number + 1)), list[Meeting](), iter(fallen)
    for round_number in range(1, count_rounds("swiss", number) + 1):
        pairs = pair_swiss(everybody, meetings)
        assert sorted(one for pair in pairs for one in pair if one is not None) == everybody
        assert pairs == pair_swiss(everybody, meetings)  # the same in every process
        for one, two in pairs:
            meetings.append(Meeting(round_number, one, two, RESULTS[next(results)] if two else (1.0, 0.0)))
    met = Counter(frozenset((one.first, one.second)) for one in meetings if one.second is not None)
    assert max(met.values()) == 1
    byes = Counter(one.first for one in meetings if one.second is None)
    assert not byes or max(byes.values()) == 1


@pytest.mark.parametrize("number", [4, 8, 12, 16])
def test_winners_meet_winners(number: int) -> None:
    everybody = list(range(1, number + 1))
    meetings = [Meeting(1, one, two, (1.0, 0.0)) for one, two in pair_swiss(everybody, [])]
    scores = {one.number: one.score for one in list_standings(everybody, meetings)}
    assert all(two and scores[one] == scores[two] for one, two in pair_swiss(everybody, meetings))


def test_the_first_round_lets_the_upper_half_meet_the_lower() -> None:
    assert [set(pair) for pair in pair_swiss([1, 2, 3, 4], [])] == [{1, 3}, {2, 4}]


def test_the_table_is_ordered_by_score_then_by_the_opponents_then_by_wins() -> None:
    meetings = [Meeting(1, 1, 2, (1.0, 0.0)), Meeting(1, 3, 4, (1.0, 0.0)), Meeting(1, 5, None, (1.0, 0.0))]
    meetings += [Meeting(2, 1, 3, (0.5, 0.5)), Meeting(2, 2, 4, (1.0, 0.0)), Meeting(3, 3, 1, None)]
    found = list_standings([1, 2, 3, 4, 5], meetings)
    assert [(one.number, one.score, one.opponents) for one in found] == [
        (1, 1.5, 2.5),
        (3, 1.5, 1.5),
        (2, 1.0, 1.5),
        (5, 1.0, 0.0),
        (4, 0.0, 2.5),
    ]
    assert (found[2].wins, found[3].wins) == (1, 0)  # a bye is not a win


def test_there_are_as_many_rounds_as_a_winner_needs() -> None:
    assert [count_rounds("swiss", number) for number in (2, 3, 4, 5, 8, 9, 64)] == [1, 2, 2, 3, 3, 4, 6]
    assert count_rounds("swiss", 8, 5) == 5
    assert count_rounds("swiss", 4, 12) == 3  # nobody has to play anybody twice


def test_of_equal_scores_the_opponents_decide_before_wins() -> None:
    drawn = [Meeting(1, 1, 3, (0.5, 0.5)), Meeting(2, 1, 4, (0.5, 0.5))]
    won = [Meeting(1, 2, 5, (1.0, 0.0)), Meeting(2, 2, 3, (0.0, 1.0)), Meeting(3, 4, 5, (1.0, 0.0))]
    standings = list_standings([2, 1, 3, 4, 5], [*drawn, *won])
    assert [one.number for one in standings] == [3, 4, 1, 2, 5]
    assert [(one.score, one.opponents, one.wins) for one in standings[2:4]] == [(1.0, 3.0, 0), (1.0, 1.5, 1)]
