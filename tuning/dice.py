"""Learn the evaluation of the games with sticks by self-play, measure it and write it into the game's `weights.py`.

    PYTHONPATH=src python tuning/dice.py kariuchi            # also holes58, moontrek
    PYTHONPATH=src python tuning/dice.py kariuchi --measure  # only measure what is there

The same seed gives the same weights on the same processor. One core works for the minutes that `COURSES` says.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core import sticks
from banmen.core.game import Game
from banmen.training import td_dice
from banmen.training.td_dice import ANY, FIRST, SECOND, WISH

SOURCE = Path(__file__).parent.parent / "src" / "banmen" / "games"
LONGEST = 4000  # plies; a longer game is not learnt from
BATCH = 500
WIDTH = 120


@dataclass(frozen=True)
class Course:
    """What is played, and for how long: the variants, each as often as it is named, and the number of games."""

    variants: tuple[dict[str, Any], ...]
    games: int
    rate: float = 0.02  # of learning at first; it falls to a fiftieth
    trace: float = 0.8  # how much of what is learnt is how the game went on, at first; it falls to a fifth
    exploring: float = 0.05
    quick: float = 0.0  # the share of games at first from which is learnt quickly: more games, but more noise
    compared: tuple[dict[str, Any], ...] = ({},)


COURSES = {
    "kariuchi": Course(({}, {}, {}, {}, {"pieces": 3}, {"pieces": 2}), 150_000),
    "holes58": Course(({}, {}, {}, {"pieces": 4}, {"pieces": 3}), 300_000, rate=0.03),
    "moontrek": Course(
        (
            *({"players": players} for players in (2, 3, 4, 4)),
            *({"teams": teams} for teams in ("2-2", "2-2", "2-1", "2-1-1", "3-1")),
            *({"players": players, "pieces": 3} for players in (2, 3, 4)),
            {"teams": "2-2", "pieces": 2},
        ),
        80_000,
        rate=0.04,
        quick=0.75,
        compared=({"players": 2}, {"players": 4}, {"teams": "2-2"}),
    ),
}


class Learner:
    """The weights of one game while they are being learnt."""

    def __init__(self, name: str, seed: int) -> None:
        self.game, self.course, self.seed = banmen.game(name), COURSES[name], seed
        self.evaluation = __import__(f"banmen.games.{name}.evaluation", fromlist=["SIZE"])
        self.weights = numpy.zeros(self.evaluation.SIZE)
        self.squares = numpy.zeros(self.evaluation.SIZE)
        self.kernels = self.game.compiled(td_dice)
        self.starts = numpy.array([self.game.with_options(**variant).first_state() for variant in self.course.variants])
        words, seats = self.game.rules.WORDS, seats_of(self.game)
        self.states = numpy.zeros((LONGEST, words + 1), numpy.int64)
        self.expected, self.target = numpy.zeros((LONGEST, seats)), numpy.zeros(seats)
        self.moves = numpy.zeros(self.game.rules.MOST, numpy.int64)

    def learn(self, games: int) -> Iterator[tuple[int, float]]:
        """Play games and learn; tell after each batch how many are done and how large the errors were."""
        course = self.course
        for first in range(0, games, BATCH):
            left = 1 - first / games
            met, errors = self.kernels.rehearse(
                self.starts,
                self.game.first_state(),
                self.seed,
                first,
                BATCH,
                sticks.odds(0.5),
                course.rate * max(left, 0.02),
                course.trace * max(left, 0.2),
                int(course.exploring * left * 2**32),
                left > 1 - course.quick,
                self.weights,
                self.squares,
                self.states,
                self.expected,
                self.moves,
                self.target,
            )
            yield first + BATCH, (errors / met) ** 0.5

    def write(self) -> Path:
        """Write the weights into the game's module."""
        path = SOURCE / self.game.name / "weights.py"
        head = '"""Weights of the evaluation, learnt by self-play: written by `tuning/dice.py`, not by hand."""'
        body = "\n".join(lines(packed([round(weight) for weight in self.weights])))
        path.write_text(
            f'{head}\n\nfrom banmen.kernels.linear_weights import unpacked\n\nWEIGHTS = unpacked("""\n{body}\n""")\n'
        )
        return path


def packed(numbers: list[int]) -> Iterator[str]:
    """Write numbers one by one, runs of equal ones as `value*times`."""
    run = 0
    for index, value in enumerate(numbers):
        run += 1
        if index + 1 == len(numbers) or numbers[index + 1] != value:
            yield str(value) if run == 1 else f"{value}*{run}"
            run = 0


def lines(items: Iterator[str]) -> Iterator[str]:
    """Fill lines with items."""
    line = ""
    for item in items:
        if len(line) + len(item) >= WIDTH:
            yield line
            line = ""
        line = f"{line} {item}" if line else item
    yield line


def share(game: Game, way: int, other: int, one: Any, two: Any, games: int, seed: int) -> tuple[float, float]:
    """Return the share of games that a way of playing wins against another and its 95 % error, every team taking turns."""
    kernels = game.compiled(td_dice)
    moves = numpy.zeros(game.rules.MOST, numpy.int64)
    teams = sides(game)
    won = 0.0
    for team in sorted(set(teams)):
        wins = numpy.zeros(seats_of(game), numpy.int64)
        ways = tuple(way if seat < len(teams) and teams[seat] == team else other for seat in range(4))
        for beginner in range(len(teams)):
            start = beginning(game, beginner)
            part = games // len(teams) // len(set(teams))
            kernels.duel(start, seed, 0, part, sticks.odds(game.p), ways, one, two, moves, wins)
        won += wins[teams.index(team)]
    total = games // len(teams) // len(set(teams)) * len(teams) * len(set(teams))
    rate = won / total
    return rate, 1.96 * (rate * (1 - rate) / total) ** 0.5


def seats_of(game: Game) -> int:
    """Return how many chances the game's evaluation tells."""
    return 4 if game.name == "moontrek" else 2


def beginning(game: Game, seat: int) -> Any:
    """Return the start with a seat to throw."""
    return game.rules.opened(game.first_state(), seat, 0)


def sides(game: Game) -> list[int]:
    """Return the number of the team of each seat."""
    return [next(index for index, team in enumerate(game.teams) if player in team) for player in game.players]


def measure(game: Game, course: Course, weights: Any, before: Any, games: int, seed: int) -> None:
    """Print how 1-ply play by the weights does against random play, the wish, and earlier weights."""
    for variant in course.compared:
        variety = game.with_options(**variant)
        even = 1 / len(set(sides(variety)))
        for name, other in (("random", ANY), ("greedy", WISH), ("earlier weights", SECOND)):
            rate, error = share(variety, FIRST, other, weights, before, games, seed)
            print(f"{variety!r}: against {name}: {rate:.1%} +- {error:.1%} (even would be {even:.1%})", flush=True)


def main() -> None:
    """Read the command line and learn, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=COURSES)
    parser.add_argument("--games", type=int, help="how many games to learn from instead of the usual number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", action="store_true", help="only measure the weights that are there")
    chosen = parser.parse_args()
    learner = Learner(chosen.game, chosen.seed)
    before = numpy.resize(numpy.array(learner.evaluation.WEIGHTS, float), learner.evaluation.SIZE)
    if not chosen.measure:
        began = time.monotonic()
        told = began
        for done, error in learner.learn(chosen.games or learner.course.games):
            if time.monotonic() > told + 5:
                told = time.monotonic()
                print(f"{done:8} games, {told - began:4.0f} s, error {error:.4f}", flush=True)
        print(f"learnt in {time.monotonic() - began:.0f} s; written to {learner.write()}")
    weights = before if chosen.measure else numpy.round(learner.weights)
    measure(learner.game, learner.course, weights, before, 20_000, chosen.seed + 10)


if __name__ == "__main__":
    main()
