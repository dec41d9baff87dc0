"""What Kuniumi's evaluation is taught by: positions of games with the values that searches give them, and who won."""

import random

import numpy
import pytest

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search import proof
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.games.kuniumi.rules import PLAY, phase
from tuning import early


def test_a_game_tells_of_positions_in_play_with_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early, "NODES", 200)
    told = list(early.one_game(random.Random(3), AlphaBeta(memory=4, every=True)))
    again = list(early.one_game(random.Random(3), AlphaBeta(memory=4, every=True)))
    assert told == again
    assert len(told) > 20
    for state, chance in told:
        assert phase(state) == PLAY
        assert 1 - early.MOST_CERTAIN <= chance <= early.MOST_CERTAIN
    assert len({chance for _, chance in told}) > 5


def test_who_wins_is_found_by_searching_to_the_end() -> None:
    rng = random.Random(1)
    position = early.beginning(rng)
    while early.free(position) > 12:
        position = position.after(rng.choice(position.legal_codes()))
        if position.over:
            position = early.beginning(rng)
    won = proof.wins_within(position, early.free(position), Budget(nodes=10**8))
    assert (early.winner(position, 0.5) == position.turn) == won


def test_parts_become_arrays() -> None:
    states, chances = early.arrays([[((1, 2, 3), 0.25)], [((4, 5, 6), 0.75), ((7, 8, 9), 0.5)]])
    assert states.tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert chances.tolist() == [0.25, 0.75, 0.5]
    assert states.dtype == numpy.int64
    assert states.shape[1] == banmen.game("kuniumi", setup="random").rules.WORDS
