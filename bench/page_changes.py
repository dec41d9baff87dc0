"""What a change of a match costs when it is written for the page: CPU time and bytes, for each game.

    python -m bench.page_changes [--changes 400] [--windows 2]

Random matches among people are played in this process, and every change is written for some windows with the same language and
form. Only writing counts: no rules, no disk and no socket.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import banmen
from banmen.core.registry import names
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_throw
from banmen.match.dice import SeededDice
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.match.seats import HUMAN
from banmen.server.live.change_writers import KeepingPageWriter
from banmen.server.sessions import MatchSession


def begin(game: str, seed: int) -> MatchSession:
    """Begin a match among people."""
    chosen, dice = banmen.game(game), SeededDice(seed)
    seats = dict.fromkeys(chosen.players, HUMAN)
    return MatchSession(Match(dice, [make_first_event(chosen, seats, dice)]), "")


def advance(match: Match, choose: random.Random) -> None:
    """Throw, or make any move."""
    if match.standing.kind == CHANCE:
        match.add_planned(plan_throw(match))
    else:
        match.add_planned(plan_move(match, choose.choice(list(match.legal))))


def measure(game: str, changes: int, windows: int, seed: int = 0) -> tuple[list[float], list[int]]:
    """Return the microseconds for all windows and the bytes for each of them, for every change."""
    choose, costs, sizes = random.Random(5), list[float](), list[int]()
    while len(costs) < changes:
        seed += 1
        session = begin(game, seed)
        writers = [KeepingPageWriter(Reader("en"), PictureFormat()) for _ in range(windows)]
        for writer in writers:
            writer.write(session, -1)
        while not session.match.over and len(costs) < changes:
            known = session.match.seq
            advance(session.match, choose)
            began = time.process_time_ns()
            texts = [writer.write(session, known) for writer in writers]
            costs.append((time.process_time_ns() - began) / 1000)
            sizes.append(len(texts[0]))
    return costs, sizes


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--changes", type=int, default=400)
    parser.add_argument("--windows", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'game':10} {'µs mean':>8} {'µs median':>10} {'bytes mean':>11} {'bytes median':>13}")
    for game in names():
        measure(game, 60, 1, seed=1000)
        costs, sizes = measure(game, asked.changes, asked.windows)
        means = statistics.mean(costs), statistics.median(costs), statistics.mean(sizes), statistics.median(sizes)
        print(f"{game:10} {means[0]:8.0f} {means[1]:10.0f} {means[2]:11.0f} {means[3]:13.0f}", flush=True)


if __name__ == "__main__":
    main()
