"""Learn the evaluation of a game by self-play, measure it and write it into the game's data folder.

    python -m banmen.training.self_play GAME            # any game with a course in its data/training.toml
    python -m banmen.training.self_play GAME --measure  # only measure the weights that are there

The same seed gives the same weights on the same processor.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy

from banmen.core.game import Game
from banmen.core.registry import game as make_game
from banmen.training.alphabeta_learner import AlphaBetaLearner
from banmen.training.courses import CourseError
from banmen.training.data_writer import write_weights
from banmen.training.dice_learner import DiceLearner

SECONDS = 5  # between two lines of progress


def choose_learner(game: Game, seed: int) -> AlphaBetaLearner | DiceLearner:
    """Return the learner that a game has a course for."""
    try:
        return AlphaBetaLearner(game, seed)
    except CourseError:
        return DiceLearner(game, seed)


def learn(learner: AlphaBetaLearner | DiceLearner, games: int | None) -> None:
    """Let a learner play, printing progress."""
    began = printed = time.monotonic()
    for done, error in learner.learn(games):
        if time.monotonic() > printed + SECONDS:
            printed = time.monotonic()
            print(f"{done:8} games, {printed - began:4.0f} s, error {error:.4f}", flush=True)
    print(f"learnt in {time.monotonic() - began:.0f} s", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, then learn, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, help="how many games to learn from instead of the usual number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="the folder to write to, if not the game's data folder")
    parser.add_argument("--matches", type=int, default=40, help="with --measure, games of search against sampling")
    parser.add_argument("--measure", action="store_true", help="only measure the weights that are there")
    chosen = parser.parse_args(arguments)
    learner = choose_learner(make_game(chosen.game), chosen.seed)
    if chosen.measure:
        learner.measure(learner.before, chosen.matches)
        return
    learn(learner, chosen.games)
    command = f"python -m banmen.training.self_play {chosen.game} --seed {chosen.seed}"
    command += f" --games {chosen.games}" if chosen.games else ""
    print(f"written to {write_weights(learner.game, learner.weights, command, chosen.seed, chosen.output)}", flush=True)
    learner.measure(numpy.round(learner.weights), 0)


if __name__ == "__main__":
    main()
