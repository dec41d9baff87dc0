"""Learn how Kuniumi's evaluation should judge early positions, which no search sees through, and write it into `weights.py`.

    PYTHONPATH=src python -m tuning.exact --data build/exact.npz   # first: late positions, whose winner is known
    PYTHONPATH=src python -m tuning.early --data build/exact.npz   # then this; a second time makes it a little better

Games are played by alpha-beta search with the weights that are there. Every move of every position gets the value that the
search gives it; the positions of the game are also told by who won it, and it is searched to its end as soon as that can be
done. From these, and again from the late positions, the weights are learnt anew. The same seed gives the same weights on the
same processor, however many processes share the work.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.proof import wins_within
from banmen.games.kuniumi import evaluation
from banmen.games.kuniumi.weights import WEIGHTS
from banmen.training import exact_labels
from tuning.chance_free import write
from tuning.exact import free_spaces

GAMES = 6_000
PARTS = 60  # that the games are cut into; one in TESTED is for testing only
TESTED = 20
NODES = 5_000  # that a search looks at
ENDING = 17  # free spaces from which on a game is searched to its end
STRAYS = 6  # at most so many random moves begin a game
EXPLORING = 0.08  # the chance of a random move
MOST_CERTAIN = 0.998  # what a search holds for won or lost may be an error of the weights
RATE, ROUNDS = 0.005, 3  # of learning

Told = tuple[tuple[int, ...], float]  # a position and the chance of the side to act


def played(task: tuple[int, int]) -> list[Told]:
    """Play games and return positions with the chances of the side to act."""
    seed, games = task
    rng, engine = random.Random(seed), AlphaBeta(memory=4, every=True)
    return [told for _ in range(games) for told in one_game(rng, engine)]


def one_game(rng: random.Random, engine: AlphaBeta) -> Iterator[Told]:
    """Play one game and tell of its positions and of those beside it."""
    position, met = beginning(rng), list[tuple[Position, float]]()
    while not position.over and free(position) > ENDING:
        moves = engine.think(position, Budget(nodes=NODES)).moves
        for value in moves:
            after = position.after(value.move.code)
            if not after.over:
                yield after.state, bounded(1 - value.chance)
        met.append((position, moves[0].chance))
        if moves[0].exact:
            break
        stray = rng.random() < EXPLORING
        position = position.after(rng.choice(position.legal_codes()) if stray else moves[0].move.code)
    if met:
        seat = winner(position, met[-1][1])
        for before, chance in met:
            yield before.state, bounded((chance + (before.turn == seat)) / 2)


def beginning(rng: random.Random) -> Position:
    """Return a position some random moves after a random setup."""
    game = banmen.game("kuniumi", setup="random")
    while True:
        position = game.start(rng)
        for _ in range(1 + rng.randint(0, STRAYS)):
            if not position.over:
                position = position.after(rng.choice(position.legal_codes()))
        if not position.over:
            return position


def winner(position: Position, chance: float) -> Any:
    """Return who wins: the game is over, or it is searched to its end, or the search of the last move knew it."""
    if position.over:
        return position.winner[0] if position.winner else None
    left = free(position)
    won = wins_within(position, left, Budget(nodes=10**9), memory=4) if left <= ENDING else chance > 0.5
    return position.turn if won else next(player for player in position.game.players if player != position.turn)


def free(position: Position) -> int:
    """Return the number of free spaces, which is how long the game can still last."""
    return int(position.game.plain.longest(position.state))


def bounded(chance: float) -> float:
    """Return a chance that is not quite certain."""
    return min(MOST_CERTAIN, max(1 - MOST_CERTAIN, chance))


def tell(kernels: Any, start: Any, states: Any, targets: Any, weights: Any) -> None:
    """Print how far weights are from what searches say, by the number of free spaces."""
    chances = numpy.zeros(len(states))
    kernels.examine(start, states, weights, chances)
    errors, spaces = (chances - targets) ** 2, free_spaces(states)
    parts = (f"{number} free {errors[spaces == number].mean():.3f}" for number in sorted(set(spaces)))
    print(f"mean squared error {errors.mean():.4f} of {len(states)} positions: {', '.join(parts)}", flush=True)


def gathered(seed: int, games: int, jobs: int) -> list[list[Told]]:
    """Play games in several processes, telling how many are done."""
    tasks, found = [(seed * 1000 + part, games // PARTS) for part in range(PARTS)], list[list[Told]]()
    with ProcessPoolExecutor(jobs) as pool:
        for one in pool.map(played, tasks):
            found.append(one)
            print(f"\r{len(found) * (games // PARTS)} games", end="", flush=True)
    print()
    return found


def arrays(told: list[list[Told]]) -> tuple[Any, Any]:
    """Return positions and chances as arrays."""
    flat = [one for part in told for one in part]
    return numpy.array([state for state, _ in flat], numpy.int64), numpy.array([chance for _, chance in flat])


def main() -> None:
    """Read the command line and play, learn, test and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the late positions, as `tuning.exact` keeps them")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    chosen = parser.parse_args()
    began, late = time.monotonic(), numpy.load(chosen.data)
    told = gathered(chosen.seed, chosen.games, chosen.jobs)
    tested, learnt = arrays(told[::TESTED]), arrays([part for k, part in enumerate(told) if k % TESTED])
    print(f"played: {time.monotonic() - began:.0f} s", flush=True)
    game = banmen.game("kuniumi", setup="random")
    kernels, start, rng = game.compiled(exact_labels), game.first_state(), numpy.random.default_rng(chosen.seed)
    tell(kernels, start, *tested, numpy.array(WEIGHTS, float))
    states, targets = numpy.concatenate([late["states"], learnt[0]]), numpy.concatenate([late["targets"], learnt[1]])
    weights, squares = (numpy.zeros(evaluation.SIZE_OF_WEIGHTS) for _ in range(2))
    for number in range(ROUNDS):
        rate = RATE * max(0.03, 1 - number / ROUNDS)
        kernels.learn(start, states, targets, rng.permutation(len(states)), rate, weights, squares)
        tell(kernels, start, *tested, weights)
    print(f"learnt from {len(states)} positions; written to {write('kuniumi', weights, 'tuning/early.py')}")


if __name__ == "__main__":
    main()
