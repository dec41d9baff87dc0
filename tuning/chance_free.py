"""Learn the evaluation of Kuniumi or Qubism by self-play, measure it and write it into the game's `weights.py`.

    PYTHONPATH=src python -m tuning.chance_free kuniumi            # also qubism
    PYTHONPATH=src python -m tuning.chance_free kuniumi --measure  # only measure what is there

The same seed gives the same weights on the same processor. `COURSES` says how long it took beside other work on two cores.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core.game import Game, Position
from banmen.engine.players import player
from banmen.training import td_alphabeta
from tuning.dice import lines, packed

SOURCE = Path(__file__).parent.parent / "src" / "banmen" / "games"
LONGEST = 80  # plies; what a longer game would have led to is taken from the weights
BATCHES = 200


@dataclass(frozen=True)
class Course:
    """What is played, and for how long."""

    games: int
    minutes: float  # that it took on two cores with much other work
    rate: float  # of learning at first; it falls to a thirtieth
    opening: int  # at most so many random moves begin a game
    share: int  # one in so many of the moves that were only looked at is learnt from
    options: dict[str, Any] = field(default_factory=dict)
    trace: float = 0.7  # how much of what is learnt is how the game went on, at first; it falls to a third of that
    exploring: float = 0.1


COURSES = {
    "kuniumi": Course(200_000, 10, 0.05, 6, 1, {"setup": "random"}),
    "qubism": Course(30_000, 5, 0.07, 8, 4),
}


class Learner:
    """The weights of one game while they are being learnt, and the room that the kernels work in."""

    def __init__(self, name: str, seed: int) -> None:
        self.course, self.seed = COURSES[name], seed
        self.game = banmen.game(name, **self.course.options)
        self.evaluation = __import__(f"banmen.games.{name}.evaluation", fromlist=["WEIGHTS"])
        self.weights, self.squares = (numpy.zeros(self.evaluation.SIZE_OF_WEIGHTS) for _ in range(2))
        self.kernels = self.game.compiled(td_alphabeta)
        self.states = numpy.zeros((LONGEST, self.game.rules.WORDS), numpy.int64)
        self.found = numpy.zeros((LONGEST, 3))
        self.moves = numpy.zeros((2, self.game.rules.MOST), numpy.int64)
        self.scores = numpy.zeros(self.game.rules.MOST)

    def learn(self, games: int) -> Iterator[tuple[int, float]]:
        """Play games and learn; tell after each batch how many are done and how large the errors were."""
        course = self.course
        batch = max(20, games // BATCHES)
        for first in range(0, games, batch):
            left = 1 - first / games
            ways = course.rate * max(left, 0.03), course.trace * max(left, 0.3), int(course.exploring * left * 2**32)
            yield first + batch, self._spar(self.weights, self.seed, first, batch, *ways) ** 0.5

    def examined(self, weights: Any, games: int) -> float:
        """Return the mean squared error of the weights' chances against how games went that nothing was learnt from."""
        return self._spar(weights.copy(), self.seed + 1, 0, games, 0.0, 1.0, 0)

    def _spar(self, weights: Any, seed: int, first: int, games: int, rate: float, trace: float, exploring: int) -> float:
        what = (self.game.first_state(), seed, first, games, self.course.opening, self.course.share, rate, trace, exploring)
        room = (self.squares, self.states, self.found, self.moves, self.scores)
        met, errors = self.kernels.spar(*what, weights, *room)
        return float(errors / met)

    def duel(self, one: Any, two: Any, games: int) -> float:
        """Return the points that one set of weights makes against another, both looking two plies ahead."""
        both = numpy.stack([one, two])
        what = (self.game.first_state(), self.seed + 2, 0, games // 2, self.course.opening, LONGEST)
        return float(self.kernels.duel(*what, both, self.moves, self.scores))


def write(name: str, weights: Any, script: str) -> Path:
    """Write weights that a script has learnt into a game's module."""
    evaluation = __import__(f"banmen.games.{name}.evaluation", fromlist=["evened"])
    path = SOURCE / name / "weights.py"
    head = f'"""Weights of the evaluation, learnt by play: written by `{script}`, not by hand."""'
    body = "\n".join(lines(packed(evaluation.evened([round(weight) for weight in weights]))))
    path.write_text(f'{head}\n\nfrom banmen.kernels.linear_weights import unpacked\n\nWEIGHTS = unpacked("""\n{body}\n""")\n')
    return path


def met_in_match(game: Game, one: str, two: str, games: int, seed: int) -> float:
    """Return the points of one player against another in pairs of games from the same beginnings."""
    rng, points = random.Random(seed), 0.0
    for number in range(games // 2):
        begun = beginning(game, rng)
        for seat in range(2):
            names = (one, two) if seat == 0 else (two, one)
            players = dict(zip(game.players, [player(name, game, seed=number) for name in names], strict=True))
            position = begun
            while not position.over:
                position = position.play(players[position.turn].choose(position))
            points += 0.5 if not position.winner else float(position.winner == (game.players[seat],))
    return points


def beginning(game: Game, rng: random.Random) -> Position:
    """Return a position some random moves after the start."""
    while True:
        position = game.start(rng)
        for _ in range(rng.randrange(3, 6)):
            if not position.over:
                position = position.after(rng.choice(position.legal_codes()))
        if not position.over:
            return position


def measure(learner: Learner, weights: Any, before: Any, matches: int) -> None:
    """Print how the weights do on games they were not learnt from, against earlier ones, and in search against sampling."""
    print(f"mean squared error on new games: {learner.examined(weights, 2000):.4f} (0.25 knows nothing)", flush=True)
    points = learner.duel(weights, before, 1000)
    print(f"two plies ahead, against the weights that were there before: {points} of 1000", flush=True)
    if matches == 0:
        return
    for one, two in (("alphabeta:20000", "mcts:2000"), ("alphabeta:20000", "mcts:20000")):
        points = met_in_match(learner.game, one, two, matches, learner.seed + 3)
        print(f"{one} against {two}: {points} of {matches}", flush=True)


def main() -> None:
    """Read the command line and learn, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=COURSES)
    parser.add_argument("--games", type=int, help="how many games to learn from instead of the usual number")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--matches", type=int, default=40, help="how many games to play against sampling")
    parser.add_argument("--measure", action="store_true", help="only measure the weights that are there")
    chosen = parser.parse_args()
    learner = Learner(chosen.game, chosen.seed)
    before = numpy.resize(numpy.array(learner.evaluation.WEIGHTS, float), learner.evaluation.SIZE_OF_WEIGHTS)
    if chosen.measure:
        measure(learner, before, before, chosen.matches)
        return
    print(f"at most about {learner.course.minutes} minutes", flush=True)
    began = told = time.monotonic()
    for done, error in learner.learn(chosen.games or learner.course.games):
        if time.monotonic() > told + 5:
            told = time.monotonic()
            print(f"{done:8} games, {told - began:4.0f} s, error {error:.4f}", flush=True)
    print(
        f"learnt in {time.monotonic() - began:.0f} s; written to {write(chosen.game, learner.weights, 'tuning/chance_free.py')}"
    )
    measure(learner, numpy.round(learner.weights), before, 0)  # search goes by the weights that were there at the start


if __name__ == "__main__":
    main()
