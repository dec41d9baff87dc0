"""Learning from searches: positions of games with the values from searches, and the winners."""

import random

import numpy

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search import proof
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.games.kuniumi.rules import PLAY, phase
from banmen.training import search_learning
from banmen.training.alphabeta_learner import draw_opening
from banmen.training.courses import SearchCourse

GAME = banmen.game("kuniumi", setup="random")
COURSE = SearchCourse(games=1, nodes=50, ending=17, opening=6, exploring=0.08, rate=0.005, rounds=3)


def test_a_game_yields_positions_in_play_with_chances() -> None:
    targets, again = (
        list(search_learning.play_game(GAME, COURSE, random.Random(3), AlphaBeta(memory=4, every=True))) for _ in range(2)
    )
    assert targets == again
    assert len(targets) > 20
    for state, chance in targets:
        assert phase(state) == PLAY
        assert 1 - search_learning.MOST_CERTAIN <= chance <= search_learning.MOST_CERTAIN
    assert len({chance for _, chance in targets}) > 5


def test_who_wins_is_found_by_searching_to_the_end() -> None:
    rng = random.Random(1)
    position = draw_opening(GAME, rng)
    while search_learning.count_longest(position) > 12:
        position = position.after(rng.choice(position.legal_codes()))
        if position.over:
            position = draw_opening(GAME, rng)
    won = proof.wins_within(position, search_learning.count_longest(position), Budget(nodes=10**8))
    assert (search_learning.find_winner(position, 0.5, 17) == position.turn) == won


def test_parts_become_arrays() -> None:
    states, chances = search_learning.join_arrays([[((1, 2, 3), 0.25)], [((4, 5, 6), 0.75), ((7, 8, 9), 0.5)]])
    assert states.tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert chances.tolist() == [0.25, 0.75, 0.5]
    assert states.dtype == numpy.int64
    assert states.shape[1] == GAME.rules.WORDS
