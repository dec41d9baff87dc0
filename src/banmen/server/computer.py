"""Engines at work for the page: they think in threads of their own, can be stopped, and never hold up anybody else."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from banmen.core.game import Game, Move, Position
from banmen.engine.levels import LEVELS, level
from banmen.engine.players import player
from banmen.engine.thought import Budget, Engine, Thought
from banmen.server.metrics import Metrics
from banmen.server.settings import Settings

log = logging.getLogger("banmen.server")
Answer = TypeVar("Answer")


class Computer:
    """The threads that engines think in."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self._players = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="banmen-player")
        self._hints = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="banmen-hint")
        self._stops: set[threading.Event] = set()

    async def choose(self, who: str, position: Position, seed: int, stop: threading.Event) -> Move:
        """Return a computer player's move; `stop` makes it decide at once."""
        return await self._run(self._players, partial(self._chosen, who, position, seed, stop), stop)

    async def hint(self, position: Position) -> Thought:
        """Return what the strongest engine finds in about a second."""
        stop = threading.Event()
        budget = Budget(seconds=self.settings.hint_seconds, stop=stop)
        return await self._run(self._hints, partial(_thought, position, budget), stop)

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], Answer], stop: threading.Event) -> Answer:
        self._stops.add(stop)
        self.metrics.thinking.inc()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            stop.set()  # whoever waited may have gone away
            self._stops.discard(stop)
            self.metrics.thinking.dec()

    def _chosen(self, who: str, position: Position, seed: int, stop: threading.Event) -> Move:
        began = time.perf_counter()
        try:
            return chosen(who, position, seed, stop)
        except Exception:
            # A match must go on, whatever is wrong with an engine.
            log.exception("%s could not move in %s", who, position.text)
            self.metrics.failures.labels("engine").inc()
            return player("random", position.game, seed=seed).choose(position)
        finally:
            self.metrics.thought.labels(who).observe(time.perf_counter() - began)

    async def close(self) -> None:
        """Stop all thinking."""
        for stop in list(self._stops):
            stop.set()
        for pool in (self._players, self._hints):
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


def chosen(who: str, position: Position, seed: int, stop: threading.Event) -> Move:
    """Return a computer player's move."""
    try:
        return player(who, position.game, seed=seed).choose(position, stop)
    except ModuleNotFoundError:  # a level whose engine is not there yet
        return player("mcts:500", position.game, seed=seed).choose(position, stop)


def strongest(game: Game) -> Engine:
    """Return the strongest engine for a game."""
    try:
        return level(game, LEVELS).player().engine
    except ModuleNotFoundError:  # a level whose engine is not there yet
        from banmen.engine.mcts import Mcts

        return Mcts(memory=64)


def _thought(position: Position, budget: Budget) -> Thought:
    return strongest(position.game).think(position, budget)
