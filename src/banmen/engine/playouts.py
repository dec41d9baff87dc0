"""Many random games of one kind: how long they last, who wins, how much choice there is."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from banmen.core import sticks
from banmen.core.errors import OptionError, refuse_unless_whole
from banmen.core.game import Game, Player, Position
from banmen.core.messages import message
from banmen.kernels import kernel, playout
from banmen.kernels.contract import NO_THROW, State

if TYPE_CHECKING:
    from concurrent.futures import Future

CHUNK = 20_000  # games that a thread plays before it comes back: a tenth of a second or so
PLAIN_CHUNK = 20  # the same for the interpreter
MOST_GAMES = 10**12
MOST_THREADS = 256


@dataclass(frozen=True)
class Playouts:
    """What a number of random games gave."""

    games: int
    wins: dict[tuple[Player, ...], int]  # by the winning players
    draws: int
    unfinished: int  # games that ran on for too long without anything irreversible
    beginner_wins: int
    mean_steps: float
    deviation: float
    least_steps: int  # of a game that came to its end; 0 if none did
    most_steps: int
    branching: float | None  # legal moves at a decision, on average
    seconds: float


def play(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    threads: int = 1,
    position: Position | None = None,
    counting: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play random games from the real opening, or from a position, and sum up what they gave.

    The same seed gives the same games whatever the number of threads. `counting` adds up the legal moves, which costs some
    speed; `progress` is told how many games are done.
    """
    refuse_unless_whole(message("the number of games", "対局の数"), games, 1, MOST_GAMES)
    refuse_unless_whole(message("the seed", "乱数の種"), seed, 0, 2**61)
    refuse_unless_whole(message("the number of threads", "スレッドの数"), threads, 1, MOST_THREADS)
    if position is not None and position.over:
        raise OptionError(message("this game is over: there is nothing to play", "もう終わっているので、遊ぶことがありません"))
    if position is not None and position.game.name != game.name:
        raise OptionError(
            message(
                "this is a position of {own}, not of {other}",
                "これは{own}の局面です。{other}の局面ではありません",
                own=position.game.name,
                other=game.name,
            )
        )
    began = time.perf_counter()
    total = _empty()
    done = 0
    chunk = min(CHUNK if kernel.default_target() != kernel.PLAIN else PLAIN_CHUNK, -(-games // (4 * threads)))
    work = partial(tally, game, seed=seed, position=position, counting=counting)
    for part in _parts(work, games, chunk, threads):
        _add(total, part)
        done = min(games, done + chunk)
        if progress:
            progress(done)
    return _summary(position.game if position else game, games, total, counting, time.perf_counter() - began)


def _parts(work: Callable[[int, int], list[int]], games: int, chunk: int, threads: int) -> Iterator[list[int]]:
    """Yield what the chunks of a number of games give, in order, with a few of them under way at a time."""
    shares = ((first, min(chunk, games - first)) for first in range(0, games, chunk))
    if threads == 1:
        yield from (work(*share) for share in shares)
        return
    from concurrent.futures import ThreadPoolExecutor  # not needed by those who play on one thread

    waiting: deque[Future[list[int]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for share in shares:
            waiting.append(pool.submit(work, *share))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)


def tally(
    game: Game, first: int, games: int, *, seed: int = 0, position: Position | None = None, counting: bool = False
) -> list[int]:
    """Play games `first` to `first + games - 1` of a seed on this thread and return the raw sums (see core.playout)."""
    if position is not None:
        game = position.game
    state = position.state if position else game.first_state()
    seats = 0 if position or game.rules.OPENING == NO_THROW else (1 << len(game.players)) - 1
    kernels = game.compiled(playout)
    seen = position.past if position else ()
    past, history, out = _buffers(game, seen)
    mode = 1 if counting else None
    kernels.tally(state, seats, seed, first, games, sticks.odds(game.p), past, history, len(seen), mode, out)
    return [int(value) for value in out]


def _buffers(game: Game, seen: tuple[State, ...]) -> tuple[Any, Any, Any]:
    """Return room for the positions that may come back, those seen already, and the sums, in the form the target takes."""
    if kernel.default_target() == kernel.PLAIN:
        return {}, {(row, word): value for row, state in enumerate(seen) for word, value in enumerate(state)}, _empty()
    import numpy

    history = numpy.array(seen or [(0,) * game.rules.WORDS], numpy.int64)
    past = numpy.zeros((playout.PAST + len(seen) + 1, game.rules.WORDS), numpy.int64)
    return past, history, numpy.array(_empty(), numpy.int64)


def _empty() -> list[int]:
    sums = [0] * playout.RESULTS
    sums[playout.LEAST] = 2**61
    return sums


def _add(total: list[int], part: list[int]) -> None:
    for index, value in enumerate(part):
        if index == playout.LEAST:
            total[index] = min(total[index], value)
        elif index == playout.MOST_STEPS:
            total[index] = max(total[index], value)
        else:
            total[index] += value


def _summary(game: Game, games: int, total: list[int], counting: bool, seconds: float) -> Playouts:
    wins = {}
    for mask in range(1, 16):
        if total[playout.WINS + mask]:
            wins[tuple(player for seat, player in enumerate(game.players) if mask >> seat & 1)] = total[playout.WINS + mask]
    mean = total[playout.STEPS] / games
    spread = max(0.0, total[playout.STEPS_SQUARED] / games - mean * mean)
    return Playouts(
        games=games,
        wins=wins,
        draws=total[playout.WINS],
        unfinished=total[playout.UNFINISHED],
        beginner_wins=total[playout.BEGINNER_WINS],
        mean_steps=mean,
        deviation=spread**0.5,
        least_steps=min(total[playout.LEAST], total[playout.MOST_STEPS]),
        most_steps=total[playout.MOST_STEPS],
        branching=total[playout.CHOICES] / total[playout.STEPS] if counting and total[playout.STEPS] else None,
        seconds=seconds,
    )
