"""Learning the evaluation of a game without chance by self-play, and measuring it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy

from banmen.core.game import Game, Position
from banmen.engine.players import player
from banmen.training import td_alphabeta
from banmen.training.courses import AlphaBetaCourse, read_course

LONGEST = 80  # plies; how a longer game would have ended is estimated by the weights
BATCHES = 200
TESTED = 2000  # games for the error of the weights
DUELS = 1000  # games against earlier weights
OPPONENTS = (("alphabeta:20000", "mcts:2000"), ("alphabeta:20000", "mcts:20000"))


class AlphaBetaLearner:
    """The weights of one game while they are being learnt, and the arrays that the kernels work in."""

    def __init__(self, game: Game, seed: int) -> None:
        self.course, self.seed = read_course(game, "td_alphabeta", AlphaBetaCourse), seed
        self.game = game = game.with_options(**self.course.options)
        rules: Any = game.plain
        self.before = numpy.array(rules.WEIGHTS, float)
        self.weights, self.squares = numpy.zeros_like(self.before), numpy.zeros_like(self.before)
        self.kernels = game.compiled(td_alphabeta)
        self.states = numpy.zeros((LONGEST, game.rules.WORDS), numpy.int64)
        self.traces = numpy.zeros((LONGEST, 3))
        self.moves = numpy.zeros((2, game.rules.MOST), numpy.int64)
        self.scores = numpy.zeros(game.rules.MOST)

    def learn(self, games: int | None = None) -> Iterator[tuple[int, float]]:
        """Play games and learn; yield after each batch the number of games so far and the root of the mean squared error."""
        course, games = self.course, games or self.course.games
        batch = max(20, games // BATCHES)
        for first in range(0, games, batch):
            left = 1 - first / games
            trace, exploring = course.trace * max(left, 0.3), int(course.exploring * left * 2**32)
            error = self._play(self.weights, self.seed, first, batch, course.rate * max(left, 0.03), trace, exploring)
            yield first + batch, error**0.5

    def test(self, weights: Any, games: int) -> float:
        """Return the mean squared error of the chances by some weights, against results of games not learnt from."""
        return self._play(weights.copy(), self.seed + 1, 0, games, 0.0, 1.0, 0)

    def _play(self, weights: Any, seed: int, first: int, games: int, rate: float, trace: float, exploring: int) -> float:
        course = (self.course.opening, self.course.share, rate, trace, exploring)
        arrays = (weights, self.squares, self.states, self.traces, self.moves, self.scores)
        met, errors = self.kernels.play_and_learn(self.game.first_state(), seed, first, games, *course, *arrays)
        return float(errors / met)

    def duel(self, one: Any, two: Any, games: int) -> float:
        """Return the points that one set of weights makes against another, both looking two plies ahead."""
        both = numpy.stack([one, two])
        start, opening = self.game.first_state(), self.course.opening
        return float(self.kernels.duel(start, self.seed + 2, 0, games // 2, opening, LONGEST, both, self.moves, self.scores))

    def measure(self, weights: Any, matches: int) -> None:
        """Print how weights do in new games and against those before; with `matches`, also how search does against sampling.

        Search uses the weights that were there at the start.
        """
        print(f"mean squared error on new games: {self.test(weights, TESTED):.4f} (weights of 0: 0.25)", flush=True)
        points = self.duel(weights, self.before, DUELS)
        print(f"two plies ahead, against the weights before: {points} of {DUELS}", flush=True)
        if matches:
            for one, two in OPPONENTS:
                points = play_match(self.game, one, two, matches, self.seed + 3)
                print(f"{one} against {two}: {points} of {matches}", flush=True)


def play_match(game: Game, one: str, two: str, games: int, seed: int) -> float:
    """Return the points of one player against another in pairs of games from the same openings."""
    rng, points = random.Random(seed), 0.0
    for number in range(games // 2):
        opening = draw_opening(game, rng)
        for seat in range(2):
            names = (one, two) if seat == 0 else (two, one)
            players = dict(zip(game.players, [player(name, game, seed=number) for name in names], strict=True))
            position = opening
            while not position.over:
                position = position.play(players[position.turn].choose(position))
            points += 0.5 if not position.winner else float(position.winner == (game.players[seat],))
    return points


def draw_opening(game: Game, rng: random.Random, least: int = 3, most: int = 5) -> Position:
    """Return a position some random moves after the start."""
    while True:
        position = game.start(rng)
        for _ in range(rng.randint(least, most)):
            if not position.over:
                position = position.after(rng.choice(position.legal_codes()))
        if not position.over:
            return position
