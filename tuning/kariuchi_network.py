"""Teach the network of Kariuchi (`banmen.games.kariuchi.network`) by exact values, and judge it by others.

    PYTHONPATH=src:. python tuning/kariuchi_network.py records-*.npz --output results --seconds 300

The records are what `banmen solve kariuchi --device gpu --records N` writes, from one run or several with the same hit bonus.
PyTorch is needed, and used on a graphics card if there is one. Into the folder come
  network-none.npz     the weights (or `-ring`, `-any`, by `--bonus`), to be put beside the game's `network.py`,
  kariuchi-sample.npz  (or such as `kariuchi-hit_bonus=ring-sample.npz`) positions that leave a choice and were not learnt from,
                       for `bench/yardstick.py`,
  taught.json          how far the network is from exact values, and what its moves lose when it takes the one that looks best:
                       for positions from play and from anywhere, and those of either that do not occur among what it learnt.
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

import banmen
from banmen.core import sticks
from banmen.engine.search import network_kernels
from banmen.games.kariuchi.board import HOME
from banmen.games.kariuchi.network import FEATURES, SECTIONS, SQUARED
from banmen.games.kariuchi.rules import PIECES
from banmen.kernels.network import rooms, weights
from banmen.solve.samples import network_examples, position_sampling, record_file, sample_file
from bench.yardstick import sample_of
from tuning.network import BATCH, Lessons, Network, device, distinct, guesses, judged, teach

BLOCK, BLOCKS = 1024, 16  # records in a block, which belong to few games; one block in so many is kept aside
SHARES = 0.5, 0.4  # of what is shown: choices that came up in play, each alike, and from anywhere; the rest is any positions
COARSE = 16  # units that rows are kept in: a quarter less to ship, and moves lose 3 % more than they did
SEED = 7
GAMES = 2_000_000  # positions played to count the moves of a game


class Records:
    """Records with the values of their moves and what each leads to; the first `played` of them come from play."""

    def __init__(self, game: banmen.Game, paths: list[Path]) -> None:
        rows, values, played = record_file.read_records(paths, game.rules.MOST)
        order = numpy.argsort(~played, kind="stable")
        self.rows, self.values, self.played = rows[order], values[order], int(played.sum())
        self.after, self.meaning = network_examples.follow_moves(game, self.rows)
        self.values[:, 1:][self.meaning == network_examples.WINS] = 1.0  # which files of records fall short of by a step
        self.from_play = numpy.arange(len(self.rows)) < self.played
        self.aside = numpy.arange(len(self.rows)) // BLOCK % BLOCKS == 0
        self.pieces = int(sum(self.rows[:, 0] >> 6 * piece & 63 != HOME for piece in range(PIECES)).max())

    def some(self, which: Any) -> tuple[Any, Any, Any, Any]:
        """Return rows, values, and what moves lead to and mean, for some of the records."""
        return self.rows[which], self.values[which], self.after[which], self.meaning[which]


def moves_per_game(game: banmen.Game) -> float:
    """Return how many moves both sides make in a game, when they play by the game's evaluation."""
    rows = numpy.zeros((GAMES, 3), numpy.int64)
    games = game.compiled(position_sampling).gather(game.first_state(), SEED, 0, sticks.odds(game.p), 0, 1, rows)
    return len(rows) / float(games)


def checked(network: Network, game: banmen.Game, path: Path, records: Any) -> dict[str, Any]:
    """Return how far the kernel that the package asks is from the network, and how long it takes for a position."""
    rules: Any = game.plain
    kernels, kept = game.compiled(network_kernels), weights(path, FEATURES, len(SECTIONS) - 1)
    room, listed = rooms(SECTIONS)
    found = numpy.zeros((len(records), game.rules.MOST))
    states = [rules.throw(rules.joined(*row[:2], game.first_state()), row[2]) for row in records.tolist()]
    for row, state in enumerate(states):
        kernels.judge_shortly(state, kept, room, listed, found[row])
    after, meaning = network_examples.follow_moves(game, records)
    chances = guesses(network, game, after[meaning == network_examples.PASSES])
    odds, more = tuple(sticks.probability(value, game.p) for value in sticks.THROWS), numpy.zeros(game.rules.MOST)
    for _ in range(2):  # the first time, some of it is for compiling
        began = time.process_time()
        nodes = sum(kernels.judge(state, odds, kept, room, listed, more) for state in states)
        taken = time.process_time() - began
    difference = abs(1 - chances - found[meaning == network_examples.PASSES]).max()
    return {"kernel_difference": float(difference), "microseconds": round(1e6 * taken / nodes, 3)}


def write_sample(game: banmen.Game, path: Path, records: Records, unseen: Any, most: int) -> dict[str, int]:
    """Write positions that leave a choice and were not learnt from, two thirds of them from play."""
    parts, counts = {}, (records.meaning > 0).sum(1)
    for part, which, number in (
        (sample_file.PLAYED, records.from_play, 2 * most // 3),
        (sample_file.ANYWHERE, ~records.from_play, most // 3),
    ):
        rows = numpy.random.default_rng(SEED).permutation(numpy.flatnonzero(which & unseen & (counts > 1)))[:number]
        words, values, _, _ = records.some(rows)
        parts[part] = sample_file.pack_sample(game, words, values[:, 0], values[:, 1:], counts[rows])
    sample_file.write_sample(path, parts)
    return {part: len(arrays["throw"]) for part, arrays in parts.items()}


def main() -> None:
    """Teach, judge and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--bonus", default="none", choices=("none", "ring", "any"))
    parser.add_argument("--batch", type=int, default=BATCH, help="positions shown at a time; fewer without a card")
    parser.add_argument("--sample", type=int, default=200_000, help="positions in the sample")
    asked = parser.parse_args()
    torch.manual_seed(SEED)
    records = Records(banmen.game("kariuchi", hit_bonus=asked.bonus), asked.records)
    game = banmen.game("kariuchi", pieces=records.pieces, hit_bonus=asked.bonus)
    learnt = numpy.flatnonzero(~records.aside)
    lessons = Lessons(game, *records.some(learnt))
    print(f"{len(lessons.value)} positions to learn from, by {device()}", flush=True)
    network = Network(FEATURES, SECTIONS, SQUARED).to(device())
    network.forget_unseen(lessons.seen)
    report: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "options": game.options}
    once = distinct(records.rows[learnt])
    played = torch.from_numpy(records.from_play[learnt]).to(device())
    for which, share in zip((once[played[once]], once[~played[once]]), SHARES, strict=True):
        lessons.show(which, share)
    report |= {"positions": len(lessons.value), "choices": [len(pool) for pool, _ in lessons.pools], "shares": SHARES}
    report |= teach(network, lessons, asked.seconds, batch=asked.batch)
    path = asked.output / f"network-{asked.bonus}.npz"
    network.keep(path, COARSE)
    report["bytes"] = path.stat().st_size
    unseen = records.aside.copy()
    unseen[records.aside] = lessons.lack(records.rows[records.aside])
    for name, part in ((sample_file.PLAYED, records.from_play), (sample_file.ANYWHERE, ~records.from_play)):
        report[name] = judged(network, game, *records.some(records.aside & part))
        report[f"{name}, never seen"] = judged(network, game, *records.some(unseen & part))
    report["moves_per_game"] = moves_per_game(game)
    report["lost_per_game"] = report["moves_per_game"] * report[sample_file.PLAYED]["lost_per_move"]
    report |= checked(network, game, path, records.rows[numpy.flatnonzero(unseen)[:1000]])
    report["sample"] = write_sample(
        game, asked.output / sample_of(banmen.game("kariuchi", hit_bonus=asked.bonus)).name, records, unseen, asked.sample
    )
    (asked.output / "taught.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(json.dumps(report, indent=1), flush=True)


if __name__ == "__main__":
    main()
