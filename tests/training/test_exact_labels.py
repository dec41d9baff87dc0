"""Learning from positions whose winner is known."""

from typing import Any

import numpy

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search.proof import wins_within
from banmen.engine.search.proof_kernels import FRAME
from banmen.games.kuniumi.evaluation import WEIGHTS
from banmen.training import exact_labels


def words(*shape: int) -> Any:
    return numpy.zeros(shape, numpy.int64)


def test_labels_are_what_proofs_say_and_can_be_learnt() -> None:
    game = banmen.game("kuniumi", setup="random")
    kernels, start, weights = game.compiled(exact_labels), game.first_state(), numpy.array(WEIGHTS, float)
    states, targets = words(200, 3), numpy.zeros(200)
    kernels.gather(start, 3, 0, 8, 2**29, 7, 10, 2, weights, states, words(2, 36), numpy.zeros(36))
    room = (words(12, 3), words(12, 36), words(12, 36), words(12, FRAME), words(1024, 4), words(2, 1 << 15), words(0, 3))
    control = numpy.array([0, 0, 1 << 60])
    for _ in range(2):  # the second time with a table that knows the answers
        kernels.label(start, states, targets, *room, control)
        for row in range(0, 200, 10):
            position = banmen.Position(game, tuple(map(int, states[row])))
            assert wins_within(position, 10, Budget(nodes=10**6), memory=1) == bool(targets[row])
    learnt, squares, chances = numpy.zeros(len(WEIGHTS)), numpy.zeros(len(WEIGHTS)), numpy.zeros(200)
    for _ in range(10):
        kernels.learn(start, states, targets, numpy.arange(200), 0.01, learnt, squares)
    kernels.examine(start, states, learnt, chances)
    assert ((chances > 0.5) == (targets > 0.5)).mean() > 0.9
