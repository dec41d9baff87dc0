"""Learning the evaluation of a game with sticks by self-play, and measuring it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy

from banmen.core import sticks
from banmen.core.game import Game
from banmen.training import td_dice
from banmen.training.courses import DiceCourse, read_course
from banmen.training.td_dice import ANY, FIRST, SECOND, WISH

LONGEST = 4000  # plies; a longer game is not learnt from
BATCH = 500
DUELS = 20_000  # games against each opponent
OPPONENTS = (("random", ANY), ("greedy", WISH), ("the weights before", SECOND))


class DiceLearner:
    """The weights of one game while they are being learnt, and the arrays that the kernels work in."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.course, self.seed = game, read_course(game, "td_dice", DiceCourse), seed
        rules: Any = game.plain
        self.before = numpy.array(rules.WEIGHTS, float)
        self.weights, self.squares = numpy.zeros_like(self.before), numpy.zeros_like(self.before)
        self.kernels = game.compiled(td_dice)
        self.starts = numpy.array([game.with_options(**variant).first_state() for variant in self.course.variants])
        self.states = numpy.zeros((LONGEST, game.rules.WORDS + 1), numpy.int64)
        self.expected, self.target = numpy.zeros((LONGEST, count_seats(game))), numpy.zeros(count_seats(game))
        self.moves = numpy.zeros(game.rules.MOST, numpy.int64)

    def learn(self, games: int | None = None) -> Iterator[tuple[int, float]]:
        """Play games and learn; yield after each batch the number of games so far and the root of the mean squared error."""
        course, games = self.course, games or self.course.games
        arrays = (self.weights, self.squares, self.states, self.expected, self.moves, self.target)
        for first in range(0, games, BATCH):
            left = 1 - first / games
            rate, trace = course.rate * max(left, 0.02), course.trace * max(left, 0.2)
            way = (rate, trace, int(course.exploring * left * 2**32), left > 1 - course.quick)
            what = (self.starts, self.game.first_state(), self.seed, first, BATCH, sticks.compute_odds(0.5))
            met, errors = self.kernels.play_and_learn(*what, *way, *arrays)
            yield first + BATCH, (errors / met) ** 0.5

    def measure(self, weights: Any, _matches: int = 0) -> None:
        """Print how taking the best move by the weights does against random and greedy play and against the weights before."""
        for variant in self.course.compared:
            game = self.game.with_options(**variant)
            even = 1 / len(set(number_teams(game)))
            for name, other in OPPONENTS:
                rate, error = measure_win_rate(game, (FIRST, other), (weights, self.before), DUELS, self.seed + 10)
                print(f"{game!r}: against {name}: {rate:.1%} +- {error:.1%} (even would be {even:.1%})", flush=True)


def measure_win_rate(game: Game, ways: tuple[int, int], weights: tuple[Any, Any], games: int, seed: int) -> tuple[float, float]:
    """Return the share of games that a way of playing wins against another and its 95 % error, every team taking turns."""
    kernels, moves = game.compiled(td_dice), numpy.zeros(game.rules.MOST, numpy.int64)
    teams = number_teams(game)
    part = games // len(teams) // len(set(teams))
    won = 0.0
    for team in sorted(set(teams)):
        wins = numpy.zeros(count_seats(game), numpy.int64)
        by_seat = tuple(ways[0] if seat < len(teams) and teams[seat] == team else ways[1] for seat in range(4))
        for beginner in range(len(teams)):
            start = game.rules.open_with(game.first_state(), beginner, 0)
            kernels.duel(start, seed, 0, part, sticks.compute_odds(game.p), by_seat, *weights, moves, wins)
        won += wins[teams.index(team)]
    total = part * len(teams) * len(set(teams))
    rate = won / total
    return rate, 1.96 * (rate * (1 - rate) / total) ** 0.5


def count_seats(game: Game) -> int:
    """Return how many chances the game's evaluation gives, which may be more than its players."""
    return len(game.plain.chances(game.first_state()))


def number_teams(game: Game) -> list[int]:
    """Return the number of the team of each seat."""
    teams: Any = getattr(game, "teams", None) or [(player,) for player in game.players]
    groups = teams.split("|") if isinstance(teams, str) else teams
    return [next(number for number, group in enumerate(groups) if player in group) for player in game.players]
