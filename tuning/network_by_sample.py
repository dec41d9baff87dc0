"""Go on teaching the network of a game by a sample of exact values, so that it knows its way anywhere; a processor will do.

    PYTHONPATH=src:. python tuning/network_by_sample.py sample.npz --game holes58 --output results --seconds 1200

A sample is what `banmen solve holes58` and `tuning/kariuchi_network.py` write, positions from play and from anywhere; not the
one in `bench/data`, by which the network is judged before and after. PyTorch is needed. Into the folder come the weights, named
as beside the game's `network.py`, and further.json. As a sample has no positions that leave no choice, what the network knew of
them, and of play in general, is shown again.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import torch

import banmen
from banmen.core import sticks
from banmen.engine.search.network_engine import is_known, seeing, weights_and_rooms
from banmen.solve.samples import network_examples, position_sampling, sample_file
from bench.yardstick import sample_of
from tuning.network import Lessons, Network, device, judged, teach

SHARES = {
    sample_file.PLAYED: 0.3,
    sample_file.ANYWHERE: 0.2,
}  # of what is shown, choices of either part; the rest is any positions
REMEMBERED = 3_000_000  # positions from play, with a choice or without, that keep the values they had
STRAYS = 1 << 28  # of 2**32 moves in that play, how many are any moves
SEED = 7


def records_of(part: sample_file.SamplePart, most: int) -> tuple[Any, Any]:
    """Return the rows and the values of a part of a sample, as `banmen.solve.samples.network_examples` takes them."""
    rows = numpy.stack([part.mover, part.other, part.throws], 1).astype(numpy.int64)
    values = numpy.zeros((len(rows), 1 + most), numpy.float32)
    values[:, 0] = part.values
    values[:, 1:][numpy.arange(most) < numpy.diff(part.begin)[:, None]] = part.moves
    return rows, values


def lessons_of(game: banmen.Game, path: Path) -> Lessons:
    """Return what a sample teaches, its parts by their shares."""
    parts = {name: records_of(part, game.rules.MOST) for name, part in sample_file.read_sample(path, game).items()}
    rows, values = (numpy.concatenate([part[kind] for part in parts.values()]) for kind in (0, 1))
    lessons, first = Lessons(game, rows, values, *network_examples.follow_moves(game, rows)), 0
    for name, (some, _) in parts.items():
        lessons.show(numpy.arange(first, first + len(some)), SHARES[name])
        first += len(some)
    return lessons


def played(game: banmen.Game) -> Any:
    """Return records from games of players who mostly go by the game's evaluation."""
    records = numpy.zeros((REMEMBERED, 3), numpy.int64)
    game.compiled(position_sampling).gather(game.first_state(), SEED, 0, sticks.odds(game.p), STRAYS, 1, records)
    return records


def judging(game: banmen.Game, path: Path, lessons: Lessons) -> dict[str, Any]:
    """Return the parts of a sample to judge by, without positions that were learnt from."""
    found = {}
    for name, part in sample_file.read_sample(path, game).items():
        rows, values = records_of(part, game.rules.MOST)
        new = lessons.lack(rows)
        found[name] = rows[new], values[new], *network_examples.follow_moves(game, rows[new])
    return found


def main() -> None:
    """Teach, judge and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sample", type=Path)
    parser.add_argument("--game", default="holes58")
    parser.add_argument("--opt", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--judge", type=Path, help="the sample to judge by, if not the one in bench/data")
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=1200.0)
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--batch", type=int, default=1 << 12, help="positions shown at a time")
    parser.add_argument("--coarse", type=int, default=1, help="units that rows are kept in; 16 for Kariuchi")
    asked = parser.parse_args()
    torch.manual_seed(SEED)
    game = banmen.game(asked.game, **dict(option.split("=", 1) for option in asked.opt))
    if not is_known(game):
        parser.error(f"there is no network to go on with for {game}")
    own = seeing(game)
    path = asked.output / own.file_for(game).name
    asked.output.mkdir(parents=True, exist_ok=True)
    lessons = lessons_of(game, asked.sample)
    others = judging(game, asked.judge or sample_of(game), lessons)
    network = Network(own.FEATURES, own.SECTIONS, own.SQUARED)
    network.take(weights_and_rooms(game)[0])
    network.to(device())
    lessons.remember(network, game, played(game)[:, :2])
    report: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "options": game.options}
    report |= {"positions": len(lessons.value), "remembered": REMEMBERED, "shares": SHARES}
    report["before"] = {name: judged(network, game, *known) for name, known in others.items()}
    report |= teach(network, lessons, asked.seconds, rate=asked.rate, batch=asked.batch)
    network.keep(path, asked.coarse)
    report["bytes"] = path.stat().st_size
    report["after"] = {name: judged(network, game, *known) for name, known in others.items()}
    (asked.output / "further.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(json.dumps(report, indent=1), flush=True)


if __name__ == "__main__":
    main()
