"""Go on training the network of a game by a sample of exact values, so that it plays well anywhere; a CPU is enough.

    python -m banmen.training.network_from_sample GAME sample.npz --judge other.npz --output results --seconds 1200

A sample has positions from play and from anywhere; `--judge` is another sample, by which the network is measured before and
after. PyTorch is needed. Into the folder come the network, its entry in manifest.toml, and network_training.json. As a sample
has only positions that leave a choice, examples of what the network knew of others, and of play in general, are added.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import torch

from banmen.core import sticks
from banmen.core.game import Game
from banmen.core.network_file import find_network
from banmen.core.registry import game as make_game
from banmen.engine.search.network_engine import find_network_module, weights_and_buffers
from banmen.solve.samples import network_examples, position_sampling, sample_file
from banmen.training.network_from_records import REPORT, SEED, describe_training
from banmen.training.network_training import Network, TrainingSet, choose_device, measure, train

SHARES = {
    sample_file.PLAYED: 0.3,
    sample_file.ANYWHERE: 0.2,
}  # of the examples, choices of either part; the rest is any positions
REMEMBERED = 3_000_000  # positions from play, with a choice or without, that keep the values they had
EXPLORING = 1 << 28  # of 2**32 moves in that play, how many are random


def read_records(part: sample_file.SamplePart, most: int) -> tuple[Any, Any]:
    """Return the rows and the values of a part of a sample, as `banmen.solve.samples.network_examples` takes them."""
    rows = numpy.stack([part.mover, part.other, part.throws], 1).astype(numpy.int64)
    values = numpy.zeros((len(rows), 1 + most), numpy.float32)
    values[:, 0] = part.values
    values[:, 1:][numpy.arange(most) < numpy.diff(part.begin)[:, None]] = part.moves
    return rows, values


def prepare_training_set(game: Game, path: Path) -> TrainingSet:
    """Return the examples in a sample, its parts by their shares."""
    parts = {name: read_records(part, game.rules.MOST) for name, part in sample_file.read_sample(path, game).items()}
    rows, values = (numpy.concatenate([part[kind] for part in parts.values()]) for kind in (0, 1))
    training_set, first = TrainingSet(game, rows, values, *network_examples.follow_moves(game, rows)), 0
    for name, (some, _) in parts.items():
        training_set.add_sample(numpy.arange(first, first + len(some)), SHARES[name])
        first += len(some)
    return training_set


def play_records(game: Game) -> Any:
    """Return records from games of players who mostly go by the game's evaluation."""
    records = numpy.zeros((REMEMBERED, 3), numpy.int64)
    game.compiled(position_sampling).gather(game.first_state(), SEED, 0, sticks.compute_odds(game.p), EXPLORING, 1, records)
    return records


def read_tests(game: Game, path: Path, training_set: TrainingSet) -> dict[str, Any]:
    """Return the parts of a sample to measure by, without positions that are among the examples."""
    tests = {}
    for name, part in sample_file.read_sample(path, game).items():
        rows, values = read_records(part, game.rules.MOST)
        new = training_set.find_missing(rows)
        tests[name] = rows[new], values[new], *network_examples.follow_moves(game, rows[new])
    return tests


def main(arguments: list[str] | None = None) -> None:
    """Train, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("sample", type=Path)
    parser.add_argument("--opt", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--judge", type=Path, required=True, help="the sample to measure by")
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=1200.0)
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--batch", type=int, default=1 << 12, help="positions at a time")
    parser.add_argument("--coarse", type=int, default=1, help="units that rows are kept in; 16 makes a smaller file")
    chosen = parser.parse_args(arguments)
    torch.manual_seed(SEED)
    game = make_game(chosen.game, **dict(option.split("=", 1) for option in chosen.opt))
    known = find_network(game)
    if known is None:
        parser.error(f"there is no network to go on with for {game}")
    own, path = find_network_module(game), chosen.output / known.name
    training_set = prepare_training_set(game, chosen.sample)
    tests = read_tests(game, chosen.judge, training_set)
    network = Network(own.FEATURES, own.SECTIONS, own.SQUARED)
    network.take(weights_and_buffers(game)[0])
    network.to(choose_device())
    training_set.add_replay(network, game, play_records(game)[:, :2])
    report: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "options": game.options}
    report |= {"positions": len(training_set.value), "remembered": REMEMBERED, "shares": SHARES}
    report["before"] = {name: measure(network, game, *test) for name, test in tests.items()}
    report |= train(network, training_set, chosen.seconds, rate=chosen.rate, batch=chosen.batch)
    network.keep(path, chosen.coarse, describe_training(game, "network_from_sample", chosen.seconds))
    report["bytes"] = path.stat().st_size
    report["after"] = {name: measure(network, game, *test) for name, test in tests.items()}
    (chosen.output / REPORT).write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(json.dumps(report, indent=1), flush=True)


if __name__ == "__main__":
    main()
