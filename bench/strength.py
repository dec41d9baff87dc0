"""The strongest level against plain Monte Carlo tree search with ten times its thinking time.

    python -m bench.strength                      # a part of `make ladder`; some hours on two cores, minutes on sixteen
    python -m bench.strength --game kariuchi --games 20 --output /tmp/try.json

A calibration first measures the CPU time of level 8 per move, and how many simulations plain UCT (our own tree search with
random playouts) makes in that time; UCT then gets ten times as many for each of its moves, so that other work on the machine
does not disturb the match. The actual CPU time of both is recorded beside the score; if the ratio was below ten, the match does
not count, and another is played with more simulations. The target, over 200 games: a 95 % interval above one half in games
without chance, and one that is not below it in games of chance. Exit code 1 if it is missed. Needs only numpy and numba.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import banmen
from banmen.engine.levels import LEVELS
from banmen.lab.tournament import Score, TournamentProgress, count_cores, play
from bench.ladder import RESULTS, has_chance

TEN = 10
TIMES = 12  # somewhat more, because the time per move is only estimated
BEST = f"level:{LEVELS}"
TRIAL = 24  # games to find out how long both think
TRIED = 20_000  # simulations in them
MATCHES = 3  # until the rival has had its time


def choose_simulations(game: banmen.Game, jobs: int, seed: int) -> int:
    """Return how many simulations take ten times the processor time of the best level's moves.

    The stronger the rival, the longer a game and the level's thinking, so a second trial is against about the right one.
    """
    nodes = TRIED
    for trial in range(2):
        result = play(game, [BEST, f"mcts:{nodes}"], TRIAL, seed=seed + trial, jobs=jobs)
        ours, theirs = result.pairs[BEST, f"mcts:{nodes}"].thinking
        nodes = max(1, round(TIMES * ours.mean_cpu / theirs.mean_cpu * nodes))
    return nodes


def play_match(game: banmen.Game, nodes: int, games: int, jobs: int, seed: int) -> Score:
    """Play the best level against plain tree search with some simulations a move."""
    rival = f"mcts:{nodes}"

    def report_progress(standing: TournamentProgress) -> None:
        if sys.stderr.isatty():
            print(f"\r{game.name} {standing.done}/{standing.games} games against {rival} ", end="", file=sys.stderr, flush=True)

    return play(game, [BEST, rival], games, seed=seed, jobs=jobs, progress=report_progress).pairs[BEST, rival]


def make_row(game: banmen.Game, score: Score) -> dict[str, Any]:
    """Return what is kept of a match."""
    ours, theirs = score.thinking
    times = round(theirs.mean_cpu / ours.mean_cpu, 1)
    return {
        "rival": score.players[1],
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": round(score.score, 4),
        "interval": [round(score.low, 4), round(score.high, 4)],
        "cpu_seconds_a_move": {"level": round(ours.mean_cpu, 5), "rival": round(theirs.mean_cpu, 5)},
        "seconds_a_move": {"level": round(ours.mean, 5), "rival": round(theirs.mean, 5)},
        "longest_move": {"level": round(ours.most, 3), "rival": round(theirs.most, 3)},
        "times_as_long": times,
        "reached": times >= TEN and (score.high >= 0.5 if has_chance(game) else score.low > 0.5),
    }


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", action="append", choices=banmen.names(), help="only some games")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=count_cores())
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--nodes", type=int, help="simulations of the rival in the first match; found by trials if left out")
    parser.add_argument("--output", type=Path, default=RESULTS / "strength.json")
    asked = parser.parse_args()
    found: dict[str, Any] = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": platform.machine(), "games": {}}
    for name in asked.game or banmen.names():
        game = banmen.game(name)
        nodes = asked.nodes or choose_simulations(game, asked.jobs, asked.seed + 1)
        for _ in range(MATCHES):
            row = make_row(game, play_match(game, nodes, asked.games, asked.jobs, asked.seed))
            found["games"][name] = row
            asked.output.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
            told = f"{name:9} {row['score']:.1%} of {row['games']} {row['interval']}, {row['times_as_long']} times as long"
            print(told, "" if row["reached"] else "MISSED", flush=True)
            if row["times_as_long"] >= TEN:
                break
            nodes = round(TIMES / row["times_as_long"] * nodes)
    sys.exit(0 if all(row["reached"] for row in found["games"].values()) else 1)


if __name__ == "__main__":
    main()
