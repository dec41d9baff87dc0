"""Learn from searches how a game's evaluation should judge positions that no search sees through, and write it.

    python -m banmen.training.proof_learning GAME --data build/proofs.npz  # first: positions whose winner is known
    python -m banmen.training.search_learning GAME --data build/proofs.npz # then this; a second time helps a little

Games are played by alpha-beta search with the weights that are there. The target of every position after a move is the value
that the search gives the move; the target of a position of the game is the mean of its value and the result, for which the game
is searched to its end as soon as that can be done. From these, and again from the positions with known winners, the weights are
learnt anew. The same seed gives the same weights on the same processor, however many processes share the work.
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

from banmen.core.game import Game, Position
from banmen.core.registry import game as make_game
from banmen.engine.interface import Budget
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.proof import wins_within
from banmen.training import exact_labels
from banmen.training.alphabeta_learner import draw_opening
from banmen.training.courses import AlphaBetaCourse, SearchCourse, read_course
from banmen.training.data_writer import write_weights
from banmen.training.proof_learning import learn_rounds, measure_lengths

PARTS = 60  # that the games are cut into
TESTED = 20  # one part in so many is for testing only
MEMORY = 4  # MiB of a search's tables
MOST_CERTAIN = 0.998  # what a search takes for won or lost may be an error of the weights

Target = tuple[tuple[int, ...], float]  # a position and the chance of the side to act


def play_games(task: tuple[Game, int, int]) -> list[Target]:
    """Play games and return positions with the chances of the side to act."""
    game, seed, games = task
    course = read_course(game, "search", SearchCourse)
    rng, engine = random.Random(seed), AlphaBeta(memory=MEMORY, every=True)
    return [target for _ in range(games) for target in play_game(game, course, rng, engine)]


def play_game(game: Game, course: SearchCourse, rng: random.Random, engine: AlphaBeta) -> Iterator[Target]:
    """Play one game and yield its positions and their siblings one move away."""
    position, met = draw_opening(game, rng, 1, course.opening + 1), list[tuple[Position, float]]()
    while not position.over and count_longest(position) > course.ending:
        moves = engine.think(position, Budget(nodes=course.nodes)).moves
        for value in moves:
            after = position.after(value.move.code)
            if not after.over:
                yield after.state, clamp_chance(1 - value.chance)
        met.append((position, moves[0].chance))
        if moves[0].exact:
            break
        exploring = rng.random() < course.exploring
        position = position.after(rng.choice(position.legal_codes()) if exploring else moves[0].move.code)
    if met:
        winner = find_winner(position, met[-1][1], course.ending)
        for before, chance in met:
            yield before.state, clamp_chance((chance + (before.turn == winner)) / 2)


def find_winner(position: Position, chance: float, ending: int) -> Any:
    """Return who wins: by the result, by a search to the end from `ending` plies on, or by what the last search knew."""
    if position.over:
        return position.winner[0] if position.winner else None
    left = count_longest(position)
    won = wins_within(position, left, Budget(nodes=10**9), memory=MEMORY) if left <= ending else chance > 0.5
    return position.turn if won else next(player for player in position.game.players if player != position.turn)


def count_longest(position: Position) -> int:
    """Return the most plies that the game can still take."""
    return int(position.game.plain.max_plies(position.state))


def clamp_chance(chance: float) -> float:
    """Return a chance that is not quite certain."""
    return min(MOST_CERTAIN, max(1 - MOST_CERTAIN, chance))


def print_errors(game: Game, states: Any, targets: Any, weights: Any) -> None:
    """Print the errors of weights against the targets, by the length of the positions."""
    chances = numpy.zeros(len(states))
    game.compiled(exact_labels).examine(game.first_state(), states, weights, chances)
    errors, lengths = (chances - targets) ** 2, measure_lengths(game, states)
    parts = (f"{length} plies {errors[lengths == length].mean():.3f}" for length in sorted(set(lengths)))
    print(f"mean squared error {errors.mean():.4f} of {len(states)} positions: {', '.join(parts)}", flush=True)


def play_in_parts(game: Game, seed: int, games: int, jobs: int) -> list[list[Target]]:
    """Play games in several processes, printing how many are done."""
    tasks = [(game, seed * 1000 + part, games // PARTS) for part in range(PARTS)]
    done: list[list[Target]] = []
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(play_games, tasks):
            done.append(part)
            print(f"\r{len(done) * (games // PARTS)} games", end="", flush=True)
    print()
    return done


def join_arrays(parts: list[list[Target]]) -> tuple[Any, Any]:
    """Return positions and chances as arrays."""
    flat = [target for part in parts for target in part]
    return numpy.array([state for state, _ in flat], numpy.int64), numpy.array([chance for _, chance in flat])


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, then play, learn, test and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--data", type=Path, required=True, help="the positions that `proof_learning` keeps")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--games", type=int, help="how many games to play instead of the usual number")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--output", type=Path, help="the folder to write to, if not the game's data folder")
    chosen = parser.parse_args(arguments)
    game = make_game(chosen.game)
    game = game.with_options(**read_course(game, "td_alphabeta", AlphaBetaCourse).options)
    course = read_course(game, "search", SearchCourse)
    began, proved, games = time.monotonic(), numpy.load(chosen.data), chosen.games or course.games
    parts = play_in_parts(game, chosen.seed, games, chosen.jobs)
    tested, played = join_arrays(parts[::TESTED]), join_arrays([part for k, part in enumerate(parts) if k % TESTED])
    print(f"played: {time.monotonic() - began:.0f} s", flush=True)
    rules: Any = game.plain

    def examine(weights: Any) -> None:
        print_errors(game, *tested, weights)

    examine(numpy.array(rules.WEIGHTS, float))
    known = numpy.concatenate([proved["states"], played[0]]), numpy.concatenate([proved["targets"], played[1]])
    weights = learn_rounds(game, known, course.rate, course.rounds, chosen.seed, examine)
    command = f"python -m banmen.training.search_learning {game.name} --seed {chosen.seed} --games {games}"
    path = write_weights(game, weights, command, chosen.seed, chosen.output)
    print(f"learnt from {len(known[0])} positions; written to {path}")


if __name__ == "__main__":
    main()
