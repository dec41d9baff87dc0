"""Train a game's network (`banmen.kernels.network`) on exact values, and measure it by others.

    python -m banmen.training.network_from_records GAME records-*.npz --output results --seconds 300

The records are positions with exact values, which solving a game with `--records` writes. PyTorch is needed, and uses a GPU if
there is one. Into the folder come
  the network             and its entry in manifest.toml, both to be moved to the game's data folder,
  GAME-sample.npz         positions that leave a choice and were not learnt from, for `bench/yardstick.py`,
  network_training.json   how far the network is from exact values, and what its moves lose when it takes the one that looks
                          best: for positions from play and from anywhere, and those of either that are not in the records.
Every sixteenth block of records is kept aside for that.
"""

from __future__ import annotations

import argparse
import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import torch

from banmen.core import sticks
from banmen.core.game import Game
from banmen.core.network_file import find_network, make_buffers, read_network
from banmen.core.registry import game as make_game
from banmen.engine.search import network_kernels
from banmen.engine.search.network_engine import find_network_module
from banmen.solve.samples import network_examples, position_sampling, record_file, sample_file
from banmen.solve.tables.table_lookup import ENDING, usual_name
from banmen.training.network_training import BATCH, Network, TrainingSet, choose_device, find_distinct, measure, predict, train

BLOCK, BLOCKS = 1024, 16  # records in a block, which belong to few games; one block in this many is for validation
SHARES = (
    0.5,
    0.4,
)  # shares of the examples: choices from play, all with equal weight, and arbitrary choices; the rest is any position
COARSE = 16  # units that rows are kept in: the file is a quarter smaller, and moves lose 3 % more
SEED = 7
POSITIONS = 2_000_000  # played to count the moves of a game
CHECKED = 1000  # positions by which the kernel is compared with the network
REPORT = "network_training.json"


class Records:
    """Records with the values of their moves and what each leads to; those from play come first."""

    def __init__(self, game: Game, paths: list[Path]) -> None:
        rows, values, played = record_file.read_records(paths, game.rules.MOST)
        order = numpy.argsort(~played, kind="stable")
        self.rows, self.values = rows[order], values[order]
        self.after, self.meaning = network_examples.follow_moves(game, self.rows)
        self.values[:, 1:][self.meaning == network_examples.WINS] = 1.0  # which files of records fall short of by a step
        self.from_play = numpy.arange(len(self.rows)) < int(played.sum())
        self.aside = numpy.arange(len(self.rows)) // BLOCK % BLOCKS == 0

    def take(self, which: Any) -> tuple[Any, Any, Any, Any]:
        """Return rows, values, and what moves lead to and mean, for some of the records."""
        return self.rows[which], self.values[which], self.after[which], self.meaning[which]

    def find_unseen(self, training_set: TrainingSet) -> Any:
        """Tell which records kept aside have positions that are not among the examples."""
        unseen = self.aside.copy()
        unseen[self.aside] = training_set.find_missing(self.rows[self.aside])
        return unseen


def measure_moves_per_game(game: Game) -> float:
    """Return how many moves both sides make in a game, when they play by the game's evaluation."""
    rows = numpy.zeros((POSITIONS, 3), numpy.int64)
    games = game.compiled(position_sampling).gather(game.first_state(), SEED, 0, sticks.compute_odds(game.p), 0, 1, rows)
    return len(rows) / float(games)


def compare_with_kernel(network: Network, game: Game, path: Path, records: Any) -> dict[str, Any]:
    """Return how much the compiled kernel deviates from the network, and its time per position."""
    rules: Any = game.plain
    own = find_network_module(game)
    kernels, kept = game.compiled(network_kernels), read_network(path, own.FEATURES, len(own.SECTIONS) - 1)
    buffer, listed = make_buffers(own.SECTIONS)
    chances = numpy.zeros((len(records), game.rules.MOST))
    states = [rules.throw(rules.join_sides(*row[:2], game.first_state()), row[2]) for row in records.tolist()]
    for row, state in enumerate(states):
        kernels.value_moves(state, kept, buffer, listed, chances[row])
    after, meaning = network_examples.follow_moves(game, records)
    wanted = 1 - predict(network, game, after[meaning == network_examples.PASSES])
    odds, more = tuple(sticks.probability(value, game.p) for value in sticks.THROWS), numpy.zeros(game.rules.MOST)
    for _ in range(2):  # the first time includes compiling
        began = time.process_time()
        nodes = sum(kernels.judge(state, odds, kept, buffer, listed, more) for state in states)
        taken = time.process_time() - began
    difference = abs(wanted - chances[meaning == network_examples.PASSES]).max()
    return {"kernel_difference": float(difference), "microseconds": round(1e6 * taken / nodes, 3)}


def write_sample(game: Game, path: Path, records: Records, unseen: Any, most: int) -> dict[str, int]:
    """Write positions that leave a choice and were not learnt from, two thirds of them from play."""
    parts, counts = {}, (records.meaning > 0).sum(1)
    for part, which, number in (
        (sample_file.PLAYED, records.from_play, 2 * most // 3),
        (sample_file.ANYWHERE, ~records.from_play, most // 3),
    ):
        rows = numpy.random.default_rng(SEED).permutation(numpy.flatnonzero(which & unseen & (counts > 1)))[:number]
        words, values, _, _ = records.take(rows)
        parts[part] = sample_file.pack_sample(game, words, values[:, 0], values[:, 1:], counts[rows])
    sample_file.write_sample(path, parts)
    return {part: len(arrays["throw"]) for part, arrays in parts.items()}


def prepare_training_set(game: Game, records: Records) -> TrainingSet:
    """Return the examples in all records but those kept aside, each choice as likely as another."""
    learnt = numpy.flatnonzero(~records.aside)
    training_set = TrainingSet(game, *records.take(learnt))
    once = find_distinct(records.rows[learnt])
    played = torch.from_numpy(records.from_play[learnt]).to(choose_device())
    for which, share in zip((once[played[once]], once[~played[once]]), SHARES, strict=True):
        training_set.add_sample(which, share)
    return training_set


def measure_all(network: Network, game: Game, records: Records, unseen: Any) -> dict[str, Any]:
    """Return what the network loses in the records kept aside, and in those of them that are new to it."""
    report: dict[str, Any] = {}
    for name, part in ((sample_file.PLAYED, records.from_play), (sample_file.ANYWHERE, ~records.from_play)):
        report[name] = measure(network, game, *records.take(records.aside & part))
        report[f"{name}, never seen"] = measure(network, game, *records.take(unseen & part))
    report["moves_per_game"] = measure_moves_per_game(game)
    report["lost_per_game"] = report["moves_per_game"] * report[sample_file.PLAYED]["lost_per_move"]
    return report


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("records", type=Path, nargs="+")
    parser.add_argument("--opt", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--name", help="of the network's file, if not that of the game's network")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--batch", type=int, default=BATCH, help="positions at a time; fewer without a GPU")
    parser.add_argument("--sample", type=int, default=200_000, help="positions in the sample")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Train, measure and write."""
    chosen = read_arguments(arguments)
    torch.manual_seed(SEED)
    game = make_game(chosen.game, **dict(option.split("=", 1) for option in chosen.opt))
    own, known = find_network_module(game), find_network(game)
    path = chosen.output / (chosen.name or (known.name if known else "network.npz"))
    records = Records(game, chosen.records)
    training_set = prepare_training_set(game, records)
    print(f"{len(training_set.value)} positions to learn from, on {choose_device()}", flush=True)
    network = Network(own.FEATURES, own.SECTIONS, own.SQUARED).to(choose_device())
    network.forget_unseen(training_set.seen)
    report: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "options": game.options}
    report |= {"positions": len(training_set.value), "choices": [len(pool) for pool, _ in training_set.pools], "shares": SHARES}
    report |= train(network, training_set, chosen.seconds, batch=chosen.batch)
    network.keep(path, COARSE, describe_training(game, "network_from_records", chosen.seconds))
    report["bytes"] = path.stat().st_size
    unseen = records.find_unseen(training_set)
    report |= measure_all(network, game, records, unseen)
    report |= compare_with_kernel(network, game, path, records.rows[numpy.flatnonzero(unseen)[:CHECKED]])
    file = f"{usual_name(game).removesuffix(ENDING)}-sample.npz"
    report["sample"] = write_sample(game, chosen.output / file, records, unseen, chosen.sample)
    (chosen.output / REPORT).write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(json.dumps(report, indent=1), flush=True)


def describe_training(game: Game, module: str, seconds: float) -> dict[str, Any]:
    """Return the manifest's entry for a network trained by one of these modules; its rules hold for any number of pieces."""
    free = [option.name for option in game.option_list if option.name == "pieces"]
    changed = {name: value for name, value in game.changed_options.items() if name not in free}
    return {
        "command": f"python -m banmen.training.{module} {game.name} ... --seconds {seconds:g}",
        "seed": SEED,
        "repeatable": "no: training ends by the clock, and a GPU adds up in any order",
        "options": changed,
        "any_option": free,
    }


if __name__ == "__main__":
    main()
