"""How soon a search ends when it is told to stop: `PYTHONPATH=src python -m bench.cancel`, a few minutes.

Every engine searches positions of every game it plays and is told to stop after a while; measured is the time until it returns.
The same goes for proofs, level 8 and analyses. The report has the worst of several tries, in wall-clock time, which is what a
person waits for on this machine under its current load, and in CPU time, which does not depend on other work.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from collections.abc import Callable, Iterator

import banmen
from banmen.core.game import Game, Position
from banmen.engine.interface import Budget, Engine
from banmen.engine.levels import LEVELS, level
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.expectimax import Expectimax
from banmen.engine.search.mcts import Mcts
from banmen.engine.search.proof import MOST_PLIES, wins_within
from banmen.kernels.contract import CHANCE, DECIDE

LONG = 3600.0  # seconds, which no search gets
WAITS = (0.1, 0.17, 0.31, 0.5)
ALLOWED = 0.05  # seconds
Work = Callable[[threading.Event], object]


def list_positions(game: Game) -> list[Position]:
    """Return the first position with a choice, and one from the middle of a random game."""
    rng = random.Random(7)
    position = game.start(rng)
    found = []
    while not position.over:
        if position.kind == DECIDE and len(position.legal_codes()) > 1:
            found.append(position)
        value = rng.choice([value for value, part in position.throws() if part]) if position.kind == CHANCE else None
        position = position.after(rng.choice(position.legal_codes())) if value is None else position.throw(value)
    return [found[0], found[len(found) // 2]]


def make_search(engine: Engine, position: Position) -> Work:
    """Return a search that thinks until it is stopped."""
    return lambda stop: engine.think(position, Budget(seconds=LONG, stop=stop))


def works(game: Game) -> Iterator[tuple[str, Work]]:
    """Return what can be stopped, with its name."""
    engines: list[tuple[str, Engine]] = [("mcts", Mcts(memory=256)), ("mcts, 2 threads", Mcts(memory=256, threads=2))]
    if "p" in game.options:
        engines.append(("expectimax", Expectimax(memory=64)))
    else:
        engines += [("alphabeta", AlphaBeta(memory=64)), ("alphabeta, every move", AlphaBeta(memory=64, every=True))]
    for place, position in zip(("start", "middle"), list_positions(game), strict=True):
        for name, engine in engines:
            yield f"{name}, {place}", make_search(engine, position)
        if "p" not in game.options and not (game.name == "kuniumi" and place == "start"):  # there it is six placements
            yield (
                f"proof, {place}",
                lambda stop, position=position: wins_within(position, MOST_PLIES, Budget(seconds=LONG, stop=stop)),  # type: ignore[misc]
            )
        best = level(game, LEVELS).player(seconds=LONG)
        yield f"level {LEVELS}, {place}", lambda stop, best=best, position=position: best.choose(position, stop)  # type: ignore[misc]
        yield (
            f"analysis, {place}",
            lambda stop, position=position: banmen.analyse(position, Budget(seconds=LONG), stop=stop),  # type: ignore[misc]
        )


def measure_delay(work: Work, wait: float) -> tuple[float, float] | None:
    """Return how many seconds of wall and of processor time pass between the order to stop and the answer.

    None if the answer came first: some searches find out all there is to find.
    """
    stop = threading.Event()
    ordered: list[tuple[float, float]] = []

    def order() -> None:
        ordered.append((time.perf_counter(), time.process_time()))
        stop.set()

    timer = threading.Timer(wait, order)
    timer.start()
    work(stop)
    ended = time.perf_counter(), time.process_time()
    timer.cancel()
    return (ended[0] - ordered[0][0], ended[1] - ordered[0][1]) if ordered else None


def main() -> None:
    """Print a line for each engine and game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=banmen.names(), help="all by default")
    worst = (0.0, 0.0)
    print(f"{'game':10}{'what':32}{'wall ms':>10}{'CPU ms':>10}")
    for name in parser.parse_args().games:
        for what, work in works(banmen.game(name)):
            compiled = threading.Event()
            compiled.set()
            work(compiled)  # which must not count
            delays = [found for wait in WAITS if (found := measure_delay(work, wait))]
            if not delays:
                print(f"{name:10}{what:32}  ended by itself")
                continue
            wall, used = (max(column) for column in zip(*delays, strict=True))
            worst = max(worst[0], wall), max(worst[1], used)
            print(f"{name:10}{what:32}{1000 * wall:10.1f}{1000 * used:10.1f}{'  late' if used > ALLOWED else ''}", flush=True)
    print(f"{'worst':42}{1000 * worst[0]:10.1f}{1000 * worst[1]:10.1f}")


if __name__ == "__main__":
    main()
