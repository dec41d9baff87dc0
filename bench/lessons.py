"""What solved games teach: the throws that change most, the choices that matter most, and how luck and skill are spread.

    PYTHONPATH=src python -m bench.lessons           # asks the samples of exact values, half a minute
    PYTHONPATH=src python -m bench.lessons --draw    # draws again from what was found
    PYTHONPATH=src python -m bench.lessons --tables ja   # prints the tables of docs/solved.ja.md

The samples in `bench/data` come from games between good players. They hold positions that leave a choice only, so throws that
leave none are not counted here. A throw changes the chance of whoever made it from what it was before to what the best move
makes of it; a choice is worth what the second best move loses. What is found goes to `bench/results/lessons.json`, together
with what else the pictures need of `solved-holes58.json` and `solved-kariuchi.json`; pictures go to `docs/pictures`.
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
from banmen.core.game import Position
from banmen.core.sticks import THROWS
from banmen.solve.samples import sample_file
from bench import lesson_tables, plots
from bench.yardstick import sample_of

GAMES = ("holes58", "kariuchi")
RESULTS = Path(__file__).parent / "results"
FOUND = RESULTS / "lessons.json"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
LISTED = 10  # extremes of a kind that are kept
EDGES = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)  # chances before the throw, from lost to won
SWINGS = tuple(range(-75, 96, 5))  # percentage points that a throw changes
LOSSES = tuple(range(101))  # percentage points that the second best move loses, at least
STRATA = ((4, 4), (4, 3), (4, 2), (3, 3))  # of Kariuchi, whose sweeps are drawn


@dataclass(frozen=True)
class Lesson:
    """One part of a sample, looked at: for each position the best move, the second best, and what both are worth."""

    game: banmen.Game
    part: sample_file.SamplePart
    best: Any  # values
    second: Any
    best_move: Any  # indices among the moves of a position
    second_move: Any

    @property
    def luck(self) -> Any:
        """By how much each throw changed the chance of whoever made it."""
        return self.best - self.part.values

    @property
    def loss(self) -> Any:
        """How much the second best move loses."""
        return self.best - self.second


def lesson(game: banmen.Game, part: sample_file.SamplePart) -> Lesson:
    """Find the two best moves of every position; each is taken to have two moves at least."""
    counts, first = numpy.diff(part.begin), part.begin[:-1]
    order = numpy.lexsort((-part.moves, numpy.repeat(numpy.arange(len(counts)), counts)))
    one, two = order[first], order[first + 1]
    return Lesson(game, part, part.moves[one], part.moves[two], one - first, two - first)


def position_of(found: Lesson, row: int) -> Position:
    """Return a position of a sample, with its throw."""
    rules: Any = found.game.plain
    mover, other, value = (int(words[row]) for words in (found.part.mover, found.part.other, found.part.throws))
    return Position(found.game, rules.throw(rules.joined(mover, other, found.game.first_state()), value))


def told(found: Lesson, row: int) -> dict[str, Any]:
    """Tell a position with its chances before the throw and after the two best moves."""
    position = position_of(found, row)
    moves = [move.text for move in position.legal_moves()]
    return {
        "position": position.text,
        "throw": int(found.part.throws[row]),
        "before": rounded(found.part.values[row]),
        "best_move": moves[found.best_move[row]],
        "best": rounded(found.best[row]),
        "second_move": moves[found.second_move[row]],
        "second": rounded(found.second[row]),
    }


def extremes(found: Lesson, sizes: Any, number: int = LISTED) -> list[dict[str, Any]]:
    """Tell the positions of the largest sizes, each of them once."""
    seen: set[str] = set()
    listed = []
    for row in numpy.argsort(-sizes, kind="stable"):
        one = told(found, int(row))
        if one["position"] not in seen:
            listed.append(one)
            seen.add(one["position"])
        if len(listed) == number:
            break
    return listed


def spread(found: Lesson, which: Any) -> dict[str, Any]:
    """Return what throws change and what second best moves lose, mean and standard deviation, in some positions, not none."""
    luck, loss = found.luck[which], found.loss[which]
    return {
        "positions": len(luck),
        "luck": rounded(luck.mean()),
        "luck_spread": rounded(luck.std()),
        "loss": rounded(loss.mean()),
        "loss_spread": rounded(loss.std()),
    }


def by_chance(found: Lesson) -> list[dict[str, Any]]:
    """Return how luck and skill are spread in positions from lost to won."""
    values = found.part.values
    bins = numpy.searchsorted(EDGES[1:-1], values, side="right")
    return [{"from": low, "to": high, **spread(found, bins == index)} for index, (low, high) in enumerate(pairwise(EDGES))]


def lessons_of(game: banmen.Game, part: sample_file.SamplePart) -> dict[str, Any]:
    """Return all that a sample teaches."""
    found = lesson(game, part)
    luck, loss = found.luck, found.loss
    return {
        **spread(found, slice(None)),
        "luckiest": extremes(found, luck),
        "unluckiest": extremes(found, -luck),
        "choices": extremes(found, loss),
        "by_chance": by_chance(found),
        "by_throw": {str(value): spread(found, found.part.throws == value) for value in THROWS},
        "swings": [int(count) for count in numpy.histogram(100 * luck, SWINGS)[0]],
        "losses": [rounded((100 * loss >= points).mean()) for points in LOSSES],
    }


def first_throws() -> dict[str, dict[str, float]]:
    """Return the chance before the first throw of all and after each, in both games."""
    holes, karis = (json.loads((RESULTS / f"solved-{name}.json").read_text("utf-8"))["first_moves"] for name in GAMES)
    found = {"holes58": {"start": rounded(holes["start"])}, "kariuchi": {"start": rounded(karis["start"]["ahead"])}}
    for value in THROWS:
        found["holes58"][str(value)] = rounded(max(holes[str(value)].values()))
        found["kariuchi"][str(value)] = rounded(max(one["ahead"] for key, one in karis.items() if key[0] == str(value)))
    return found


def sweeps() -> list[dict[str, Any]]:
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


def rounded(value: float) -> float:
    """Return a chance as it is kept: samples have 16 bits."""
    return round(float(value), 6)


def ask() -> dict[str, Any]:
    """Return all there is to tell and to draw."""
    games = {}
    for name in GAMES:
        game = banmen.game(name)
        games[name] = lessons_of(game, sample_file.read_sample(sample_of(game), game)[sample_file.PLAYED])
    return {
        "games": games,
        "swing_edges": list(SWINGS),
        "loss_edges": list(LOSSES),
        "first_throws": first_throws(),
        "sweeps": sweeps(),
    }


def boards(found: dict[str, Any]) -> Iterable[tuple[str, str]]:
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
    for name, drawn in (*plots.all_plots(found), *boards(found)):
        (PICTURES / name).write_text(drawn + "\n", "utf-8")


def main() -> None:
    """Ask, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", action="store_true", help="draw again from what was found")
    parser.add_argument("--tables", choices=("en", "ja"), help="print the tables from what was found")
    asked = parser.parse_args()
    if not asked.draw and not asked.tables:
        FOUND.write_text(json.dumps(ask(), indent=1) + "\n", "utf-8")
    found = json.loads(FOUND.read_text("utf-8"))
    if asked.tables:
        print("\n\n".join(lesson_tables.all_tables(found, asked.tables)))
    else:
        draw(found)


if __name__ == "__main__":
    main()
