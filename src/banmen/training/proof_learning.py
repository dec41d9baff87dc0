"""Learn the evaluation of a game without chance from positions whose winner is known, test it and write it.

    python -m banmen.training.proof_learning GAME --data build/proofs.npz  # learn, and keep the positions
    python -m banmen.training.proof_learning GAME --measure                # only measure the weights that are there

Some games of self-play give weights that play sensibly. Positions from games between such players are searched to the end, and
learnt from together with positions that the search met on its way, whose winner it knows as well. The game must have a
`longest` of its own. Longer positions are left to `banmen.training.search_learning`, which goes on from here.
The same seed gives the same weights on the same processor.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy

from banmen.core.game import Game
from banmen.core.registry import game as make_game
from banmen.engine.search.proof_kernels import FRAME
from banmen.training import exact_labels
from banmen.training.alphabeta_learner import AlphaBetaLearner
from banmen.training.courses import ProofCourse, read_course
from banmen.training.data_writer import write_weights

PARTS = 16  # that the work is cut into
TESTED = 20  # one in so many positions is for testing only
TABLE = 1 << 18  # entries of the search's table
HISTORY = 1 << 15
WALKS = 2  # through what a search met, for each position that is to be taken
Labelled = tuple[Any, Any]  # positions, and for each 1 where the side to act wins


def words(*shape: int) -> Any:
    """Return an array for kernels to work in."""
    return numpy.zeros(shape, numpy.int64)


def measure_lengths(game: Game, states: Any) -> Any:
    """Return the most plies that the game can still take in each position."""
    lengths = words(len(states))
    game.compiled(exact_labels).measure_lengths(game.first_state(), states, lengths)
    return lengths


def label_positions(task: tuple[Game, int, int, Any]) -> Labelled:
    """Gather positions, search them to the end, and return them and those met on the way."""
    game, seed, number, weights = task
    course = read_course(game, "proof", ProofCourse)
    kernels, start, most, deep = game.compiled(exact_labels), game.first_state(), game.rules.MOST, course.longest + 2
    roots, results = words(number, game.rules.WORDS), numpy.zeros(number)
    way = (course.opening, int(course.exploring * 2**32), course.shortest, course.longest, course.share)
    kernels.gather(start, seed, 0, *way, weights, roots, words(2, most), numpy.zeros(most))
    table = words(TABLE, game.rules.WORDS + 1)
    room = (words(deep, game.rules.WORDS), words(deep, most), words(deep, most), words(deep, FRAME), table)
    more = (words(2, HISTORY), words(0, game.rules.WORDS), numpy.array([0, 0, 1 << 60]))
    states, targets = [roots], [results]
    for first in range(0, number, course.batch):
        part = slice(first, first + course.batch)
        table[:] = 0
        kernels.label(start, roots[part], results[part], *room, *more)
        met, winners = words(course.batch * course.taken, game.rules.WORDS), numpy.zeros(course.batch * course.taken)
        share, walks = course.taken, WALKS * course.taken
        filled = kernels.collect(start, roots[part], seed + first, share, walks, course.least, table, met, winners)
        distinct = numpy.unique(met[:filled], axis=0, return_index=True)[1]
        states.append(met[distinct])
        targets.append(winners[distinct])
    return numpy.concatenate(states), numpy.concatenate(targets)


def print_accuracy(game: Game, states: Any, targets: Any, weights: Any) -> None:
    """Print how often weights name the winner, by the length of the positions."""
    chances = numpy.zeros(len(states))
    game.compiled(exact_labels).examine(game.first_state(), states, weights, chances)
    chances = chances.clip(1e-4, 1 - 1e-4)
    loss = -numpy.log(numpy.where(targets > 0.5, chances, 1 - chances))
    right, lengths = (chances > 0.5) == (targets > 0.5), measure_lengths(game, states)
    print(f"right {right.mean():.3f}, log loss {loss.mean():.3f} of {len(states)} positions")
    for length in sorted(set(lengths)):
        part = lengths == length
        print(f"  {length} plies: right {right[part].mean():.3f}, log loss {loss[part].mean():.3f} of {part.sum()}", flush=True)


def learn_rounds(game: Game, known: Labelled, rate: float, rounds: int, seed: int, examine: Any) -> Any:
    """Return weights learnt from positions in several rounds, each in another order; `examine(weights)` runs after each."""
    states, targets = known
    rules: Any = game.plain
    weights, squares = (numpy.zeros(len(rules.WEIGHTS)) for _ in range(2))
    kernels, rng = game.compiled(exact_labels), numpy.random.default_rng(seed)
    for number in range(rounds):
        slower = rate * max(0.03, 1 - number / rounds)
        kernels.learn(game.first_state(), states, targets, rng.permutation(len(states)), slower, weights, squares)
        examine(weights)
    return weights


def gather_in_parts(learner: AlphaBetaLearner, positions: int, parts: int, jobs: int) -> list[Labelled]:
    """Return labelled positions in parts, the first of which is for testing."""
    seeds = [learner.seed + 100 * (part + 1) for part in range(parts + 1)]
    sizes = [max(1, positions // TESTED), *[positions // PARTS] * parts]
    tasks = [(learner.game, seed, size, learner.weights) for seed, size in zip(seeds, sizes, strict=True)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(label_positions, tasks))


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, then gather, learn, test and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--positions", type=int, help="how many positions to search to the end instead of the usual number")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--data", type=Path, help="where to keep the positions")
    parser.add_argument("--output", type=Path, help="the folder to write to, if not the game's data folder")
    parser.add_argument("--measure", action="store_true", help="only measure the weights that are there")
    chosen = parser.parse_args(arguments)
    began, learner = time.monotonic(), AlphaBetaLearner(make_game(chosen.game), chosen.seed)
    game, course = learner.game, read_course(learner.game, "proof", ProofCourse)
    for _ in learner.learn(course.self_play):
        pass
    print(f"self-play: {time.monotonic() - began:.0f} s", flush=True)
    positions = chosen.positions or course.positions
    tested, *known = gather_in_parts(learner, positions, 0 if chosen.measure else PARTS, chosen.jobs)
    print(f"labelled: {time.monotonic() - began:.0f} s", flush=True)
    if chosen.measure:
        print_accuracy(game, *tested, learner.before)
        return
    states, targets = (numpy.concatenate(both) for both in zip(*known, strict=True))
    if chosen.data:
        chosen.data.parent.mkdir(parents=True, exist_ok=True)
        numpy.savez_compressed(chosen.data, states=states, targets=targets)

    def examine(weights: Any) -> None:
        print_accuracy(game, *tested, weights)

    weights = learn_rounds(game, (states, targets), course.rate, course.rounds, chosen.seed, examine)
    command = f"python -m banmen.training.proof_learning {game.name} --seed {chosen.seed} --positions {positions}"
    path = write_weights(game, weights, command, chosen.seed, chosen.output)
    print(f"learnt from {len(states)} positions; written to {path}")


if __name__ == "__main__":
    main()
