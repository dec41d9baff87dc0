"""Engines for the page: they think in their own threads or processes, can be stopped, and never block other requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.engine.analysis.hints import Hint, find_hint
from banmen.engine.baselines import Greedy
from banmen.engine.interface import Budget
from banmen.engine.levels import Level, level
from banmen.engine.players import player
from banmen.kernels.contract import CHANCE
from banmen.server.background_compile import BackgroundCompiler
from banmen.server.engine_processes import EngineProcesses, NoIdleEngineError
from banmen.server.fair_pool import Asker, FairPool
from banmen.server.interpreter import Interpreter
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import LEVEL, answers_at_once, name_kind, thinks
from banmen.server.settings import ServerSettings

log = logging.getLogger("banmen.server")
Answer = TypeVar("Answer")
MOMENT = 0.02  # seconds
PATIENCE = 3.0  # seconds that a server waits for its engines when it shuts down
MOST_HINTS, MOST_HINTS_EACH = 16, 8  # hints that run or wait at the same time, in all and for one address
MOST_WAITING, MOST_WAITING_EACH = 10_000, 1000  # moves that wait at the same time, in all and for one address
NOBODY = Asker()


class Computer:
    """The threads that engines think in."""

    def __init__(self, settings: ServerSettings, metrics: Metrics, warming: BackgroundCompiler) -> None:
        self.settings, self.metrics, self.warming = settings, metrics, warming
        self.interpreter = Interpreter()
        count = settings.engine_processes
        # Long searches leave a thread free for quick answers. An engine process is driven from a thread of its own.
        self._players = FairPool("player", count or settings.thinkers, MOST_WAITING, MOST_WAITING_EACH)
        # As many as that pool has threads: one that had to wait for a process would be no free thread for another address.
        self.engines = EngineProcesses(self._players.threads) if count else None
        self._quick = FairPool("quick", 1, MOST_WAITING, MOST_WAITING_EACH)
        self._hints = self._players if count else FairPool("hint", settings.thinkers, MOST_HINTS, MOST_HINTS_EACH)
        self._stops: set[threading.Event] = set()
        self._hinting: dict[Position, asyncio.Task[Hint]] = {}
        self._hinted: Counter[str] = Counter()  # hints that run or wait, by the address that asked first
        self._prepared: set[tuple[str, str]] = set()
        self._preparing: set[asyncio.Task[None]] = set()
        self._retiring: asyncio.Task[None] | None = None
        self._closed = False

    async def choose(self, who: str, position: Position, seed: int, stop: threading.Event, asker: Asker = NOBODY) -> Move:
        """Return a computer player's move; `stop` makes it decide at once."""
        if thinks(who) and not self.warming.is_ready(position.game.name):
            self.warming.hurry(position.game.name)
            if who.startswith(LEVEL):
                if move := await self.interpreter.choose(who, position, seed):
                    return move
                if not self.warming.is_ready(position.game.name):
                    who = "greedy"
            elif not await self.warming.wait_until_ready(position.game.name, stop):
                who = "greedy"  # somebody does not want to wait until the engines are compiled
        pool = self._quick if answers_at_once(who) else self._players
        return await self._run(pool, asker, partial(self._choose_move, who, position, seed, stop), stop)

    def prepare(self, who: str, game: Game) -> None:
        """Load a computer player's resources while people still look at the board."""
        if who.startswith(LEVEL) and (who, game.name) not in self._prepared:
            self._prepared.add((who, game.name))
            task = asyncio.create_task(self._prepare(who, game))
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, who: str, game: Game) -> None:
        stop = threading.Event()
        if await self.warming.wait_until_ready(game.name, stop):
            try:
                await self._run(self._players, NOBODY, partial(self._load, who, game, stop), stop)
            except Exception:
                log.exception("%s cannot be prepared for %s", who, game.name)

    def _load(self, who: str, game: Game, stop: threading.Event) -> None:
        if self.engines and not answers_at_once(who):
            self.engines.prepare(who, game.start(), stop)
        else:
            think_briefly(level(game, who.partition(":")[2]))

    async def start(self) -> None:
        """Prepare to play while engines are still being compiled."""
        if not self.warming.view()["ready"]:
            with contextlib.suppress(OSError):
                await self.interpreter.start()
            self._retiring = asyncio.create_task(self._retire_interpreter())

    async def _retire_interpreter(self) -> None:
        """Stop the interpreter process, and free its memory, once everything is compiled."""
        await self.warming.wait_until_done()
        await self.interpreter.retire()

    async def give_hint(self, position: Position, asker: Asker = NOBODY) -> Hint:
        """Return a hint after about a second; identical requests share one search."""
        task = self._hinting.get(position)
        if task is None:
            # The pool's own limits count only what waits there, and with engine processes they are those of moves.
            if len(self._hinting) >= MOST_HINTS or self._hinted[asker.address] >= MOST_HINTS_EACH:
                raise ProblemError("too_busy")
            task = self._hinting[position] = asyncio.create_task(self._think(position, asker))
            self._hinted[asker.address] += 1
            task.add_done_callback(lambda _: self._end_hint(position, asker))
        return await asyncio.shield(task)

    def _end_hint(self, position: Position, asker: Asker) -> None:
        del self._hinting[position]
        self._hinted[asker.address] -= 1
        self._hinted += Counter()  # addresses without hints are not kept

    async def _think(self, position: Position, asker: Asker) -> Hint:
        stop = threading.Event()
        if not self.warming.is_ready(position.game.name):
            self.warming.hurry(position.game.name)
            if found := await self.interpreter.give_hint(position):
                return found
            await self.warming.wait_until_ready(position.game.name, stop)
        budget = Budget(seconds=self.settings.hint_seconds, stop=stop)
        return await self._run(self._hints, asker, partial(self._find_hint, position, budget), stop)

    async def _run(self, pool: FairPool, asker: Asker, work: Callable[[], Answer], stop: threading.Event) -> Answer:
        self._stops.add(stop)
        self.metrics.thinking.inc()
        try:
            return await pool.run(asker, work)
        finally:
            stop.set()  # the client may have disconnected while it waited
            self._stops.discard(stop)
            self.metrics.thinking.dec()

    def _choose_move(self, who: str, position: Position, seed: int, stop: threading.Event) -> Move:
        began = time.perf_counter()
        try:
            if self.engines and not answers_at_once(who):
                return self.engines.choose(who, position, seed, stop)
            return choose_move(who, position, seed, stop)
        except NoIdleEngineError:
            return choose_move("greedy", position, seed, stop)
        except Exception:
            # A match must go on, whatever goes wrong in an engine.
            self._note_failure("%s could not move in %s", who, position.text)
            return player("random", position.game, seed=seed).choose(position)
        finally:
            self.metrics.thought.labels(name_kind(who)).observe(time.perf_counter() - began)

    def _find_hint(self, position: Position, budget: Budget) -> Hint:
        try:
            if self.engines and budget.stop:
                return self.engines.find_hint(position, self.settings.hint_seconds, budget.stop)
            return find_hint(position, budget)
        except Exception:
            self._note_failure("no engine could think about %s", position.text)
            guess = Greedy().think(position)
            return Hint(guess.best, guess.chance, settled=False)

    def _note_failure(self, what: str, *about: str) -> None:
        """Say what is wrong with an engine, unless it was ended with the server."""
        if not self._closed:
            log.exception(what, *about)
            self.metrics.failures.labels("engine").inc()

    def stop_all(self) -> None:
        """Make all searches decide at once."""
        for stop in list(self._stops):
            stop.set()

    async def close(self) -> None:
        """Stop all searches. Work that cannot be stopped, such as compiling, is waited for only briefly."""
        for task in (*self._hinting.values(), *self._preparing, *([self._retiring] if self._retiring else [])):
            task.cancel()
        await self.interpreter.close()
        for pool in (self._players, self._quick, self._hints):
            pool.close()
        patience = time.monotonic() + PATIENCE
        while self._stops and time.monotonic() < patience:
            self.stop_all()
            await asyncio.sleep(0.01)
        self._closed = True
        if self.engines:
            await asyncio.to_thread(self.engines.close)


def choose_move(who: str, position: Position, seed: int, stop: threading.Event) -> Move:
    """Return a computer player's move."""
    return player(who, position.game, seed=seed, sporting=True).choose(position, stop)


def think_briefly(at: Level) -> None:
    """Let a level think just long enough to call everything it needs once."""
    at.player().engine.think(find_choice(at.game), Budget(seconds=MOMENT))


def find_choice(game: Game) -> Position:
    """Return a position with a choice of moves.

    >>> import banmen
    >>> len(find_choice(banmen.game("kariuchi")).legal_moves()) > 1
    True
    """
    rng = random.Random(1)
    position = game.start()
    while True:
        if position.over:
            position = game.start()
        if position.kind == CHANCE:
            position = position.throw(rng.randint(1, 5))
        moves = position.legal_moves()
        if len(moves) > 1:
            return position
        position = position.play(moves[0])
