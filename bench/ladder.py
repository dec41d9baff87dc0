"""The ladder of levels: each level of each game against the one below.

    python -m bench.ladder                        # `make ladder`; hours on two cores, minutes on sixteen
    python -m bench.ladder --game qubism --games 40 --output /tmp/try.json

Games come in mirrored blocks (see `banmen.lab.fair_blocks`). To reach: at least 100 Elo between neighbours in games without
chance, and a 95 % interval above one half in games of chance. An interrupted run continues where it stopped if given a
folder with `--journal`. Nothing is needed but numpy and numba. Exit code 1 if a step is missed.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import banmen
from banmen.engine.levels import LEVELS, levels
from banmen.lab.tournament import LADDER, Score, TournamentProgress, count_cores, play

STEP = 100  # Elo, in games without chance
RESULTS = Path(__file__).parent / "results"


def has_chance(game: banmen.Game) -> bool:
    """Return whether a game has throws."""
    return "p" in game.options


def measure_ladder(
    game: banmen.Game, games: int, jobs: int, first: int, journal: Path | None, seed: int
) -> list[dict[str, Any]]:
    """Play the ladder of a game from a level on and return its steps."""
    names = [f"level:{level.number}" for level in levels(game)][first - 1 :]

    def report_progress(standing: TournamentProgress) -> None:
        if sys.stderr.isatty():
            print(f"\r{game.name} {standing.done}/{standing.games} games ", end="", file=sys.stderr, flush=True)

    out = journal / f"ladder-{game.name}.jsonl" if journal else None
    result = play(game, names[::-1], games, seed=seed, pairing=LADDER, jobs=jobs, out=out, progress=report_progress)
    return [step(score, has_chance(game)) for score in reversed(result.pairs.values())]


def step(score: Score, chance: bool) -> dict[str, Any]:
    """Return what is kept of two neighbours: the upper one's score against the lower one."""
    upper, lower = score.players
    reached = score.low > 0.5 if chance else score.elo >= STEP
    return {
        "upper": upper,
        "lower": lower,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": round(score.score, 4),
        "interval": [round(score.low, 4), round(score.high, 4)],
        "elo": round(score.elo, 1),
        "elo_interval": [round(score.elo_low, 1), round(score.elo_high, 1)],
        "reached": reached,
        "moves_a_game": round(score.moves, 1),
        "cpu_seconds_a_move": {name: round(time.mean_cpu, 5) for name, time in zip(score.players, score.thinking, strict=True)},
        "seconds_a_move": {name: round(time.mean, 5) for name, time in zip(score.players, score.thinking, strict=True)},
        "longest_move": {name: round(time.most, 3) for name, time in zip(score.players, score.thinking, strict=True)},
    }


def describe_step(name: str, row: dict[str, Any]) -> str:
    """Return a step in one line."""
    low, high = row["elo_interval"]
    share = f"{row['score']:6.1%} of {row['games']} games"
    return f"{name:9} {row['upper']} > {row['lower']}  {share}  Elo {row['elo']:+.0f} ({low:+.0f} to {high:+.0f})" + (
        "" if row["reached"] else "  MISSED"
    )


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", action="append", choices=banmen.names(), help="only some games")
    parser.add_argument("--games", type=int, default=400, help="games a pair without chance")
    parser.add_argument("--dice-games", type=int, default=4000, help="games a pair in games of chance")
    parser.add_argument("--from-level", type=int, default=1, choices=range(1, LEVELS), help="leave out the levels below")
    parser.add_argument("--jobs", type=int, default=count_cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path, help="a folder that keeps the games, to go on from")
    parser.add_argument("--output", type=Path, default=RESULTS / "ladder.json")
    asked = parser.parse_args()
    found: dict[str, Any] = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": platform.machine(), "games": {}}
    missed = 0
    for name in asked.game or banmen.names():
        game, began = banmen.game(name), time.perf_counter()
        games = asked.dice_games if has_chance(game) else asked.games
        rows = measure_ladder(game, games, asked.jobs, asked.from_level, asked.journal, asked.seed)
        found["games"][name] = {"seed": asked.seed, "seconds": round(time.perf_counter() - began), "steps": rows}
        missed += sum(not row["reached"] for row in rows)
        print("\n".join(describe_step(name, row) for row in rows), flush=True)
        asked.output.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
