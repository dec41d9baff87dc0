"""How much players lose by their moves in a solved game, measured by exact values.

    python -m bench.yardstick level:8 expectimax:2000 random --positions 2000
    python -m bench.yardstick level:8 random --game kariuchi --opt hit_bonus=ring

Each player chooses in the same positions, which all leave a choice: some from games between good players, or with `--part
anywhere` from all positions there are. The exact values are in `bench/data`, in files named by game and options:
`holes58-sample.npz`, made by `banmen solve holes58 --device gpu`, and those that `banmen.training.network_from_records` keeps
aside, which may lie elsewhere too. With `hit_bonus=ring` they are those of Moon Trek for two. About half of the moves of 58
Holes leave a choice, and most of Kariuchi.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.engine.players import player, player_name
from banmen.solve.samples import sample_file
from banmen.solve.samples.choice_losses import measure_losses
from banmen.solve.tables.table_lookup import ENDING, usual_name


def sample_of(game: banmen.Game) -> Path:
    """Return the file of exact values that is kept for a game."""
    return Path(__file__).parent / "data" / f"{usual_name(game).removesuffix(ENDING)}-sample.npz"


def measure_player(who: object, part: sample_file.SamplePart, rows: Any, game: banmen.Game) -> dict[str, Any]:
    """Let a player, a text or an object with `choose`, choose in some positions and return what that loses."""
    return {"player": player_name(who), **measure_losses(player(who, game, seed=1).choose, game, part, rows)}


def main() -> None:
    """Measure the requested players."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", nargs="+")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--part", choices=(sample_file.PLAYED, sample_file.ANYWHERE), default=sample_file.PLAYED)
    parser.add_argument("--game", default="holes58")
    parser.add_argument("--opt", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--sample", type=Path, help="a file of exact values other than the one that is kept")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = banmen.game(asked.game, **dict(option.split("=", 1) for option in asked.opt))
    part = sample_file.read_sample(asked.sample or sample_of(game), game)[asked.part]
    rows = numpy.random.default_rng(asked.seed).permutation(len(part.throws))[: asked.positions]
    for name in asked.players:
        print(json.dumps(measure_player(name, part, rows, game)), flush=True)


if __name__ == "__main__":
    main()
