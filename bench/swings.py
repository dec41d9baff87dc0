"""Swings in solved games: the throws that change most, the choices that matter most, and how luck and skill are spread.

    PYTHONPATH=src python -m bench.swings            # reads the samples of exact values, half a minute
    PYTHONPATH=src python -m bench.swings --draw     # draws again from the saved results
    PYTHONPATH=src python -m bench.swings --tables ja    # prints the tables of docs/solved/luck-and-skill.ja.md

The samples in `bench/data` come from games between good players. They hold only positions that leave a choice, so throws that
leave none are not counted here. The change of a throw is the thrower's chance after the best move minus that before the throw;
a choice is worth what the second-best move loses. The results go to `bench/results/swings.json`, together with what the
pictures need from `solved-holes58.json` and `solved-kariuchi.json`; pictures go to `docs/pictures`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy

import banmen
from banmen.core.sticks import THROWS
from banmen.solve.samples import sample_file
from banmen.solve.samples.choice_losses import read_position
from bench import plots, swing_tables
from bench.yardstick import sample_of

GAMES = ("holes58", "kariuchi")
RESULTS = Path(__file__).parent / "results"
FOUND = RESULTS / "swings.json"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
LISTED = 10  # extremes of a kind that are kept
EDGES = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)  # chances before the throw, from lost to won
SWINGS = tuple(range(-75, 96, 5))  # percentage points that a throw changes
LOSSES = tuple(range(101))  # percentage points that the second best move loses, at least
STRATA = ((4, 4), (4, 3), (4, 2), (3, 3))  # of Kariuchi, whose sweeps are drawn


@dataclass(frozen=True)
class RankedPart:
    """One part of a sample with, for each position, the best move, the second best, and what both are worth."""

    game: banmen.Game
    part: sample_file.SamplePart
    best: Any  # values
    second: Any
    best_move: Any  # indices among the moves of a position
    second_move: Any

    @property
    def luck(self) -> Any:
        """By how much each throw changed its thrower's chance."""
        return self.best - self.part.values

    @property
    def loss(self) -> Any:
        """How much the second best move loses."""
        return self.best - self.second


def rank_moves(game: banmen.Game, part: sample_file.SamplePart) -> RankedPart:
    """Find the two best moves of every position; each is taken to have two moves at least."""
    counts, first = numpy.diff(part.begin), part.begin[:-1]
    order = numpy.lexsort((-part.moves, numpy.repeat(numpy.arange(len(counts)), counts)))
    one, two = order[first], order[first + 1]
    return RankedPart(game, part, part.moves[one], part.moves[two], one - first, two - first)


def describe(found: RankedPart, row: int) -> dict[str, Any]:
    """Describe a position with its chances before the throw and after the two best moves."""
    position = read_position(found.game, found.part, row)
    moves = [move.text for move in position.legal_moves()]
    return {
        "position": position.text,
        "throw": int(found.part.throws[row]),
        "before": round_chance(found.part.values[row]),
        "best_move": moves[found.best_move[row]],
        "best": round_chance(found.best[row]),
        "second_move": moves[found.second_move[row]],
        "second": round_chance(found.second[row]),
    }


def list_extremes(found: RankedPart, sizes: Any, number: int = LISTED) -> list[dict[str, Any]]:
    """Describe the positions of the largest sizes, each of them once."""
    seen: set[str] = set()
    listed = []
    for row in numpy.argsort(-sizes, kind="stable"):
        one = describe(found, int(row))
        if one["position"] not in seen:
            listed.append(one)
            seen.add(one["position"])
        if len(listed) == number:
            break
    return listed


def measure_spread(found: RankedPart, which: Any) -> dict[str, Any]:
    """Return what throws change and what second best moves lose, mean and standard deviation, in some positions, not none."""
    luck, loss = found.luck[which], found.loss[which]
    return {
        "positions": len(luck),
        "luck": round_chance(luck.mean()),
        "luck_spread": round_chance(luck.std()),
        "loss": round_chance(loss.mean()),
        "loss_spread": round_chance(loss.std()),
    }


def group_by_chance(found: RankedPart) -> list[dict[str, Any]]:
    """Return how luck and skill are spread in positions from lost to won."""
    values = found.part.values
    bins = numpy.searchsorted(EDGES[1:-1], values, side="right")
    return [
        {"from": low, "to": high, **measure_spread(found, bins == index)} for index, (low, high) in enumerate(pairwise(EDGES))
    ]


def study_swings(game: banmen.Game, part: sample_file.SamplePart) -> dict[str, Any]:
    """Return all swings of a sample."""
    found = rank_moves(game, part)
    luck, loss = found.luck, found.loss
    return {
        **measure_spread(found, slice(None)),
        "luckiest": list_extremes(found, luck),
        "unluckiest": list_extremes(found, -luck),
        "choices": list_extremes(found, loss),
        "by_chance": group_by_chance(found),
        "by_throw": {str(value): measure_spread(found, found.part.throws == value) for value in THROWS},
        "swings": [int(count) for count in numpy.histogram(100 * luck, SWINGS)[0]],
        "losses": [round_chance((100 * loss >= points).mean()) for points in LOSSES],
    }


def read_first_throws() -> dict[str, dict[str, float]]:
    """Return the chance before the first throw of all and after each, in both games."""
    holes, karis = (json.loads((RESULTS / f"solved-{name}.json").read_text("utf-8"))["first_moves"] for name in GAMES)
    found = {"holes58": {"start": round_chance(holes["start"])}, "kariuchi": {"start": round_chance(karis["start"]["ahead"])}}
    for value in THROWS:
        found["holes58"][str(value)] = round_chance(max(holes[str(value)].values()))
        found["kariuchi"][str(value)] = round_chance(max(one["ahead"] for key, one in karis.items() if key[0] == str(value)))
    return found


def read_sweeps() -> list[dict[str, Any]]:
    """Return the mean size of the changes of each sweep, for the largest strata of Kariuchi."""
    strata = json.loads((RESULTS / "solved-kariuchi.json").read_text("utf-8"))["strata"]
    chosen = {tuple(stratum["pieces"]): stratum for stratum in strata}
    return [
        {
            "pieces": list(pieces),
            "bits": chosen[pieces]["bits"],
            "positions": chosen[pieces]["positions"],
            "changes": [float(f"{size / 2 ** chosen[pieces]['bits']:.3g}") for _, _, size in chosen[pieces]["changes"]],
        }
        for pieces in STRATA
    ]


def round_chance(value: float) -> float:
    """Return a chance as it is written: samples have 16 bits."""
    return round(float(value), 6)


def study_all() -> dict[str, Any]:
    """Return everything that is written and drawn."""
    games = {}
    for name in GAMES:
        game = banmen.game(name)
        games[name] = study_swings(game, sample_file.read_sample(sample_of(game), game)[sample_file.PLAYED])
    return {
        "games": games,
        "swing_edges": list(SWINGS),
        "loss_edges": list(LOSSES),
        "first_throws": read_first_throws(),
        "sweeps": read_sweeps(),
    }


def draw_boards(found: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """Draw the throw that changed most in either game, and the choice that matters most in Kariuchi."""
    for name, kind, file in (
        ("holes58", "luckiest", "swing-holes58"),
        ("kariuchi", "luckiest", "swing-kariuchi"),
        ("kariuchi", "choices", "choice-kariuchi"),
    ):
        text = found["games"][name][kind][0]["position"]
        yield f"{file}.svg", banmen.game(name).position(text).svg(size=420, coordinates=True)


def draw(found: dict[str, Any]) -> None:
    """Write all pictures."""
    for name, drawn in (*plots.draw_all(found), *draw_boards(found)):
        (PICTURES / name).write_text(drawn + "\n", "utf-8")


def main() -> None:
    """Study, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", action="store_true", help="draw again from what was found")
    parser.add_argument("--tables", choices=("en", "ja"), help="print the tables from what was found")
    asked = parser.parse_args()
    if not asked.draw and not asked.tables:
        FOUND.write_text(json.dumps(study_all(), indent=1) + "\n", "utf-8")
    found = json.loads(FOUND.read_text("utf-8"))
    if asked.tables:
        print("\n\n".join(swing_tables.write_all(found, asked.tables)))
    else:
        draw(found)


if __name__ == "__main__":
    main()
