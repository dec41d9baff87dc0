"""Many random games of one kind: how long they last, who wins, how much choice there is."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from banmen.core import sticks
from banmen.core.board import Player
from banmen.core.errors import OptionError, quote_value, require_function, require_kind, require_whole_number
from banmen.core.game import Game, Position, require_game
from banmen.core.messages import Catalogue
from banmen.kernels import kernel, playout
from banmen.kernels.contract import State

if TYPE_CHECKING:
    from concurrent.futures import Future

messages = Catalogue(__name__)

CHUNK = 20_000  # games that a thread plays before it comes back: a tenth of a second or so
PLAIN_CHUNK = 20  # the same for the interpreter
COUNTED_SHARE = 64  # one game in so many has its legal moves counted
LEAST_COUNTED = 512  # and at least so many
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
    branching_games: int = 0  # from how many games the branching was taken

    def __repr__(self) -> str:
        branching = "" if self.branching is None else f", {self.branching:.2f} moves to choose from"
        return f"<Playouts of {self.games:,} games: {self.mean_steps:.1f} ± {self.deviation:.1f} steps{branching}>"


def play(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    threads: int = 1,
    position: Position | None = None,
    counting: bool = True,
    progress: Callable[[int], None] | None = None,
    stop: threading.Event | None = None,
) -> Playouts:
    """Play random games from the real opening, or from a position, and sum up what they gave.

    The same seed gives the same games whatever the number of threads. Counting the legal moves of every position costs more
    than playing, so the branching is taken from the first games only: one in 64, and at least 512 if there are as many; with
    `counting` off from none. `progress(games)` is called with the games done so far; `stop` ends the work early, and what was
    played until then is summed up.
    """
    game = _check(game, games, seed, threads, position)
    require_function("progress", progress)
    if stop is not None:
        require_kind("stop", stop, threading.Event)
    counted = min(games, max(LEAST_COUNTED, games // COUNTED_SHARE)) if counting else 0
    began = time.perf_counter()
    sums = {True: _make_empty(), False: _make_empty()}  # of games whose choices were counted, and of the others
    done = 0
    chunk = min(CHUNK if kernel.choose_default_target() != kernel.PLAIN else PLAIN_CHUNK, -(-games // (4 * threads)))
    work = partial(_tally_share, game, seed, position)
    for share, part in _play_shares(work, _divide_games(counted, games, chunk), threads):
        _add(sums[share.counting], part)
        done += share.games
        if progress:
            progress(done)
        if stop is not None and stop.is_set():
            break
    counted = min(counted, done)
    total = _make_empty()
    for part in sums.values():
        _add(total, part)
    steps = sums[True][playout.STEPS]
    branching = sums[True][playout.CHOICES] / steps if steps else None
    return _sum_up(game, done, total, branching, counted, time.perf_counter() - began)


def _check(game: object, games: int, seed: int, threads: int, position: object) -> Game:
    """Return the game that is played, or raise OptionError for what cannot be."""
    require_whole_number(messages("setting.games"), games, 1, MOST_GAMES)
    require_whole_number(messages("setting.seed"), seed, 0, 2**61)
    require_whole_number(messages("setting.threads"), threads, 1, MOST_THREADS)
    require_game(game)
    assert isinstance(game, Game)
    if position is None:
        return game
    if not isinstance(position, Position):
        raise OptionError(messages("playouts.not_a_position", position=quote_value(position)))
    if position.over:
        raise OptionError(messages("playouts.game_over"))
    if position.game.name != game.name:
        raise OptionError(messages("playouts.other_game", own=position.game.name, other=game.name))
    return position.game


class Share(NamedTuple):
    """Some games in a row that one thread plays, and whether the legal moves are counted."""

    first: int
    games: int
    counting: bool


def _divide_games(counted: int, games: int, chunk: int) -> Iterator[Share]:
    """Divide the games into shares: first those whose choices are counted, then the others."""
    for begin, end, counting in ((0, counted, True), (counted, games, False)):
        yield from (Share(first, min(chunk, end - first), counting) for first in range(begin, end, chunk))


def _tally_share(game: Game, seed: int, position: Position | None, share: Share) -> list[int]:
    return tally(game, share.first, share.games, seed=seed, position=position, counting=share.counting)


def _play_shares(
    work: Callable[[Share], list[int]], shares: Iterator[Share], threads: int
) -> Iterator[tuple[Share, list[int]]]:
    """Yield what the shares give, in order, with a few of them under way at a time."""
    if threads == 1:
        yield from ((share, work(share)) for share in shares)
        return
    from concurrent.futures import ThreadPoolExecutor  # not needed by those who play on one thread

    waiting: deque[tuple[Share, Future[list[int]]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for share in shares:
            waiting.append((share, pool.submit(work, share)))
            if len(waiting) > 2 * threads:
                yield _await_first(waiting)
        while waiting:
            yield _await_first(waiting)


def _await_first(waiting: deque[tuple[Share, Future[list[int]]]]) -> tuple[Share, list[int]]:
    share, future = waiting.popleft()
    return share, future.result()


def tally(
    game: Game, first: int, games: int, *, seed: int = 0, position: Position | None = None, counting: bool = False
) -> list[int]:
    """Play games `first` to `first + games - 1` of a seed on this thread and return the sums of `banmen.kernels.playout`."""
    if position is not None:
        game = position.game
    state = position.state if position else game.first_state()
    seats = 0 if position or not game.opens_by_throw else (1 << len(game.players)) - 1
    kernels = game.compiled(playout)
    seen = position.past if position else ()
    past, history, out = _make_buffers(game, seen)
    mode = 1 if counting else None
    kernels.tally(state, seats, seed, first, games, sticks.compute_odds(game.p), past, history, len(seen), mode, out)
    return [int(value) for value in out]


def _make_buffers(game: Game, seen: tuple[State, ...]) -> tuple[Any, Any, Any]:
    """Return room for the positions that may come back, those seen already, and the sums, in the form the target takes."""
    if kernel.choose_default_target() == kernel.PLAIN:
        return {}, {(row, word): value for row, state in enumerate(seen) for word, value in enumerate(state)}, _make_empty()
    import numpy

    history = numpy.array(seen or [(0,) * game.rules.WORDS], numpy.int64)
    past = numpy.zeros((playout.PAST + len(seen) + 1, game.rules.WORDS), numpy.int64)
    return past, history, numpy.array(_make_empty(), numpy.int64)


def _make_empty() -> list[int]:
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


def _sum_up(game: Game, games: int, total: list[int], branching: float | None, counted: int, seconds: float) -> Playouts:
    wins = {}
    for mask in range(1, 1 << len(game.players)):
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
        branching=branching,
        seconds=seconds,
        branching_games=counted if branching is not None else 0,
    )
