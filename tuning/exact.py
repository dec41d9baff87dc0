"""Learn the evaluation of Kuniumi from positions whose winner is known, test it and write it into the game's `weights.py`.

    PYTHONPATH=src python -m tuning.exact --data build/exact.npz  # learn, and keep the positions for `tuning.early`
    PYTHONPATH=src python -m tuning.exact --measure               # only measure what is there

Some games of self-play give weights that play sensibly. Positions from games between such players are then searched to the end,
and not only they are learnt from but also positions that the search met on its way, whose winner it knows as well.
A search to the end takes about 4 ms with 16 free spaces, 20 ms with 18, 100 ms with 20. Earlier positions are left to
`tuning/early.py`, which goes on from here.
The same seed gives the same weights on the same processor.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.engine.search.proof_kernels import FRAME
from banmen.games.kuniumi import evaluation
from banmen.games.kuniumi.board import BOARD
from banmen.games.kuniumi.rules import PIECES
from banmen.games.kuniumi.weights import WEIGHTS
from banmen.training import exact_labels
from tuning.chance_free import Learner, write

SELF_PLAY = 10_000  # games
SHORTEST, LONGEST = 15, 20  # free spaces of the positions that are searched to the end
LEAST = 11  # free spaces of the positions that are learnt from
ROOTS = 24_000  # positions that are searched to the end
BATCH = 20  # of them go by before positions are taken out of the search's table
TAKEN = 40  # positions that are taken out of the table for each that is searched
PARTS = 16  # that the work is cut into
OPENING, EXPLORING, SHARE = 8, int(0.08 * 2**32), 2  # of the games that positions are taken from
RATE, ROUNDS = 0.005, 6  # of learning
TESTED = 20  # one in so many parts of what was gathered is for testing only


def words(*shape: int) -> Any:
    """Return room for kernels to work in."""
    return numpy.zeros(shape, numpy.int64)


def free_spaces(states: Any) -> Any:
    """Return the number of free spaces of each position."""
    return numpy.bitwise_count(BOARD & ~((states[:, 0] | states[:, 1]) & PIECES))


def labelled(task: tuple[int, int, Any]) -> tuple[Any, Any]:
    """Gather positions, search them to the end, and return them and those met on the way, with 1 where the side to act wins."""
    seed, number, weights = task
    game = banmen.game("kuniumi", setup="random")
    kernels, start, most, deep = game.compiled(exact_labels), game.first_state(), game.rules.MOST, LONGEST + 2
    roots, found = words(number, game.rules.WORDS), numpy.zeros(number)
    way = (OPENING, EXPLORING, SHORTEST, LONGEST, SHARE)
    kernels.gather(start, seed, 0, *way, weights, roots, words(2, most), numpy.zeros(most))
    table, rng = words(1 << 18, game.rules.WORDS + 1), numpy.random.default_rng(seed)
    room = (words(deep, game.rules.WORDS), words(deep, most), words(deep, most), words(deep, FRAME), table)
    more = (words(2, 1 << 15), words(0, game.rules.WORDS), numpy.array([0, 0, 1 << 60]))
    states, targets = [roots], [found]
    for first in range(0, number, BATCH):
        table[:] = 0
        kernels.label(start, roots[first : first + BATCH], found[first : first + BATCH], *room, *more)
        met = table[table[:, -1] != 0]
        met = met[free_spaces(met) >= LEAST]
        met = met[rng.permutation(len(met))[: BATCH * TAKEN]]
        states.append(met[:, :-1])
        # The first player has been hunting. She is to act where the faction to act is hers: bits 0 and 1 of the last word.
        targets.append(((met[:, -1] & 255 != 0) == ((met[:, 2] ^ met[:, 2] >> 1) & 1 == 0)).astype(float))
    return numpy.concatenate(states), numpy.concatenate(targets)


def tell(kernels: Any, start: Any, states: Any, targets: Any, weights: Any) -> None:
    """Print how well weights tell the winners, by the number of free spaces."""
    chances = numpy.zeros(len(states))
    kernels.examine(start, states, weights, chances)
    chances = chances.clip(1e-4, 1 - 1e-4)
    loss = -numpy.log(numpy.where(targets > 0.5, chances, 1 - chances))
    right, free = (chances > 0.5) == (targets > 0.5), free_spaces(states)
    print(f"right {right.mean():.3f}, log loss {loss.mean():.3f} of {len(states)} positions")
    for number in sorted(set(free)):
        chosen = free == number
        print(
            f"  {number} free: right {right[chosen].mean():.3f}, log loss {loss[chosen].mean():.3f} of {chosen.sum()}",
            flush=True,
        )


def main() -> None:
    """Read the command line and gather, learn, test and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--roots", type=int, default=ROOTS, help="how many positions to search to the end")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--data", type=Path, help="where to keep the positions")
    parser.add_argument("--measure", action="store_true", help="only measure the weights that are there")
    chosen = parser.parse_args()
    began = time.monotonic()
    learner = Learner("kuniumi", chosen.seed)
    for _ in learner.learn(SELF_PLAY):
        pass
    print(f"self-play: {time.monotonic() - began:.0f} s", flush=True)
    seeds = [chosen.seed + 100 * (part + 1) for part in range(1 if chosen.measure else PARTS + 1)]  # the first is for testing
    sizes = [max(1, chosen.roots // TESTED), *[chosen.roots // PARTS] * (len(seeds) - 1)]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        gathered = list(pool.map(labelled, [(seed, size, learner.weights) for seed, size in zip(seeds, sizes, strict=True)]))
    print(f"labelled: {time.monotonic() - began:.0f} s", flush=True)
    kernels, start = learner.game.compiled(exact_labels), learner.game.first_state()
    if chosen.measure:
        tell(kernels, start, *gathered[0], numpy.array(WEIGHTS, float))
        return
    states, targets = (numpy.concatenate(both) for both in zip(*gathered[1:], strict=True))
    if chosen.data:
        chosen.data.parent.mkdir(parents=True, exist_ok=True)
        numpy.savez_compressed(chosen.data, states=states, targets=targets)
    weights, squares = numpy.zeros(evaluation.SIZE_OF_WEIGHTS), numpy.zeros(evaluation.SIZE_OF_WEIGHTS)
    rng = numpy.random.default_rng(chosen.seed)
    for number in range(ROUNDS):
        rate = RATE * max(0.03, 1 - number / ROUNDS)
        kernels.learn(start, states, targets, rng.permutation(len(states)), rate, weights, squares)
        print(f"round {number + 1}, {time.monotonic() - began:.0f} s", flush=True)
        tell(kernels, start, *gathered[0], weights)
    print(f"learnt from {len(states)} positions; written to {write('kuniumi', weights, 'tuning/exact.py')}")


if __name__ == "__main__":
    main()
