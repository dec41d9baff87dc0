"""A test suite of forced wins: `python -m bench.tactics alphabeta:1000000` counts how many a player solves.

`python -m bench.tactics --make` finds them anew, the same ones as long as the engine plays the same: games that begin at random
and go on by an engine, with some random moves in between, are searched for wins near their end. A line of a file has the number
of plies, the position, and all first moves that win within so many. These are half of the legal ones at
most, and no two positions are images of each other.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import banmen
from banmen.engine.interface import Budget
from banmen.engine.players import player
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.proof import shortest_win

DATA = Path(__file__).parent / "data"
# How many positions of each length. In Kuniumi a win at once is always the only legal move: the space that closes the group has
# no free neighbour, so it is seen from next to it only, and it is the last free neighbour of the God's group. No question then.
WANTED = {"kuniumi": {3: 65, 5: 70, 7: 70}, "qubism": {1: 20, 3: 65, 5: 70, 7: 70}}
LONGEST = 7
GAMES = tuple(WANTED)
PROOF = Budget(nodes=400_000)
THOUGHT = Budget(nodes=400)
SWAPPED = str.maketrans("LSls", "SLsl")
TURNED = str.maketrans("^v<>WBwb", "v^><BWbw")


@dataclass(frozen=True)
class Tactic:
    """A position, the plies of its quickest forced win and the moves that keep it."""

    plies: int
    position: banmen.Position
    moves: tuple[str, ...]


def read(name: str) -> list[Tactic]:
    """Return the positions of a game."""
    game = banmen.game(name)
    lines = (DATA / f"{name}-tactics.txt").read_text(encoding="utf-8").splitlines()
    fields = (line.split("\t") for line in lines if not line.startswith("#"))
    return [Tactic(int(plies), game.position(text), tuple(moves.split())) for plies, text, moves in fields]


def make(name: str, seed: int = 1) -> list[Tactic]:
    """Find positions until there are enough of every length, the shortest wins first."""
    missing = dict(WANTED[name])
    found: list[Tactic] = []
    seen: set[str] = set()
    rng = random.Random(seed)
    while any(missing.values()):
        lengths = set()  # one position of each length from a game, so that they are varied
        for position in list(play_positions(name, rng))[-LONGEST - 1 :]:  # wins are searched near the end of games
            win = shortest_win(position, LONGEST, PROOF, memory=4)
            if win is None or not missing.get(win.plies) or win.plies in lengths or list_images(position) & seen:
                continue
            if 2 * len(win.moves) <= len(position.legal_codes()):
                found.append(Tactic(win.plies, position, tuple(move.text for move in win.moves)))
                missing[win.plies] -= 1
                lengths.add(win.plies)
                seen.add(position.text)
        print(name, "still missing", missing, end="\r", file=sys.stderr, flush=True)
    return sorted(found, key=lambda tactic: tactic.plies)


def play_positions(name: str, rng: random.Random) -> Iterator[banmen.Position]:
    """Yield the positions of a game with a random opening, continued by an engine with a random move now and then."""
    position = banmen.game(name, **({"setup": "random"} if name == "kuniumi" else {})).start(rng)
    if name == "kuniumi":
        position = position.play(rng.choice(("land", "sea")))
    engine = AlphaBeta(memory=4)
    opening, loose = rng.randrange(2, 8), rng.choice((0.2, 0.6, 1.0))
    for ply in range(80):
        moves = position.legal_moves()
        anything = ply < opening or rng.random() < loose
        position = position.play(rng.choice(moves) if anything else engine.think(position, THOUGHT).best)
        if position.over:
            return
        yield banmen.game(name).position(position.text)


def list_images(position: banmen.Position) -> set[str]:
    """Return the texts of all positions that are the same but for the point of view, this one among them."""
    board, middle, last = position.text.split()
    if position.game.name == "qubism":
        turned = "".join(reversed(board)).translate(TURNED)
        return {position.text, f"{turned} {middle} {last.translate(TURNED)}"}
    rows = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in board.split("/")]
    found = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        for view in (rows, rows[::-1]):
            text = "/".join(re.sub(r"[.]+", lambda run: str(len(run[0])), row) for row in view)
            found |= {f"{text} {middle} {last}", f"{text} {middle} {last}".translate(SWAPPED)}
    return found


def write(name: str, tactics: list[Tactic]) -> None:
    """Keep the positions of a game."""
    lines = [f"{tactic.plies}\t{tactic.position.text}\t{' '.join(tactic.moves)}" for tactic in tactics]
    heading = "# plies, position, first moves that win within so many plies; found by python -m bench.tactics --make"
    (DATA / f"{name}-tactics.txt").write_text("\n".join([heading, *lines]) + "\n", encoding="utf-8")


def solve(who: str, name: str) -> dict[int, tuple[int, int, float]]:
    """Return for every length how many positions a player solves, out of how many, and its longest time for one."""
    results = dict.fromkeys(WANTED[name], (0, 0, 0.0))
    for tactic in read(name):
        someone = player(who, tactic.position.game)
        began = time.perf_counter()
        right = someone.choose(tactic.position).text in tactic.moves
        seconds = time.perf_counter() - began
        solved, total, slowest = results[tactic.plies]
        results[tactic.plies] = (solved + right, total + 1, max(slowest, seconds))
    return results


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(description="Tell how many positions with a forced win a player solves.")
    parser.add_argument("player", nargs="?", default="level:8", help="as in alphabeta:1000000, mcts:0.5s or level:8")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    parser.add_argument("--make", action="store_true", help="find the positions anew and keep them")
    wanted = parser.parse_args()
    for name in wanted.game or GAMES:
        if wanted.make:
            write(name, make(name))
            continue
        player(wanted.player, banmen.game(name)).choose(read(name)[0].position)  # compiles what has to be
        results = solve(wanted.player, name)
        for plies, (right, number, slowest) in results.items():
            print(f"{name:8} {plies} plies: {right:3} of {number:3} solved, slowest {slowest:.3f} s")
        solved, total = sum(row[0] for row in results.values()), sum(row[1] for row in results.values())
        print(f"{name:8} all    : {solved:3} of {total:3} solved")


if __name__ == "__main__":
    main()
